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
# # Training runs
#
# `rummygym train` writes a folder with `config.json`, the metrics in `metrics.csv`, and the
# networks. Here one network learns to imitate an agent of Gin Rummy from recorded hands. A second network
# starts from it and learns by playing. polars reads the metrics of both runs.

# %%
import json
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from program import rummygym, setting

from rummygym import Tables
from rummygym.policy import Policy

GAMES = setting("GAMES", 6000)
STEPS = setting("STEPS", 40)
EVALUATED = setting("EVALUATED", 500)
work = Path(tempfile.mkdtemp())
clone, play = work / "clone", work / "play"

# %% [markdown]
# ## Two runs
#
# The first run makes a thousand updates, each with 256 decisions; `--row` is the number of updates per row
# of metrics. The second run starts `--from` the best network of the first, with its fields and layers. Both
# evaluate the network at intervals in hands against `simple`, each deal from both seats.

# %%
FIELDS = "own-cards,pile,progress,deadwood,discard-deadwood"
TABLE = ["--game", "gin"]
EVALUATION = ["--eval-against", "simple", "--eval-games", EVALUATED]
print(
    rummygym("collect", *TABLE, "--agents", "simple,simple", "--games", GAMES, "--fields", FIELDS, "--out", work / "data")
)
print(
    rummygym(
        *["train", "data", "--data", work / "data", "--agent", "simple", "--out", clone, "--layers", 64, *EVALUATION],
        *["--steps", 25 * STEPS, "--row", STEPS, "--eval-every", 5 * STEPS],
    )
)
print(
    rummygym(
        *["train", "ppo", *TABLE, "--from", clone / "best.safetensors", "--out", play, *EVALUATION],
        *["--opponents", "self,simple", "--tables", 64, "--steps", STEPS, "--eval-every", max(1, STEPS // 5)],
    )
)

# %% [markdown]
# ## Metrics
# A column is empty in rows where it was not measured, such as the win rate between two evaluations.

# %%
learned = pl.read_csv(clone / "metrics.csv")
played = pl.read_csv(play / "metrics.csv")
for name, run, metrics in (("clone", clone, learned), ("play", play, played)):
    command = json.loads((run / "config.json").read_text())["command"]
    print(f"{name}: {command}, {len(metrics)} rows of {', '.join(metrics.columns)}")
played.tail(3)

# %%
figure, axes = plt.subplots(1, 3, figsize=(13, 4))
axes[0].plot(learned["step"], learned["loss"], label="training data")
axes[0].plot(learned["step"], learned["held-out/loss"], label="held out")
axes[0].set(xlabel="updates", ylabel="cross-entropy, nats", title="clone")
axes[0].legend()
axes[1].plot(played["step"], played["ppo/entropy"], label="entropy, nats")
axes[1].plot(played["step"], 100 * played["ppo/kl"], label="100 × KL divergence, nats")
axes[1].set(xlabel="updates", title="play")
axes[1].legend()
for name, metrics in (("clone", learned), ("play", played)):
    evaluated = metrics.drop_nulls("win/simple")
    wins = evaluated["win/simple"].to_numpy()
    error = np.sqrt(wins * (1 - wins) / EVALUATED)  # of independent hands: ignores that two share a deal
    axes[2].errorbar(evaluated["step"] / metrics["step"].max(), wins, error, capsize=3, label=name)
axes[2].axhline(0.5, color="grey", linewidth=0.8)
axes[2].set(xlabel="fraction of the run", ylabel="wins against simple", title="± one standard error")
axes[2].legend()
figure.tight_layout()
plt.show()

# %% [markdown]
# ## The network
#
# The best network of a run is a file that Python reads and that any command plays as `learned:FILE`. Here
# NumPy plays it at 64 tables against `simple`.

# %%
policy = Policy.load(play / "best.safetensors")
with Tables("gin", num_envs=64, fields=policy.fields, opponents="simple") as tables:
    tables.reset(seed=2)
    gains = []
    while len(gains) < EVALUATED:
        actions, _ = policy.act(tables.observations, tables.masks, temperature=0)
        tables.step(actions)
        over = tables.terminated
        gains.extend(tables.rewards[over, tables.learners[over]])
print(f"{len(gains)} hands: wins {np.mean(np.array(gains) > 0):.3f}, gains {np.mean(gains):.2f} points per hand")
