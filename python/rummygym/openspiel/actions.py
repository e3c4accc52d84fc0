"""The actions of OpenSpiel's ``gin_rummy`` and of this package, compared by what they mean.

Both have 241 actions, but the numbers of cards and melds differ, because the suits are in a different order: number 0
is the ace of spades in OpenSpiel and the ace of clubs here.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable

import numpy as np
import pyspiel
from numpy.typing import ArrayLike, NDArray

from .._abi import ConfigError
from .._arguments import array
from ..spec import describe

__all__ = ["action_names", "from_openspiel", "to_openspiel"]


def to_openspiel(actions: ArrayLike) -> NDArray[np.int64]:
    """Returns the numbers that actions of this package have in OpenSpiel's ``gin_rummy``, an array of the same shape."""
    return _renumbered(actions, _numbers()[0])


def from_openspiel(actions: ArrayLike) -> NDArray[np.int64]:
    """Returns the numbers that actions of OpenSpiel's ``gin_rummy`` have in this package, an array of the same shape."""
    return _renumbered(actions, _numbers()[1])


def action_names() -> tuple[str, ...]:
    """Returns the names that this package gives to the actions of OpenSpiel's ``gin_rummy``, by OpenSpiel's numbers."""
    ours = describe("gin", preset="openspiel", fields="none").actions
    return tuple(ours[a] for a in _numbers()[1].tolist())


def _renumbered(actions: ArrayLike, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    given = array("actions", actions)
    if given.dtype.kind not in "iu" or (given.size and not 0 <= given.min() <= given.max() < len(numbers)):
        raise ConfigError(f"actions is {actions!r}: want whole numbers from 0 to {len(numbers) - 1}")
    renumbered: NDArray[np.int64] = numbers[given]
    return renumbered


@functools.cache
def _numbers() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns OpenSpiel's number of each action of this package, and the reverse."""
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    theirs = [
        _meaning(state.action_to_string(0, a).rpartition("Action: ")[2]) for a in range(state.num_distinct_actions())
    ]
    ours = [_meaning(name) for name in describe("gin", preset="openspiel", fields="none").actions]
    if len(set(theirs)) != len(theirs) or set(theirs) != set(ours):
        raise ImportError("the actions of this version of OpenSpiel's gin_rummy are not those of this package")
    there, here = ({meaning: number for number, meaning in enumerate(x)} for x in (theirs, ours))
    return np.array([there[m] for m in ours]), np.array([here[m] for m in theirs])


def _meaning(name: str) -> Hashable:
    """Returns what an action does, from its name in either program: a word, or the cards."""
    name = name.lower()
    cards = name.removeprefix("meld ")
    if " " in cards or cards in ("pass", "knock"):
        return name
    return frozenset(cards[i : i + 2] for i in range(0, len(cards), 2))
