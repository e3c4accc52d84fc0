"""Measures the time of a decision over the number of tables and of cores, at random legal play.

    python3 benchmarks/curve.py [--format table|json] > FILE

Only ``Tables.step()`` is timed, with the default fields in self-play; the actions are chosen
between steps. Configurations play in turn, --rounds times, and the minimum counts, because
other load of the machine only adds time.

    python3 benchmarks/curve.py --results FILE.json --readme README.md

does not measure. It writes the table of earlier results to the page, between two marks.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from throughput import _processor, inserted

from rummygym import Tables

MARKS = ("<!-- curve: written by benchmarks/curve.py -->", "<!-- /curve -->")
GAMES, DTYPES, SIZES = ("indian", "gin"), ("float32", "uint8"), (1, 16, 64, 256, 1024, 4096)

#: Decisions of a configuration in a round, at least 20 steps.
DECISIONS = 40_000


def main(arguments: Sequence[str] | None = None) -> None:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    p.add_argument("--format", choices=("table", "json"), default="table")
    p.add_argument("--rounds", type=int, default=9)
    p.add_argument("--results", type=Path, help="JSON of earlier results, instead of measuring")
    p.add_argument("--readme", type=Path, help="write the table to this page")
    a = p.parse_args(arguments)
    if a.rounds < 1:
        p.error("--rounds must be above 0")
    results = json.loads(a.results.read_text()) if a.results else measure(a.rounds)
    if a.readme:
        a.readme.write_text(inserted(a.readme.read_text(), table(results), MARKS))
    print(json.dumps(results, indent=1) if a.format == "json" else table(results))


def measure(rounds: int) -> dict[str, Any]:
    """Returns the nanoseconds of a decision of every configuration."""
    cores = len(os.sched_getaffinity(0))
    rng = np.random.default_rng(1)
    best: dict[tuple[str, str, int, int], float] = {}
    for i in range(rounds):
        for game, dtype, size, workers in itertools.product(GAMES, DTYPES, SIZES, sorted({1, cores})):
            with Tables(game, dtype=dtype, tables=size, workers=workers) as t:
                t.reset(seed=i)
                ns = _step_time(t, rng)
            key = (game, dtype, size, workers)
            best[key] = min(ns, best.get(key, ns))
        print(f"round {i + 1} of {rounds}", file=sys.stderr)
    rows = [
        {"game": g, "dtype": d, "tables": n, "workers": w, "nanoseconds": round(ns, 1)}
        for (g, d, n, w), ns in best.items()
    ]
    return {"machine": {"processor": _processor(), "cores": cores}, "rounds": rounds, "rows": rows}


def _step_time(t: Tables, rng: np.random.Generator) -> float:
    """Returns the nanoseconds of a decision."""
    steps, spent = max(20, DECISIONS // len(t)), 0
    for k in range(-10, steps):
        t.sample(rng)
        start = time.perf_counter_ns()
        t.step()
        if k >= 0:
            spent += time.perf_counter_ns() - start
    return spent / steps / len(t)


def table(results: dict[str, Any]) -> str:
    """Returns the results as Markdown."""
    at = {(r["game"], r["dtype"], r["tables"], r["workers"]): r["nanoseconds"] for r in results["rows"]}
    workers = sorted({w for _, _, _, w in at})
    m = results["machine"]
    lines = [
        "Nanoseconds of a decision, `Tables.step()` alone, with the default fields in self-play: minimum of "
        f"{results['rounds']} rounds. Machine: {m['processor']}, {m['cores']} cores.",
        "",
        "| game, dtype, workers | " + " | ".join(f"{n:,} tables" for n in SIZES) + " |",
        "|---|" + "---:|" * len(SIZES),
    ]
    for game, dtype in itertools.product(GAMES, DTYPES):
        for w in workers:
            cells = " | ".join(f"{at[game, dtype, n, w]:,.0f}" for n in SIZES)
            lines.append(f"| {game}, {dtype}, {w} | {cells} |")
        if len(workers) > 1:
            ratios = " | ".join(f"{at[game, dtype, n, 1] / at[game, dtype, n, workers[-1]]:.2f}" for n in SIZES)
            lines.append(f"| speed of {workers[-1]} relative to 1 | {ratios} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
