"""Measures what send and recv gain, when the learner takes as long as a step.

The same tables are stepped on one core, stepped on two, and in two halves with send and recv. The learner chooses random
legal actions, and then waits on its core until it has taken as long as the median step of all tables on one core. Rounds of the
three take turns.

    python python/benchmarks/pipeline.py [--tables 256] [--rounds 5] [--seconds 2]
"""

import argparse
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import gymnasium
import numpy as np

import rummygym


class Engine:
    """``rummygym.Tables`` as an environment."""

    def __init__(self, game: str, tables: int, workers: int) -> None:
        self.tables = rummygym.Tables(game, num_envs=tables, workers=workers, autoreset="same-step")
        self.tables.reset(seed=1)
        self.rng = np.random.default_rng(1)
        self.step, self.send, self.recv = self.tables.step, self.tables.send, self.tables.recv

    def choose(self) -> Any:
        return self.tables.sample(self.rng)


class Gymnasium:
    """A Gymnasium vector environment."""

    def __init__(self, game: str, tables: int, workers: int) -> None:
        name = {"gin": "rummygym/GinRummy-v1", "indian": "rummygym/IndianRummy-v1"}[game]
        options: dict[str, Any] = {"autoreset_mode": "SameStep", "copy": False}
        self.envs = gymnasium.make_vec(name, num_envs=tables, workers=workers, **options)
        self.envs.reset(seed=1)
        self.step, self.send, self.recv = self.envs.step, self.envs.send, self.envs.recv  # type: ignore[attr-defined]

    def choose(self) -> Any:
        return self.envs.sample_actions()  # type: ignore[attr-defined]


def learn(envs: Any, seconds: float) -> Any:
    """Returns actions after the given time."""
    end = time.perf_counter() + seconds
    actions = envs.choose()
    while time.perf_counter() < end:
        pass
    return actions


def stepped(envs: Any, tables: int, seconds: float) -> Iterator[int]:
    while True:
        envs.step(learn(envs, seconds))
        yield tables


def pipelined(halves: list[Any], tables: int, seconds: float) -> Iterator[int]:
    for half in halves:
        half.send(half.choose())
    try:
        while True:
            for half in halves:
                half.recv()
                half.send(learn(half, seconds / 2))
            yield tables
    finally:
        for half in halves:
            half.recv()


def rate(run: Callable[..., Iterator[int]], *arguments: Any, seconds: float) -> float:
    """Returns decisions per second."""
    start, done = time.perf_counter(), 0
    steps = run(*arguments)
    while (took := time.perf_counter() - start) < seconds:
        done += next(steps)
    steps.close()  # type: ignore[attr-defined]
    return done / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    n = options.tables
    print(f"{n} tables; speed relative to step on one core, median (lowest to highest) of {options.rounds} rounds")
    for face in (Engine, Gymnasium):
        for game in ("gin", "indian"):
            one, two = face(game, n, 1), face(game, n, 2)
            halves = [face(game, n // 2, 2) for _ in range(2)]
            times = []
            for _ in range(1000):
                actions = one.choose()
                start = time.perf_counter()
                one.step(actions)
                times.append(time.perf_counter() - start)
            took = median(times)
            ratios: dict[str, list[float]] = {"step on two cores": [], "send and recv": []}
            for _ in range(options.rounds):
                base = rate(stepped, one, n, took, seconds=options.seconds)
                ratios["step on two cores"].append(rate(stepped, two, n, took, seconds=options.seconds) / base)
                ratios["send and recv"].append(rate(pipelined, halves, n, took, seconds=options.seconds) / base)
            told = ", ".join(f"{name} {median(r):.2f} ({min(r):.2f} to {max(r):.2f})" for name, r in ratios.items())
            print(f"{face.__name__}, {game}, step of {1e6 * took:.0f} µs: {told}")


if __name__ == "__main__":
    main()
