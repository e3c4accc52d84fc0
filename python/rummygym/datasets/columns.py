"""The columns of the tables of a dataset."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummygym.datasets.errors import DatasetError

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Column:
    """A column of a dataset."""

    name: str
    type: str
    """Name of the Arrow type of its entries, or ``list<...>`` if their number differs from row to row."""
    shape: tuple[int, ...] | None
    """Shape of the entries of one row, row-major; None for a scalar or a list."""
    low: float | None
    """Minimum of a field, inclusive; None for other columns."""
    high: float | None
    """Maximum of a field, inclusive; None for other columns."""
    doc: str
    """Meaning and unit, one line."""


def columns_of(schema: pa.Schema) -> tuple[Column, ...]:
    """Return the columns of a schema in order."""
    columns = []
    for f in schema:
        meta = {k.decode(): v.decode() for k, v in (f.metadata or {}).items()}
        size = getattr(f.type, "list_size", None)
        kind = f.type.value_type if hasattr(f.type, "value_type") else f.type
        shape = None if size is None else tuple(json.loads(meta.get("shape", f"[{size}]")))
        low, high = (float(meta[k]) if k in meta else None for k in ("low", "high"))
        name = f"list<{kind}>" if size is None and hasattr(f.type, "value_field") else str(kind)
        columns.append(Column(f.name, name, shape, low, high, meta.get("doc", "")))
    return tuple(columns)


def known_names(schema: pa.Schema, columns: Sequence[str] | None) -> list[str]:
    """Return the names of columns, or all names for None. Raises DatasetError if a column does not exist."""
    known: list[str] = schema.names
    if columns is None:
        return known
    if isinstance(columns, str):
        raise TypeError(f"columns is the string {columns!r}: want a list of names")
    for c in columns:
        if c not in known:
            near = difflib.get_close_matches(c, known, 1, 0.8)
            hint = f"did you mean {near[0]}?" if near else f"want {', '.join(known)}"
            raise DatasetError(f"there is no column {c!r}: {hint}")
    return list(columns)
