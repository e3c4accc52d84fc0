"""A soak: random legal play for a long time, and how much memory the process has meanwhile.

    python python/benchmarks/soak.py --decisions 50000000

Prints the resident memory twenty times, and exits with 1 if it has grown by more
than ``--most`` MiB since the first tenth of the play, with which it grows to its size.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import rummygym


def resident() -> float:
    """Return the resident memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=float, default=50e6, help="decisions in all, half of them of each game")
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--most", type=float, default=16, help="MiB that the memory may grow by")
    args = parser.parse_args()
    steps = int(args.decisions / args.tables / 2)
    grown = 0.0
    for game, options in (("gin", {"rules": {"episode": "hand"}}), ("indian", {"autoreset": "same-step"})):
        rng, ended, after_a_tenth = np.random.default_rng(1), 0, 0.0
        begin = time.perf_counter()
        with rummygym.Tables(game, tables=args.tables, **options) as t:
            t.reset(seed=1)
            for k in range(1, steps + 1):
                t.step(t.sample(rng))
                ended += int(t.terminated.sum())
                if k == max(steps // 10, 1):
                    after_a_tenth = resident()
                if k % max(steps // 10, 1) == 0:
                    rate = k * args.tables / (time.perf_counter() - begin)
                    print(
                        f"{game}: {k * args.tables / 1e6:.1f} million decisions, {ended} episodes, "
                        f"{resident():.1f} MiB, {rate / 1e3:.0f} thousand a second",
                        flush=True,
                    )
        grown = max(grown, resident() - after_a_tenth)
    print(f"grown by {grown:.1f} MiB since the first tenth")
    return int(grown > args.most)


if __name__ == "__main__":
    sys.exit(main())
