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
# # Learning curves of exact NashConv
#
# In the preset `tiny` of Gin Rummy all 99,200 positions can be listed, so the NashConv of any player is known
# exactly: the sum of what best responses gain from it at both seats, which is 0 in an equilibrium. This
# notebook compares how fast methods approach 0: counterfactual regret minimization, fictitious play, double
# oracle, population training with learned responses (PSRO, `lanctot2017psro`), and the learners `train ppo` and
# `train mc` that play against themselves. `rudolph2025reevaluating` makes this comparison for other games.
# Environment variables set the sizes: `ITERATIONS` the iterations of CFR, `STEPS` the training steps,
# `RESPONSES` the number of best responses, and `SEEDS` the number of runs. `SAVE` sets a folder for trained
# networks and the picture.

# %%
import json
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from program import rummygym, setting
from scipy.optimize import linprog

ITERATIONS = setting("ITERATIONS", 128)
STEPS = setting("STEPS", 100)
RESPONSES = setting("RESPONSES", 30)
SEEDS = setting("SEEDS", 3)
TABLE = ["--game", "gin", "--preset", "tiny"]
work = Path(os.environ.get("SAVE") or tempfile.mkdtemp())
curves = {}


def exploit(*arguments):
    """Return the rows of `rummygym exploit`, one for each agent."""
    return json.loads(rummygym("exploit", *TABLE, "--format", "json", *arguments))["agents"]


# %% [markdown]
# ## Regret minimization
#
# Each iteration passes over the whole tree once.

# %%
for method in ("cfr+", "pcfr+"):
    points = []
    for iterations in (2**k for k in range(ITERATIONS.bit_length())):
        out = work / f"{method}-{iterations}.table"
        made = rummygym(
            *["train", "equilibrium", *TABLE, "--method", method, "--iterations", iterations],
            *["--report", 0, "--out", out, "--format", "json"],
        )
        points.append((iterations, json.loads(made)["nashconv"]))
    curves[method] = points

# %% [markdown]
# ## Fictitious play and double oracle
#
# Both methods begin with the population `random`, and repeatedly add the exact best response to a mixture of
# the population: an agent `mix:{...}`, which draws one of its players before each game. Fictitious play mixes all players
# equally; double oracle (`mcmahan2003planning`) solves the matrix game of the population, whose payoffs are
# exact too.


# %%
class Population:
    """Players and what each gains from each other, on average over the seats."""

    def __init__(self, first):
        self.agents, self.payoffs = [first], np.zeros((1, 1))

    def add(self, agent):
        gains = [row["against"] for row in exploit("--against", agent, *self.agents)]
        self.payoffs = np.block([[self.payoffs, np.array([gains]).T], [-np.array([gains]), np.zeros((1, 1))]])
        self.agents.append(agent)

    def equilibrium(self):
        """Return the weights of an equilibrium of the matrix game, whose value is 0 by symmetry: no player gains from it."""
        n = len(self.agents)
        found = linprog(np.zeros(n), A_ub=self.payoffs, b_ub=np.full(n, 1e-9), A_eq=np.ones((1, n)), b_eq=[1])
        assert found.success, found.message
        return np.maximum(found.x, 0)

    def shares(self, weights):
        """Return the agents with their weights, as `mix:{...}` and `--opponents` take them."""
        return ",".join(f"{w:.9f}:{a}" for w, a in zip(weights, self.agents, strict=True) if w > 1e-7)

    def mixture(self, weights, *arguments):
        """Return the NashConv of the mixture."""
        return exploit(*arguments, f"mix:{{{self.shares(weights)}}}")[-1]["nashconv"]


for name in ("fictitious play", "double oracle"):
    population, points = Population("random"), []
    for k in range(RESPONSES):
        weights = population.equilibrium() if name == "double oracle" else np.ones(k + 1) / (k + 1)
        best = work / f"{name[0]}{k}.table"
        points.append((k + 1, population.mixture(weights, "--best-response", best)))
        population.add(f"tabular:{best}")
    curves[name] = points

