"""Measures the time to strength: how long learners take from nothing until they beat a rule-based player.

    python strength.py [--minutes 15] [--games 4000] [--only mc,ppo] [--game gin] [--out FOLDER] [--toy] > strength.json
    python strength.py --results FILE.json [MORE.json ...] [--picture docs/_static/strength.svg] [--page docs/speed.md] [--merge ALL.json]

The learners are "train mc" and "train ppo" with their defaults, "train data" and then "train ppo", and those of examples/learners, which
have only the opponent that they are measured against (--torch names the Python that has torch and sb3-contrib). Each
runs alone, and keeps its network at intervals. Time is processor time, from the start of the first program until the file of the
network is there, recorded games included, so that other programs on the machine change it little; the seconds beside it are those of a
clock. When the learners have ended, each network plays games that do not count into the time: of Indian Rummy against min-dist-opp without drops, of
Gin Rummy matches against simple.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from throughput import inserted

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from rummygym.options import LEARNING  # noqa: E402

PROGRAM = os.environ.get("RUMMYGYM_BINARY", str(ROOT / "bin" / "rummygym"))
RIVALS = {"indian": LEARNING["indian"]["opponents"], "gin": LEARNING["gin"]["opponents"]}
MARKS = {"indian": [0.5, 0.55, 0.6], "gin": [0.5, 0.55, 0.6, 0.7]}
PAGE = ("<!-- strength: written by benchmarks/strength.py -->", "<!-- /strength -->")
LEARNERS = {
    "mc": "`train mc`",
    "ppo": "`train ppo`",
    "clone-ppo": "`train data`, then `train ppo`",
    "ppo_torch": "PPO in torch",
    "ppo_jax": "PPO in JAX",
    "maskable_ppo": "MaskablePPO of sb3-contrib",
    "dmc_torch": "deep Monte Carlo in torch",
}
FIELDS = {  # of the networks of "train data"
    "indian": "own-cards,open-pile,opponent-cards,progress,distance,discard-scores,discard-distances,outs",
    "gin": "own-cards,pile,unseen,progress,deadwood,discard-deadwood,best-melds,almost-melds",
}
SEED = 31
NAMES = {"indian": "Indian Rummy", "gin": "Gin Rummy"}
UNITS = {"indian": "share of games won", "gin": "share of matches won"}


def commands(learner: str, game: str, out: Path, a: argparse.Namespace) -> list[list[str]]:
    """Return the command lines of a learner, whose last one writes networks."""
    rules = ["--game", "gin"] if game == "gin" else []
    common = ["--eval-against", "", "--seed", str(SEED), "--snapshot-every"]
    small = {"mc": [], "ppo": [], "clone": []}
    if a.toy:
        small = {
            "mc": ["--steps", "2", "--games", "8", "--updates", "2", "--batch", "16"],
            "ppo": ["--steps", "2", "--tables", "8", "--horizon", "4", "--batch", "16"],
            "clone": ["--steps", "2", "--row", "1"],
        }
    few = "1" if a.toy else "4"
    script = ROOT / "examples/learners" / f"{learner}.py"
    if script.exists():
        size = ["--decisions", "8192"] if a.toy else ["--minutes", str(a.minutes)]
        python = sys.executable if learner == "ppo_jax" else a.torch
        return [[python, str(script), game, "--out", str(out / "snapshots"), "--seed", str(SEED), "--games", "0", *size]]
    run = ["--out", str(out / "run")]
    if learner != "clone-ppo":
        return [[PROGRAM, "train", learner, *rules, *run, *common, few, *small[learner]]]
    rival, data, clone = RIVALS[game], str(out / "data"), str(out / "clone")
    games = "400" if a.toy else "20000"
    return [
        [PROGRAM, "collect", *rules, "--agents", f"{rival},{rival}", "--games", games, "--seed", str(SEED), "--fields", "none", "--out", data],
        [PROGRAM, "train", "data", "--data", data, "--agent", rival, "--fields", FIELDS[game], "--out", clone, *common, "1000", *small["clone"]],
        [PROGRAM, "train", "ppo", *rules, "--from", f"{clone}/best.safetensors", "--value-warmup", "3", "--learning-rate", "0.0005", *run, *common, few, *small["ppo"]],
    ]  # fmt: skip


def processor(pid: int) -> float:
    """Return the processor time of a process, in seconds."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan
    return sum(int(fields[i]) for i in (11, 12)) / os.sysconf("SC_CLK_TCK")


