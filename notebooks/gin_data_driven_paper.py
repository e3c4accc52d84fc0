# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The results of a paper on hand evaluation from data in Gin Rummy
# *A Data-Driven Approach for Gin Rummy Hand Evaluation* (`truong2021datadriven`). In this paper, networks learn
# from recorded hands to predict the points of a hand from the cards left after a discard. A player then chooses
# its discards by such a network, and otherwise plays like the simple player. This notebook records the sets,
# trains the networks and plays the matches, at a small scale, and shows Table 1 and Figs. 2, 4, 5 and 6.
#
# Each step is a command of `rummygym`, which the notebook prints. All files are in the folder `RUN`. Finished
# steps are kept there: after a stop, run the notebook again with the same `RUN` to continue. `make reproduce`
# runs it at full size, which takes two hours on two cores for each seed.

# %%
import json
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from analyses import verdict
from program import rummygym, setting
from scipy import stats

from rummygym import Agent, Tables
from rummygym.datasets import load

settings = {
    "scale": float(os.environ.get("SCALE", 0.01)),  # share of the paper's number of deals
    "epochs": setting("EPOCHS", 12),
    "augmented_epochs": setting("AUGMENTED_EPOCHS", 1),  # with all orders of the suits, 24 times as long
    "matches": setting("GAMES", 1000) // 2 * 2,  # for each row of the table
    "seeds": setting("SEEDS", 1),  # training runs of each network
}
folder = Path(os.environ.get("RUN") or tempfile.mkdtemp())
folder.mkdir(parents=True, exist_ok=True)
kept = folder / "settings.json"
if kept.exists():
    settings = json.loads(kept.read_text())  # of the run that is in the folder
kept.write_text(json.dumps(settings))
for name in ("data", "runs", "results", "figures"):
    (folder / name).mkdir(exist_ok=True)
SEED = 1
SETS = ("simple", "random-16", "random-256", "simple-all")
NETWORKS = ("mlp", "mlp-i", "dual-inception")


def run(*arguments):
    """Print a command line and run it."""
    print("rummygym", *arguments)
    return rummygym(*arguments)


def show(figure, name):
    """Show a figure, and keep it in the folder."""
    figure.savefig(folder / "figures" / f"{name}.svg")
    plt.show()


# %% [markdown]
# ## The data
# With `simple-all` the networks learn from all discards of a hand, with the other sets from the last one. The
# authors' Random-256 has a few lost hands, which look like the best of 4 attempts: `random-4` adds them.

# %%
DEALS = {"simple": 1_690_000, "simple-all": 270_000, "random-16": 1_002_000, "random-256": 990_000, "random-4": 24_000}
PARTS = {"random-256": ("random-256", "random-4")}

for name, deals in DEALS.items():
    out = folder / "data" / name
    if not (out / "manifest.json").exists():
        games = max(10, round(settings["scale"] * deals))
        run(
            *("collect", "--recipe", name, "--games", games, "--seed", SEED, "--out", out),
            *(["--resume"] if out.exists() else []),
        )


def parts(name):
    """The folders of a set."""
    return [folder / "data" / part for part in PARTS.get(name, (name,))]


# %% [markdown]
# ## The networks
# The strength of a network depends strongly on the seed of its training. `-a` is a set with all orders of the
# suits. The numbers are the paper's losses in points² on training and validation rows, and its win rate against
# the simple player in percent with half of a 90 % interval. The last network is not in the paper.

# %%
CELLS = [
    ("1a", "simple", "mlp", 87.4, 87.7, 42.9, 0.8),
    ("1a", "simple", "mlp-i", 90.8, 91.4, 43.6, 0.8),
    ("1a", "simple", "dual-inception", 79.1, 79.8, 45.8, 0.8),
    ("1a", "random-16", "mlp", 159.0, 159.4, 44.0, 0.8),
    ("1a", "random-16", "mlp-i", 149.2, 150.0, 42.3, 0.8),
    ("1a", "random-16", "dual-inception", 83.0, 83.0, 50.1, 0.8),
    ("1a", "random-256", "mlp", 106.1, 107.4, 48.1, 0.8),
    ("1a", "random-256", "mlp-i", 106.4, 107.8, 45.8, 0.7),
    ("1a", "random-256", "dual-inception", 74.8, 75.7, 55.4, 0.8),
    ("1b", "simple-all", "mlp", 153.7, 154.5, 34.3, 0.7),
    ("1b", "simple-all", "mlp-i", 153.5, 155.7, 29.3, 0.6),
    ("1b", "simple-all", "dual-inception", 144.1, 146.5, 19.7, 0.6),
    ("1c", "random-16-a", "dual-inception", 181.7, 181.4, 42.8, 0.8),
    ("1c", "random-16-a", "dual-inception-16", 132.6, 132.0, 51.2, 0.8),
    ("", "random-256-a", "dual-inception", None, None, None, None),
]
seeds = range(SEED, SEED + settings["seeds"])


