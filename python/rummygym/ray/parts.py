"""``tournament``, ``eval`` and ``ladder`` on a cluster: tasks of parts, whose checkpoints are merged."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rummygym.ray import cluster, engine
from rummygym.ray.cluster import Failed, Outcome, Pool, Progress
from rummygym.ray.scratch import Scratch

PLAN = "plan.json"
MOST = 2000  # parts: the names of their files must fit on one command line


@dataclass(frozen=True)
class Job:
    """What the tasks of a run share."""

    command: list[str]
    """The command and its flags, without those of checkpoints."""
    scratch: str | None
    cwd: str
    parts: int = 0


def task(numbers: list[int], job: Job) -> tuple[Outcome, float]:
    """Play parts and return their checkpoint files. Runs on a worker."""

    def work(outcome: Outcome) -> None:
        with Scratch(job.scratch) as scratch:
            for n in numbers:
                outcome.done[n] = (n, play(scratch, job, n, job.parts))

    return cluster.measured(work)


def play(scratch: Scratch, job: Job, part: int, parts: int) -> bytes:
    """Play one part, counted from 1, and return its checkpoint file."""
    file = scratch.path / "part"
    flags = ["--part", f"{part}/{parts}", "--checkpoint", str(file)]
    engine.call(scratch, [*job.command, *flags], engine.folder(job.cwd))
    contents = file.read_bytes()
    file.unlink()
    return contents


def measure(numbers: list[int], job: Job) -> tuple[Outcome, float]:
    """Estimate the duration of the whole job in seconds, by its first part, which is made larger until
    it takes a second. Runs on a worker."""

    def work(outcome: Outcome) -> None:
        started = None
        with Scratch(job.scratch) as scratch:
            for parts in (4096, 512, 64, 8, 1):
                start = time.monotonic()
                play(scratch, job, 1, parts)
                took = time.monotonic() - start
                started = took if started is None else started  # reading networks and so on
                if took - started >= 1 or parts == 1:
                    outcome.done[0] = parts * max(took - started, 0.01)
                    return

    return cluster.measured(work)


def run(ray: Any, job: Job, cores: int, seconds: float, folder: Path, scratch: Scratch) -> bytes:
    """Play all parts that are not in a folder yet, and return what one run would have printed."""
    plan: dict[str, Any] = {"command": job.command, "version": engine.version(scratch)}
    path = folder / PLAN
    if path.exists():
        old = json.loads(path.read_bytes())
        plan["parts"] = old.get("parts")
        if plan != old:
            was, now = (f"{' '.join(p['command'])}, {p['version']}" for p in (old, plan))
            raise Failed(f"{folder} has parts of another run ({was}), and this one is {now}: name another folder")
    else:
        total: list[float] = []
        Pool(ray, measure, cores, seconds).run([0], job, tell=lambda t, _: total.append(t))
        plan["parts"] = min(MOST, max(1, round(total[0] / seconds)))
        write(path, json.dumps(plan).encode())
    parts = plan["parts"]
    job = Job(job.command, job.scratch, job.cwd, parts)
    missing = [n for n in range(1, parts + 1) if not (folder / str(n)).exists()]
    progress = Progress("parts", parts, parts - len(missing))

    def tell(result: tuple[int, bytes], running: int) -> None:
        write(folder / str(result[0]), result[1])
        progress.step(running)

    Pool(ray, task, cores, seconds).run(missing, job, tell=tell)
    progress.close()
    short = scratch.path / "p"
    short.symlink_to(folder.absolute())
    files = ",".join(f"{short}/{n}" for n in range(1, parts + 1))
    return engine.call(scratch, [*job.command, "--merge", files])


def write(path: Path, contents: bytes) -> None:
    """Write a file that appears whole."""
    aside = path.with_name(f".{path.name}.partial")
    with aside.open("wb") as f:
        f.write(contents)
        f.flush()
        os.fsync(f.fileno())
    aside.replace(path)