def train(learner: str, game: str, out: Path, a: argparse.Namespace) -> list[dict[str, Any]]:
    """Run a learner until its processor time is over, and return its networks with the time that they took."""
    points: list[dict[str, Any]] = []
    begun, spent, limit = time.monotonic(), 0.0, 60 * a.minutes
    log = (out / "log.txt").open("w")
    for line in commands(learner, game, out, a):
        process = subprocess.Popen(
            line, stdout=log, stderr=log, start_new_session=True, env=os.environ | {"PYTHONPATH": str(ROOT / "python")}
        )
        used, seen = 0.0, {p["path"] for p in points}
        while True:
            ended = process.poll() is not None
            now = processor(process.pid)
            used = used if math.isnan(now) else now
            for path in sorted(out.glob("**/snapshots/*.safetensors")):
                if str(path) not in seen:
                    seen.add(str(path))
                    points.append({"path": str(path), "seconds": time.monotonic() - begun, "processor": spent + used})
            if ended:
                break
            if spent + used > limit:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait()
                break
            time.sleep(0.1)
        spent += used
        if process.returncode not in (0, 143, -signal.SIGTERM):
            raise SystemExit(f"{learner}, {game}: status {process.returncode}: {(out / 'log.txt').read_text()[-2000:]}")
        if spent > limit:
            break
    return points


def play(learner: str, game: str, path: str, a: argparse.Namespace) -> dict[str, Any]:
    """Return the wins of a network against the rival."""
    # A game of Indian Rummy is won or not; a match of Gin Rummy is won by points. Only mc has both heads.
    head = ":head=win" if (learner, game) == ("mc", "indian") else ""
    line = [
        PROGRAM,
        "eval",
        f"learned:{path}{head}",
        "--game",
        "gin-match" if game == "gin" else game,
        "--against",
        RIVALS[game],
        "--games",
        str(a.games),
        "--seed",
        str(a.seed),
        "--format",
        "json",
    ]
    if game == "indian":
        line += ["--drops", "none"]
    (row,) = json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout)["rows"]
    return {"win": row["win_rate"], "error": row["win_rate_se"]}


def measure(a: argparse.Namespace) -> dict[str, Any]:
    """Run all learners, and return their curves and the times at which they reach the marks."""
    runs = []
    for game in a.game.split(","):
        for learner in a.only.split(","):
            out = Path(a.out or tempfile.mkdtemp()) / f"{game}-{learner}"
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir(parents=True)
            load = os.getloadavg()[0]
            points = train(learner, game, out, a)
            step = max(1, math.ceil(len(points) / a.points))
            curve = []
            for p in points[step - 1 :: step]:
                row = {
                    "network": Path(p["path"]).stem,
                    "seconds": round(p["seconds"], 1),
                    "processor": round(p["processor"], 1),
                }
                curve.append(row | play(learner, game, p["path"], a))
            runs.append(
                {"game": game, "learner": learner, "load": load, "curve": curve, "reached": reached(game, curve)}
            )
            print(json.dumps(runs[-1]["reached"] | {"game": game, "learner": learner}), file=sys.stderr)
    machine = {"cores": len(os.sched_getaffinity(0)), "machine": platform.machine()}
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.strip()
    return {
        "version": version,
        "minutes": a.minutes,
        "games": a.games,
        "seed": a.seed,
        "training seed": SEED,
        **machine,
        "runs": runs,
    }


def reached(game: str, curve: list[dict[str, Any]]) -> dict[str, Any]:
    """Return for each mark the processor time, and the seconds, of the first network that wins as much; null if none does."""
    marks = {}
    for mark in MARKS[game]:
        first = next((p for p in curve if p["win"] >= mark), None)
        marks[f"{mark}"] = first and [first["processor"], first["seconds"]]
    return {"reached": marks, "best": max((p["win"] for p in curve), default=None)}