# %% [markdown]
# ## Learned responses
#
# PSRO uses the same matrix games, but its responses are networks: `train mc` plays against the mixture for
# `STEPS` / 5 steps of 512 games.

# %%
PER_STEP = 512
length = max(2, STEPS // 5)
population, points, network = Population("random"), [], None
for k in range(max(2, RESPONSES // 5)):
    weights = population.equilibrium()
    points.append((1 + k * length * PER_STEP, population.mixture(weights)))
    out = work / f"psro-{k}"
    rummygym(
        *["train", "mc", *TABLE, "--out", out, "--steps", length, "--row", length, "--games", PER_STEP],
        *["--updates", 20, "--start-steps", 0, "--layers", "64,32", "--opponents", population.shares(weights), "--eval-against", ""],
        *["--seed", k + 1],
    )
    population.add(f"learned:{out / 'last.safetensors'}")
curves["PSRO, mc"] = points

# %% [markdown]
# ## Self-play
#
# `--eval-exact` adds the column `nashconv` to the metrics. For PPO, with two weights of the entropy bonus, it
# is the NashConv of the stochastic policy; for `train mc` it is that of the player that takes the best action.

# %%
PPO = ["ppo", "--tables", 128, "--horizon", 64, "--batch", 1024, "--lambda", 0.6, "--learning-rate", 0.001]
for name, arguments in {
    "ppo": PPO,
    "ppo, entropy 0.05": [*PPO, "--entropy-scale", 0.05],
    "mc": ["mc", "--games", PER_STEP, "--updates", 20, "--start-steps", 0],
}.items():
    runs = []
    for seed in range(1, SEEDS + 1):
        out = work / f"{name}-{seed}".replace(" ", "")
        every = max(1, STEPS // 10)
        rummygym(
            *["train", *arguments, *TABLE, "--out", out, "--steps", STEPS, "--row", 1, "--layers", "64,32", "--seed", seed],
            *["--opponents", "self", "--eval-against", "", "--eval-exact", "--eval-every", every],
        )
        metrics = pl.read_csv(out / "metrics.csv")
        games = metrics["episodes"].cum_sum() if "episodes" in metrics.columns else PER_STEP * metrics["step"]
        runs.append(metrics.select("nashconv").with_columns(games=games).drop_nulls())
    curves[name] = [(np.mean([r["games"][i] for r in runs]), *(r["nashconv"][i] for r in runs)) for i in range(len(runs[0]))]

# %% [markdown]
# ## Curves

# %%
figure, axes = plt.subplots(1, 2, figsize=(12, 4.5), sharey=True)
for name, points in curves.items():
    exact = name in ("cfr+", "pcfr+", "fictitious play", "double oracle")
    x, y = np.array([p[0] for p in points]), np.array([p[1:] for p in points])
    (line,) = axes[0 if exact else 1].loglog(x, y.mean(axis=1), marker=".", label=name)
    if y.shape[1] > 1:
        axes[1].fill_between(x, y.min(axis=1), y.max(axis=1), color=line.get_color(), alpha=0.2)
axes[0].set(xlabel="iterations, or best responses", ylabel="NashConv, points per game", ylim=(1e-4, 20), title="exact methods")
axes[1].set(xlabel="games played", xlim=(1000, None), title=f"learning, means and ranges of {SEEDS} runs" if SEEDS > 1 else "learning")
for a in axes:
    a.grid(alpha=0.3)
    a.legend()
figure.tight_layout()
figure.savefig(work / "curves.png", dpi=110)
plt.show()
for name, points in curves.items():
    last = points[-1]
    print(f"{name}: NashConv {np.mean(last[1:]):.4g} ({', '.join(f'{v:.4g}' for v in last[1:])}) at {last[0]:.0f}")
