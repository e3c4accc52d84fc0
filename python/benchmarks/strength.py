"""Measures the time to strength: how much learners win after some minutes from random weights.

    python strength.py --out FOLDER [--minutes 2,4,10] [--seeds 1,2,3] [--only ppo,ppo_jax] [--game gin] [--part 0/2]
    python strength.py --out FOLDER --results strength.json [--picture strength.svg] [--page docs/speed.md]

The learners are "train mc" with its defaults, and those with one opponent, against which they are measured: "train ppo" and
those of examples/learners (--torch names the Python that has torch and sb3-contrib). Each run has one thread, and its minutes are
processor time of all its processes, imports included. Its last network then plays games that do not count into the time: of Indian
Rummy against min-dist-opp without drops, of Gin Rummy matches against simple. FOLDER has a file for each run; runs
that are there are not made again, so that a stopped measurement goes on with the same command.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from throughput import inserted

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from rummygym.options import LEARNING  # noqa: E402

PROGRAM = os.environ.get("RUMMYGYM_BINARY", str(ROOT / "bin" / "rummygym"))
RIVALS = {"gin": LEARNING["gin"]["opponents"], "indian": LEARNING["indian"]["opponents"]}
NAMES = {"gin": "Gin Rummy", "indian": "Indian Rummy"}
PAGE = ("<!-- strength: written by benchmarks/strength.py -->", "<!-- /strength -->")
LEARNERS = {
    "mc": "`train mc`",
    "ppo": "`train ppo`",
    "ppo_torch": "PPO in torch",
    "ppo_jax": "PPO in JAX",
    "maskable_ppo": "MaskablePPO of sb3-contrib",
    "dmc_torch": "deep Monte Carlo in torch",
}
ENV = os.environ | {"PYTHONPATH": str(ROOT / "python"), "GOMAXPROCS": "1", "OMP_NUM_THREADS": "1"}


def command(learner: str, game: str, seed: int, minutes: float, out: Path, a: argparse.Namespace) -> list[str]:
    """Return the command line of a run, which writes networks into the folder snapshots of out."""
    script = ROOT / "examples/learners" / f"{learner}.py"
    if script.exists():
        python = sys.executable if learner == "ppo_jax" else a.torch
        return [python, str(script), game, "--out", str(out / "snapshots"), "--seed", str(seed), "--games", "0", "--minutes", str(minutes)]
    line = [PROGRAM, "train", learner, "--game", game, "--seed", str(seed), "--workers", "1", "--eval-against", "", "--snapshot-every", "1"]
    if learner == "ppo":
        line += ["--opponents", RIVALS[game]]
        probe = 10  # steps that are timed, because the learning rate falls over all steps
        each = run([*line, "--steps", str(probe), "--out", str(out / "probe")], out) / probe
        line += ["--steps", str(max(1, round(60 * minutes / each)))]
    return [*line, "--out", str(out)]


def run(line: list[str], out: Path, limit: float = math.inf) -> float:
    """Run a command, stop it after a limit of processor time, and return that time, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (out / "log.txt").open("w") as log:
        process = subprocess.Popen(line, stdout=log, stderr=log, start_new_session=True, env=ENV)
        while process.poll() is None:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            if sum(map(int, fields[11:13])) > limit * os.sysconf("SC_CLK_TCK"):
                os.killpg(process.pid, signal.SIGTERM)
                break
            time.sleep(0.05)
        if process.wait() not in (0, 143, -signal.SIGTERM):
            raise SystemExit(f"{' '.join(line)}: status {process.returncode}: {(out / 'log.txt').read_text()[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(learner: str, game: str, seed: int, minutes: float, out: Path, a: argparse.Namespace) -> dict[str, Any]:
    """Train a network and return what it wins."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    line, load = command(learner, game, seed, minutes, out, a), os.getloadavg()[0]
    seconds = run(line, out, 60 * minutes if learner == "mc" else math.inf)  # the others end by themselves
    path = max((out / "snapshots").glob("*.safetensors"))
    # A game of Indian Rummy is won or not; a match of Gin Rummy is won by points. Only mc has both heads.
    agent = f"learned:{path}" + (":head=win" if (learner, game) == ("mc", "indian") else "")
    table = ["--game", "gin-match"] if game == "gin" else ["--drops", "none"]
    games = ["--against", RIVALS[game], "--games", str(a.games), "--seed", "77001", "--format", "json"]
    played = subprocess.run([PROGRAM, "eval", agent, *table, *games], check=True, capture_output=True, text=True)
    (row,) = json.loads(played.stdout)["rows"]
    return {
        "game": game, "learner": learner, "minutes": minutes, "seed": seed, "processor": round(seconds, 1), "load": round(load, 1),
        "network": path.stem, "games": a.games, "win": row["win_rate"], "error": row["win_rate_se"],
    }  # fmt: skip


def chosen(rows: list[dict[str, Any]], **want: Any) -> list[float]:
    """Return the shares won of the rows with the given values."""
    return [r["win"] for r in rows if all(r[k] == v for k, v in want.items())]


def draw(rows: list[dict[str, Any]], path: str) -> None:
    """Draw the share won over the minutes: the mean of the seeds, with a bar from the worst to the best."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "rummygym"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.7), layout="constrained")
    for axis, game in zip(axes, RIVALS, strict=True):
        for i, (learner, name) in enumerate(LEARNERS.items()):
            minutes = sorted({r["minutes"] for r in rows if (r["game"], r["learner"]) == (game, learner)})
            if not minutes:
                continue
            wins = [chosen(rows, game=game, learner=learner, minutes=m) for m in minutes]
            means = [statistics.fmean(w) for w in wins]
            bars = [[m - min(w) for m, w in zip(means, wins, strict=True)], [max(w) - m for m, w in zip(means, wins, strict=True)]]
            axis.errorbar(minutes, means, bars, label=name.replace("`", ""), color=f"C{i}", linewidth=1, marker=".", capsize=2)
        axis.axhline(0.5, color="gray", linewidth=0.5, linestyle=":")
        axis.set(xlabel="minutes of processor time", ylabel="share won", title=f"{NAMES[game]}, against {RIVALS[game]}")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.savefig(path, metadata={"Date": None})


def table(rows: list[dict[str, Any]]) -> str:
    """Return a table of the shares won."""
    columns = [(game, m) for game in RIVALS for m in sorted({r["minutes"] for r in rows})]
    lines = [
        f"Share won after some minutes of processor time, of {rows[0]['games']:,} Gin matches against `{RIVALS['gin']}` and Indian games against "
        f"`{RIVALS['indian']}`: the mean of the seeds 1 to 3, and in parentheses the worst of them. Standard errors of one run are .008 or less.",
        "",
        "| learner | " + " | ".join(f"{NAMES[g]}: {m:g} min" for g, m in columns) + " |",
        "|---|" + "---:|" * len(columns),
    ]
    for learner, name in LEARNERS.items():
        wins = [chosen(rows, game=g, minutes=m, learner=learner) for g, m in columns]
        if any(wins):
            cells = [f"{statistics.fmean(w):.3f} ({min(w):.3f})".replace("0.", ".") + ("" if len(w) == 3 else f" of {len(w)}") if w else "" for w in wins]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder of the runs")
    parser.add_argument("--minutes", default="2,4,10", help="processor time of each run, in minutes")
    parser.add_argument("--seeds", default="1,2,3", help="seeds of the trainings")
    parser.add_argument("--games", type=int, default=4000, help="of each network")
    parser.add_argument("--only", default=",".join(LEARNERS), help="learners")
    parser.add_argument("--game", default=",".join(RIVALS), help="games")
    parser.add_argument("--part", default="0/1", help="which of how many processes this one is: each makes its share of the runs")
    parser.add_argument("--torch", default=str(ROOT / ".venv-clients/bin/python"), help="Python with torch and sb3-contrib")
    parser.add_argument("--results", type=Path, help="do not measure, but add the runs in the folder to this file, and write the following")
    parser.add_argument("--page", type=Path, help="write the table to this page")
    parser.add_argument("--picture", help="file of the picture")
    a = parser.parse_args()
    if a.results:
        key = ("game", "learner", "minutes", "seed")
        rows = {tuple(r[k] for k in key): r for r in (json.loads(a.results.read_text()) if a.results.exists() else [])}
        for file in a.out.glob("*.json"):
            r = json.loads(file.read_text())
            rows[tuple(r[k] for k in key)] = r
        all_ = [rows[k] for k in sorted(rows)]
        a.results.write_text("[\n" + ",\n".join(json.dumps(r) for r in all_) + "\n]\n")
        if a.picture:
            draw(all_, a.picture)
        if a.page:
            a.page.write_text(inserted(a.page.read_text(), table(all_), PAGE))
        return
    part, parts = map(int, a.part.split("/"))
    runs = [
        (learner, game, int(seed), float(minutes))
        for minutes in a.minutes.split(",") for seed in a.seeds.split(",") for learner in a.only.split(",") for game in a.game.split(",")
    ]  # fmt: skip
    for learner, game, seed, minutes in runs[part::parts]:
        name = f"{game}-{learner}-{minutes:g}-{seed}"
        done = a.out / f"{name}.json"
        if not done.exists():
            row = measure(learner, game, seed, minutes, a.out / name, a)
            done.write_text(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
