"""``tournament``, ``eval`` and ``ladder`` on a cluster: tasks of parts, whose games the driver keeps and merges."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rummygym._libraries import need
from rummygym.ray import cluster, engine
from rummygym.ray.cluster import Failed, Options, Outcome, Pool, Progress, Stopped
from rummygym.ray.scratch import Scratch

PLAN = "plan.json"
MOST = 5000
"""The largest number of parts: the names of their files must fit on one command line."""

_GAMES = "games.arrow"
_SHORTEST = 0.25  # seconds of play from which the duration of a run is estimated


@dataclass(frozen=True)
class Job:
    """What the tasks of a run share."""

    command: list[str]
    """The command and its flags, without those of checkpoints."""
    scratch: str | None
    cwd: str
    settings: dict[str, Any]
    parts: int


def task(numbers: list[int], job: Job) -> tuple[Outcome, float]:
    """Play parts and return their files of games. Runs on a worker."""

    def work(outcome: Outcome) -> None:
        with Scratch(job.scratch) as scratch:
            for n in numbers:
                files = play(scratch, job.command, n, job.parts, engine.folder(job.cwd))
                if settings(files) != job.settings:
                    raise Failed("the engine on this node, or a network, is another one than that of the driver")
                outcome.done[n] = n, files

    return cluster.measured(work)


def play(scratch: Scratch, command: list[str], part: int, parts: int, cwd: str | None = None) -> dict[str, bytes]:
    """Play one part, counted from 1, and return its files of games, of which each preset has one."""
    folder = scratch.path / "part"
    folder.mkdir()
    engine.call(scratch, [*command, "--part", f"{part}/{parts}", "--checkpoint", str(folder / _GAMES)], cwd)
    files = {p.name: p.read_bytes() for p in folder.glob("*.arrow")}
    shutil.rmtree(folder)
    return files


def settings(files: dict[str, bytes]) -> dict[str, Any]:
    """Return the settings of files of games, with the program, which all parts of a run have in common."""
    arrow = need("pyarrow", "running on a cluster", "rummygym[ray]")
    found = {}
    for name, contents in files.items():
        setup = json.loads(arrow.ipc.open_file(contents).schema.metadata[b"rummygym.tournament"])
        found[name] = {**setup, "part": setup["part"]["program"]}
    return found


class Parts:
    """The folder with the parts of a run that are played."""

    def __init__(self, command: list[str], checkpoint: str | None, resume: str | None, options: Options) -> None:
        """:param command: the command and its flags, without those of checkpoints"""
        self._command, self._options = command, options
        self._temporary = checkpoint is None and resume is None
        self._checkpoint, self._resume = checkpoint, resume

    def open(self, scratch: Scratch) -> None:
        """Check the flags, and plan the parts of a new run. Raises :class:`Failed` for wrong flags."""
        command = [*self._command, "--workers", "1"]
        start = time.monotonic()
        self._settings = settings(play(scratch, command, 1, 1_000_000))  # games of a millionth: seldom any
        started = time.monotonic() - start
        digest = hashlib.sha256(json.dumps(self._settings, sort_keys=True).encode()).hexdigest()[:8]
        name = self._resume or self._checkpoint or f"{self._command[0]}-{digest}.parts"
        self.folder = Path(name)
        plan = self.folder / PLAN
        if self._resume is None:
            self._create()
            aside = self.folder / f".{PLAN}"
            write(
                aside,
                json.dumps({"settings": self._settings, "parts": self._count(scratch, command, started)}).encode(),
            )
            aside.rename(plan)
        elif not plan.exists():
            raise Failed(f"--resume {name}: it has no {PLAN}: want the folder of a run on a cluster", 2)
        self._lock = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failed(f"{name}: another process adds parts to it") from None
        planned = json.loads(plan.read_bytes())
        if planned["settings"] != self._settings:
            raise Failed(
                f"--resume {name}: its parts were played with other settings or by another version of the engine: "
                "resume with the same, or choose another folder"
            )
        self.count: int = planned["parts"]
        self.missing = [n for n in range(1, self.count + 1) if not (self.folder / str(n)).exists()]

    def _create(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise Failed(f"--checkpoint {self.folder}: it is a file: want a folder", 2) from None
        if any(p.name != f".{PLAN}" for p in self.folder.iterdir()):  # which a kill may leave
            raise Failed(f"--checkpoint {self.folder}: it is not empty: resume its run with --resume {self.folder}", 2)

    def _count(self, scratch: Scratch, command: list[str], started: float) -> int:
        """Return the number of parts that take the wanted time each, from the time of a small one here."""
        parts, took = 4**10, 0.0
        while took < _SHORTEST and parts > 1:
            cluster.check()
            parts //= 4
            start = time.monotonic()
            play(scratch, command, 1, parts)
            took = time.monotonic() - start
            started = min(started, took)  # the first play of all may have waited for the disk
            took -= started
        return min(MOST, max(1, round(parts * took / (self._options.seconds * self._options.cores))))

    def play(self, ray: Any) -> None:
        """Play the parts that are missing."""
        finished = self.count - len(self.missing)
        progress = Progress("parts", self.count, finished)

        def tell(result: tuple[int, dict[str, bytes]], running: int) -> None:
            nonlocal finished
            number, files = result
            aside = self.folder / f".{number}.partial"
            shutil.rmtree(aside, ignore_errors=True)
            aside.mkdir()
            for name, contents in files.items():
                write(aside / name, contents)
            aside.rename(self.folder / str(number))
            finished += 1
            progress.step(running)

        command = [*self._command, "--workers", str(self._options.cores)]
        job = Job(command, self._options.scratch, os.getcwd(), self._settings, self.count)
        try:
            Pool(ray, task, self._options).run(self.missing, ray.put(job), tell=tell)
        except Stopped as e:
            e.where, e.kept = str(self.folder), f" with {finished} of {self.count} parts finished"
            raise
        finally:
            progress.close()

    def merge(self, scratch: Scratch) -> int:
        """Print what one run prints, and return the status of the engine."""
        short = scratch.path / "p"  # no comma in it
        short.symlink_to(self.folder.absolute())
        files = [f"--merge={short}/{n}/{_GAMES}" for n in range(1, self.count + 1)]
        process = scratch.start([engine.binary(), *self._command, *files], stdin=subprocess.DEVNULL)
        while process.poll() is None:
            try:
                cluster.check()
                process.wait(1)
            except subprocess.TimeoutExpired:
                continue
            except Stopped as e:
                e.where, e.kept = str(self.folder), " with all parts finished"
                raise
        scratch.ended(process)
        if process.returncode == 0 and self._temporary:
            shutil.rmtree(self.folder)
        return process.returncode


def write(path: Path, contents: bytes) -> None:
    """Write a file to the disk."""
    with path.open("wb") as f:
        f.write(contents)
        f.flush()
        os.fsync(f.fileno())