def path(name, network, seed=SEED):
    """The folder of a training run."""
    return folder / "runs" / f"{name}-{network}-{seed}"


def agent(name, network, seed=SEED):
    """The player with the network of a training run."""
    return f"data-driven:network={path(name, network, seed) / 'last.safetensors'}"


def train(name, network, seed):
    """Train a network, or resume a run that was stopped."""
    out, plain = path(name, network, seed), name.removesuffix("-a")
    epochs = settings["epochs" if name == plain else "augmented_epochs"]
    metrics = out / "metrics.csv"
    if metrics.exists() and len(pl.read_csv(metrics)) == epochs:
        return
    if (out / "config.json").exists():
        run("train", "data", "--resume", out)
        return
    run(
        *("train", "data", "--head", "discard", "--data", ",".join(map(str, parts(plain))), "--network", network),
        *("--augment", "none" if name == plain else "suits", "--discards", "all" if name == "simple-all" else "last"),
        *("--epochs", epochs, "--seed", seed, "--workers", 1, "--out", out),
    )


with ThreadPoolExecutor(os.cpu_count()) as pool:
    list(pool.map(lambda run: train(*run), [(name, network, s) for _, name, network, *_ in CELLS for s in seeds]))

# %% [markdown]
# ## Table 1
# Each network plays matches against the simple player. The rows after the networks are the late knock of the
# paper's text, other players of the paper, and players that it announces: they join offence and defence, or use
# the mean over all orders of the suits. These use the network trained on Random-256 with all orders of the suits
# that wins most on other deals.

# %%
MATCHES = {"win_rate": pl.Float64, "win_rate_low": pl.Float64, "win_rate_high": pl.Float64}
PAPER = ("paper_train_loss", "paper_valid_loss", "paper_win_rate", "paper_half_interval")


def play(name, player, seed=SEED):
    """The win rate of a player in matches against simple, with a Wilson interval."""
    result = folder / "results" / f"{name}.json"
    if not result.exists():
        text = run(
            *("eval", "--game", "gin-match", player, "--against", "simple", "--games", settings["matches"]),
            *("--seed", seed, "--confidence", 0.9, "--format", "json"),
        )
        result.write_text(text)
    rate, n = (json.loads(result.read_text())["rows"][0][key] for key in ("win_rate", "games"))
    low, high = stats.binomtest(round(rate * n), n).proportion_ci(0.9, "wilson")
    return dict(zip(MATCHES, (rate, low, high), strict=True))


rows = []
for table, name, network, train_loss, valid_loss, win, half in CELLS:
    printed = (train_loss, valid_loss, win and win / 100, half and half / 100)
    for seed in seeds:
        last = pl.read_csv(path(name, network, seed) / "metrics.csv").row(-1, named=True)
        rows.append(
            {"table": table, "set": name, "network": network, "seed": seed}
            | {"train_loss": last["loss"], "valid_loss": last["validation/loss"]}
            | play(path(name, network, seed).name, agent(name, network, seed))
            | dict(zip(PAPER, printed, strict=True))
        )
chosen = max(
    (agent("random-256-a", "dual-inception", s) for s in seeds),
    key=lambda player: play("choose-" + Path(player).parent.name, player, SEED + 1)["win_rate"],
)
for name, player in {
    "late-knock": "late-knock",
    "simple-player": "simple",
    "random-player": "random-unmelded",
    "defence-alone": "data-driven:offence=off",
    "the-chosen-network": chosen,
    "joined-2": f"{chosen}:defence=2",
    "joined-10": f"{chosen}:defence=10",
    "all-suits": f"{chosen}:symmetry=average",
}.items():
    row = {"table": "text" if name == "late-knock" else "", "set": name, "network": "", "seed": SEED}
    paper = {"paper_win_rate": 0.701, "paper_half_interval": 0.0075} if name == "late-knock" else {}
    rows.append(row | play(name, player) | paper)
