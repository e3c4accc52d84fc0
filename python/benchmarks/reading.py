"""Times readers of a dataset: the sums of the masks, of a field and of the actions of all rows.

    python reading.py DATASET [--repeat 3] [--readers tensors,duckdb,...]

Every reader must find the same sums. The processor seconds are those of all processes that a reader
uses: for Ray, of its workers too, which are started before. Needs rummygym[datasets], duckdb, dask,
ray and psutil.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import psutil

from rummygym import datasets


def sums(batch: dict[str, np.ndarray]) -> np.ndarray:
    """Return the sums of a batch of tensors, in the order of its columns."""
    return np.array([int(np.asarray(v).sum(dtype=np.int64)) for v in batch.values()])


class Readers:
    """The readers, each of which returns the sums of the columns."""

    def __init__(self, path: str, columns: list[str]) -> None:
        self.columns = columns
        self.data = datasets.load(path)
        self.path = path

    def tensors(self) -> Any:
        return sum(sums(datasets.tensors(b)) for b in self.data.batches(self.columns))

    def duckdb(self) -> Any:
        import duckdb

        rows = duckdb.from_arrow(self.data.reader(self.columns)).to_arrow_table()
        return sums(datasets.tensors(rows))

    def dask(self) -> Any:
        import dask

        arrays = self.data.to_dask(self.columns)
        return np.array(dask.compute(*(arrays[c].sum(dtype=np.int64) for c in self.columns)))

    def ray(self) -> Any:
        blocks = self.data.to_ray(self.columns).iter_batches(batch_size=4096, batch_format="numpy")
        return sum(sums({c: b[c] for c in self.columns}) for b in blocks)


def seconds(process: psutil.Process) -> float:
    """Return the processor seconds of a process and its descendants."""
    total = 0.0
    for p in (process, *process.children(recursive=True)):
        try:
            t = p.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += t.user + t.system + (t.children_user + t.children_system if p.pid == process.pid else 0)
    return total


def main() -> None:
    p = argparse.ArgumentParser(description="Times readers of a dataset.")
    p.add_argument("dataset")
    p.add_argument("--repeat", type=int, default=3)
    p.add_argument("--readers", default="tensors,duckdb,dask,ray")
    options = p.parse_args()
    columns = ["mask", "obs_hand", "action"]
    readers = Readers(options.dataset, columns)
    rows, me, expected = readers.data.num_rows, psutil.Process(), None
    print("| reader | rows/s of processor time | rows/s |\n|---|--:|--:|")
    for name in options.readers.split(","):
        read: Callable[[], Any] = getattr(readers, name)
        if name == "ray":
            import ray

            ray.init(num_cpus=os.cpu_count(), include_dashboard=False, log_to_driver=False)
        rates = []
        for i in range(options.repeat + 1):
            cpu, wall = seconds(me), time.perf_counter()
            found = read()
            cpu, wall = seconds(me) - cpu, time.perf_counter() - wall
            expected = found if expected is None else expected
            if not np.array_equal(found, expected):
                raise SystemExit(f"{name}: the sums are {found}, want {expected}")
            if i > 0:  # the first imports libraries and starts workers
                rates.append((rows / cpu, rows / wall))
        print(
            f"| {name} | " + " | ".join(f"{statistics.median(r):,.0f}" for r in zip(*rates, strict=True)) + " |",
            flush=True,
        )


if __name__ == "__main__":
    main()
