"""Gymnasium spaces of recorded observations and actions, made from the layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rummygym.core import Field

if TYPE_CHECKING:
    import gymnasium


def observation_space(layout: Sequence[Field], kind: str = "flat") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the space of observations.

    ``flat`` is a Box of float32 [L], ``dict`` a Dict with a Box for each field, in its own shape and type.
    """
    from gymnasium import spaces

    check_kind(kind)
    if kind == "dict":
        return spaces.Dict({f.name: _box(f) for f in layout})
    low = [np.full(f.size, f.low, np.float32) for f in layout]
    high = [np.full(f.size, f.high, np.float32) for f in layout]
    empty = np.zeros(0, np.float32)
    return spaces.Box(np.concatenate([*low, empty]), np.concatenate([*high, empty]), dtype=np.float32)


def action_space(actions: int) -> gymnasium.spaces.Discrete:
    """Return the space of a number of actions."""
    from gymnasium import spaces

    return spaces.Discrete(actions)


def check_kind(kind: str) -> None:
    """Raise ValueError unless kind is a way to hand out observations."""
    if kind not in ("flat", "dict"):
        raise ValueError(f"observation {kind!r} is unknown: want 'flat' or 'dict'")


def _box(f: Field) -> gymnasium.spaces.Box:
    from gymnasium import spaces

    low, high = f.dtype.type(f.low), f.dtype.type(f.high)
    return spaces.Box(low, high, shape=f.shape, dtype=f.dtype.type)
