"""What a decision cost: by roll-outs, and by exact quantities of the hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from .._abi import ConfigError
from .._arguments import choice, whole
from ..core import Tables
from ..hands import deadwood

__all__ = ["MAX_ROLLOUTS", "METHODS", "MIN_ROLLOUTS", "Decision", "Goal", "Method", "checked", "exact", "reviewed"]

Method: TypeAlias = Literal["review", "deadwood", "mindist", "minscore"]
Goal: TypeAlias = Literal["points", "win"]

EXACT = {"deadwood": ("gin", "points"), "mindist": ("indian", "distance"), "minscore": ("indian", "points")}
"""Of each exact method the game, and the member of a legal move of a position that has the quantity."""

METHODS = ("review", *EXACT)

MIN_ROLLOUTS, MAX_ROLLOUTS = 100, 1_000_000


@dataclasses.dataclass(frozen=True)
class Decision:
    """What one decision of a seat cost."""

    index: int  # number of the decision of the seat in the game, from 0; decisions with one legal move count too
    event: int  # number of its event in the record, from 1 for the deal
    action: str  # the move made, one of ``Spec.actions``
    best: str  # the best move; the one made if no other is better
    cost: float  # of the move made, compared with the best one; 0 if it is the best
    error: float  # standard error of the cost; 0 if it is exact
    rollouts: int = 0  # that were asked for, per decision on average; 0 if the cost is exact


Cost: TypeAlias = "tuple[str, float, float]"
"""Of a decision the best move, the cost of the move made, and its standard error."""


def checked(method: str, game: str, rollouts: int) -> None:
    """Raises an error unless decisions of a game can be judged by a method."""
    choice("method", method, METHODS)
    if method in EXACT and (want := EXACT[method][0]) != game:
        raise ConfigError(f"method is {method!r}, and the game is {game!r}: want {want!r}")
    if not MIN_ROLLOUTS <= whole("rollouts", rollouts) <= MAX_ROLLOUTS:
        raise ConfigError(f"rollouts is {rollouts}: want {MIN_ROLLOUTS} to {MAX_ROLLOUTS}")


def reviewed(tables: Tables, made: str, rollouts: int, seed: int) -> Cost | None:
    """Returns the cost of a move at table 0 by roll-outs. None: there is no other move."""
    if int(tables.masks[0].sum()) < 2:
        return None
    moves = tables.costs(0, rollouts=rollouts, seed=seed)
    move = next(m for m in moves if m.name == made)
    return (made if move.cost <= 0 else moves[0].name), move.cost, move.cost_error


def exact(position: Mapping[str, Any], method: str, made: str) -> Cost | None:
    """Returns the cost of a move of the seat of a position, with numbers, by an exact method.

    None: it has no exact cost, or there is no other move that has one.
    """
    member, legal = EXACT[method][1], position["legal"]
    if method == "deadwood" and {m["name"] for m in legal} == {"draw upcard", "draw stock"}:
        kept = _drawn(position)
    else:  # discards, also those to knock with
        kept = {m["name"]: float(m[member]) for m in legal if member in m and "card" in m and "from" not in m}
    if made not in kept or len(kept) < 2:
        return None
    least = min(kept.values())
    best = made if kept[made] == least else min(kept, key=kept.__getitem__)
    return best, kept[made] - least, 0.0


def _drawn(position: Mapping[str, Any]) -> dict[str, float]:
    """Returns the expected deadwood after either draw of Gin Rummy and the best discard.

    The next card of the stock is any card that the seat has not seen, each one as likely.
    """
    hand: list[str] = position["seats"][position["seat"]]["cards"]
    known = {card for s in position["seats"] for card in s["known"]}
    rules = position["rules"]
    pack = {rank + suit for suit in "CDHS"[: rules["suits"]] for rank in "A23456789TJQK"[: rules["ranks"]]}
    unseen = sorted(pack - {*hand, *position["pile"], *known})
    top = position["top"]
    forbidden = rules["throwing-back"] == "forbidden"
    least = _least([[*hand, card] for card in unseen])
    [take] = _least([[*hand, top]], keep=top if forbidden else None)
    return {"draw upcard": float(take), "draw stock": float(np.mean(least))}


def _least(hands: Sequence[Sequence[str]], keep: str | None = None) -> Sequence[float]:
    """Returns the minimum deadwood of hands of eleven cards after a discard, which is not the card to keep."""
    kept = [[c for c in hand if c != gone] for hand in hands for gone in hand if gone != keep]
    least: list[float] = np.asarray(deadwood(kept)).reshape(len(hands), -1).min(axis=1).tolist()
    return least
