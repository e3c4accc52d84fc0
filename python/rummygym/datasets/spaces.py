"""Gymnasium spaces of recorded observations and actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummygym.spec import Field

if TYPE_CHECKING:
    import gymnasium


def observation_space(layout: Sequence[Field], kind: str = "flat") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the space of observations, equal to that of an environment with the same fields.

    ``flat`` is a Box of float32 [L], ``dict`` a Dict with a Box for each field, in its own type.
    """
    from rummygym import _observations

    check_kind(kind)
    return _observations.observation_space(layout, "dict" if kind == "dict" else "flat")


def action_space(actions: int) -> gymnasium.spaces.Discrete:
    """Return the space of ``actions`` actions."""
    from gymnasium import spaces

    return spaces.Discrete(actions)


def check_kind(kind: str) -> None:
    """Raise ValueError unless kind is ``flat`` or ``dict``."""
    if kind not in ("flat", "dict"):
        raise ValueError(f"observation is {kind!r}: want 'flat' or 'dict'")
