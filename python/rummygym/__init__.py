"""Indian Rummy and Gin Rummy as environments for learning agents, on an engine in Go.

Start from :class:`Tables`, N tables in NumPy arrays that one call steps on all
cores; :func:`games` lists what there is, :func:`describe` what options mean.
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
