"""Runs the Go benchmarks of the solvers, of play and of recording, and prints their table.

    python3 python/benchmarks/speed.py [--count 5] [--time 1s] [--only PATTERN] [--page docs/speed.md]

Needs Go. Each benchmark checks the answers that it computes. It runs --count times, and the best
repetition counts, which other programs disturbed least. With --page the table is written to the page
too, between two marks. --only measures the rows whose names match a regular expression.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from throughput import _processor, inserted

ROOT = Path(__file__).resolve().parents[2]
MARKS = ("<!-- speed: written by benchmarks/speed.py -->", "<!-- /speed -->")


@dataclasses.dataclass(frozen=True)
class Row:
    """A speed: its name, where it is measured, and its target, which is a maximum of times and a minimum of rates."""

    name: str
    package: str
    benchmark: str
    target: float
    unit: str = "ns"
    all_cores: bool = False


def solvers(suffix: str, mindist: str, meld: str, times: int) -> list[Row]:
    """Returns the rows of Indian Rummy's solvers for a corpus of each package."""
    rows = [
        ("MinDist", "./features/mindist", f"MinDist/{mindist}", 150),
        ("MinScore", "./env/meld", f"MinScore/{meld}", 250),
        ("MinDist of all 14 discards", "./features/mindist", f"MinDistDiscards/{mindist}", 700),
        ("MinScore of all 14 discards", "./env/meld", f"MinScoreDiscards/{meld}", 1000),
        ("MinDist with outs", "./features/mindist", f"MinDistDraws/{mindist}", 1500),
        ("MinDist with availability", "./features/mindist", f"MinDistAvailable/{mindist}", 2000),
    ]
    return [Row(name + suffix, package, benchmark, times * target) for name, package, benchmark, target in rows]


DECISIONS, RANDOM = "decisions/s", "random legal play, "
ROWS = [
    *solvers("", "play", "in_play", 1),
    *solvers(", two packs", "play2", "in_play,_two_packs", 3),
    Row(RANDOM + "no observation", "./env/indian", "RandomPlay/paper", 12e6, DECISIONS),
    Row(RANDOM + "cards and counts, MinScore, MinDist", "./env", "Vector/with_score_and_distance", 1e6, DECISIONS),
    # The expected distance takes four fifths of the time: late in random play jokers are scarce.
    Row(RANDOM + "every field", "./env", "Vector/all", 20e3, DECISIONS),
    Row("MinDist against MinDist", "./arena", "Indian/min-dist", 70e3, "games/s"),
    Row("tournament of 36 pairs, 1,000 games each", "./arena", "Tournament", 10, "s", all_cores=True),
    Row(
        "collect MinDistOpp against MinDist to zstd",
        "./cmd/rummygym/internal/commands",
        "Collect",
        150e3,
        DECISIONS,
        all_cores=True,
    ),
    Row("gin: deadwood of 10 cards", "./env/deadwood", "Deadwood", 150),
    Row("gin: deadwood of all 11 discards", "./env/deadwood", "Discards", 1000),
    Row("gin: " + RANDOM + "no observation", "./env/gin", "RandomPlay/eaai", 5e6, DECISIONS),
    Row("gin: " + RANDOM + "planes of cards and deadwood", "./env", "GinVector/with_deadwood", 1e6, DECISIONS),
    Row("gin: " + RANDOM + "every field", "./env", "GinVector/all", 50e3, DECISIONS),
    Row("gin: Simple against Simple", "./arena", "Gin/simple", 3000, "matches/s"),
    Row("gin: SIGRA against Simple", "./arena", "Gin/sigra", 1500, "matches/s"),
]


def main(arguments: Sequence[str] | None = None) -> None:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    p.add_argument("--count", type=int, default=5, help="repetitions of a row")
    p.add_argument("--time", default="1s", help="time of a repetition, such as 1s or 100x")
    p.add_argument("--only", default="", help="measure only rows whose names match this regular expression")
    p.add_argument("--page", type=Path, help="write the table to this page")
    a = p.parse_args(arguments)
    rows = [r for r in ROWS if re.search(a.only, r.name)]
    text = table([(r, measure(r, a.count, a.time)) for r in rows], a.count)
    if a.page:
        a.page.write_text(inserted(a.page.read_text(), text, MARKS))
    print(text)


def measure(row: Row, count: int, time: str) -> float:
    """Returns the best of the repetitions of a benchmark, in the row's unit."""
    print(row.name, file=sys.stderr)
    pattern = "/".join(f"^{re.escape(part)}$" for part in f"Benchmark{row.benchmark}".split("/"))
    command = ["go", "test", row.package, "-run", "^$", "-bench", pattern, "-benchtime", time, "-count", str(count)]
    if not row.all_cores:
        command += ["-cpu", "1"]
    environment = {**os.environ, "CGO_ENABLED": "0"}
    out = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    if out.returncode:
        raise SystemExit(f"{' '.join(command)}: status {out.returncode}\n{out.stdout}")
    return best(row, out.stdout)


def best(row: Row, output: str) -> float:
    """Returns the best value in the output of go test."""
    values = []
    for line in output.splitlines():
        if m := re.match(rf"Benchmark{re.escape(row.benchmark)}(?:-\d+)?\s+\d+\s+(.*)", line):
            metrics = dict(zip(m[1].split()[1::2], map(float, m[1].split()[::2]), strict=True))
            ns = metrics["ns/op"]
            if row.unit in ("ns", "s"):
                values.append(ns / {"ns": 1, "s": 1e9}[row.unit])
            else:  # without a rate of its own, an operation is one decision
                values.append(metrics.get(row.unit, 1e9 / ns))
    if not values:
        raise SystemExit(f"go test {row.package} has no benchmark {row.benchmark}:\n{output}")
    return min(values) if row.unit in ("ns", "s") else max(values)


def table(measured: Iterable[tuple[Row, float]], count: int) -> str:
    """Returns the measured rows as Markdown."""
    version = subprocess.run(["go", "env", "GOVERSION"], check=True, capture_output=True, text=True).stdout.strip()
    lines = [
        f"Best of {count} repetitions on {datetime.datetime.now(datetime.UTC).date()}, {version}, {_processor()}, "
        f"{os.cpu_count()} cores; single core, except `tournament` and `collect`.",
        "",
        "| what | measured | unit | target |",
        "|---|---:|---|---:|",
    ]
    for row, value in measured:
        sign = "≤" if row.unit in ("ns", "s") else "≥"
        lines.append(f"| {row.name} | {_text(value)} | {row.unit} | {sign} {_text(row.target)} |")
    return "\n".join(lines)


def _text(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main()
