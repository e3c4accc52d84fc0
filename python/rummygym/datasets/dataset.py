"""Datasets on disk, and the methods that read them."""

from __future__ import annotations

import heapq
import os
import re
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummygym._json import loads
from rummygym._libraries import need
from rummygym.datasets.columns import Column, columns_of, known_names
from rummygym.datasets.episode import EPISODE_COLUMNS, NO_ACTION, Episode, split_batch
from rummygym.datasets.errors import DatasetError, IncompleteDataset
from rummygym.datasets.metadata import Metadata, Run, Shard, column_of, parse_metadata, parse_shard
from rummygym.datasets.replay import REPLAY_COLUMNS, ReplayPage, replay_page
from rummygym.datasets.results import Results
from rummygym.datasets.shardfile import arrow, check_regular, located, opened, read_batches, read_schema
from rummygym.datasets.spaces import action_space, check_kind, observation_space
from rummygym.datasets.tensors import dask_arrays, ray_dataset
from rummygym.spec import Field

if TYPE_CHECKING:
    import gymnasium
    import pandas
    import polars
    import pyarrow as pa

MANIFEST = "manifest.json"

DECISIONS = "decisions"
RESULTS = "results"
"""Folders of a dataset. Each holds the files of one table and nothing else."""

MAX_MANIFEST = 1 << 27
"""The maximum size of a manifest in bytes."""


def load(path: str | os.PathLike[str]) -> Dataset:
    """Open the dataset in a folder that ``rummygym collect`` wrote.

    The path may be an address of fsspec, such as ``s3://bucket/data``, which needs universal_pathlib and the
    library of the protocol, such as s3fs. A shard at such an address is read into memory while the previous
    one is used.

    load reads only the manifest. The first read of a shard compares its SHA-256 with the
    manifest, once for each :class:`Dataset`. That takes 0.75 s of a core per gigabyte, while the
    previous shard is read. Raises :class:`FileNotFoundError`,
    :class:`IncompleteDataset` for a run that has not finished, and :class:`DatasetError` if path is not a
    dataset or has an unknown version.
    """
    path = located(path)
    if not path.exists():
        raise FileNotFoundError(
            f'{path} does not exist: rummygym.run("collect", agents=[A, B], games=N, out="{path}") writes a dataset'
        )
    if not path.is_dir():
        raise DatasetError(f"{path} is not a dataset: want a folder that rummygym collect wrote")
    manifest = path / MANIFEST
    if not manifest.exists():
        if path.name in (DECISIONS, RESULTS) and (path.parent / MANIFEST).exists():
            raise DatasetError(f"{path} is a table of a dataset: name the folder of the dataset, {path.parent}")
        if (path / DECISIONS).exists():
            raise IncompleteDataset(
                f"{path} has no {MANIFEST}: its run has not finished; "
                'run the same rummygym.run("collect", …) again with resume=True'
            ) from None
        raise DatasetError(f"{path} is not a dataset: it has no {MANIFEST}") from None
    check_regular(manifest)
    if manifest.stat().st_size > MAX_MANIFEST:
        raise DatasetError(f"{manifest} has more than {MAX_MANIFEST} bytes, the maximum")
    text = manifest.read_bytes()
    try:
        value = loads(text)
    except (ValueError, RecursionError) as e:
        raise DatasetError(f"{manifest} is not JSON: {e}") from e
    try:
        metadata = parse_metadata(value["dataset"], str(manifest))
        shards = [parse_shard(s) for s in value["shards"]]
        _check_shards(shards, value, str(manifest))
    except (AttributeError, KeyError, TypeError) as e:
        raise DatasetError(f"{manifest} is not the manifest of a rummygym dataset ({type(e).__name__}: {e})") from e
    return Dataset(path, metadata, shards)


