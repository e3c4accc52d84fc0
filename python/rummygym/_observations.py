"""Observations for Gymnasium: spaces and values from a layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from ._abi import ConfigError
from .core import Field, Spec

#: ``flat``: one vector. ``dict``: the named fields in their own types.
Form = Literal["flat", "dict"]

#: The name of the observation beside ``action_mask``, if the mask is part of it: PettingZoo and
#: RLlib use different ones.
Masked = Literal["observation", "observations"]


def observation_space(layout: Sequence[Field], form: Form, dtype: str = "float32") -> spaces.Box | spaces.Dict:
    """Returns the space of one observation, played or recorded.

    ``"flat"`` is a Box of dtype [L], ``"dict"`` a Dict with a Box for each field of
    the layout, in its own shape and type.
    """
    kind = np.dtype(dtype).type
    most = np.iinfo(np.uint8).max if kind is np.uint8 else np.inf  # larger numbers are written as this
    if form == "dict":
        return spaces.Dict({f.name: spaces.Box(f.low, f.high, f.shape, f.dtype.type) for f in layout})
    empty = np.zeros(0, kind)
    low, high = (
        np.concatenate([empty, *(np.full(f.size, min(getattr(f, end), most), kind) for f in layout)])
        for end in ("low", "high")
    )
    return spaces.Box(low, high, dtype=kind)


class Observations:
    """Converts rows of an observations array to the observations of an environment.

    ``space`` is the space of one observation, see :func:`observation_space`. With masked it
    is a Dict of that observation under this name, and of ``action_mask``.
    """

    def __init__(self, spec: Spec, form: Form, masked: Masked | None = None) -> None:
        if form not in ("flat", "dict"):
            raise ConfigError(f"observation is {form!r}: want 'flat' or 'dict'")
        if masked not in (None, "observation", "observations"):
            raise ConfigError(f"masked is {masked!r}: want None, 'observation' or 'observations'")
        if spec.size == 0:
            raise ConfigError("fields is 'none': an environment needs at least one field of observation")
        self.fields = spec.observation
        self.flat = form == "flat"
        self.masked = masked
        self.space: spaces.Space[Any] = observation_space(self.fields, form, spec.dtype)
        if masked:
            mask = spaces.Box(0, 1, (spec.num_actions,), np.int8)
            self.space = spaces.Dict({masked: self.space, "action_mask": mask})

    def copy(self, rows: np.ndarray, masks: np.ndarray | None = None) -> Any:
        """Returns the observations of rows [..., L] as copies, with masked also those of masks [..., A]."""
        if self.masked:
            assert masks is not None
            return {self.masked: self._copy(rows), "action_mask": masks.copy()}
        return self._copy(rows)

    def _copy(self, rows: np.ndarray) -> Any:
        if self.flat:
            return rows.copy()
        return {f.name: rows[..., f.slice].reshape(rows.shape[:-1] + f.shape).astype(f.dtype) for f in self.fields}

    def copier(self, rows: np.ndarray, masks: np.ndarray) -> Callable[[], Any]:
        """Returns a function that returns a copy of the current observations of rows and masks."""
        return rows.copy if self.flat and not self.masked else partial(self.copy, rows, masks)

    def share(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        """Returns observations in the memory of rows and masks as far as their form allows."""
        shared = rows if self.flat else self._copy(rows)
        return {self.masked: shared, "action_mask": masks} if self.masked else shared

    def refresh(self, rows: np.ndarray, out: Any) -> None:
        """Writes the observations of rows to out, which :meth:`share` returned, if they do not share memory."""
        if self.flat:
            return
        out = out[self.masked] if self.masked else out
        for f in self.fields:
            np.copyto(out[f.name], rows[..., f.slice].reshape(rows.shape[:-1] + f.shape), casting="unsafe")
