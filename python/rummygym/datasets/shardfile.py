"""Reads shards, the files of a dataset, in all formats, one record batch at a time."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummygym._libraries import need
from rummygym.datasets.errors import DatasetError
from rummygym.datasets.metadata import METADATA_KEY, Shard

try:
    import xxhash
except ModuleNotFoundError:
    xxhash = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".arrow", ".arrows", ".parquet")
"""File name suffixes of shards: Arrow IPC file, Arrow IPC stream, Parquet."""


def arrow(module: str = "pyarrow") -> Any:
    """Import and return pyarrow or one of its modules. Raises MissingLibrary if it is not installed."""
    return need(module, "reading a dataset", '"rummygym[datasets]"')


def located(path: str | os.PathLike[str]) -> Path:
    """Return a path of the file system, or for an address such as ``s3://bucket/data`` one of fsspec, which works alike."""
    if "://" not in str(path):
        return Path(path)
    upath = need("upath", "reading a dataset at an address", '"rummygym[remote]"')
    remote: Path = upath.UPath(path, use_listings_cache=False)  # a run may just have finished
    return remote


def contents(path: Path) -> Any:
    """Return the contents of a file as a pyarrow file: mapped, or of a remote one read into memory."""
    pa = arrow()
    return pa.memory_map(str(path)) if isinstance(path, Path) else pa.BufferReader(path.read_bytes())


def check_regular(path: Path) -> None:
    """Raise DatasetError for a folder, FIFO or device, from which nothing sensible can be read."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as e:
        raise DatasetError(f"{path} does not exist, but the manifest names it") from e
    if not stat.S_ISREG(mode):
        raise DatasetError(f"{path} is not a regular file: name a file")


def check_digest(path: Path, shard: Shard) -> None:
    """Raise DatasetError unless a file has the size and a digest of the manifest: XXH3 where it can be computed."""
    check_regular(path)
    fast = bool(shard.xxh3) and xxhash is not None
    name, want = ("XXH3", shard.xxh3) if fast else ("SHA-256", shard.sha256)
    digest = xxhash.xxh3_128() if fast else hashlib.sha256()
    part, size = bytearray(1 << 18), 0
    with open(path, "rb", buffering=0) if isinstance(path, Path) else path.open("rb") as f:
        while n := f.readinto(part):
            digest.update(memoryview(part)[:n])  # releases the lock of the interpreter
            size += n
    if size != shard.bytes or digest.hexdigest() != want:
        raise DatasetError(
            f"{path} has {size} bytes and {name} {digest.hexdigest()}: the manifest has {shard.bytes} and {want}; "
            "the file was damaged or replaced, or copied only in part"
        )


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Convert pyarrow's errors about a missing or damaged file to a DatasetError that names the file."""
    pa = arrow()
    try:
        yield
    except FileNotFoundError as e:
        raise DatasetError(f"{path} does not exist, but the manifest names it") from e
    except (pa.ArrowException, OSError) as e:
        raise DatasetError(
            f'cannot read {path}, which may be damaged ({e}): "rummygym dataset validate" checks a folder'
        ) from e


def read_schema(path: Path) -> pa.Schema:
    """Return the schema of a shard. Raises DatasetError if it has no metadata of a dataset."""
    ipc, parquet = arrow("pyarrow.ipc"), arrow("pyarrow.parquet")
    check_regular(path)
    with _naming(path):
        if path.suffix == ".parquet":
            with path.open("rb") as f:
                schema = parquet.read_schema(f)
        else:
            opening = ipc.open_file if path.suffix == ".arrow" else ipc.open_stream
            with path.open("rb") as f, opening(f) as reader:
                schema = reader.schema
    if METADATA_KEY not in (schema.metadata or {}):
        raise DatasetError(f'{path} has no schema metadata "rummygym": it was not written by "rummygym collect"')
    return schema


def read_batches(
    path: Path, columns: Sequence[str], expected: Mapping[str, Any] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the record batches of a shard with the given columns, in that order.

    Each batch has whole episodes. If ``expected`` is given, the metadata of the shard
    must be equal to it. Otherwise the file has no manifest to vouch for it, and every value
    is checked.
    """
    ipc, parquet = arrow("pyarrow.ipc"), arrow("pyarrow.parquet")
    schema = read_schema(path)
    if expected is not None and json.loads(schema.metadata[METADATA_KEY]) != expected:
        raise DatasetError(f"{path} is of another dataset: its metadata differ from those of the manifest")
    columns = list(columns)

    def select(batch: Any) -> Any:
        if expected is None:
            batch.validate(full=True)
        return batch.select(columns)

    with _naming(path):
        if path.suffix == ".parquet":
            with parquet.ParquetFile(path if isinstance(path, Path) else contents(path)) as reader:
                for i in range(reader.num_row_groups):
                    table = reader.read_row_group(i, columns=columns).select(columns)
                    if expected is None:
                        table.validate(full=True)
                    yield from table.combine_chunks().to_batches()
            return
        options = ipc.IpcReadOptions(included_fields=sorted(schema.get_field_index(c) for c in columns))
        if path.suffix == ".arrow":
            with contents(path) as f, ipc.open_file(f, options=options) as reader:
                for i in range(reader.num_record_batches):
                    yield select(reader.get_batch(i))
        else:
            with contents(path) as f, ipc.open_stream(f, options=options) as reader:
                for batch in reader:
                    yield select(batch)
