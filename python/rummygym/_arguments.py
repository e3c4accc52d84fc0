"""Arguments as the engine takes them."""

from __future__ import annotations

from operator import index
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._abi import ConfigError, IllegalActionError


def place(i: int | None, what: str) -> int:
    """Returns the index of a table or seat for the engine, where None is -1."""
    if i is None:
        return -1
    if not 0 <= (n := whole(what, i)) < 2**31:
        raise ConfigError(f"there is no {what} {i}")
    return n


def array(name: str, x: Any) -> NDArray[Any]:
    """Returns an argument as an array."""
    try:
        return np.asarray(x)
    except (TypeError, ValueError, OverflowError) as e:
        raise ConfigError(f"{name} cannot be an array: {e}") from e


def whole(name: str, x: Any, least: int | None = None) -> int:
    """Returns a whole number, at least the given one."""
    try:
        n = index(x)
    except TypeError:
        n = None
    if n is None or (least is not None and n < least):
        raise ConfigError(f"{name} is {x!r}: want a whole number" + ("" if least is None else f", at least {least}"))
    return n


def actions(given: Any, n: int, num_actions: int, chosen: NDArray[np.bool_] | None = None) -> NDArray[Any]:
    """Returns the actions of n tables, as whole numbers that fit in int64 where a table is chosen."""
    a = array("actions", given)
    long = a.dtype.kind == "O" and all(isinstance(x, int) for x in a.flat)
    if a.shape != (n,) or not (long or a.dtype.kind in "iu"):
        raise ConfigError(f"actions are {a.dtype} of shape {a.shape}: want whole numbers of shape ({n},)")
    if long or (a.dtype.kind == "u" and a.dtype.itemsize == 8):
        given = a.tolist()
        for i, x in enumerate(given):
            if not -(2**63) <= x < 2**63:
                if chosen is None or chosen[i]:
                    raise IllegalActionError(f"table {i}: there is no action {x}: want 0 to {num_actions - 1}")
                given[i] = -1
        return np.array(given, np.int64)
    return a


def one(name: str, x: int) -> int:
    """Returns a number in [0, 2**64)."""
    return int(numbers(name, x, 0))


@overload
def numbers(name: str, x: int, n: int) -> NDArray[np.uint64]: ...
@overload
def numbers(name: str, x: ArrayLike, n: int) -> NDArray[np.uint64]: ...
def numbers(name: str, x: Any, n: int) -> NDArray[np.uint64]:
    """Returns one number in [0, 2**64), or n of them."""
    given = array(name, x)
    counts = given.dtype.kind in "iu" or (given.dtype.kind == "O" and all(isinstance(v, int) for v in given.flat))
    if not counts or given.shape not in ((), (n,)):
        raise ConfigError(f"{name} is {x!r}: want a whole number, or {n} of them")
    if given.size and (min(given.flat) < 0 or max(given.flat) >= 2**64):
        raise ConfigError(f"{name} is {x!r}: want numbers from 0 to 2**64 - 1")
    return given.astype(np.uint64)
