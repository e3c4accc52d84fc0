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
from rummygym.datasets.metadata import METADATA_KEY, File

if TYPE_CHECKING:
    import pyarrow as pa

def arrow(module: str = "pyarrow") -> Any:
    """Import and return pyarrow or one of its modules. Raises MissingLibrary if it is not installed."""
    return need(module, "reading a dataset", '"./python[datasets]"')


def located(path: str | os.PathLike[str]) -> Path:
    """Return a path of the file system, or for an address such as ``s3://bucket/data`` one of fsspec, which works alike."""
    if "://" not in str(path):
        return Path(path)
    upath = need("upath", "reading a dataset at an address", '"./python[remote]"')
    remote: Path = upath.UPath(path, use_listings_cache=False)  # a run may just have finished
    return remote


def check_regular(path: Path) -> None:
    """Raise DatasetError for a folder, FIFO or device, from which nothing sensible can be read."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as e:
        raise DatasetError(f"{path} does not exist, but the manifest names it") from e
    if not stat.S_ISREG(mode):
        raise DatasetError(f"{path} is not a regular file: name a file")


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


def opened(path: Path, entry: File | None = None) -> Any:
    """Return the contents of a file as a pyarrow file: mapped, or of a remote one read into memory.

    Raises DatasetError unless they have the size and the digest of the manifest's entry, if that is given. Whoever reads
    the result finds the pages in memory, so that the check costs little more than its
    arithmetic, and that runs without the lock of the interpreter.
    """
    pa = arrow()
    check_regular(path)
    with _naming(path):
        file = pa.memory_map(str(path)) if isinstance(path, Path) else pa.BufferReader(path.read_bytes())
        if entry is None:
            return file
        whole = file.read_buffer()
        digest = hashlib.sha256(whole).hexdigest()
        file.seek(0)
    if whole.size != entry.bytes or digest != entry.sha256:
        raise DatasetError(
            f"{path} has {whole.size} bytes and SHA-256 {digest}: the manifest has {entry.bytes} and {entry.sha256}; "
            "the file was damaged or replaced, or copied only in part"
        )
    return file


def read_schema(path: Path, file: Any, key: bytes = METADATA_KEY) -> pa.Schema:
    """Return the schema of a shard, of the opened file. Raises DatasetError if it has no metadata under the key."""
    with _naming(path):
        with arrow("pyarrow.ipc").open_file(file) as reader:
            schema = reader.schema
        file.seek(0)
    if key not in (schema.metadata or {}):
        raise DatasetError(f'{path} has no schema metadata "{key.decode()}": it was not written by "rummygym collect"')
    return schema


def read_batches(
    path: Path, file: Any, columns: Sequence[str], expected: Mapping[str, Any], key: bytes = METADATA_KEY
) -> Iterator[pa.RecordBatch]:
    """Yield the record batches of a shard, of the opened file, with the given columns, in that order.

    Each batch has whole episodes. The metadata of the shard must be equal to ``expected``, under the key.
    """
    ipc = arrow("pyarrow.ipc")
    schema = read_schema(path, file, key)
    if json.loads(schema.metadata[key]) != expected:
        raise DatasetError(f"{path} is of another dataset: its metadata differ from those of the manifest")
    columns = list(columns)
    with _naming(path), file:
        options = ipc.IpcReadOptions(included_fields=sorted(schema.get_field_index(c) for c in columns))
        with ipc.open_file(file, options=options) as reader:
            for i in range(reader.num_record_batches):
                yield reader.get_batch(i).select(columns)
