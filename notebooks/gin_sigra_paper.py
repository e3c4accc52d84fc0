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
# # The tables and the figure of the paper on SIGRA
#
# Goldman, Knutson, Mahtab, Maloney, Mueller, Freedman: *Evaluating Gin Rummy Hands Using Opponent
# Modeling and Myopic Meld Distance* (`goldman2021evaluating`). This notebook draws Tables 2 and 3 and
# Fig. 2 from the output of `rummygym tournament`, with the agents as the paper describes them. From games
# of `rummygym eval` on the same deals it computes what each component of SIGRA adds, and compares its weights. Table 1 and Fig. 1 have no results. The results of
# longer runs, and what the authors' program did differently, are in `docs/reproduction.md`.

# %%
import json
import tempfile

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from analyses import shapley, tune
from program import rummygym, setting

from rummygym import datasets, describe, solve

GAMES = setting("GAMES", 500)
SEED = 1
NAMES = {
    "simple": "Simple",
    "stubborn": "Stubborn",
    "sigra:sk=off": "MmdOpModel",
    "sigra:om=off": "StubbornMmd",
    "sigra": "SIGRA",
}
ORDER = list(NAMES)
LABELS = list(NAMES.values())

# %% [markdown]
# ## Table 3: win rates
#
# The share of matches that the agent of the row wins, over both seats. The starter of a match is
# random, so both seat orders are one sample.

# %%
games = ("tournament", "--game", "gin-match", "--games", GAMES, "--seed", SEED)
results = json.loads(
    rummygym(*games, "--agents", ",".join(ORDER), "--resamples", 10, "--format", "json", "--ztest", "simple")
)
pairs = pl.DataFrame(results["pairs"], infer_schema_length=None)
balanced = {(r["first"], r["second"]): r for r in pairs.iter_rows(named=True)}
rates = np.array([[balanced[a, b]["balanced"] if a != b else balanced[a, a]["win_rate"] for b in ORDER] for a in ORDER])
PAPER = np.array(
    [
        [0.524, np.nan, np.nan, np.nan, np.nan],
        [0.678, 0.508, np.nan, np.nan, np.nan],
        [0.674, 0.000, 0.512, np.nan, np.nan],
        [0.692, 0.524, 1.000, 0.502, np.nan],
        [0.746, 0.578, 0.990, 0.510, 0.520],
    ]
)
figure, axis = plt.subplots(figsize=(7.5, 6), layout="constrained")
image = axis.imshow(rates, cmap="RdBu", vmin=0.2, vmax=0.8)
axis.set_xticks(range(5), LABELS, rotation=35, ha="right")
axis.set_yticks(range(5), LABELS)
axis.set(title=f"Table 3: win rate of the row, {2 * GAMES:,} matches per pair; below, the paper's")
for (i, j), value in np.ndenumerate(rates):
    text = f"{value:.3f}" + (f"\n({PAPER[i, j]:.3f})" if not np.isnan(PAPER[i, j]) else "")
    axis.text(j, i, text, ha="center", va="center", color="white" if abs(value - 0.5) > 0.22 else "black")
figure.colorbar(image, shrink=0.85)
plt.show()

# %% [markdown]
# The rows of MmdOpModel differ because this agent never knocked in the authors' program of that time.
#
# ## Fig. 2: who beats whom
#
# An arrow leads from the winner to the loser of a pair, thicker for higher win rates. An arrow is dotted if the
# win rate does not differ significantly from .5, after Holm's correction.

# %%
angles = np.pi / 2 - 2 * np.pi * np.arange(5) / 5
place = np.column_stack([np.cos(angles), np.sin(angles)])
ranked = sorted(range(5), key=lambda i: -rates[i].sum())
at = {i: place[k] for k, i in enumerate(ranked)}
figure, axis = plt.subplots(figsize=(7, 6.5), layout="constrained")
for i in range(5):
    for j in range(5):
        if rates[i, j] <= 0.5 or i == j:
            continue
        sure = balanced[ORDER[i], ORDER[j]]["balanced_holm"] < 0.05
        axis.annotate(
            "",
            xy=at[j],
            xytext=at[i],
            arrowprops={
                "arrowstyle": "-|>",
                "linewidth": 1 + 8 * (rates[i, j] - 0.5),
                "linestyle": "-" if sure else ":",
                "color": "tab:blue",
                "shrinkA": 40,
                "shrinkB": 40,
            },
        )
        label = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}
        middle = 0.68 * at[i] + 0.32 * at[j]
        axis.text(*middle, f"{rates[i, j]:.3f}", ha="center", va="center", fontsize=9, bbox=label)
for i, (x, y) in at.items():
    axis.text(x, y, LABELS[i], ha="center", va="center", bbox={"boxstyle": "round", "facecolor": "white"})
axis.set(xlim=(-1.4, 1.4), ylim=(-1.15, 1.25), title="Fig. 2: who beats whom", aspect="equal")
axis.axis("off")
plt.show()

# %% [markdown]
# ## Table 2: do the components help?
# A two-proportion z-test compares the win rate of each agent against Simple with that of the agent that lacks
# one of its components. The paper has z = 4.972, 0.477 and 1.900 from 500 matches each.


# %%
def z_test(rate: float, other: float, games: int, games_other: int) -> tuple[float, float]:
    """Return the pooled standard error and z of two proportions."""
    pooled = (rate * games + other * games_other) / (games + games_other)
    error = np.sqrt(pooled * (1 - pooled) * (1 / games + 1 / games_other))
    return error, (rate - other) / error


