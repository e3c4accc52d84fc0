"""Observations for Gymnasium: spaces and values from a layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from ._abi import ConfigError
from .core import Field, Spec

#: ``flat``: one float32 vector. ``dict``: the named fields in their own types.
Form = Literal["flat", "dict"]


def observation_space(layout: Sequence[Field], form: Form) -> spaces.Box | spaces.Dict:
    """Returns the space of one observation, played or recorded.

    ``"flat"`` is a Box of float32 [L], ``"dict"`` a Dict with a Box for each field of
    the layout, in its own shape and type.
    """
    if form == "dict":
        return spaces.Dict({f.name: spaces.Box(f.low, f.high, f.shape, f.dtype.type) for f in layout})
    empty = np.zeros(0, np.float32)
    low, high = (
        np.concatenate([empty, *(np.full(f.size, getattr(f, end), np.float32) for f in layout)])
        for end in ("low", "high")
    )
    return spaces.Box(low, high, dtype=np.float32)


class Observations:
    """Converts rows of an observations array to the observations of an environment.

    ``space`` is the space of one observation, see :func:`observation_space`.
    """

    def __init__(self, spec: Spec, form: Form) -> None:
        if form not in ("flat", "dict"):
            raise ConfigError(f"observation is {form!r}: want 'flat' or 'dict'")
        if spec.size == 0:
            raise ConfigError("fields is 'none': an environment needs at least one field of observation")
        self.fields = spec.observation
        self.flat = form == "flat"
        self.space: spaces.Space[Any] = observation_space(self.fields, form)

    def copy(self, rows: np.ndarray) -> Any:
        """Returns the observations of rows [..., L] as copies."""
        if self.flat:
            return rows.copy()
        return {
            f.name: rows[..., f.slice].reshape(rows.shape[:-1] + f.shape).astype(f.dtype) for f in self.fields
        }

    def copier(self, rows: np.ndarray) -> Callable[[], Any]:
        """Returns a function that returns a copy of the current observations of rows."""
        return rows.copy if self.flat else partial(self.copy, rows)

    def fill(self, rows: np.ndarray, out: Any) -> None:
        """Writes the observations of rows [..., L] to out, which :meth:`copy` returned."""
        if self.flat:
            np.copyto(out, rows)
            return
        for f in self.fields:
            np.copyto(out[f.name], rows[..., f.slice].reshape(rows.shape[:-1] + f.shape), casting="unsafe")
