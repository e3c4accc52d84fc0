"""Observations as Gymnasium wants them: spaces and values made from a layout."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from ._abi import ConfigError
from .core import Spec

#: ``flat``: one float32 vector. ``dict``: the named fields in their own types.
Form = Literal["flat", "dict"]


class Observations:
    """Turns rows of an observations array into what an environment returns.

    ``space`` is that of one observation, ``"flat"`` a Box float32 [L] or ``"dict"``
    a Dict of the layout's fields, each with its own shape and type.
    """

    def __init__(self, spec: Spec, form: Form) -> None:
        if form not in ("flat", "dict"):
            raise ConfigError(f"observation is {form!r}: want 'flat' or 'dict'")
        if spec.size == 0:
            raise ConfigError("fields is 'none': an environment needs at least one field of observation")
        self.fields = spec.observation
        self.flat = form == "flat"
        self.space: spaces.Space[Any]
        if self.flat:
            low, high = (
                np.concatenate([np.full(f.size, getattr(f, end), np.float32) for f in self.fields])
                for end in ("low", "high")
            )
            self.space = spaces.Box(low, high, dtype=np.float32)
        else:
            self.space = spaces.Dict(
                {f.name: spaces.Box(f.low, f.high, f.shape, f.dtype.type) for f in self.fields}
            )

    def copy(self, rows: np.ndarray) -> Any:
        """Returns the observations of rows [..., L] in memory of their own."""
        if self.flat:
            return rows.copy()
        return {
            f.name: rows[..., f.slice].reshape(rows.shape[:-1] + f.shape).astype(f.dtype) for f in self.fields
        }

    def fill(self, rows: np.ndarray, out: Any) -> None:
        """Writes the observations of rows [..., L] into out, which copy returned."""
        if self.flat:
            np.copyto(out, rows)
            return
        for f in self.fields:
            np.copyto(out[f.name], rows[..., f.slice].reshape(rows.shape[:-1] + f.shape), casting="unsafe")
