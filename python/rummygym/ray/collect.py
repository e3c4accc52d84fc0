"""``collect`` on a cluster: tasks of shards, which are put into the output as they are finished."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummygym.ray import cluster, engine
from rummygym.ray.cluster import Failed, Options, Outcome, Pool, Progress, Stopped
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
    settings: str
    """Digest of all settings and versions."""
    shards: list[dict[str, Any]]
    """The plan: one shard per number, with the names of its files of decisions and results and of its entry."""


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
                    if n in outcome.done or not (data / shard["file"]).exists():  # the engine writes it after its entry
                        continue
                    entry = parse((data / shard["entry"]).read_bytes())
                    if entry["settings"] != job.settings:
                        raise Failed("the engine on this node has another version than that of the driver")
                    for name in (shard["results"], shard["file"], shard["entry"]):
                        store.put(name, data / name)
                    outcome.done[n] = entry
                    (data / shard["file"]).unlink()
                    (data / shard["results"]).unlink()

            for start, stop in stretches(missing):
                flags = [*job.flags, "--out", str(data), "--shards", f"{start}:{stop}"]
                engine.call(scratch, ["collect", *flags], engine.folder(job.cwd), meanwhile=put)

    return cluster.measured(work)


def whole(shard: dict[str, Any], sizes: dict[str, int], store: Store) -> dict[str, Any] | None:
    """Return the entry of a shard that is finished."""
    if shard["entry"] not in sizes:
        return None
    entry = parse(store.read(shard["entry"]))
    return entry if arrived(shard, entry, sizes) else None


def arrived(shard: dict[str, Any], entry: dict[str, Any], sizes: dict[str, int]) -> bool:
    """Return whether the files of a shard have the sizes of its entry."""
    return all(sizes.get(shard[kind]) == entry["sizes"][kind] for kind in ("file", "results"))


def stretches(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the ranges [start, stop) of ascending numbers."""
    start = 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            yield numbers[start], numbers[i - 1] + 1
            start = i


def plan(flags: list[str], scratch: Scratch) -> dict[str, Any]:
    """Return what the engine says about the shards of a run. Raises :class:`Failed` for wrong flags."""
    command = ["collect", *flags, "--out", str(scratch.path / "plan"), "--shards", "list"]
    listed: dict[str, Any] = json.loads(engine.call(scratch, command))
    return listed


def run(
    ray: Any, flags: list[str], listed: dict[str, Any], out: str, resume: bool, options: Options, scratch: Scratch
) -> str:
    """Make all shards that are not in the output, then its manifest. Returns a line about the dataset.

    :param listed: what :func:`plan` returned
    """
    store, shards = Store(out), listed["shards"]
    store.create()
    sizes = store.sizes()
    if sizes and not resume:
        raise Failed(f"--out {out}: it is not empty: finish its run with --resume, or choose another folder", 2)
    if MANIFEST in sizes:
        return f"{out}: it is complete"
    entries = kept(listed, sizes, store, out)
    missing = [s["index"] for s in shards if s["index"] not in entries]
    before = len(entries)
    progress = Progress("shards", len(shards), before)

    def tell(entry: dict[str, Any], running: int) -> None:
        entries[int(entry["first_episode"]) // shards[0]["episodes"]] = entry
        progress.step(running)

    job = Job([*flags, "--workers", str(options.cores)], out, options.scratch, os.getcwd(), listed["settings"], shards)
    try:
        Pool(ray, task, options).run(missing, ray.put(job), tell=tell)
    except Stopped as e:
        e.kept = f" with {len(entries)} of {len(shards)} shards finished"
        raise
    finally:
        progress.close()
    sealed = scratch.path / "sealed"
    sealed.mkdir()
    for shard in shards:
        entry = entries[shard["index"]]
        (sealed / shard["entry"]).write_text(entry["text"])
        for kind, size in entry["sizes"].items():
            path = sealed / shard[kind]
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as f:
                f.truncate(size)  # its size is all that is looked at
    line = engine.call(scratch, ["dataset", "seal", str(sealed)]).decode().strip()
    store.put(MANIFEST, sealed / MANIFEST)
    store.delete(n for n in store.sizes() if n.endswith(PARTIAL) or n in {s["entry"] for s in shards})
    return f"{line.replace(str(sealed), out)}, {before} of them kept"


def kept(listed: dict[str, Any], sizes: dict[str, int], store: Store, out: str) -> dict[int, dict[str, Any]]:
    """Return the entries of the shards that are finished. Raises :class:`Failed` if one is of another run."""
    there = [s for s in listed["shards"] if s["entry"] in sizes]
    found = {}
    for shard, text in zip(there, store.read_all(s["entry"] for s in there), strict=True):
        entry = parse(text)
        if entry["settings"] != listed["settings"]:
            raise Failed(
                f"--out {out}: {shard['file']} was made with other settings or by another version of the engine: "
                "resume with the same, or choose another folder"
            )
        if arrived(shard, entry, sizes):
            found[shard["index"]] = entry
    return found


def parse(text: bytes) -> dict[str, Any]:
    """Return what the driver needs of an entry, and its text."""
    whole = json.loads(text)
    sizes = {"file": whole["bytes"], "results": whole["results"]["bytes"]}
    return {
        "first_episode": whole["first_episode"],
        "settings": whole["settings"],
        "sizes": sizes,
        "text": text.decode(),
    }
