"""Soak test: random legal play for a long time, in this process and in workers, with the memory of each.

    python -X faulthandler python/benchmarks/soak.py --decisions 50000000

Plays hands and matches of Gin Rummy and games of Indian Rummy, in self-play and against
opponents; then in workers started by spawn and by a fork server, in Gymnasium's
AsyncVectorEnv, and in a process that forks children, which get an error. Prints the
resident memory meanwhile. Exits with status 1 if that of a process has grown by more than
``--most`` MiB since the first tenth of its decisions, during which it reaches its size.
"""

from __future__ import annotations

import argparse
import faulthandler
import multiprocessing
import os
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import rummygym

#: The games and options to play. Matches of random players are the longest episodes.
PLAYED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gin", {}),
    ("gin-match", {}),
    ("gin-match", {"opponents": "simple"}),
    ("indian", {"autoreset": "same-step"}),
    ("indian", {"opponents": "min-dist", "fields": "all", "autoreset": "same-step"}),
)


def resident() -> float:
    """Return the resident memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


def play(game: str, options: dict[str, Any], decisions: float, tables: int, title: str = "") -> float:
    """Play random legal actions, and return by how many MiB the memory has grown since the first tenth.

    With a title, print the progress.
    """
    faulthandler.enable()
    steps = max(int(decisions / tables), 10)
    rng, ended, after_a_tenth, begin = np.random.default_rng(1), 0, 0.0, time.perf_counter()
    with rummygym.Tables(game, num_envs=tables, **options) as t:
        t.reset(seed=1)
        for k in range(1, steps + 1):
            t.step(t.sample(rng))
            ended += int(t.terminated.sum())
            if k == steps // 10:
                after_a_tenth = resident()
            if title and k % (steps // 5) == 0:
                rate = k * tables / (time.perf_counter() - begin)
                print(
                    f"{title}: {k * tables / 1e6:.1f} million decisions, {ended} episodes, "
                    f"{resident():.1f} MiB, {rate / 1e3:.0f} thousand decisions/s",
                    flush=True,
                )
        return resident() - after_a_tenth


def work(arguments: tuple[str, dict[str, Any], float, int]) -> float:
    """Play in a worker."""
    return play(*arguments)


def workers(method: str, decisions: float, tables: int) -> float:
    """Play all games in two workers, and return the largest growth of memory."""
    each = decisions / len(PLAYED) / 2
    with multiprocessing.get_context(method).Pool(2) as pool:
        grown = pool.map(work, [(game, options, each, tables) for game, options in PLAYED for _ in range(2)], 1)
    return max(grown)


def asynchronous(steps: int) -> None:
    """Step Gymnasium's AsyncVectorEnv, whose processes are spawned."""
    envs = gymnasium.make_vec(
        "rummygym/GinRummy-v1", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}
    )
    rng = np.random.default_rng(1)
    try:
        infos = envs.reset(seed=1)[1]
        for _ in range(steps):
            masks = infos["action_mask"]
            actions = [rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks]
            infos = envs.step(np.array(actions))[4]
    finally:
        envs.close()


def forks(times: int) -> float:
    """Fork children that step tables of this process and get an error, and return the growth of memory."""
    after_a_tenth = 0.0
    with rummygym.Tables("gin", num_envs=8) as t, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # about forking with threads, which is the test
        t.reset(seed=1)
        rng = np.random.default_rng(1)
        for k in range(times):
            child = os.fork()
            if child == 0:
                try:
                    t.step(t.sample(rng))
                except rummygym.ForkedError:
                    os._exit(42)
                os._exit(1)
            t.step(t.sample(rng))
            if (code := os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])) != 42:
                raise SystemExit(f"fork {k} exited with status {code}: want 42, for a refused step")
            if k == times // 10:
                after_a_tenth = resident()
        return resident() - after_a_tenth


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=float, default=50e6, help="total decisions, a fifth of them in workers")
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--most", type=float, default=16, help="allowed growth of memory in MiB")
    parser.add_argument("--forks", type=int, default=1000, help="number of children to fork")
    args = parser.parse_args()
    faulthandler.enable()
    grown = {}
    for game, options in PLAYED:
        name = f"{game} {options}"
        grown[name] = play(game, options, args.decisions * 0.8 / len(PLAYED), args.tables, name)
    for method in ("spawn", "forkserver"):
        grown[f"worker started by {method}"] = workers(method, args.decisions * 0.1, args.tables)
    asynchronous(args.forks)
    grown[f"{args.forks} forks"] = forks(args.forks)
    for name, mebibytes in grown.items():
        print(f"grown by {mebibytes:.1f} MiB since the first tenth: {name}")
    return int(max(grown.values()) > args.most)


if __name__ == "__main__":
    sys.exit(main())
