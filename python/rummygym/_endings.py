"""What an info says about the end of an episode, with the same keys and NumPy types in every step.

``ending`` is an index in ``env.metadata["endings"]``, see :func:`names`; ``winner`` a seat, or -1 for none; ``points``
the gain by the rules, 0 after the endings that the rules do not have; and ``rounds`` the turns of each player, or the
hands of a match, -1 after an illegal action. While the episode goes on, they are 0, -1, 0 and -1.
"""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from ._abi import ConfigError
from ._arguments import choice, real
from .options import Illegal
from .spec import Spec

#: The info of an episode that goes on.
IN_PLAY: dict[str, Any] = {"ending": np.int64(0), "winner": np.int64(-1), "points": np.int64(0), "rounds": np.int64(-1)}


def names(spec: Spec) -> tuple[str, ...]:
    """Returns the names of the endings: "none" while the episode goes on, those of the rules, and two more."""
    return ("none", *spec.endings, "truncated", "illegal-action")


def codes(spec: Spec, given: Any) -> Any:
    """Returns the endings that the first column of ``Tables.outcomes`` gives, a number or an array: -1 is truncated."""
    return given % (len(spec.endings) + 1) + 1


def illegal_code(spec: Spec) -> np.int64:
    """Returns the ending after an illegal action, of which the engine knows nothing."""
    return np.int64(len(spec.endings) + 2)


def name(spec: Spec, outcome: np.ndarray) -> str:
    """Returns the name of the ending of a row of ``Tables.outcomes``."""
    ending: str = names(spec)[codes(spec, int(outcome[0]))]
    return ending


def of_outcome(spec: Spec, outcome: np.ndarray, seat: int) -> dict[str, Any]:
    """Returns the info of a seat after the end that a row of ``Tables.outcomes`` tells."""
    given, winner, rounds, *points = outcome.tolist()
    told = codes(spec, given), winner, points[seat], rounds
    return dict(zip(IN_PLAY, map(np.int64, told), strict=True))


def of_illegal(spec: Spec) -> dict[str, Any]:
    """Returns the info after an illegal action."""
    return IN_PLAY | {"ending": illegal_code(spec)}


def penalty(spec: Spec, illegal: str, reward: float | None) -> float | None:
    """Returns the reward of an illegal action by the options of the same names, None if it raises."""
    choice("illegal", illegal, get_args(Illegal))
    given = -100.0 * spec.reward_scale if reward is None else real("penalty", reward)
    if given > 0:
        raise ConfigError(
            f"penalty is {reward!r}: want 0 or a negative number, because it is the reward of an illegal action"
        )
    return given if illegal == "penalty" else None
