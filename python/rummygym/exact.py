"""What a policy of somebody's own loses in games that are small enough to list all positions.

>>> import numpy as np, rummygym
>>> def first(state, mask):
...     return np.eye(len(mask))[mask.argmax()]
>>> print(rummygym.exploit(first, "gin", preset="tiny", out="first.table").nashconv)

The agent ``tabular:first.table`` then plays the policy.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _abi
from ._abi import ConfigError
from ._arguments import array, whole
from .options import Game
from .spec import as_json, describe

__all__ = ["Exploited", "exploit"]

#: The probabilities of the actions: of all A actions, or by the names or numbers of the actions, 0 for those left out.
Probabilities = ArrayLike | Mapping[Any, float]


@dataclasses.dataclass(frozen=True)
class Exploited:
    """What a policy loses to a best response, in points per game, with the names of ``rummygym exploit``."""

    gain: float  # of seat 0 if the policy plays at both seats
    best_0: float  # gain of a best response at seat 0 to the policy at seat 1
    best_1: float
    nashconv: float  # sum of both: 0 for an equilibrium
    exploitability: float  # half of it
    share: float  # exploitability over the largest gain of the game
    positions: int
    information_sets: Sequence[int]  # of each seat


def exploit(
    policy: Mapping[Any, Probabilities] | Callable[[Any, NDArray[np.bool_]], Probabilities],
    game: Game,
    *,
    preset: str | None = None,
    rules: Mapping[str, int | str] | None = None,
    text: bool = False,
    out: str | os.PathLike[str] | None = None,
    limit: int = 100_000_000,
) -> Exploited:
    """Returns what a policy loses to a best response that knows it, exactly.

    The policy is asked once at each information state with a choice that it reaches, at both seats.

    Args:
        policy: A dict from information states to the probabilities of the actions, or a function of an information
            state and the mask of legal actions, bool [A]. The states are those of
            :meth:`rummygym.Tables.information_state`.
        game, preset, rules: A game of two seats and one deal, as in :class:`rummygym.Tables`.
        text: The states are those of :meth:`rummygym.Tables.information_state_text`; a dict says so by its keys.
        out: A file of the policy, with the ending ``.table``, for the agent ``tabular:FILE``.
        limit: The maximum number of positions.

    Raises:
        ConfigError: An argument is not valid, or what the policy says of a state.
    """
    if out is not None and Path(out).suffix != ".table":
        raise ConfigError(f"out is {str(out)!r}: want a name that ends in .table")
    if not (callable(policy) or isinstance(policy, Mapping)):
        raise ConfigError(f"policy is {policy!r}: want a dict of information states, or a function of them")
    names = describe(game, preset=preset, rules=rules, fields="none").actions
    numbers = {key: i for i, name in enumerate(names) for key in (i, name)}
    text = text or (isinstance(policy, Mapping) and isinstance(next(iter(policy), None), str))

    def ask(seat: int, state: bytes, legal: list[int]) -> list[float]:
        known = state.decode() if text else state
        at = f"seat {seat}, information state {known!r}: "
        if isinstance(policy, Mapping):
            if known not in policy:
                raise ConfigError(f"{at}the policy has no entry")
            given = policy[known]
        else:
            given = policy(known, np.isin(np.arange(len(names)), legal))
        if isinstance(given, Mapping):
            if unknown := [a for a in given if a not in numbers]:
                raise ConfigError(f"{at}there is no action {unknown[0]!r}")
            row = np.bincount([numbers[a] for a in given], list(given.values()), len(names))
        else:
            row = array("the probabilities of a policy", given)
        if row.shape != (len(names),) or row.dtype.kind not in "iuf":
            raise ConfigError(f"{at}the policy gives {row.dtype} of shape {row.shape}: want {len(names)} probabilities")
        mine = row[legal].astype(float)
        if not (mine.min() >= 0 and abs(mine.sum() - 1) < 1e-5 and row.any() and np.isin(row.nonzero(), legal).all()):
            told = {names[a]: float(row[a]) for a in np.flatnonzero(row)}
            wanted = ", ".join(names[a] for a in legal)
            raise ConfigError(f"{at}the probabilities are {told}: want those of {wanted}, with the sum 1")
        return list(mine / mine.sum())

    request = {"game": game, "preset": preset or "", "rules": rules, "text": text, "limit": whole("limit", limit, 1)}
    result, table = _abi.exploit(as_json(request | {"name": getattr(policy, "__name__", "policy")}), ask)
    if out is not None:
        Path(out).write_bytes(table)
    found = json.loads(result)
    return Exploited(**{f.name: found[f.name] for f in dataclasses.fields(Exploited)})
