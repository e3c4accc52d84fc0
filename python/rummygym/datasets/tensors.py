"""Rows as NumPy tensors, and the readers of other libraries that are made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rummygym._libraries import need
from rummygym.datasets.shardfile import arrow

if TYPE_CHECKING:
    import pyarrow as pa


def tensors(rows: pa.RecordBatch | pa.Table) -> dict[str, np.ndarray]:
    """Return the columns of rows as NumPy arrays by name.

    A column of fixed-size lists, such as a mask or an observation field, has shape [M, ...] for M rows, with the shape
    in the metadata of the column, else [M, K] for lists of K entries; numbers are not copied. Names are strings.
    Columns whose lists differ in size are arrays of objects.

    The rows may come from any reader that keeps the type of fixed-size lists: from this package, from pyarrow and Ray
    Data, and from DuckDB if it reads Arrow (``duckdb.from_arrow(data.reader())``) or the query casts a list of Parquet
    to its size (``mask::BOOLEAN[109]``).
    """
    return {f.name: _tensor(f, rows.column(i)) for i, f in enumerate(rows.schema)}


def _tensor(field: pa.Field, column: Any) -> np.ndarray:
    pa = arrow()
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
        if isinstance(column, pa.ChunkedArray):  # of no chunks, or in older versions
            column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], field.type)
    if not pa.types.is_fixed_size_list(field.type):
        if pa.types.is_dictionary(field.type):
            column = column.dictionary_decode()
        whole: np.ndarray = column.to_numpy(zero_copy_only=False)
        return whole
    shape = json.loads((field.metadata or {}).get(b"shape", b"null")) or [field.type.list_size]
    entries: np.ndarray = column.flatten().to_numpy(zero_copy_only=False)
    return entries.reshape(len(column), *shape)


def read(data: Any, columns: Sequence[str], decisions_only: bool) -> Iterator[Any]:
    """Yield the batches of a dataset as blocks of Ray."""
    block = need("ray.data.block", "reading with Ray", '"ray[data]"')
    for batch in data.batches(columns, decisions_only=decisions_only):
        yield block.BlockAccessor.batch_to_block(tensors(batch))


def ray_dataset(parts: Sequence[Any], columns: Sequence[str], decisions_only: bool) -> Any:
    """Return a Ray Dataset of datasets of one shard each, which one task each reads."""
    ray_data = need("ray.data", "to_ray", '"ray[data]"')
    block = need("ray.data.block", "to_ray", '"ray[data]"')

    class Shards(ray_data.Datasource):  # type: ignore[misc, name-defined] # its base is known only here
        def estimate_inmemory_data_size(self) -> int | None:
            return None

        def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[Any]:
            return [
                ray_data.ReadTask(
                    partial(read, part, columns, decisions_only),
                    block.BlockMetadata(
                        num_rows=None if decisions_only else part.num_rows,
                        size_bytes=None,
                        input_files=[str(p) for p in part.files],
                        exec_stats=None,
                    ),
                )
                for part in parts
            ]

    return ray_data.read_datasource(Shards(), override_num_blocks=max(1, len(parts)))


def dask_arrays(parts: Sequence[Any], columns: Sequence[str], schema: pa.Schema) -> dict[str, Any]:
    """Return a Dask array for each column, of one chunk for each of datasets of one shard."""
    dask = need("dask", "to_dask", '"dask[array]"')
    da = need("dask.array", "to_dask", '"dask[array]"')
    empty = tensors(schema.empty_table().select(list(columns)))
    loaded = [dask.delayed(_table_tensors)(part, columns) for part in parts]

    def whole(name: str) -> Any:
        kind = empty[name]
        chunks = [
            da.from_delayed(values[name], (part.num_rows, *kind.shape[1:]), kind.dtype)
            for part, values in zip(parts, loaded, strict=True)
        ]
        return da.concatenate(chunks) if chunks else da.from_array(kind)

    return {name: whole(name) for name in columns}


def _table_tensors(part: Any, columns: Sequence[str]) -> dict[str, np.ndarray]:
    return tensors(part.to_arrow(columns))
