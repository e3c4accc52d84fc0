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
# its discards by such a network, and otherwise plays like the simple player. This notebook runs `rummygym
# reproduce`, which records the sets, trains the networks and plays the matches, at a small scale, and plots
# Table 1 and Figs. 2, 4 and 5 from its files. At full size (`SCALE=1000000 EPOCHS=96 GAMES=10000`) this takes
# hours. To make only the plots, set `RUN` to the folder of a finished run.

# %%
import json
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
import pyarrow as pa
from program import rummygym, setting

from rummygym.datasets import load
from rummygym.policy import Policy

SCALE = setting("SCALE", 10_000) / 1_000_000  # share of the paper's number of deals
EPOCHS = setting("EPOCHS", 12)
GAMES = setting("GAMES", 1000) // 2 * 2
SETS = ("simple", "random-16", "random-256")
NETWORKS = ("mlp", "mlp-i", "dual-inception")
PARTS = {"random-256": ("random-256", "random-4")}  # a few lost hands belong to the set

folder = Path(os.environ.get("RUN") or tempfile.mkdtemp())
if (folder / "settings.json").exists():
    kept = json.loads((folder / "settings.json").read_text())
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in kept.items()]
else:
    flags = [f"--scale={SCALE}", f"--epochs={EPOCHS}", "--augmented-epochs=1", f"--matches={GAMES}", "--seeds=1"]
table = pl.DataFrame([
    json.loads(line)
    for line in rummygym("reproduce", "--out", folder, *flags, "--format", "json").splitlines()
])

# %% [markdown]
# ## Table 1
# The plot shows the win rates against the simple player of the first training run of each network, with 90 %
# intervals, beside the paper's win rates.

# %%
cells = table.filter(
    pl.col("paper_win_rate").is_not_null(), pl.col("seed") == pl.col("seed").min()
)
label = pl.concat_str(["set", "network"], separator=" ").str.strip_chars()
names = cells.select(label).to_series().to_list()
where = np.arange(len(names))
figure, axis = plt.subplots(figsize=(8, 5.5), layout="constrained")
rates = cells["win_rate"]
axis.errorbar(
    rates,
    where - 0.12,
    xerr=[rates - cells["win_rate_low"], cells["win_rate_high"] - rates],
    fmt="o",
    capsize=3,
    label="here",
)
axis.errorbar(
    cells["paper_win_rate"],
    where + 0.12,
    xerr=cells["paper_half_interval"],
    fmt="s",
    capsize=3,
    label="paper",
)
axis.axvline(0.5, color="black", linewidth=0.8)
axis.set(yticks=where, yticklabels=names, xlabel="win rate against simple", xlim=(0, 0.8))
axis.invert_yaxis()
axis.legend()
plt.show()
with pl.Config(tbl_rows=-1, tbl_cols=-1, tbl_width_chars=160, float_precision=3):
    print(
        table.select(
            "table",
            "set",
            "network",
            "train_loss",
            "valid_loss",
            "win_rate",
            "paper_train_loss",
            "paper_valid_loss",
            "paper_win_rate",
        )
    )

# %% [markdown]
# ## Fig. 2: scores of the sets
# The score of a row is what the recorded player won or lost in the hand. Each pair of hands is played several
# times, and the best attempt is recorded. With more attempts the mean rises, the standard deviation falls, and
# the distribution is skewed upward.

# %%
def read(name, columns):
    """The columns of all rows of a set."""
    parts = [load(folder / "data" / part) for part in PARTS.get(name, (name,))]
    return pa.concat_tables(data.reader(columns).read_all() for data in parts)


figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
scores = {}
for name in SETS:
    scores[name] = read(name, ["score"])["score"].to_numpy()
    mean, deviation = scores[name].mean(), scores[name].std()
    axis.hist(
        scores[name],
        bins=np.arange(-100, 121, 4),
        density=True,
        histtype="step",
        linewidth=1.5,
        label=f"{name}: {mean:.1f} ± {deviation:.1f}",
    )
axis.set(xlabel="score", ylabel="density")
axis.legend()
plt.show()
assert scores["simple"].mean() < scores["random-16"].mean() < scores["random-256"].mean()

# %% [markdown]
# ## Fig. 4: loss over the epochs

# %%
figure, axes = plt.subplots(1, 3, figsize=(13, 3.8), layout="constrained")
for axis, name in zip(axes, SETS, strict=True):
    for colour, network in enumerate(NETWORKS):
        metrics = pl.read_csv(folder / "runs" / name / network / "metrics.csv")
        epochs = np.arange(1, len(metrics) + 1)
        axis.plot(epochs, metrics["loss"], color=f"C{colour}", label=network)
        axis.plot(epochs, metrics["validation/loss"], color=f"C{colour}", linestyle="--")
    axis.set(title=name, xlabel="epoch", yscale="log")
axes[0].set_ylabel("mean squared error in points²")
axes[0].legend()
plt.show()

# %% [markdown]
# ## Fig. 5: residuals
# Residuals are scores minus predictions of Dual Inception on Random-256. Here they are computed for all rows,
# in Python, from the file of the network. `train discard` draws the same for the validation rows.

# %%
policy = Policy.load(folder / "runs" / "random-256" / "dual-inception" / "last.safetensors")
columns = read("random-256", [f"after_{i.name}" for i in policy.inputs])
inputs = np.concatenate(
    [
        np.asarray(columns[f"after_{i.name}"].combine_chunks().flatten()).reshape(len(columns), -1)
        for i in policy.inputs
    ],
    axis=1,
).astype(np.float32)
predicted = policy.outputs(inputs)["points"][:, 0]
residuals = scores["random-256"] - predicted
figure, axes = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
axes[0].hist((residuals - residuals.mean()) / residuals.std(), bins=60, density=True)
grid = np.linspace(-4, 4, 200)
axes[0].plot(grid, np.exp(-(grid**2) / 2) / np.sqrt(2 * np.pi), color="black")
axes[0].set(xlabel="normalised residual", ylabel="density")
axes[1].scatter(predicted, residuals, s=2, alpha=0.3)
axes[1].set(xlabel="predicted score", ylabel="residual")
plt.show()
print(f"mean squared error {np.mean(residuals**2):.1f} points²")