def _check_shards(shards: Sequence[Shard], totals: dict[str, Any], source: str) -> None:
    """Raise DatasetError unless the shards are files of the folder, with digests, and add up to the totals."""
    episode, seen = shards[0].first_episode if shards else 0, set()
    for i, s in enumerate(shards):
        if not _SHARD_NAME.fullmatch(s.file) or s.file in seen:
            raise DatasetError(
                f"{source}: shard {i}: the file name {s.file!r} is listed twice or not that of a shard in {DECISIONS}"
            )
        for f in (s, s.results):
            if not re.fullmatch(r"[0-9a-f]{64}", f.sha256):
                raise DatasetError(f"{source}: shard {i}: {f.sha256!r} is not a SHA-256 of 64 hexadecimal digits")
        numbers = (s.first_episode, s.episodes, s.rows, s.bytes, s.results.bytes)
        if s.first_episode != episode or not all(type(n) is int and 0 <= n < 1 << 63 for n in numbers):
            raise DatasetError(
                f"{source}: shard {i}: {s.episodes} episodes from episode {s.first_episode}, {s.rows} rows, "
                f"{s.bytes} bytes: want numbers of at least 0, from episode {episode}"
            )
        episode += s.episodes
        seen.add(s.file)
    sums = {"episodes": 0, "rows": 0, "bytes": 0}
    for s in shards:
        sums = {
            "episodes": sums["episodes"] + s.episodes,
            "rows": sums["rows"] + s.rows,
            "bytes": sums["bytes"] + s.bytes + s.results.bytes,
        }
    for key, total in sums.items():
        if totals[key] != total:
            raise DatasetError(f"{source}: {totals[key]} {key}, but the shards have {total}")


_SHARD_NAME = re.compile(rf"{DECISIONS}/shard-[0-9]{{5,}}\.arrow")


