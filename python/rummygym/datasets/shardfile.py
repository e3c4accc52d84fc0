"""Shards: the files of a dataset, in any of the formats, a record batch at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummygym.datasets.errors import DatasetError, need
from rummygym.datasets.metadata import METADATA_KEY

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".arrow", ".arrows", ".parquet")
"""Ends of the names of shards: Arrow IPC file, Arrow IPC stream, Parquet."""


def arrow(module: str = "pyarrow") -> Any:
    """Import pyarrow or one of its modules, or say how to install it."""
    return need(module, "reading a dataset", '"rummygym[datasets]"')


@contextmanager
def _blamed(path: Path) -> Iterator[None]:
    """Turn what pyarrow says of a damaged file into a DatasetError that names the file."""
    pa = arrow()
    try:
        yield
    except FileNotFoundError as e:
        raise DatasetError(f"{path} is missing: the manifest names it") from e
    except (pa.ArrowException, OSError) as e:
        raise DatasetError(
            f'{path} cannot be read, it may be damaged ({e}); "rummygym dataset validate" checks a folder'
        ) from e


def read_schema(path: Path) -> pa.Schema:
    """Return the schema of a shard, which must have the metadata of a dataset."""
    ipc, parquet = arrow("pyarrow.ipc"), arrow("pyarrow.parquet")
    with _blamed(path):
        if path.suffix == ".parquet":
            schema = parquet.read_schema(path)
        else:
            opening = ipc.open_file if path.suffix == ".arrow" else ipc.open_stream
            with open(path, "rb") as f, opening(f) as reader:
                schema = reader.schema
    if METADATA_KEY not in (schema.metadata or {}):
        raise DatasetError(f'{path} has no schema metadata "rummygym": it was not written by "rummygym collect"')
    return schema


def read_batches(
    path: Path, columns: Sequence[str], expected: Mapping[str, Any] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the record batches of a shard with the given columns, in that order.

    Each holds whole episodes. Where ``expected`` is given the metadata of the shard
    must be equal to it.
    """
    pa, ipc, parquet = arrow(), arrow("pyarrow.ipc"), arrow("pyarrow.parquet")
    schema = read_schema(path)
    if expected is not None and json.loads(schema.metadata[METADATA_KEY]) != expected:
        raise DatasetError(f"{path} is of another dataset: its metadata is not that of the manifest")
    columns = list(columns)
    with _blamed(path):
        if path.suffix == ".parquet":
            with parquet.ParquetFile(path) as reader:
                for i in range(reader.num_row_groups):
                    table = reader.read_row_group(i, columns=columns).select(columns)
                    yield from table.combine_chunks().to_batches()
            return
        options = ipc.IpcReadOptions(included_fields=sorted(schema.get_field_index(c) for c in columns))
        if path.suffix == ".arrow":
            with pa.memory_map(str(path)) as f, ipc.open_file(f, options=options) as reader:
                for i in range(reader.num_record_batches):
                    yield reader.get_batch(i).select(columns)
        else:
            with pa.memory_map(str(path)) as f, ipc.open_stream(f, options=options) as reader:
                for batch in reader:
                    yield batch.select(columns)
