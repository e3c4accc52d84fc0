"""Random legal play of Gin Rummy beside OpenSpiel, RLCard and PettingZoo's gin_rummy of 1.26.

    python benchmarks/throughput.py [--seconds 2] [--repeats 7] [--folder /tmp/peers]

installs the peers in a virtual environment of their own, runs every contestant on one
core in turns, and prints the decisions in a second of its processor time: least, median
and most of the repeats. Observation and mask are made for every decision. It runs with
the Python that has rummygym, and PettingZoo for the AEC.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PEERS = ["open_spiel==2.0.2", "pettingzoo==1.26.1", "pygame==2.6.1", "rlcard==1.2.0"]
OURS = ["rummygym_batch", "rummygym_vector", "rummygym_single", "rummygym_aec"]
THEIRS = ["openspiel_cloned", "openspiel", "rlcard", "pettingzoo"]

#: What must hold: ours, theirs, and how many times as fast.
TARGETS = [
    ("rummygym_batch", "openspiel_cloned", 20),
    ("rummygym_single", "openspiel", 1),
    ("rummygym_single", "rlcard", 10),
    ("rummygym_aec", "pettingzoo", 3),
]


def install(folder: Path) -> Path:
    """Returns the Python of a virtual environment that has the peers."""
    python = folder / "bin" / "python"
    done = folder / ".installed"
    if not done.exists() or done.read_text() != "\n".join(PEERS):
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
        done.write_text("\n".join(PEERS))
    return python


def run(python: str | Path, name: str, seconds: float) -> float:
    """Returns the rate of a contestant in a process of its own, on one core."""
    script = Path(__file__).with_name("contestants.py")
    command = [str(python), str(script), name, str(seconds), "1"]
    core = min(os.sched_getaffinity(0))
    process = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.sched_setaffinity(0, {core})
    )
    rate: float = json.loads(process.stdout.splitlines()[-1])[0]
    return rate


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of a repeat")
    parser.add_argument("--repeats", type=int, default=7, help="repeats of each contestant")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "rummygym-peers")
    args = parser.parse_args()
    peers = install(args.folder)
    rates: dict[str, list[float]] = {name: [] for name in OURS + THEIRS}
    for _ in range(args.repeats):  # in turns, so that a slow minute of the machine meets all
        for name in rates:
            rates[name].append(run(sys.executable if name in OURS else peers, name, args.seconds))
    print(f"{'':20} {'least':>12} {'median':>12} {'most':>12}   decisions/s of one core")
    for name, all_rates in rates.items():
        least, median, most = min(all_rates), statistics.median(all_rates), max(all_rates)
        print(f"{name:20} {least:12,.0f} {median:12,.0f} {most:12,.0f}")
    held = True
    for ours, theirs, times in TARGETS:
        ratio = statistics.median(rates[ours]) / statistics.median(rates[theirs])
        held &= ratio >= times
        print(f"{ours} is {ratio:.1f} times {theirs}, want {times}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