trainings = pl.DataFrame(rows, infer_schema_length=None)
trainings.write_csv(folder / "trainings.csv")
with pl.Config(tbl_rows=-1, tbl_cols=-1, tbl_width_chars=230, float_precision=3):
    print(trainings)

# %% [markdown]
# The paper has one training run for each cell of its table. With at least three training runs of a cell at full size,
# the verdict compares their mean with it, and names half of the 95 % interval of the difference: what it may have missed.

# %%
cells = trainings.filter(pl.col("network") != "").group_by("table", "set", "network", maintain_order=True)
cells = cells.agg(
    pl.len().alias("trainings"),
    pl.col("valid_loss").mean(),
    pl.col("valid_loss").min().alias("valid_loss_min"),
    pl.col("valid_loss").max().alias("valid_loss_max"),
    pl.col("win_rate").mean(),
    pl.col("win_rate").std().alias("win_rate_sd"),
    pl.col("win_rate").min().alias("win_rate_min"),
    pl.col("win_rate").max().alias("win_rate_max"),
    pl.col("seed").sort_by("win_rate").last().alias("best_seed"),
    pl.col("paper_valid_loss", "paper_win_rate").first(),
)
names = ("trainings", "win_rate", "win_rate_sd", "paper_win_rate")
decided = settings["seeds"] >= 3 and settings["scale"] >= 1
verdicts = [
    verdict(printed, mean, deviation, n, n) if decided and printed else ""
    for n, mean, deviation, printed in cells.select(names).iter_rows()
]
cells = cells.with_columns(pl.Series("verdict", verdicts))
cells.write_csv(folder / "cells.csv")
with pl.Config(tbl_rows=-1, tbl_cols=-1, tbl_width_chars=230, float_precision=3):
    print(cells)

# %% [markdown]
# The plot shows the win rates of the first training run of each network with 90 % intervals, beside the paper's.

# %%
first = trainings.filter(pl.col("paper_win_rate").is_not_null(), pl.col("seed") == SEED)
names = first.select(pl.concat_str(["set", "network"], separator=" ").str.strip_chars()).to_series().to_list()
where = np.arange(len(names))
figure, axis = plt.subplots(figsize=(8, 5.5), layout="constrained")
rates = first["win_rate"]
bars = [rates - first["win_rate_low"], first["win_rate_high"] - rates]
axis.errorbar(rates, where - 0.12, xerr=bars, fmt="o", capsize=3, label="here")
axis.errorbar(
    *(first["paper_win_rate"], where + 0.12), xerr=first["paper_half_interval"], fmt="s", capsize=3, label="paper"
)
axis.axvline(0.5, color="black", linewidth=0.8)
axis.set(yticks=where, yticklabels=names, xlabel="win rate against simple", xlim=(0, 0.8))
axis.invert_yaxis()
axis.legend()
show(figure, "table1")

# %% [markdown]
# ## Fig. 2: scores of the sets
# The score of a row is what the recorded player won or lost in the hand. Each pair of hands is played several
# times, and the best attempt is recorded. With more attempts the mean rises, the standard deviation falls, and
# the distribution is skewed upward.

# %%
def scores_of(folders):
    """The points of the agent named first in each hand of a set that ended by a knock or by gin, if it discarded."""
    found = []
    for part in folders:
        hands = pl.from_arrow(load(part).reader(["episode", "deal", "player", "phase", "ending", "gain"]).read_all())
        hands = hands.filter(
            pl.col("ending").is_in(["knock", "gin"]) & (pl.col("phase") == "discard") & (pl.col("player") == pl.col("deal") % 2)
        )
        found.append(hands.group_by("episode").agg(pl.col("gain").first())["gain"].to_numpy())
    return np.concatenate(found)


figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
scores = {name: scores_of(parts(name)) for name in SETS[:3]}
for name, of in scores.items():
    label = f"{name}: {of.mean():.1f} ± {of.std():.1f}"
    axis.hist(of, bins=np.arange(-100, 121, 4), density=True, histtype="step", linewidth=1.5, label=label)
