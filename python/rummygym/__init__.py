"""Indian Rummy and Gin Rummy as environments for learning agents, on an engine in Go.

Start from :class:`Tables`: N tables that one call steps on all cores, in NumPy arrays. :func:`games` lists
the games, and :func:`describe` returns the spaces of a configuration. An :class:`Agent` is an agent of the
engine that can be asked for its moves at tables, and a :class:`Position` is what one seat knows about a game,
as JSON.

==============================  ====================================================
:mod:`rummygym.arena`           matches of policies and agents, with their statistics
:mod:`rummygym.envs`            Gymnasium environments: one learner against agents
:mod:`rummygym.exact`           what a policy loses in small games, exactly
:mod:`rummygym.hands`           MinScore, MinDist, outs, deadwood and best melds of hands
:mod:`rummygym.vector`          Gymnasium vector environments: many tables, one call
:mod:`rummygym.pipeline`        vector environments with send and recv, as in EnvPool
:mod:`rummygym.selfplay`        many tables; the caller plays all seats
:mod:`rummygym.options`         the options of tables and environments
:mod:`rummygym.pettingzoo`      PettingZoo environments
:mod:`rummygym.rllib`           RLlib environments, for one learner or all seats
:mod:`rummygym.sb3`             tables for Stable-Baselines3
:mod:`rummygym.datasets`        recorded games in Arrow, pandas, polars and NumPy
:mod:`rummygym.recipe`          training runs, comparisons, measurements by name
:mod:`rummygym.positions`       positions and puzzles as questions with scored answers
:mod:`rummygym.policy`          networks in files, for NumPy, JAX and PyTorch
:mod:`rummygym.render`          tables as pictures and coloured text
==============================  ====================================================

Importing the package registers ``rummygym/IndianRummy-v1`` and ``rummygym/GinRummy-v1``
for ``gymnasium.make`` and ``gymnasium.make_vec``.
"""

from ._abi import (
    BusyError,
    ClosedError,
    ConfigError,
    EngineError,
    Error,
    ForkedError,
    IllegalActionError,
    InterruptedTablesError,
)
from .agent import Agent
from .core import MoveCost, Tables
from .exact import exploit
from .hands import deadwood, min_dist, min_score, outs, solve
from .position import Position
from .recipe import options_of, recipes, run
from .registration import register as _register
from .spec import Field, Part, Spec, describe, games

__all__ = [
    "Agent",
    "BusyError",
    "ClosedError",
    "ConfigError",
    "EngineError",
    "Error",
    "Field",
    "ForkedError",
    "IllegalActionError",
    "InterruptedTablesError",
    "MoveCost",
    "Part",
    "Position",
    "Spec",
    "Tables",
    "deadwood",
    "describe",
    "exploit",
    "games",
    "min_dist",
    "min_score",
    "options_of",
    "outs",
    "recipes",
    "run",
    "solve",
]
__version__ = "0.1.0"

_register()
