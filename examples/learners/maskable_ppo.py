"""MaskablePPO of sb3-contrib with the policy of rummygym.sb3, in place of a training loop of one's own.

    python examples/learners/maskable_ppo.py gin --minutes 2 --out networks

It keeps a network with every line that it prints, and measures the last one on other deals, of Gin Rummy in matches.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from rummygym import arena
from rummygym.options import LEARNING
from rummygym.sb3 import CardMaskablePolicy, RummyVecEnv

#: By game: environment, game of the measurement, and actions that are left out: who learns to drop learns nothing else.
GAMES = {"gin": ("rummygym/GinRummy-v1", "gin-match", ()), "indian": ("rummygym/IndianRummy-v1", "indian", ("drop",))}


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
    env, measured, never = GAMES[o.game]
    tables = RummyVecEnv(env, 256, workers=1, **LEARNING[o.game])
    tables.seed(o.seed * 10**6)
    decisions = 0

    def left():
        return 1 - max(time.process_time() / 60 / o.minutes, decisions / o.decisions)

    model = MaskablePPO(
        CardMaskablePolicy, tables, policy_kwargs={"spec": tables.table_spec, "never": never}, seed=o.seed, device="cpu",
        n_steps=16, n_epochs=3, batch_size=512, gamma=1.0, gae_lambda=0.9, ent_coef=0.02, learning_rate=lambda _: 2e-3 * max(0, left()),
    )  # fmt: skip
    o.out.mkdir(parents=True, exist_ok=True)

    def keep(*_):
        """Go on until the time is over, and keep a network now and then."""
        nonlocal decisions
        decisions = model.num_timesteps
        if decisions % 16384 == 0 or left() <= 0:
            mean = np.mean([e["r"] for e in model.ep_info_buffer])
            print(f"{time.process_time():6.1f} s {decisions:9,} decisions, mean reward {mean:+.3f}", flush=True)
            model.policy.network().save(o.out / f"{decisions:09}.safetensors")
        return left() > 0

    model.learn(10**9, callback=keep)
    if o.games:
        file = o.out / f"{decisions:09}.safetensors"
        print(arena.evaluate(f"learned:{file}", game=measured, against=LEARNING[o.game]["opponents"], games=o.games, seed=12345))


if __name__ == "__main__":
    main()