def draw(results: dict[str, Any], path: str) -> None:
    """Draw the curves."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "rummygym"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.7), layout="constrained")
    for axis, game in zip(axes, RIVALS, strict=True):
        for run in (r for r in results["runs"] if r["game"] == game):
            minutes = [p["processor"] / 60 for p in run["curve"]]
            wins, errors = [p["win"] for p in run["curve"]], [p["error"] for p in run["curve"]]
            axis.errorbar(
                minutes,
                wins,
                errors,
                label=LEARNERS[run["learner"]].replace("`", ""),
                color=f"C{list(LEARNERS).index(run['learner'])}",
                linewidth=1,
                marker=".",
                markersize=3,
            )
        for mark in MARKS[game]:
            axis.axhline(mark, color="gray", linewidth=0.5, linestyle=":")
        axis.set(xlabel="minutes of processor time", ylabel=UNITS[game], title=f"{NAMES[game]}, against {RIVALS[game]}")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(LEARNERS))
    figure.savefig(path, metadata={"Date": None})


def merged(paths: list[str]) -> dict[str, Any]:
    """Return the results of several measurements of different learners as one."""
    all_ = [json.loads(Path(path).read_text()) for path in paths]
    keys = [(r["game"], r["learner"]) for results in all_ for r in results["runs"]]
    if len(set(keys)) < len(keys):
        raise SystemExit(f"a learner is in two of {paths}: want each once")
    runs = sorted(
        (r for results in all_ for r in results["runs"]),
        key=lambda r: (list(RIVALS).index(r["game"]), list(LEARNERS).index(r["learner"])),
    )
    return all_[0] | {"minutes": max(results["minutes"] for results in all_), "runs": runs}


def table(results: dict[str, Any]) -> str:
    """Return a table of the processor time until the marks."""
    columns = [(game, f"{mark}") for game, marks in MARKS.items() for mark in [*marks, "best"]]
    rows = [
        "Minutes of processor time until a network that started from random weights wins the given share of "
        f"{results['games']:,} games against `{RIVALS['indian']}` (Indian Rummy), or of matches against `{RIVALS['gin']}` (Gin Rummy). "
        '"Best" is the highest share of any network of the learner, with its standard error. '
        "A time in parentheses means that the learner was stopped at that time without having reached the share.",
        "",
        "| learner | " + " | ".join(f"{NAMES[g]}: {m.lstrip('0')}" for g, m in columns) + " |",
        "|---|" + "---:|" * len(columns),
    ]
    runs = {(r["learner"], r["game"]): r for r in results["runs"]}
    for learner, name in LEARNERS.items():
        if not any((learner, game) in runs for game in MARKS):
            continue
        cells = []
        for game, mark in columns:
            run = runs.get((learner, game))
            if not run or not run["curve"]:
                cells.append("")
            elif mark == "best":
                best = max(run["curve"], key=lambda p: p["win"])
                cells.append(f"{best['win']:.3f} ± {best['error']:.3f}".replace("0.", "."))
            elif first := run["reached"]["reached"][mark]:
                cells.append(f"{first[0] / 60:.1f}")
            else:
                cells.append(f"({run['curve'][-1]['processor'] / 60:.0f})")
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20, help="processor time of each learner and game, in minutes")
    parser.add_argument("--games", type=int, default=4000, help="of each network")
    parser.add_argument("--points", type=int, default=25, help="maximum number of networks of a learner that play")
    parser.add_argument("--seed", type=int, default=77001, help="of the games of the networks")
    parser.add_argument("--only", default=",".join(LEARNERS), help="learners")
    parser.add_argument("--game", default="indian,gin", help="games")
    parser.add_argument("--torch", default=str(ROOT / ".venv-clients/bin/python"), help="Python with torch and sb3-contrib")
    parser.add_argument("--out", help="folder of the runs")
    parser.add_argument("--toy", action="store_true", help="two steps of each learner")
    parser.add_argument("--results", nargs="+", help="JSON of one or more measurements, for the options below")
    parser.add_argument("--merge", help="file for all results")
    parser.add_argument("--page", type=Path, help="write the table to this page")
    parser.add_argument("--picture", help="file of the picture")
    a = parser.parse_args()
    if a.results:
        results = merged(a.results)
        if a.merge:
            Path(a.merge).write_text(json.dumps(results, indent=1) + "\n")
        if a.picture:
            draw(results, a.picture)
        if a.page:
            a.page.write_text(inserted(a.page.read_text(), table(results), PAGE))
    else:
        print(json.dumps(measure(a), indent=1))


if __name__ == "__main__":
    main()
