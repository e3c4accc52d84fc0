"""Deep Monte Carlo in one file, as DouZero does it: the value of what an action leads to is the mean outcome of the games that took it.

    python examples/learners/dmc_torch.py gin --minutes 2 --out networks

It plays the action with the largest value, or one at random with a small probability, and fits the values by the mean squared error. It
prints the mean points of a hand over processor time and keeps the network with every line. At the end it measures the last one on
other deals, against the opponent of the training. Of Gin Rummy it learns hands, and is measured in matches.
"""

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch
from torch import nn

from rummygym import arena
from rummygym.options import LEARNING
from rummygym.policy import GAIN_SCALE, Policy

#: By game: environment, and game of the measurement.
GAMES = {"gin": ("rummygym/GinRummy-v1", "gin-match"), "indian": ("rummygym/IndianRummy-v1", "indian")}
FIELDS = "progress,card,table,cards"  # groups of fields of afterstates
TABLES, STEPS, UPDATES, BATCH, REPLAY = 256, 16, 16, 512, 100_000
HIDDEN, RATE, EXPLORE = (256, 128, 64), 1e-3, 0.05


class Values(nn.ModuleDict):
    """Layers with the names of those of a file."""

    def forward(self, x):
        *hidden, gain = self.values()
        for layer in hidden:
            x = torch.relu(layer(x))
        return gain(x)[..., 0]


class Replay:
    """The last afterstates with the outcomes of their games, in units of GAIN_SCALE points."""

    def __init__(self, size):
        self.rows, self.outcomes, self.at, self.n = torch.zeros(REPLAY, size), torch.zeros(REPLAY), 0, 0

    def add(self, rows, outcome):
        where = (self.at + np.arange(len(rows))) % REPLAY
        self.rows[where], self.outcomes[where] = torch.from_numpy(np.stack(rows)), outcome
        self.at, self.n = (self.at + len(rows)) % REPLAY, min(REPLAY, self.n + len(rows))


def choose(net, seen, rng):
    """Return for each table the row of its choice, and whether its afterstate is worth learning."""
    there = seen["actions"] >= 0
    ends = (seen["wins"] > 0) | (seen["costs"] > 0)
    values = np.where(seen["wins"] > 0, np.inf, -seen["costs"] / GAIN_SCALE).astype(np.float32)
    with torch.no_grad():
        values[there & ~ends] = net(torch.from_numpy(seen["after"][there & ~ends])).numpy()
    explores = rng.random((len(there), 1)) < EXPLORE
    values = np.where(explores & ~ends, rng.random(there.shape), values)
    rows = np.where(there, values, -np.inf).argmax(1)[:, None]
    taken = np.take_along_axis(seen["actions"], rows, 1)
    # After a card is taken, the discard that follows is the one that counts.
    return rows[:, 0], ((seen["actions"] == taken).sum(1) == 1) & ~np.take_along_axis(ends, rows, 1)[:, 0]


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    p.add_argument("game", choices=GAMES)
    p.add_argument("--minutes", type=float, default=2, help="processor time of the program up to the measurement (default 2)")
    p.add_argument("--decisions", type=int, default=10**9, help="number of decisions after which it ends")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--games", type=int, default=1000, help="number of games of the measurement, 0 for none (default 1000)")
    p.add_argument("--out", type=Path, default="networks", help="folder of the networks, for learned:FILE (default networks)")
    o = p.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(o.seed)
    env, measured = GAMES[o.game]
    options = LEARNING[o.game] | {"observation": "actions", "fields": FIELDS, "reward_scale": 1 / GAIN_SCALE, "potential": None}
    envs = gymnasium.make_vec(env, num_envs=TABLES, workers=1, autoreset_mode="SameStep", **options)
    policy = Policy.new(envs.unwrapped.table_spec, hidden=HIDDEN, seed=o.seed)
    net = Values({layer: nn.Linear(*reversed(policy.weights[layer + ".weight"].shape)) for layer in (*(x.name for x in policy.layers), "gain")})
    net.load_state_dict(policy.to_torch())
    optimizer, rng, replay = torch.optim.Adam(net.parameters(), RATE), np.random.default_rng(o.seed), Replay(policy.input_size)
    seen, _ = envs.reset(seed=o.seed * 10**6)
    returns, ended, decisions, progress = np.zeros(TABLES), [], 0, 0.0
    played = [[] for _ in range(TABLES)]  # afterstates of the games that go on
    o.out.mkdir(parents=True, exist_ok=True)
    while progress < 1:
        optimizer.param_groups[0]["lr"] = RATE * (1 - progress)
        for _ in range(STEPS):
            rows, learned = choose(net, seen, rng)
            for i in np.flatnonzero(learned):
                played[i].append(seen["after"][i, rows[i]])
            seen, reward, terminated, truncated, _ = envs.step(seen["actions"][np.arange(TABLES), rows].astype(np.int64))
            returns += reward
            for i in np.flatnonzero(terminated | truncated):
                if played[i]:
                    replay.add(played[i], returns[i])
                ended.append(returns[i] * GAIN_SCALE)
                played[i], returns[i] = [], 0
        error = 0.0
        for _ in range(UPDATES * replay.n // REPLAY + 1 if replay.n else 0):
            batch = torch.randint(replay.n, (BATCH,))
            lost = (net(replay.rows[batch]) - replay.outcomes[batch]).square().mean()
            optimizer.zero_grad()
            lost.backward()
            optimizer.step()
            error = lost.item()
        decisions, used = decisions + STEPS * TABLES, time.process_time()
        progress = max(used / 60 / o.minutes, decisions / o.decisions)
        if len(ended) > 3000 or progress >= 1:
            print(f"{used:6.1f} s {decisions:9,} decisions, mean points {np.mean(ended):+.2f}, error {error:.4f}", flush=True)
            file, ended = o.out / f"{decisions:09}.safetensors", []
            policy.with_weights(net.state_dict(), notes={"trained": f"dmc_torch.py {o.game} --minutes {o.minutes} --seed {o.seed}"}).save(file)
    if o.games:
        print(arena.evaluate(f"learned:{file}", game=measured, against=options["opponents"], games=o.games, seed=12345))


if __name__ == "__main__":
    main()
