"""Measures the time of a decision over the number of tables and of cores, at random legal play.

    python3 python/benchmarks/curve.py [--format table|json] > FILE

Only ``Tables.step()`` is timed, with the default fields in self-play; the actions are chosen
between steps. Configurations play in turn, --rounds times, and the minimum of their times
counts, because other load of the machine only adds time.

The cores of a virtual machine differ in speed, and change it, as other guests work beside them.
So one worker is timed on each core, and the gain of all workers is relative to the mean speed
of the cores in the same round: the median over the rounds.

    python3 python/benchmarks/curve.py --results FILE.json --page docs/speed.md

does not measure. It writes the table of earlier results to the page, between two marks.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
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
    p.add_argument("--page", type=Path, help="write the table to this page")
    a = p.parse_args(arguments)
    if a.rounds < 1:
        p.error("--rounds must be above 0")
    results = json.loads(a.results.read_text()) if a.results else measure(a.rounds)
    if a.page:
        a.page.write_text(inserted(a.page.read_text(), table(results), MARKS))
    print(json.dumps(results, indent=1) if a.format == "json" else table(results))


def measure(rounds: int) -> dict[str, Any]:
    """Returns the nanoseconds of a decision of every configuration."""
    cores = sorted(os.sched_getaffinity(0))
    rows = []
    with contextlib.ExitStack() as stack:
        singles = [stack.enter_context(_player(1, {c})) for c in cores]
        together = stack.enter_context(_player(len(cores), set(cores)))
        for game, dtype, size in itertools.product(GAMES, DTYPES, SIZES):
            times = np.array(
                [[time_of(game, dtype, size, i) for time_of in (*singles, together)] for i in range(rounds)]
            )
            row = {"game": game, "dtype": dtype, "tables": size, "alone": round(float(times[:, :-1].min()), 1)}
            if len(cores) > 1:
                row["together"] = round(float(times[:, -1].min()), 1)
                row["gain"] = round(float(np.median(1 / times[:, -1] / np.mean(1 / times[:, :-1], axis=1))), 3)
            rows.append(row)
            print(f"{game}, {dtype}, {size} tables: done", file=sys.stderr)
    return {"machine": {"processor": _processor(), "cores": len(cores)}, "rounds": rounds, "rows": rows}


@contextlib.contextmanager
def _player(workers: int, cores: set[int]) -> Iterator[Callable[..., float]]:
    """Starts a process that plays on the given cores. Yields a function: the time of a decision there."""
    # Each has a process of its own, because the threads of the library keep the cores of their first thread.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, workers, cores), daemon=True)
    process.start()

    def time_of(*config: Any) -> float:
        ours.send(config)
        return float(ours.recv())

    yield time_of
    ours.send(None)
    process.join()


def _serve(caller: Connection, workers: int, cores: set[int]) -> None:
    """Times configurations until the caller sends None. Tables are kept while the configuration is the same."""
    os.sched_setaffinity(0, cores)
    rng = np.random.default_rng(1)
    key, tables = None, None
    while request := caller.recv():
        *config, seed = request
        if config != key:
            if tables is not None:
                tables.close()
            key, (game, dtype, size) = config, config
            tables = Tables(game, dtype=dtype, num_envs=size, workers=workers)
        assert tables is not None
        caller.send(_step_time(tables, seed, rng))


def _step_time(t: Tables, seed: int, rng: np.random.Generator) -> float:
    """Returns the nanoseconds of a decision."""
    t.reset(seed=seed)
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
    at = {(r["game"], r["dtype"], r["tables"]): r for r in results["rows"]}
    m = results["machine"]
    shown = [("1 worker", "alone", ",.0f")]
    if m["cores"] > 1:
        shown += [(f"{m['cores']} workers", "together", ",.0f"), ("gain", "gain", ".2f")]
    lines = [
        "Nanoseconds per decision of `Tables.step()` alone, with the default fields in self-play: minimum of "
        f"{results['rounds']} rounds. The gain is the speed relative to the mean speed of one worker on each "
        f"core, the median of the rounds. Machine: {m['processor']}, {m['cores']} cores.",
        "",
        "| game, dtype | " + " | ".join(f"{n:,} {'table' if n == 1 else 'tables'}" for n in SIZES) + " |",
        "|---|" + "---:|" * len(SIZES),
    ]
    for game, dtype in itertools.product(GAMES, DTYPES):
        for name, key, form in shown:
            cells = " | ".join(format(at[game, dtype, n][key], form) for n in SIZES)
            lines.append(f"| {game}, {dtype}, {name} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