against = {a["name"]: a for a in results["z_tests"]["agents"]}
steps = ["simple", "stubborn", "sigra:om=off", "sigra"]
rows = []
for name, before in zip(steps[1:], steps, strict=False):
    a, b = against[name], against[before]
    error, z = z_test(a["win_rate"], b["win_rate"], a["games"], b["games"])
    rows.append({"agent": NAMES[name], "win rate": a["win_rate"], "less": NAMES[before], "SE": error, "z": z})
print(pl.DataFrame(rows))
printed = [z_test(p, q, 500, 500) for p, q in [(0.678, 0.524), (0.692, 0.678), (0.746, 0.692)]]
assert [f"{error:.3f} {z:.3f}" for error, z in printed] == ["0.031 4.972", "0.029 0.477", "0.028 1.900"]

# %% [markdown]
# ## Knocks and points
#
# How often each agent knocks, and what its hands score, is future work in the paper.

# %%
hands = pl.concat(
    pairs.filter(pl.col("first") != pl.col("second")).select(
        agent=pl.col(seat).replace(NAMES),
        hands="hands",
        knock=f"hands_knock_{seat}",
        gin=f"hands_gin_{seat}",
        undercut=f"hands_undercut_{seat}",
        won=f"hands_won_{seat}",
        points=pl.col(f"hands_won_{seat}") * pl.col(f"points_per_hand_{seat}"),
    )
    for seat in ("first", "second")
)
shares = hands.group_by("agent", maintain_order=True).sum()
with pl.Config(tbl_cols=-1, tbl_width_chars=120):
    print(
        shares.select(
            "agent",
            "hands",
            *(pl.col(c) / pl.col("hands") for c in ("knock", "gin", "undercut", "won")),
            points_per_hand_won=pl.col("points") / pl.col("won"),
        )
    )

# %% [markdown]
# ## All combinations of the components
#
# The paper leaves these to future work. Every combination plays the same deals against Simple. The Shapley value of
# a component is what it adds, averaged over all orders in which the components can be added.

# %%
COMPONENTS = dict.fromkeys(("sk", "mmd", "om"), ("off", "on"))
plan = {"against": "simple", "game": "gin-match", "games": GAMES, "seed": SEED}
with pl.Config(float_precision=3, tbl_rows=-1):
    print(tune("sigra", COMPONENTS, **plan).select(*COMPONENTS, "win_rate", "win_rate_se", "gain", "gain_se")[1:])
    values = shapley("sigra", list(COMPONENTS), **plan)
    print(values.select("option", "win_rate", "win_rate_se", "win_rate_first", "win_rate_last"))
assert np.isclose(values["win_rate"][:-1].sum(), values["win_rate"][-1])

# %% [markdown]
# ## The weight of the meld distance
#
# The paper found w_m = .85 "by an iterative test". Here the agents with different weights play the same deals,
# so the differences from .85 have smaller errors than the win rates.

# %%
WEIGHTS = (0, 0.25, 0.5, 0.85, 1, 1.25, 1.5, 2)
tuned = tune("sigra", {"wm": WEIGHTS}, **plan | {"against": "simple,stubborn"})[1:]
difference, error = tuned["win_rate_from_first"], tuned["win_rate_from_first_se"]
figure, axis = plt.subplots(figsize=(6.5, 4), layout="constrained")
axis.errorbar(WEIGHTS, difference, yerr=1.96 * error, marker="o", capsize=3)
axis.axhline(0, color="black", linewidth=0.8)
axis.set(
    xlabel="w_m",
    ylabel="difference in win rate from .85",
    title=f"SIGRA against Simple and Stubborn, {GAMES:,} matches each",
)
axis.grid(alpha=0.3)
plt.show()
print(f"standard errors: of the win rates {tuned['win_rate_se'].max():.4f}, of the differences {error.max():.4f}")

# %% [markdown]
# ## The assumptions of section 4.1
#
# The paper assumes that nobody discards a card that they took from the discard pile, and that the choice between several best
# arrangements of the melds hardly matters.

# %%
with tempfile.TemporaryDirectory() as run:
    hands = ("--game", "gin", "--games", GAMES, "--seed", SEED)
    rummygym("collect", *hands, "--agents", "sigra,sigra", "--fields", "cards-and-counts", "--out", f"{run}/data")
    moves = datasets.load(f"{run}/data").scan_polars().select("phase", "action", "obs_hand", "obs_taken").collect()
names = describe("gin").actions
at, action = moves["phase"].to_numpy() == "discard", moves["action"].to_numpy()
own = moves["obs_taken"].to_numpy().reshape(len(moves), 2, 52)[:, 0]  # cards that the player took in this hand
returned = (own[at & (action < 52), action[at & (action < 52)]] == 1).sum()
taken = (action == names.index("draw upcard")).sum()
print(f"of {taken:,} cards taken from the pile {returned / taken:.1%} are discarded later")
drawing = moves.filter(moves["phase"] == "draw")["obs_hand"].to_numpy().reshape(-1, 52)[::40]
hands = [" ".join(names[card] for card in np.flatnonzero(hand)) for hand in drawing]
several = [answer["best_sets"] > 1 for answer in solve(hands, game="gin")]
print(f"of {len(several):,} hands before a draw {np.mean(several):.1%} have several best arrangements")
