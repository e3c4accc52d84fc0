"""Observations for Gymnasium: spaces and values from a layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np
from gymnasium import spaces

from ._abi import ConfigError
from ._arguments import choice
from .options import Form, Masked
from .spec import Field, Spec

_BLOCK = 16  # observations in a block of memory


def observation_space(layout: Sequence[Field], form: Form, dtype: str = "float32") -> spaces.Box | spaces.Dict:
    """Returns the space of one observation, played or recorded.

    ``"flat"`` is a Box of dtype [L], ``"dict"`` a Dict with a Box for each field of
    the layout, in its own type. The scaled forms are of float32, divided by the scales of the fields. ``"cards"`` and
    ``"actions"`` are the Dict of a layout of that form, of float32.
    """
    bounds = {}
    for f in layout:
        low, high, scale = np.array([f.low, f.high, f.scale if form.startswith("scaled") else 1], np.float32)
        bounds[f.name] = low / scale, high / scale
    if form not in ("flat", "scaled"):
        kinds = {f.name: f.dtype.type if form == "dict" else np.float32 for f in layout}
        return spaces.Dict({f.name: spaces.Box(*bounds[f.name], f.shape, kinds[f.name]) for f in layout})
    kind = np.dtype(dtype).type
    most = np.iinfo(np.uint8).max if kind is np.uint8 else np.inf  # larger numbers are written as this
    rows = np.array(list(bounds.values()), np.float32).reshape(-1, 2)
    ends = rows.repeat(np.array([f.size for f in layout], int), axis=0).clip(max=most).astype(kind)
    return spaces.Box(ends[:, 0], ends[:, 1], dtype=kind)


class Observations:
    """Converts rows of an observations array to the observations of an environment.

    ``space`` is the space of one observation, see :func:`observation_space`. With masked it
    is a Dict of that observation under this name, and of ``action_mask``.
    """

    def __init__(self, spec: Spec, form: Form, masked: Masked | None = None) -> None:
        choice("masked", masked, [None, "observation", "observations"])
        if spec.size == 0:
            raise ConfigError("fields is 'none': an environment needs at least one field of observation")
        self.fields = spec.observation
        self.flat = form in ("flat", "scaled")
        self.spec, self.views = spec, form in ("cards", "actions")
        self.masked = masked
        plain: Any = observation_space(self.fields, form, spec.dtype)
        self.space: spaces.Space[Any] = plain
        #: The space of the rows.
        self.vectors: Any = observation_space(self.fields, "scaled" if spec.form == "scaled" else "flat", spec.dtype)
        if masked:
            mask = spaces.Box(0, 1, (spec.num_actions,), np.int8)
            self.space = spaces.Dict({masked: plain, "action_mask": mask})
        # By type of fields a record of them, and the runs of entries: in the numbers of which record, where, and where in a row.
        kinds = {} if self.flat else {f.name: plain[f.name].dtype for f in self.fields}
        self._records = {
            kind: np.dtype([(f.name, kind, f.shape) for f in self.fields if kinds[f.name] == kind])
            for kind in kinds.values()
        }
        self._runs: list[tuple[int, slice, slice]] = []
        ends = dict.fromkeys(self._records, 0)
        for kind, run in groupby(self.fields if kinds else (), lambda f: kinds[f.name]):
            fields = list(run)
            at, start, size = ends[kind], fields[0].offset, sum(f.size for f in fields)
            self._runs.append((list(ends).index(kind), slice(at, at + size), slice(start, start + size)))
            ends[kind] += size

    def copy(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        """Returns the observations of rows [..., L] as copies, with masked also those of masks [..., A]."""
        if self.masked:
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
            return rows.copy()
        fields, lines = self._blank(rows.size // rows.shape[-1])
        self._fill(lines, rows.reshape(-1, rows.shape[-1]))
        return {name: x if rows.ndim > 1 else x[0] for name, x in fields.items()}

    def _blank(self, n: int) -> tuple[dict[str, np.ndarray], list[np.ndarray]]:
        """Returns memory for n observations, by field [n, ...] and by type [n, entries]: one at a time would take longer."""
        blocks = {kind: np.empty(n, record) for kind, record in self._records.items()}
        fields = {name: block[name] for block in blocks.values() for name in block.dtype.names or ()}
        return fields, [block.view(kind).reshape(n, -1) for kind, block in blocks.items()]

    def _fill(self, lines: Sequence[np.ndarray], rows: np.ndarray) -> None:
        """Writes rows [..., L] to lines by type [..., entries]."""
        for i, to, run in self._runs:
            lines[i][..., to] = rows[..., run]

    def copier(self, row: np.ndarray, mask: np.ndarray) -> Callable[[], Any]:
        """Returns a function that returns a copy of the current observation of a row and its mask."""
        if self.flat:
            return partial(self.copy, row, mask) if self.masked else row.copy
        return self._copies(row, mask).__next__

    def _copies(self, row: np.ndarray, mask: np.ndarray) -> Iterator[dict[str, Any]]:
        """Yields copies of a row as dicts."""
        while True:
            fields, lines = self._blank(_BLOCK)
            for *line, values in zip(*lines, zip(*fields.values(), strict=True), strict=True):
                self._fill(line, row)
                seen = dict(zip(fields, values, strict=True))
                yield {self.masked: seen, "action_mask": mask.copy()} if self.masked else seen

    def share(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        """Returns observations in the memory of rows and masks as far as their form allows."""
        shared = rows if self.flat else self.spec.split(rows) if self.views else self._copy(rows)
        return {self.masked: shared, "action_mask": masks} if self.masked else shared
