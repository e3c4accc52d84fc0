"""Measures random legal play of Gin Rummy in this package, OpenSpiel, RLCard and PettingZoo, and of mahjong in Pgx and riichienv.

    python3 python/benchmarks/throughput.py [--format table|json] > FILE

Creates virtual environments in benchmarks/.venvs: one with this package from the
checkout (needs Go and a C compiler), two with pinned versions of the peers. Each program
runs in its own process. The programs play in turn, --rounds times, so that other load of
the machine affects all of them alike. Single-core programs share one core, and their
rates are per second of processor time. Rates of programs on all cores are per second of
wall-clock time. A ratio compares two programs in the same round.

    python3 python/benchmarks/throughput.py --results FILE.json --page docs/speed.md

does not measure. It writes the table of earlier results to the page, between two marks.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MARKS = ("<!-- throughput: written by benchmarks/throughput.py -->", "<!-- /throughput -->")

ENVIRONMENTS = {
    "rummygym": ["numpy==2.4.6", "gymnasium==1.4.0", "pettingzoo==1.27.0", str(HERE.parent)],
    "peers": ["numpy==2.4.6", "open_spiel==2.0.2", "rlcard==1.2.0", "pettingzoo[classic]==1.26.1"],
    "other-games": ["numpy==2.4.6", "jax==0.10.2", "pgx==2.6.0", "riichienv==0.4.11"],
}
PACKAGES = ("numpy", "gymnasium", "pettingzoo", "open_spiel", "rlcard", "jax", "pgx", "riichienv", "rummygym")


@dataclasses.dataclass(frozen=True)
class Entrant:
    """A program of players.py, its virtual environment and its cores."""

    name: str
    program: str
    environment: str
    title: str
    all_cores: bool = False  # False: on one core
    copies: bool = False  # one process per core, for programs that use one core


ENTRANTS = [
    Entrant("batched", "batched", "rummygym", "rummygym, 256 tables, one core"),
    Entrant(
        "batched-same", "batched-same", "rummygym", "rummygym, 256 tables, one core, fields of OpenSpiel's observer"
    ),
    Entrant("openspiel-clone", "openspiel-clone", "peers", "OpenSpiel, cloned initial states, one core"),
    Entrant("batched-all", "batched-all", "rummygym", "rummygym, 256 tables, all cores", all_cores=True),
    Entrant(
        "openspiel-all",
        "openspiel-clone",
        "peers",
        "OpenSpiel, cloned initial states, one process per core",
        True,
        True,
    ),
    Entrant("single", "single", "rummygym", "rummygym, Gymnasium, random opponent"),
    Entrant("one-table", "one-table", "rummygym", "rummygym, one table, self-play"),
    Entrant("openspiel-shipped", "openspiel-shipped", "peers", "OpenSpiel, new initial states"),
    Entrant("rlcard", "rlcard", "peers", "RLCard"),
    Entrant("aec", "aec", "rummygym", "rummygym, PettingZoo AEC"),
    Entrant("compatible", "compatible", "rummygym", "rummygym, gin_rummy_v4_compatible"),
    Entrant("pettingzoo", "pettingzoo", "peers", "PettingZoo 1.26 gin_rummy_v4"),
    Entrant("pgx", "pgx", "other-games", "another game: Pgx, sparrow mahjong, 256 tables"),
    Entrant("riichienv", "riichienv", "other-games", "another game: riichienv, mahjong of four"),
]

#: Pairs of programs whose rates are compared, and the minimum ratio to reach.
RATIOS: list[tuple[str, str, float | None]] = [
    ("batched", "openspiel-clone", 20),
    ("batched-same", "openspiel-clone", 20),
    ("batched-all", "openspiel-all", None),
    ("single", "openspiel-shipped", 1),
    ("single", "rlcard", 10),
    ("one-table", "openspiel-shipped", 1),
    ("one-table", "rlcard", 10),
    ("aec", "pettingzoo", 3),
    ("compatible", "pettingzoo", None),
]


def main(arguments: Sequence[str] | None = None) -> None:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    p.add_argument("--format", choices=("table", "json"), default="table")
    p.add_argument("--rounds", type=int, default=7)
    p.add_argument("--seconds", type=float, default=2.0, help="time of each program in each round")
    p.add_argument("--results", type=Path, help="JSON of earlier results, instead of measuring")
    p.add_argument("--page", type=Path, help="write the table to this page")
    a = p.parse_args(arguments)
    if a.rounds < 1 or a.seconds <= 0:
        p.error("--rounds and --seconds must be above 0")
    results = json.loads(a.results.read_text()) if a.results else summary(run(a.rounds, a.seconds), a.seconds)
    if a.page:
        a.page.write_text(inserted(a.page.read_text(), table(results)))
    print(json.dumps(results, indent=1) if a.format == "json" else table(results))


def run(rounds: int, seconds: float) -> dict[str, list[dict[str, float]]]:
    """Returns the rate and the processor share of each program in each round."""
    pythons = {name: _environment(name, packages) for name, packages in ENVIRONMENTS.items()}
    cores = sorted(os.sched_getaffinity(0))
    running: dict[str, list[subprocess.Popen[str]]] = {}
    try:
        for e in ENTRANTS:
            places = [str(c) for c in cores] if e.copies else [""] if e.all_cores else [str(cores[-1])]
            command = [pythons[e.environment], str(HERE / "players.py"), e.program]
            running[e.name] = [
                subprocess.Popen([*command, c], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                for c in places
            ]
        for processes in running.values():
            _play(processes, 0.1)  # warm up
        done: dict[str, list[dict[str, float]]] = {name: [] for name in running}
        for i in range(rounds):
            for e in ENTRANTS:
                done[e.name].append(_play(running[e.name], seconds, e.all_cores))
                print(f"round {i + 1}: {e.name} {_rate(done[e.name][-1]):,.0f}", file=sys.stderr)
        return done
    finally:
        for processes in running.values():
            for process in processes:
                process.kill()
                process.wait()


def _play(processes: list[subprocess.Popen[str]], seconds: float, by_clock: bool = True) -> dict[str, float]:
    """Lets the processes of a program play at the same time, and returns the sum of their rates."""
    for process in processes:
        assert process.stdin
        print(seconds, file=process.stdin, flush=True)
    answers = []
    for process in processes:
        assert process.stdout
        line = process.stdout.readline()
        if not line:
            raise SystemExit(f"{process.args!r} ended with status {process.wait()}")
        answers.append(json.loads(line))
    return {
        "rate": sum(a["decisions"] / a["seconds" if by_clock else "processor"] for a in answers),
        "share": min(a["processor"] / a["seconds"] for a in answers),
    }


def _rate(x: dict[str, float]) -> float:
    return x["rate"]


def _environment(name: str, packages: list[str]) -> str:
    """Creates a virtual environment if it does not exist, installs the packages, and returns its Python."""
    where = HERE / ".venvs" / name
    python = str(where / "bin" / "python")
    if not Path(python).exists():
        subprocess.run([sys.executable, "-m", "venv", str(where)], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *packages], check=True, stdout=sys.stderr)
    return python


def summary(done: dict[str, list[dict[str, float]]], seconds: float) -> dict[str, Any]:
    """Returns the results: rates in decisions per second, and ratios."""
    rows = []
    for e in ENTRANTS:
        rates = [_rate(x) for x in done[e.name]]
        share = statistics.median(x["share"] for x in done[e.name])
        rows.append({"name": e.name, "title": e.title, **_spread(rates), "share": round(share, 3), "rates": rates})
    ratios = []
    for of, to, target in RATIOS:
        each = [_rate(x) / _rate(y) for x, y in zip(done[of], done[to], strict=True)]
        spread = _spread(each)
        ratios.append(
            {"of": of, "to": to, "target": target, **spread, "met": target is None or spread["median"] >= target}
        )
    return {
        "machine": {"processor": _processor(), "cores": len(os.sched_getaffinity(0)), "load": os.getloadavg()[0]},
        "versions": {"python": platform.python_version(), **_versions()},
        "rounds": len(rows[0]["rates"]),
        "seconds": seconds,
        "rows": rows,
        "ratios": ratios,
    }


def _spread(xs: Iterable[float]) -> dict[str, float]:
    xs = list(xs)
    return {"min": min(xs), "median": statistics.median(xs), "max": max(xs)}


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((x.split(":", 1)[1].strip() for x in lines if x.startswith("model name")), platform.processor())


def _versions() -> dict[str, str]:
    """Returns the versions of the measured packages."""
    found = {}
    for name in ENVIRONMENTS:
        python = HERE / ".venvs" / name / "bin" / "python"
        out = subprocess.run([python, "-m", "pip", "list", "--format", "json"], check=True, capture_output=True)
        listed = {p["name"].replace("-", "_"): p["version"] for p in json.loads(out.stdout)}
        found |= {f"{p} ({name})": listed[p] for p in PACKAGES if p in listed}
    return found


def table(results: dict[str, Any]) -> str:
    """Returns the results as Markdown."""
    m = results["machine"]
    titles = {r["name"]: r["title"] for r in results["rows"]}
    lines = [
        f"Random legal play of Gin Rummy, with an observation and the legal actions at every decision. The rates "
        f"are thousands of decisions per second, of processor time on one core or of wall-clock time on all cores: min, "
        f"median and max of {results['rounds']} rounds of {results['seconds']:g} s. Machine: {m['processor']}, {m['cores']} cores.",
        "",
        "| program | min | median | max |",
        "|---|---:|---:|---:|",
    ]
    for r in results["rows"]:
        lines.append(f"| {r['title']} | " + " | ".join(f"{r[x] / 1e3:,.1f}" for x in ("min", "median", "max")) + " |")
    lines += ["", "| ratio | min | median | max | target |", "|---|---:|---:|---:|---:|"]
    for r in results["ratios"]:
        spread = " | ".join(f"{r[x]:.1f}" for x in ("min", "median", "max"))
        target = "" if r["target"] is None else f"{r['target']:g}" + ("" if r["met"] else ", missed")
        lines.append(f"| {titles[r['of']]} : {titles[r['to']]} | {spread} | {target} |")
    worst = min(r["share"] for r in results["rows"])
    if worst < 0.95:
        lines += ["", f"The machine had other load: the minimum share of its core that a program got is {worst:.0%}."]
    return "\n".join(lines)


def inserted(page: str, text: str, marks: tuple[str, str] = MARKS) -> str:
    """Returns the page with the text between the marks."""
    before, first, rest = page.partition(marks[0])
    _, second, after = rest.partition(marks[1])
    if not (first and second):
        raise SystemExit(f"the page does not have the marks {marks[0]} and {marks[1]}: add them")
    return f"{before}{first}\n{text}\n{second}{after}"


if __name__ == "__main__":
    main()
