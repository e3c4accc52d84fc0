"""Makes the pictures of README.md and of the front page of the site in docs/_static: see "make pictures"."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib.pyplot as plt
import polars as pl
import pyarrow.dataset
from matplotlib.axes import Axes
from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "docs" / "_static"
AGENTS = "learned:standard:head=win,min-dist-outs,min-dist-opp,min-dist,min-score,random"
INK, FIRST, SECOND = (
    "#888888",
    "#2b8a8a",
    "#c0782a",
)  # readable on white and on black


@contextmanager
def chart(name: str, height: float = 3.2) -> Iterator[Axes]:
    """Draws a small chart without background, with its words as text."""
    with plt.rc_context(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": name,
            "font.size": 11,
            "font.family": "sans-serif",
        }
        | dict.fromkeys(
            (
                "text.color",
                "axes.edgecolor",
                "axes.labelcolor",
                "xtick.color",
                "ytick.color",
            ),
            INK,
        )
    ):
        figure, axes = plt.subplots(figsize=(5, height), layout="constrained")
        axes.spines[["top", "right"]].set_visible(False)
        yield axes
        figure.savefig(STATIC / f"{name}.svg", transparent=True, metadata={"Date": None})
        plt.close(figure)


def plain(agent: str) -> str:
    """Returns the name of an agent without the hash of its network."""
    name, _, rest = agent.partition("@")
    return name + "".join(rest.partition(":")[1:])


def speed() -> None:
    """Draws decisions per second beside other libraries, from the recorded runs of throughput.py."""
    rows = {r["name"]: r for r in json.loads((ROOT / "python/benchmarks/throughput.json").read_text())["rows"]}
    bars = {
        "PettingZoo 1.26": "pettingzoo",
        "RLCard 1.2": "rlcard",
        "OpenSpiel 2.0": "openspiel-clone",
        "rummygym, Gymnasium": "single",
        "rummygym, 256 tables": "batched",
    }
    with chart("speed") as axes:
        values = [rows[name]["median"] for name in bars.values()]
        axes.barh(list(bars), values, color=[INK, INK, INK, FIRST, FIRST], log=True)
        for i, value in enumerate(values):
            axes.text(value * 1.1, i, f"{value:,.0f}", va="center")
        axes.set_xlim(1e3, 3e7)
        axes.set_title("Gin Rummy, decisions/s on one core", fontsize=11)


def ladder() -> None:
    """Draws the ladders of both games."""
    with chart("ladder", 4.6) as axes:
        labels = []
        for game, color in (("indian", SECOND), ("gin", FIRST)):
            found = json.loads((ROOT / f"cmd/rummygym/testdata/ladder-{game}.json").read_text())["rating"]["rows"]
            for row in reversed([r for r in found if r["elo"] > -100]):
                low, high = row["elo"] - row["elo_low"], row["elo_high"] - row["elo"]
                axes.errorbar(
                    row["elo"],
                    len(labels),
                    xerr=[[low], [high]],
                    fmt="o",
                    color=color,
                    markersize=4,
                )
                labels.append(plain(row["agent"]))
        axes.set_yticks(range(len(labels)), labels, fontsize=8)
        axes.set_title("Elo: Gin Rummy (simple = 0), Indian Rummy (min-dist = 0)", fontsize=9, loc="right")


def training(run: Path) -> None:
    """Draws the points per hand that a network gained against simple during its training."""
    rows = pl.read_csv(run / "metrics.csv").drop_nulls("gain/simple")
    with chart("training") as axes:
        axes.plot(rows["step"] * 4096 / 1e3, rows["gain/simple"], "o-", color=FIRST)
        axes.axhline(0, color=INK, linestyle="--", linewidth=1)
        axes.text(rows["step"][-1] * 4.096, 0.2, "as good as simple", fontsize=9, ha="right")
        axes.set_xlabel("thousand hands played")
        axes.set_ylabel("points per hand")
        axes.set_title("train mc --game gin, against simple", fontsize=11)


def data(dataset: Path) -> None:
    """Draws the deadwood of two agents by turn, from a dataset."""
    table = pyarrow.dataset.dataset(dataset / "decisions", format="arrow")
    rows = pl.from_arrow(table.to_table(["agent", "phase", "obs_turn", "obs_deadwood"]))
    assert isinstance(rows, pl.DataFrame)
    rows = rows.filter(pl.col("phase").cast(pl.String) == "draw", pl.col("obs_turn") <= 30)
    means = (
        rows.group_by(pl.col("agent").cast(pl.String), "obs_turn").agg(pl.col("obs_deadwood").mean()).sort("obs_turn")
    )
    with chart("data") as axes:
        for agent, color in (("simple", SECOND), ("sigra", FIRST)):
            own = means.filter(pl.col("agent") == agent)
            axes.plot(own["obs_turn"], own["obs_deadwood"], color=color, label=agent)
        axes.legend(frameon=False)
        axes.set_xlabel("turn")
        axes.set_ylabel("mean deadwood")
        axes.set_title("Hands of Gin Rummy before a draw", fontsize=11)


def win_rates(tournament: bytes) -> None:
    """Draws the win rate of the first player against the second, of each pair of a tournament."""
    found = json.loads(tournament)
    names = found["setup"]["agents"]
    rates = {(p["first"], p["second"]): p["win_rate"] for p in found["pairs"]}
    with chart("win-rates", 4.6) as axes:
        axes.imshow([[rates[a, b] for b in names] for a in names], cmap="RdBu_r", vmin=0, vmax=1)
        for i, first in enumerate(names):
            for j, second in enumerate(names):
                rate = rates[first, second]
                color = "white" if abs(rate - 0.5) > 0.3 else "black"
                axes.text(j, i, f"{rate:.2f}", ha="center", va="center", color=color, fontsize=9)
        axes.set_xticks(range(len(names)), map(plain, names), rotation=35, ha="right", fontsize=8)
        axes.set_yticks(range(len(names)), map(plain, names), fontsize=8)
        axes.set_xlabel("second player")
        axes.set_ylabel("first player")
        axes.set_title("Win rate of the first player", fontsize=11)


def main(program: str) -> None:
    """Draw a game on its replay page, the win rates of a tournament, and the charts."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)

        def run(*args: str) -> bytes:
            return subprocess.run([program, *args], check=True, cwd=work, stdout=subprocess.PIPE).stdout

        speed()
        ladder()
        run(
            "train",
            "mc",
            "--game=gin",
            "--steps=60",
            "--seed=1",
            "--out=run",
        )
        training(work / "run")
        run(
            "collect",
            "--game=gin",
            "--agents=simple,sigra",
            "--games=2000",
            "--seed=1",
            "--out=data",
        )
        data(work / "data")
        run(
            "collect",
            "--game=gin",
            "--preset=openspiel",
            "--agents=learned:standard,sigra",
            "--games=1",
            "--seed=5",
            "--fields=none",
            "--out=game",
        )
        run("replay", "--html=game.html", "game", "--episode=0")
        win_rates(run("tournament", f"--agents={AGENTS}", "--games=1000", "--seed=1", "--format=json"))
        with sync_playwright() as p:
            browser = p.chromium.launch(executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"))
            for scheme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": 900, "height": 640},
                    color_scheme=scheme,
                    reduced_motion="reduce",
                )
                page.goto((work / "game.html").as_uri() + "#event=15&view=0")
                page.wait_for_function("document.fonts.ready")
                to = STATIC / f"table-{scheme}.png"
                page.screenshot(path=to)
                colors = Image.Quantize.MAXCOVERAGE  # which keeps the red of the suits
                Image.open(to).convert("RGB").quantize(256, method=colors).save(to, optimize=True)


if __name__ == "__main__":
    main(str(Path(sys.argv[1]).resolve()))
