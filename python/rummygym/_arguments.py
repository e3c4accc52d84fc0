"""Arguments as the engine takes them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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


def flag(name: str, x: Any) -> bool:
    """Returns True or False."""
    if not isinstance(x, bool | np.bool_):
        raise ConfigError(f"{name} is {x!r}: want True or False")
    return bool(x)


def whole(name: str, x: Any, least: int | None = None) -> int:
    """Returns a whole number, at least the given one."""
    try:
        n = None if isinstance(x, bool) else index(x)
    except TypeError:
        n = None
    if n is None or (least is not None and n < least):
        raise ConfigError(f"{name} is {x!r}: want a whole number" + ("" if least is None else f", at least {least}"))
    return n


def real(name: str, x: Any) -> float:
    """Returns a finite number."""
    try:
        number = float(x) if isinstance(x, int | float | np.integer | np.floating) else math.nan
    except OverflowError:
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError(f"{name} is {x!r}: want a finite number")
    return number


def choice(name: str, x: Any, texts: Sequence[str | None], numbers: int = 0) -> None:
    """Raises an error unless x is one of the texts, or a whole number below a limit."""
    text = isinstance(x, str) or x is None
    if (text and x in texts) or (isinstance(x, int | np.integer) and 0 <= x < numbers):
        return
    words = [repr(word) for word in texts] + ([f"a number from 0 to {numbers - 1}"] if numbers else [])
    raise ConfigError(f"{name} is {x!r}: want {', '.join(words[:-1])} or {words[-1]}")


def option(given: Any, name: str) -> Any:
    """Returns the only option that a reset may have, None without it."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise ConfigError(f"options is {given!r}: want a dict, or None")
    if unknown := set(given) - {name}:
        names = ", ".join(map(repr, sorted(unknown, key=str)))
        raise ConfigError(f"options has {names}: the only option of reset is {name!r}")
    return given.get(name)


def actions(given: Any, n: int, num_actions: int, chosen: NDArray[np.bool_] | None = None) -> NDArray[Any]:
    """Returns the actions of n tables, as whole numbers that fit in int64 where a table is chosen."""
    a = whole_numbers("actions", given, n)
    if (narrow := narrowed(a, -1)) is not a:
        for i, x in enumerate(a.tolist()):
            if x != narrow[i] and (chosen is None or chosen[i]):
                raise IllegalActionError(f"table {i}: there is no action {x}: want 0 to {num_actions - 1}")
    return narrow


def whole_numbers(name: str, given: Any, n: int) -> NDArray[Any]:
    """Returns n whole numbers of any size."""
    a = array(name, given)
    long = a.dtype.kind == "O" and all(isinstance(x, int | np.integer) for x in a.flat)
    if a.shape != (n,) or not (long or a.dtype.kind in "iu"):
        raise ConfigError(f"{name} are {a.dtype} of shape {a.shape}: want whole numbers of shape ({n},)")
    return a


def narrowed(a: NDArray[Any], outside: int) -> NDArray[Any]:
    """Returns whole numbers as they fit in int64, with the given one in the place of those that do not."""
    if a.dtype.kind == "i" or a.dtype.itemsize < 8:
        return a
    return np.array([x if -(2**63) <= x < 2**63 else outside for x in a.tolist()], np.int64)


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