class Dataset:
    """A dataset on disk, opened by :func:`load`. It keeps no files open between calls."""

    def __init__(self, path: Path, metadata: Metadata, shards: Sequence[Shard]) -> None:
        self.path = path
        self.metadata = metadata
        self.shards = tuple(shards)
        self._checked: set[int] = set()

    def __repr__(self) -> str:
        m = self.metadata
        size = f"{self.num_episodes} episodes, {self.num_rows} rows"
        return f"<rummygym dataset {str(self.path)!r}: {m.env}, {' '.join(m.agents)}, {size}>"

    @property
    def num_episodes(self) -> int:
        """Number of games."""
        return sum(s.episodes for s in self.shards)

    @property
    def num_rows(self) -> int:
        """Number of rows: decisions, and if recorded the observations after each player's last action."""
        return sum(s.rows for s in self.shards)

    @property
    def files(self) -> tuple[Path, ...]:
        """Paths of the files of decisions in order, for tools that read Arrow files."""
        return tuple(self.path / s.file for s in self.shards)

    @property
    def first_episode(self) -> int:
        """Number of the first game, above 0 in a part of a run."""
        return self.shards[0].first_episode if self.shards else 0

    def episodes_of(self, run: Run) -> range:
        """Return the numbers of the games of a run."""
        end = self.first_episode + self.num_episodes
        later = [r.first_episode for r in self.metadata.runs if r.first_episode > run.first_episode]
        return range(max(run.first_episode, self.first_episode), min([end, *later]))

    @property
    def results(self) -> Results:
        """The results: one row for each seat of each game, even for players that never moved."""
        return Results(self.path, self.metadata, self.shards)

    @cached_property
    def schema(self) -> pa.Schema:
        """The Arrow schema, with the meaning of each column in its metadata."""
        if not self.shards:
            raise DatasetError(f"{self.path} has no shards")
        with self._open(0) as file:
            return read_schema(self.files[0], file)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns in order, with their meaning."""
        return columns_of(self.schema)

    def observation_space(self, kind: str = "flat") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
        """Return the Gymnasium space of observations of the given kind, ``flat`` or ``dict``."""
        return observation_space(self.metadata.layout, kind)

    @property
    def action_space(self) -> gymnasium.spaces.Discrete:
        """The Gymnasium space of actions."""
        return action_space(self.metadata.actions)

    def batches(
        self, columns: Sequence[str] | None = None, *, decisions_only: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield record batches in order, each of whole games, with the given columns or all.

        ``decisions_only`` omits the rows of observations after a player's last action.
        """
        names = self._names(columns)
        pc = arrow("pyarrow.compute")
        extra = decisions_only and self.metadata.final != "none" and "action" not in names
        with ThreadPoolExecutor(1) as ahead:  # checks a shard while the one before it is read
            files = deque([ahead.submit(self._open, 0)] if self.shards else [])
            for i, (path, shard) in enumerate(zip(self.files, self.shards, strict=True)):
                file = files.popleft().result()
                if i + 1 < len(self.shards):
                    files.append(ahead.submit(self._open, i + 1))
                rows = 0
                for batch in read_batches(path, file, [*names, "action"] if extra else names, self.metadata.json):
                    rows += batch.num_rows
                    if decisions_only and self.metadata.final != "none":
                        batch = batch.filter(pc.not_equal(batch.column("action"), NO_ACTION)).select(names)
                    yield batch
                if rows != shard.rows:
                    raise DatasetError(f"{path} has {rows} rows: the manifest has {shard.rows}")

    def reader(self, columns: Sequence[str] | None = None, *, decisions_only: bool = False) -> pa.RecordBatchReader:
        """Return a pyarrow reader of the batches, for DuckDB and other tools. It can be read once."""
        names = self._names(columns)
        schema = self.schema
        schema = arrow().schema([schema.field(n) for n in names], metadata=schema.metadata)
        return arrow().RecordBatchReader.from_batches(
            schema, (b.cast(schema) for b in self.batches(names, decisions_only=decisions_only))
        )

    def to_arrow(self, columns: Sequence[str] | None = None, *, decisions_only: bool = False) -> pa.Table:
        """Return the rows as a pyarrow Table."""
        return self.reader(columns, decisions_only=decisions_only).read_all()

    def to_pandas(self, columns: Sequence[str] | None = None, *, decisions_only: bool = False) -> pandas.DataFrame:
        """Return the rows as a pandas DataFrame. Planes and masks are NumPy arrays, names are categories."""
        need("pandas", "to_pandas", "pandas")
        frame: pandas.DataFrame = self.to_arrow(columns, decisions_only=decisions_only).to_pandas()
        return frame

    def to_polars(self, columns: Sequence[str] | None = None, *, decisions_only: bool = False) -> polars.DataFrame:
        """Return the rows as a polars DataFrame. Planes and masks have the type Array, names Categorical."""
        pl = need("polars", "to_polars", "polars")
        frame: polars.DataFrame = pl.from_arrow(self.to_arrow(columns, decisions_only=decisions_only))
        return frame

    def to_ray(self, columns: Sequence[str] | None = None, *, decisions_only: bool = False) -> Any:
        """Return the rows as a Ray Dataset, in which masks and observation fields are tensors.

        A task reads one shard, checks its digest first, and yields its batches. All formats can be read. The workers need
        the package too, and the dataset at the same path or address.
        """
        return ray_dataset(self.parts(), self._names(columns), decisions_only)

    def to_dask(self, columns: Sequence[str] | None = None) -> dict[str, Any]:
        """Return a Dask array for each column, [num_rows, ...], with one chunk per shard, which is read when computed."""
        return dask_arrays(self.parts(), self._names(columns), self.schema)

    def parts(self) -> list[Dataset]:
        """Return a dataset of each shard."""
        return [Dataset(self.path, self.metadata, [s]) for s in self.shards]

    def scan_polars(self) -> polars.LazyFrame:
        """Return a polars LazyFrame. A query reads only the columns that it needs, one batch at a time."""
        pl = need("polars", "scan_polars", "polars")
        plugins = need("polars.io.plugins", "scan_polars", "polars")

        def source(
            with_columns: list[str] | None, predicate: Any, n_rows: int | None, _batch_size: int | None
        ) -> Iterator[Any]:
            # The query may filter by columns that it does not keep.
            wanted = None if with_columns is None else list(with_columns)
            read = wanted
            if wanted is not None and predicate is not None:
                read = list(dict.fromkeys([*wanted, *predicate.meta.root_names()]))
            if read is not None and not read:
                read = ["episode"]  # polars asks for no columns when it only counts
            for batch in self.batches(read):
                frame = pl.from_arrow(batch)
                if n_rows is not None:
                    frame = frame.head(n_rows)
                    n_rows -= frame.height
                if predicate is not None:
                    frame = frame.filter(predicate)
                yield frame if wanted is None or not wanted else frame.select(wanted)
                if n_rows == 0:
                    return

        lazy: polars.LazyFrame = plugins.register_io_source(
            source, schema=pl.from_arrow(self.schema.empty_table()).schema
        )
        return lazy

    def episodes(
        self,
        *,
        seat: int | None = None,
        agent: str | None = None,
        observation: str = "flat",
        fields: Sequence[str] | None = None,
        moved_only: bool = False,
    ) -> Iterator[Episode]:
        """Yield an :class:`Episode` for each player of each game: games in order, players by seat.

        ``seat`` and ``agent`` (a specification, as in ``metadata.agents``) select episodes.
        ``observation`` is ``flat``, float32 [M, L] with the fields concatenated, or
        ``dict``, each field by name in its own type and shape. ``fields`` are the names of
        the fields to read, all by default.

        A player that never moved, because the game ended before its turn, has an episode of 0 decisions, so that means
        over episodes are means over games. ``moved_only`` leaves these out.
        """
        check_kind(observation)
        layout = self.metadata.select(fields)
        self.check_player(seat, agent)
        moved = self._episodes(seat, agent, observation, layout)
        if moved_only:
            return moved
        unmoved = self.results.unmoved(seat, agent, observation, layout)
        return heapq.merge(moved, unmoved, key=lambda e: (e.number, e.seat))

    def _episodes(self, seat: int | None, agent: str | None, kind: str, layout: Sequence[Field]) -> Iterator[Episode]:
        pc = arrow("pyarrow.compute")
        last = -1
        for batch in self.batches([*EPISODE_COLUMNS, *(column_of(f) for f in layout)]):
            if not batch.num_rows:
                continue
            numbers = batch.column("episode")
            if numbers[0].as_py() <= last:
                raise DatasetError(f"{self.path}: episode {numbers[0]} spans two batches, or is out of order")
            last = numbers[-1].as_py()
            if seat is not None:
                batch = batch.filter(pc.equal(batch.column("player"), seat))
            if agent is not None:
                batch = batch.filter(pc.equal(batch.column("agent"), agent))
            if batch.num_rows:  # a batch may have only rows of other players
                yield from split_batch(batch, layout, kind)

    def show(self, episode: int | Episode = 0, *, seat: int | None = None) -> ReplayPage:
        """Return the replay page of a game, which a notebook shows: the table event by event.

        ``episode`` is the number of the game, or one of its episodes. With ``seat`` the page holds only what
        that seat saw. It is the page of ``rummygym replay --html``. Its attribute ``html`` is the text of a
        complete file, and ``save`` writes the file. Raises :class:`DatasetError` if there is no such game or
        seat, or it has no rows.
        """
        number = episode.number if isinstance(episode, Episode) else episode
        self.check_player(seat, None)
        return replay_page(self._game(number), self.metadata, seat)

    def _game(self, number: int) -> pa.Table:
        """Return the rows of a game with the columns of a replay page."""
        pa, pc = arrow("pyarrow"), arrow("pyarrow.compute")
        columns = [c for c in REPLAY_COLUMNS if c in self.schema.names]
        found = []
        for part in self.parts():
            if number in range(part.first_episode, part.first_episode + part.num_episodes):
                for batch in part.batches(columns):
                    rows = batch.filter(pc.equal(batch.column("episode"), number))
                    if rows.num_rows:
                        found.append(rows)
        if not found:
            raise DatasetError(
                f"{self.path} has no rows of episode {number}: its episodes are "
                f"{self.first_episode} to {self.first_episode + self.num_episodes - 1}"
            )
        return pa.Table.from_batches(found)

    def check_player(self, seat: int | None, agent: str | None) -> None:
        """Raise DatasetError unless the seat and the agent, if given, are in this dataset."""
        if seat is not None and not 0 <= seat < self.metadata.seats:
            raise DatasetError(f"there is no seat {seat}: want 0 to {self.metadata.seats - 1}")
        if agent is not None and agent not in self.metadata.agents:
            raise DatasetError(f"there is no agent {agent!r} in {self.path}: want {' or '.join(self.metadata.agents)}")

    def _names(self, columns: Sequence[str] | None) -> list[str]:
        return known_names(self.schema, columns)

    def _open(self, i: int) -> Any:
        """Return the contents of a shard as a pyarrow file, compared with the manifest the first time."""
        file = opened(self.files[i], None if i in self._checked else self.shards[i])
        self._checked.add(i)
        return file
