"""Arguments as the engine takes them."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._abi import ConfigError


def place(i: int | None, what: str) -> int:
    """Returns the index of a table or seat for the engine, where None is -1."""
    if i is None:
        return -1
    if not 0 <= (n := int(i)) < 2**31:
        raise ConfigError(f"there is no {what} {i}")
    return n


def one(name: str, x: int) -> int:
    """Returns a number in [0, 2**64)."""
    return int(numbers(name, x, 0))


@overload
def numbers(name: str, x: int, n: int) -> NDArray[np.uint64]: ...
@overload
def numbers(name: str, x: ArrayLike, n: int) -> NDArray[np.uint64]: ...
def numbers(name: str, x: Any, n: int) -> NDArray[np.uint64]:
    """Returns one number in [0, 2**64), or n of them."""
    given = np.asarray(x)
    whole = given.dtype.kind in "iu" or (given.dtype.kind == "O" and all(isinstance(v, int) for v in given.flat))
    if not whole or given.shape not in ((), (n,)):
        raise ConfigError(f"{name} is {x!r}: want a whole number, or {n} of them")
    if given.size and (min(given.flat) < 0 or max(given.flat) >= 2**64):
        raise ConfigError(f"{name} is {x!r}: want numbers from 0 to 2**64 - 1")
    return given.astype(np.uint64)
