"""Indian Rummy and Gin Rummy as environments for learning agents, on an engine in Go.

Start from :class:`Tables`, N tables in NumPy arrays that one call steps on all
cores; :func:`games` lists what there is, :func:`describe` what options mean.
Importing the package registers ``rummygym/IndianRummy-v0`` and
``rummygym/GinRummy-v0`` for ``gymnasium.make`` and ``make_vec``; for more see the
modules :mod:`~rummygym.envs`, :mod:`~rummygym.vector`, :mod:`~rummygym.selfplay` and
:mod:`rummygym.pettingzoo`.
"""

from ._abi import (
    BusyError,
    ClosedError,
    ConfigError,
    EngineError,
    Error,
    ForkedError,
    IllegalActionError,
)
from .core import Field, Spec, Tables, describe, games
from .registration import register as _register

__all__ = [
    "BusyError",
    "ClosedError",
    "ConfigError",
    "EngineError",
    "Error",
    "Field",
    "ForkedError",
    "IllegalActionError",
    "Spec",
    "Tables",
    "describe",
    "games",
]
__version__ = "0.1.0"

_register()
