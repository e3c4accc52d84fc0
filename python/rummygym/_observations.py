"""Observations for Gymnasium: spaces and values from a layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_args

import numpy as np
from gymnasium import spaces

from ._abi import ConfigError
from ._arguments import choice
from .options import Form, Masked
from .spec import Field, Spec


def observation_space(layout: Sequence[Field], form: Form, dtype: str = "float32") -> spaces.Box | spaces.Dict:
    """Returns the space of one observation, played or recorded.

    ``"flat"`` is a Box of dtype [L], ``"dict"`` a Dict with a Box for each field of
    the layout, in its own type. The scaled forms are of float32 from 0 to 1.
    """
    if form == "scaled-dict":
        return spaces.Dict({f.name: spaces.Box(0, 1, f.box_shape, np.float32) for f in layout})
    if form == "dict":
        return spaces.Dict({f.name: spaces.Box(f.low, f.high, f.box_shape, f.dtype.type) for f in layout})
    if form == "scaled":
        return spaces.Box(0, 1, (sum(f.size for f in layout),), np.float32)
    kind = np.dtype(dtype).type
    most = np.iinfo(np.uint8).max if kind is np.uint8 else np.inf  # larger numbers are written as this
    low, high = (_bounds(layout, end).clip(max=most).astype(kind) for end in ("low", "high"))
    return spaces.Box(low, high, dtype=kind)


def _bounds(layout: Sequence[Field], end: str) -> np.ndarray:
    """Returns the low or high end of each entry of an observation, float32 [L]."""
    return np.concatenate([np.zeros(0, np.float32), *(np.full(f.size, getattr(f, end), np.float32) for f in layout)])


class Observations:
    """Converts rows of an observations array to the observations of an environment.

    ``space`` is the space of one observation, see :func:`observation_space`. With masked it
    is a Dict of that observation under this name, and of ``action_mask``.
    """

    def __init__(self, spec: Spec, form: Form, masked: Masked | None = None) -> None:
        choice("observation", form, get_args(Form))
        choice("masked", masked, [None, "observation", "observations"])
        if spec.size == 0:
            raise ConfigError("fields is 'none': an environment needs at least one field of observation")
        self.fields = spec.observation
        self.flat = not form.endswith("dict")
        self.scaled = form.startswith("scaled")
        self.masked = masked
        self._low = _bounds(self.fields, "low")
        self._span = np.maximum(_bounds(self.fields, "high") - self._low, np.float32(1e-30))  # not 0 for a constant
        plain = observation_space(self.fields, form, spec.dtype)
        self.space: spaces.Space[Any] = plain
        #: The space of :meth:`vector`.
        self.vectors: Any = observation_space(self.fields, "scaled" if self.scaled else "flat", spec.dtype)
        if masked:
            mask = spaces.Box(0, 1, (spec.num_actions,), np.int8)
            self.space = spaces.Dict({masked: plain, "action_mask": mask})

    def copy(self, rows: np.ndarray, masks: np.ndarray | None = None) -> Any:
        """Returns the observations of rows [..., L] as copies, with masked also those of masks [..., A]."""
        if self.masked:
            assert masks is not None
            return {self.masked: self._copy(rows), "action_mask": masks.copy()}
        return self._copy(rows)

    def each(self, rows: np.ndarray, masks: np.ndarray) -> list[Any]:
        """Returns :meth:`copy` of each of the rows [M, L] and masks [M, A]."""

        def row(batch: Any, i: int) -> Any:
            return {name: row(x, i) for name, x in batch.items()} if isinstance(batch, dict) else batch[i]

        together = self.copy(rows, masks)
        return [row(together, i) for i in range(len(rows))]

    def _copy(self, rows: np.ndarray) -> Any:
        if self.flat:
            return self.vector(rows)
        if self.scaled:
            rows = self.vector(rows)
        return {f.name: self._field(rows, f).astype(np.float32 if self.scaled else f.dtype) for f in self.fields}

    def vector(self, rows: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Returns rows [..., L] as vectors, scaled if the form is: a copy, or ``out``."""
        if not self.scaled:
            return rows.copy()
        scaled: np.ndarray = np.subtract(rows, self._low, out=out, dtype=np.float32)
        scaled /= self._span
        return scaled

    @staticmethod
    def _field(rows: np.ndarray, f: Field) -> np.ndarray:
        return rows[..., f.slice].reshape(rows.shape[:-1] + f.box_shape)

    def copier(self, rows: np.ndarray, masks: np.ndarray) -> Callable[[], Any]:
        """Returns a function that returns a copy of the current observations of rows and masks."""
        plain = self.flat and not self.scaled and not self.masked
        return rows.copy if plain else partial(self.copy, rows, masks)

    def share(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        """Returns observations in the memory of rows and masks as far as their form allows."""
        shared = rows if self.flat and not self.scaled else self._copy(rows)
        return {self.masked: shared, "action_mask": masks} if self.masked else shared

    def refresh(self, rows: np.ndarray, out: Any) -> None:
        """Writes the observations of rows to out, which :meth:`share` returned, if they do not share memory."""
        out = out[self.masked] if self.masked else out
        if self.flat:
            if self.scaled:
                self.vector(rows, out)
            return
        if self.scaled:
            rows = self.vector(rows)
        for f in self.fields:
            np.copyto(out[f.name], self._field(rows, f), casting="unsafe")
