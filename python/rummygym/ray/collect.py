"""``collect`` on a cluster: tasks of shards, which are put into the output as they are finished."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummygym.ray import cluster, engine
from rummygym.ray.cluster import Failed, Outcome, Pool, Progress
from rummygym.ray.scratch import Scratch
from rummygym.ray.store import PARTIAL, Store

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Job:
    """What the tasks of a run share."""

    flags: list[str]
    """Flags of ``rummygym collect``, without the output."""
    out: str
    scratch: str | None
    cwd: str
    shards: list[dict[str, Any]]
    """The plan: one shard per number, with the names of its file and its entry."""


def task(numbers: list[int], job: Job) -> tuple[Outcome, float]:
    """Make shards that are not in the output yet. Runs on a worker; twice is harmless."""

    def work(outcome: Outcome) -> None:
        store = Store(job.out)
        sizes = store.sizes()
        missing = []
        for n in numbers:
            entry = whole(job.shards[n], sizes, store)
            if entry is None:
                missing.append(n)
            else:
                outcome.done[n] = entry
        with Scratch(job.scratch) as scratch:
            data = scratch.path / "data"

            def put() -> None:
                for n in missing:
                    shard = job.shards[n]
                    if n in outcome.done or not (data / shard["entry"]).exists():
                        continue
                    entry = json.loads((data / shard["entry"]).read_bytes())
                    store.put(shard["file"], data / shard["file"])
                    store.put(shard["entry"], data / shard["entry"])
                    outcome.done[n] = entry
                    (data / shard["file"]).unlink()

            for start, stop in stretches(missing):
                flags = [*job.flags, "--out", str(data), "--shards", f"{start}:{stop}"]
                engine.call(scratch, ["collect", *flags], engine.folder(job.cwd), meanwhile=put)

    return cluster.measured(work)


def whole(shard: dict[str, Any], sizes: dict[str, int], store: Store) -> dict[str, Any] | None:
    """Return the entry of a shard that is finished."""
    if shard["entry"] not in sizes:
        return None
    entry: dict[str, Any] = json.loads(store.read(shard["entry"]))
    return entry if sizes.get(shard["file"]) == entry["bytes"] else None


def stretches(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the ranges [start, stop) of ascending numbers."""
    start = 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            yield numbers[start], numbers[i - 1] + 1
            start = i


def run(ray: Any, flags: list[str], out: str, resume: bool, options: cluster.Options, scratch: Scratch) -> str:
    """Make all shards that are not in the output, then its manifest. Returns a line about the dataset."""
    store = Store(out)
    plan = engine.call_json(scratch, ["collect", *flags, "--out", str(scratch.path / "plan"), "--shards", "list"])
    job = Job(flags, out, options.scratch, os.getcwd(), plan["shards"])
    store.create()
    sizes = store.sizes()
    if sizes and not resume:
        raise Failed(f"--out: {out} is not empty: finish its run with --resume, or choose another folder", 2)
    entries: dict[int, dict[str, Any]] = {}
    # …
