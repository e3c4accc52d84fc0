"""The results of a dataset: one row for each seat of each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rummygym._libraries import need
from rummygym.datasets.columns import Column, columns_of, known_names
from rummygym.datasets.episode import Episode
from rummygym.datasets.errors import DatasetError
from rummygym.datasets.metadata import RESULTS_KEY, Metadata, Shard
from rummygym.datasets.shardfile import arrow, opened, read_batches, read_schema
from rummygym.spec import Field

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as pa


class Results:
    """How each game ended for each seat, even for players that never moved: :attr:`Dataset.results`.

    Compute means over games and agents here: a player that made no decision has no row among the decisions.
    The gains of all seats of a game add up to 0.
    """

    def __init__(self, folder: Path, metadata: Metadata, shards: Sequence[Shard]) -> None:
        self.metadata = metadata
        self._parts = [(folder / s.results.file, s) for s in shards]
        self._expected = {k: v for k, v in metadata.json.items() if k != "after"} | {"layout": None}

    @property
    def num_rows(self) -> int:
        """Number of rows, one for each seat of each game."""
        return sum(s.episodes for _, s in self._parts) * self.metadata.seats

    @property
    def files(self) -> tuple[Path, ...]:
        """Paths of the files in order, for tools that read Arrow files."""
        return tuple(path for path, _ in self._parts)

    @cached_property
    def schema(self) -> pa.Schema:
        """The Arrow schema, with the meaning of each column in its metadata."""
        path, shard = self._parts[0]
        with opened(path, shard.results) as file:
            return read_schema(path, file, RESULTS_KEY)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns in order, with their meaning."""
        return columns_of(self.schema)

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield record batches in order of games and seats, with the given columns or all."""
        names = known_names(self.schema, columns)
        for path, shard in self._parts:
            rows = 0
            for batch in read_batches(path, opened(path, shard.results), names, self._expected, RESULTS_KEY):
                rows += batch.num_rows
                yield batch
            if rows != shard.episodes * self.metadata.seats:
                raise DatasetError(f"{path} has {rows} rows: want one for each seat of {shard.episodes} games")

    def to_arrow(self, columns: Sequence[str] | None = None) -> pa.Table:
        """Return the results as a pyarrow Table."""
        schema = self.schema
        schema = arrow().schema([schema.field(n) for n in known_names(schema, columns)], metadata=schema.metadata)
        return arrow().Table.from_batches((b.cast(schema) for b in self.batches(columns)), schema)

    def to_pandas(self, columns: Sequence[str] | None = None) -> pandas.DataFrame:
        """Return the results as a pandas DataFrame. Names are categories."""
        need("pandas", "to_pandas", "pandas")
        frame: pandas.DataFrame = self.to_arrow(columns).to_pandas()
        return frame

    def to_polars(self, columns: Sequence[str] | None = None) -> polars.DataFrame:
        """Return the results as a polars DataFrame. Names are Categorical."""
        pl = need("polars", "to_polars", "polars")
        frame: polars.DataFrame = pl.from_arrow(self.to_arrow(columns))
        return frame

    def unmoved(self, seat: int | None, agent: str | None, kind: str, layout: Sequence[Field]) -> Iterator[Episode]:
        """Yield the episodes of the selected players that never moved, in order of games and seats."""
        pc = arrow("pyarrow.compute")
        size = sum(f.size for f in layout)
        nothing: dict[str, Any] = {
            "observations": {f.name: np.empty((0, *f.shape), f.dtype) for f in layout}
            if kind == "dict"
            else np.empty((0, size), np.float32),
            "masks": np.empty((0, self.metadata.actions), np.bool_),
            "actions": np.empty(0, np.int64),
            "probabilities": np.empty(0, np.float64),
            "rewards": np.empty(0, np.float32),
            "terminations": np.empty(0, np.bool_),
            "truncations": np.empty(0, np.bool_),
            "steps": np.empty(0, np.int32),
            "phases": np.empty(0, np.str_),
        }
        about = ("episode", "player", "agent", "seed", "deal", "winner", "ending", "gain", "rounds")
        for batch in self.batches([*about, "decisions"]):
            for row in batch.filter(pc.equal(batch.column("decisions"), 0)).select(about).to_pylist():
                number, player = row.pop("episode"), row.pop("player")
                if seat in (None, player) and agent in (None, row["agent"]):
                    yield Episode(number=number, seat=player, **nothing, **row)