axis.set(xlabel="score", ylabel="density")
axis.legend()
show(figure, "scores")
scores["random-256 without the lost hands"] = scores_of([folder / "data" / "random-256"])
for name, of in scores.items():
    print(f"{name}: {len(of):,} rows, mean {of.mean():.1f}, s.d. {of.std(ddof=1):.1f}, skewness {stats.skew(of, bias=False):.2f}")
assert scores["simple"].mean() < scores["random-16"].mean() < scores["random-256"].mean()

# %% [markdown]
# ## Fig. 4: loss over the epochs
# The loss of training rows is solid, that of validation rows is dashed.

# %%
figure, axes = plt.subplots(1, 4, figsize=(17, 3.8), layout="constrained")
for axis, name in zip(axes, SETS, strict=True):
    for colour, network in enumerate(NETWORKS):
        metrics = pl.read_csv(path(name, network) / "metrics.csv")
        epochs = np.arange(1, len(metrics) + 1)
        axis.plot(epochs, metrics["loss"], color=f"C{colour}", label=network)
        axis.plot(epochs, metrics["validation/loss"], color=f"C{colour}", linestyle="--")
    axis.set(title=name, xlabel="epoch", yscale="log")
axes[0].set_ylabel("mean squared error in points²")
axes[0].legend()
show(figure, "losses")

# %% [markdown]
# ## Fig. 5: residuals
# Residuals are scores minus predictions of Dual Inception on the validation rows of Random-256, which
# `train data --head discard` writes to a file and whose moments it prints.

# %%
print(run("train", "data", "--resume", path("random-256", "dual-inception")))
rows = pl.read_csv(path("random-256", "dual-inception") / "residuals.csv")
predicted = rows["predicted"].to_numpy()
residuals = rows["actual"].to_numpy() - predicted
figure, axes = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
axes[0].hist((residuals - residuals.mean()) / residuals.std(), bins=60, density=True)
grid = np.linspace(-4, 4, 200)
axes[0].plot(grid, np.exp(-(grid**2) / 2) / np.sqrt(2 * np.pi), color="black")
axes[0].set(xlabel="normalised residual", ylabel="density")
axes[1].scatter(predicted, residuals, s=2, alpha=0.3)
axes[1].set(xlabel="predicted score", ylabel="residual")
show(figure, "residuals")
print(f"mean squared error {np.mean(residuals**2):.1f} points²")

# %% [markdown]
# ## Fig. 6: discards from one hand
# The paper's text does not list the cards of the hand. It says that the unmelded cards of the highest rank are
# TH, TD, JD and QC; that TH was drawn and turned a pair into a triangle; that QC is in no pattern; that another
# player discarded a 3, which is in no pattern either; and that there is a double triangle. The hand below agrees
# with that. In the paper, the simple player and the network trained on the last plays of Simple break the
# triangle, the network trained on all plays discards the 3, and those trained on Random-16 and Random-256 discard
# QC.

# %%
HAND = ["6S", "7S", "7C", "8C", "TD", "JD", "QC", "3H", "AS", "5D", "TH"]  # the card drawn last is at the end
TRIES = 1000  # of agents that choose at random
deck = [rank + suit for rank in "KQJT98765432A" for suit in "CDHS"]
upcard, *rest = [card for card in deck if card not in HAND]  # both players refuse the upcard, a king
dealt = [card for pair in zip(HAND[:10], rest[:10], strict=True) for card in pair]
tables = Tables("gin", num_envs=TRIES, rules={"starter": "first-seat"})
tables.reset(seed=SEED)
for table in range(TRIES):
    tables.deal(table, [*dealt, upcard, HAND[10], *rest[10:]])
for action in ("pass", "pass", "draw stock"):
    tables.step(np.full(TRIES, tables.spec.actions.index(action)))
for player in ("simple", *(agent(name, "dual-inception") for name in SETS)):
    cards, counts = np.unique(Agent(player, game="gin").act(tables, seed=SEED), return_counts=True)
    shares = {tables.spec.actions[card]: count / TRIES for card, count in zip(cards, counts.tolist(), strict=True)}
    print(player.removeprefix(f"data-driven:network={folder / 'runs'}/").removesuffix("/last.safetensors"), shares)
    assert set(shares) <= ({"TH", "TD", "JD", "QC"} if player == "simple" else set(HAND))
