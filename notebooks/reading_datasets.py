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
# # Reading recorded games
#
# `rummygym collect` plays games between agents and writes one row per decision to Arrow
# files: the observation, the legal actions, the action, and the result. This notebook records two
# datasets and reads them with polars, DuckDB and NumPy.

# %%
import tempfile
from pathlib import Path

import duckdb
import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from program import rummygym, setting

from rummygym import datasets

GAMES = setting("GAMES", 2000)
work = Path(tempfile.mkdtemp())

# %%
print(
    rummygym(
        "collect",
        "--agents",
        "min-dist-opp,min-score",
        "--games",
        GAMES,
        "--seed",
        1,
        "--out",
        work / "indian",
    )
)
print(
    rummygym(
        "collect",
        "--game",
        "gin",
        "--agents",
        "sigra,simple",
        "--games",
        GAMES // 20,
        "--seed",
        1,
        "--out",
        work / "gin",
    )
)

# %% [markdown]
# ## What is in a dataset
#
# `load` reads only the manifest. The files document the meaning of each column.

# %%
indian = datasets.load(work / "indian")
print(indian)
print({k: indian.metadata.rules[k] for k in ("packs", "jokers", "cap", "max-rounds")})
for column in indian.columns:
    if not column.name.startswith("obs_") or column.name in ("obs_hand", "obs_min_dist", "obs_round"):
        print(
            f"{column.name:15} {column.type:8}",
            f"{'' if column.shape is None else list(column.shape)!s:6} {column.doc}",
        )

# %% [markdown]
# `show` displays a game on a table: step through it with the arrow keys or clicks, or let it play.

# %%
indian.show(0)

# %% [markdown]
# ## polars: how hands improve
#
# `scan_polars` reads only the columns that a query needs, one record batch at a time, so that the dataset may
# be larger than memory. MinDist is the number of cards that must be replaced before the hand can declare.
# MinScore is the number of points that the hand would cost now.

# %%
progress = (
    indian.scan_polars()
    .filter((pl.col("phase") == "draw") & (pl.col("obs_round") <= 12))
    .group_by("agent", "obs_round")
    .agg(
        pl.col("obs_min_dist").cast(pl.Float64).mean().alias("MinDist"),
        pl.col("obs_min_score").cast(pl.Float64).mean().alias("MinScore"),
        pl.len().alias("hands"),
    )
    .sort("agent", "obs_round")
    .collect()
)
print(progress.filter(pl.col("obs_round").is_in([1, 4, 8])))

# %%
figure, axes = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
for axis, metric, unit in zip(axes, ("MinDist", "MinScore"), ("cards", "points"), strict=True):
    for agent, rows in progress.group_by("agent", maintain_order=True):
        axis.plot(rows["obs_round"], rows[metric], marker="o", markersize=3, label=agent[0])
    axis.set(
        xlabel="round",
        ylabel=f"mean {metric} ({unit})",
        ylim=(0, None),
        title=f"{metric} before drawing, unfinished games",
    )
    axis.grid(alpha=0.3)
axes[0].legend(title="agent")
plt.show()

# %% [markdown]
# ## DuckDB: who wins, and from where
#
# DuckDB reads the dataset through Arrow without copying it. The results have one row for each seat of each
# game, even for players that never moved. A reader can be read once, so the second query stores its rows.

# %%
results = indian.results.to_arrow()
reader = indian.reader(columns=["agent", "phase", "action"])
duckdb.sql("""
    create or replace table decision as
    select * replace (agent::varchar as agent, phase::varchar as phase) from reader
""")
duckdb.sql("""
    select agent::varchar as agent, if(player = 0, 'first', 'second') as moves, count(*) as games,
           round(avg((winner = player)::int), 3) as win_rate, round(avg(gain), 2) as mean_gain,
           median(gain) as median_gain, round(avg(rounds), 2) as rounds
    from results group by all order by all
""").show()

# %% [markdown]
# Actions 1 and 2 are draws from the closed deck and from the pile. `min-score` takes the card from the
# pile that lowers its MinScore, and `min-dist-opp` the one that lowers its MinDist:

# %%
duckdb.sql("""
    select agent, round(avg((action = 2)::int), 3) as draws_from_pile, count(*) as draws
    from decision where phase = 'draw' and action in (1, 2) group by all order by all
""").show()

# %% [markdown]
# `to_hugging_face` writes the tables as Parquet files, which can be queried without loading. A folder of shards is one table: the gains of a game sum to 0,
# even if a seat never moved because the game ended before its turn.

# %%
hub = datasets.to_hugging_face(indian, work / "hub")
duckdb.sql(f"""
    select players as players_that_moved, count(*) as games, sum(gain) as gains from
    (select episode, sum(gain) as gain, count_if(decisions > 0) as players
     from read_parquet('{hub}/results/*.parquet') group by episode)
    group by all order by games desc
""").show()

# %% [markdown]
# ## NumPy: episodes
#
# An episode has the decisions of one player in one game, as arrays: observations [N, L], masks [N, A], actions
# [N], rewards [N]. (`collect --final rows` adds the observation and mask after the last action, which
# `datasets.to_minari` needs.) A player that never moved has an episode without decisions, unless `moved_only`
# leaves it out.

# %%
episode = next(indian.episodes(agent="min-dist-opp", moved_only=True))
print(episode, episode.observations.shape, episode.masks.shape, episode.rewards)
where = {f.name: f.slice for f in indian.metadata.layout}
print(
    "MinDist at each decision:",
    episode.observations[:, where["min_dist"]].ravel().astype(int),
)

# %%
legal, chosen = [], []
for e in indian.episodes(agent="min-dist-opp", fields=[], moved_only=True):
    legal.append(e.masks.sum(axis=1))
    chosen.append(e.masks[np.arange(len(e)), e.actions])
assert np.concatenate(chosen).all(), "an action is not legal"
print("legal actions per decision:", round(float(np.concatenate(legal).mean()), 2))

# %% [markdown]
# ## Gin Rummy
#
# A game of Gin Rummy is one hand. `simple` knocks as soon as it can, with at most ten points of deadwood.
# `sigra` plays for gin. How much deadwood do they have when they knock?

# %%
gin = datasets.load(work / "gin")
knocks = (
    gin.scan_polars()
    .filter((pl.col("phase") == "knock-or-pass") & (pl.col("action") == 55))
    .select("agent", "obs_deadwood", "obs_turn")
    .collect()
)
print(
    knocks.group_by("agent")
    .agg(
        pl.len().alias("knocks"),
        pl.col("obs_deadwood").cast(pl.Float64).mean(),
        pl.col("obs_turn").cast(pl.Float64).mean(),
    )
    .sort("agent")
)

# %%
figure, axis = plt.subplots(figsize=(7, 3.8), layout="constrained")
agents = knocks["agent"].cast(pl.String).unique().sort().to_list()
for i, agent in enumerate(agents):
    points = knocks.filter(pl.col("agent") == agent)["obs_deadwood"].to_numpy()
    counts = np.bincount(points, minlength=11)
    axis.bar(np.arange(len(counts)) + (i - 0.5) * 0.4, counts / counts.sum(), width=0.4, label=agent)
axis.set(
    xlabel="deadwood when knocking (points)",
    ylabel="share of knocks",
    xticks=range(11),
    title="Deadwood of knockers",
)
axis.legend(title="agent")
plt.show()
