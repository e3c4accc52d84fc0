"""PPO in one file, as CleanRL writes it: plain torch, Adam, masks, 256 tables, seats alternating, shaped rewards.

    python examples/learners/ppo_torch.py gin --minutes 2 --out networks

It prints the mean reward of an episode over processor time and keeps the network with every line. At the end it measures the last one
on other deals, against the opponent of the training. Of Gin Rummy it learns hands, and is measured in matches.
"""

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch

from rummygym import arena
from rummygym.options import LEARNING
from rummygym.torch import CardPolicy

#: By game: environment, game of the measurement, and actions that are left out: who learns to drop learns nothing else.
GAMES = {"gin": ("rummygym/GinRummy-v1", "gin-match", ()), "indian": ("rummygym/IndianRummy-v1", "indian", ("drop",))}
TABLES, STEPS, EPOCHS, BATCH = 256, 16, 3, 512
RATE, CLIP, TRACE, ENTROPY, VALUE, NORM = 2e-3, 0.2, 0.9, 0.02, 0.5, 0.5


def advantages(rewards, values, over, last):
    """Return the generalized advantage estimates [T, N], without discount."""
    found, after = torch.zeros_like(rewards), torch.zeros_like(last)
    for t in reversed(range(len(rewards))):
        goes_on = 1 - over[t]
        after = rewards[t] + goes_on * last - values[t] + TRACE * goes_on * after
        found[t], last = after, values[t]
    return found


def loss(policy, cards, numbers, masks, actions, logs, gains, targets):
    """Return the loss of PPO, and the entropy."""
    logits, values = policy({"cards": cards, "numbers": numbers}, masks)
    all_logs = logits.log_softmax(1)
    ratio = (all_logs.gather(1, actions[:, None])[:, 0] - logs).exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    policy_loss = -torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
    entropy = -(all_logs.exp() * all_logs.masked_fill(~masks, 0)).sum(1).mean()
    return policy_loss + VALUE * (values - targets).square().mean() - ENTROPY * entropy, entropy


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
    env, measured, never = GAMES[o.game]
    envs = gymnasium.make_vec(env, num_envs=TABLES, workers=1, autoreset_mode="SameStep", copy=False, **LEARNING[o.game])
    spec = envs.unwrapped.table_spec
    policy = CardPolicy(spec, never=never)
    optimizer = torch.optim.Adam(policy.parameters(), RATE, eps=1e-5)
    shape = STEPS, TABLES
    cards, numbers = (torch.zeros(*shape, *f.shape) for f in spec.observation)
    masks, actions = torch.zeros(*shape, spec.num_actions, dtype=torch.bool), torch.zeros(shape, dtype=torch.int64)
    logs, values, rewards, over = (torch.zeros(shape) for _ in range(4))
    seen, infos = envs.reset(seed=o.seed * 10**6)
    returns, ended, decisions, progress = np.zeros(TABLES), [], 0, 0.0
    o.out.mkdir(parents=True, exist_ok=True)
    while progress < 1:
        optimizer.param_groups[0]["lr"] = RATE * (1 - progress)
        for t in range(STEPS):
            cards[t], numbers[t] = torch.from_numpy(seen["cards"]), torch.from_numpy(seen["numbers"])
            masks[t] = torch.from_numpy(infos["action_mask"])
            with torch.no_grad():
                logits, values[t] = policy({"cards": cards[t], "numbers": numbers[t]}, masks[t])
            actions[t] = torch.multinomial(logits.softmax(1), 1)[:, 0]
            logs[t] = logits.log_softmax(1).gather(1, actions[t, :, None])[:, 0]
            seen, reward, terminated, truncated, infos = envs.step(actions[t].numpy())
            ends = terminated | truncated
            rewards[t], over[t] = torch.from_numpy(reward), torch.from_numpy(ends)
            returns += reward
            ended += returns[ends].tolist()
            returns[ends] = 0
        with torch.no_grad():
            last = policy(seen)[1]
        gains = advantages(rewards, values, over, last)
        columns = [x.flatten(0, 1) for x in (cards, numbers, masks, actions, logs, gains, gains + values)]
        for _ in range(EPOCHS):
            for rows in torch.randperm(STEPS * TABLES).split(BATCH):
                optimizer.zero_grad()
                lost, entropy = loss(policy, *(x[rows] for x in columns))
                lost.backward()
                torch.nn.utils.clip_grad_norm_(policy.parameters(), NORM)
                optimizer.step()
        decisions, used = decisions + STEPS * TABLES, time.process_time()
        progress = max(used / 60 / o.minutes, decisions / o.decisions)
        if len(ended) > 500 or progress >= 1:
            print(f"{used:6.1f} s {decisions:9,} decisions, mean reward {np.mean(ended):+.3f}, entropy {entropy.item():.2f}", flush=True)
            file, ended = o.out / f"{decisions:09}.safetensors", []
            policy.network({"trained": f"ppo_torch.py {o.game} --minutes {o.minutes} --seed {o.seed}"}).save(file)
    if o.games:
        print(arena.evaluate(f"learned:{file}", game=measured, against=LEARNING[o.game]["opponents"], games=o.games, seed=12345))


if __name__ == "__main__":
    main()
