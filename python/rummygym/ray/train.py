"""``train mc`` and ``train ppo`` on a cluster: one learner here, and actors that play for it.

The learner is ``rummygym train … --actors stdio``, each actor ``rummygym train … --act``. Between them run
Arrow streams (Go package ``train/remote``), of which this module moves the rows:

    learner ── step, from, to, shared ──> ranges of [from, to) ──> actors
    learner <── step, from, to, data ───────────────────────────── actors
"""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import Any

from rummygym._libraries import need
from rummygym.ray import cluster, engine
from rummygym.ray.cluster import Failed, Stopped
from rummygym.ray.scratch import Scratch

CONFIG = "config.json"
RESTARTS = 3
"""How often a learner that was killed is started again."""


class Player:
    """An actor: a process of the engine that plays games."""

    def __init__(self, command: list[str], config: bytes, scratch: str | None) -> None:
        """:param config: the settings of the run, as they stand in its folder"""
        self._arrow = need("pyarrow", "training on a cluster", "rummygym[ray]")
        self._scratch = Scratch(scratch)
        self._scratch.__enter__()  # until the process of this actor ends
        settings = self._scratch.path / CONFIG
        settings.write_bytes(config)
        self._errors = self._scratch.path / "stderr"
        with self._errors.open("wb") as errors:
            self._engine = self._scratch.start(
                [engine.binary(), *command, "--config", str(settings), "--act"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        self._schema = row_schema(self._arrow, "shared")
        self._requests = self._arrow.ipc.new_stream(self._engine.stdin, self._schema)
        self._replies: Any = None
        self._last = ""

    def ready(self) -> None:
        """Return when the actor is there."""

    def play(self, name: str, shared: Any, step: int, start: int, stop: int) -> bytes:
        """Play the games of a step, or at the tables, from start to stop.

        :param name: of what they share
        """
        try:
            batch = row(self._arrow, self._schema, step, start, stop, None if name == self._last else shared)
            self._requests.write_batch(batch)
            assert self._engine.stdin
            self._engine.stdin.flush()
            if self._replies is None:
                self._replies = self._arrow.ipc.open_stream(self._engine.stdout)
            reply = self._replies.read_next_batch()
        except (OSError, StopIteration, self._arrow.ArrowInvalid) as e:
            self._engine.kill()
            self._engine.wait()
            text = self._errors.read_text(errors="replace").strip().splitlines()
            raise RuntimeError(text[-1] if text else f"an actor's engine ended: {e}") from None
        self._last = name
        data: bytes = reply.column(3)[0].as_py()
        return data


def row_schema(arrow: Any, last: str) -> Any:
    """Return the schema of the streams, whose last column is "shared" in requests and "data" in replies."""
    numbers = [arrow.field(name, arrow.int64(), nullable=False) for name in ("step", "from", "to")]
    return arrow.schema([*numbers, arrow.field(last, arrow.large_binary())])


def row(arrow: Any, schema: Any, step: int, start: int, stop: int, data: Any) -> Any:
    """Return a batch of one row, whose data may be bytes, a buffer or None."""
    columns = [arrow.array([n], arrow.int64()) for n in (step, start, stop)]
    if data is None:
        columns.append(arrow.nulls(1, arrow.large_binary()))
    else:
        ends = arrow.array([0, len(data)], arrow.int64()).buffers()[1]
        columns.append(arrow.Array.from_buffers(arrow.large_binary(), 1, [None, ends, arrow.py_buffer(data)]))
    return arrow.record_batch(columns, schema=schema)


class Training:
    """A run: the learner, its actors, and what they have been asked for."""

    def __init__(self, ray: Any, command: list[str], folder: Path, options: cluster.Options, scratch: Scratch) -> None:
        """
        :param command: the engine's command and flags, without those of the folder
        :param folder: folder of the run
        """
        self._ray, self._command, self._folder, self._options = ray, command, folder, options
        self._scratch = scratch
        self._arrow = need("pyarrow", "training on a cluster", "rummygym[ray]")
        slots = max(1, int(ray.cluster_resources().get("CPU", 0)) // options.cores)
        self._count = options.actors or slots
        self._remote = ray.remote(num_cpus=options.cores)(Player)
        self._room = cluster.Room(ray, options.cores)
        self._events: queue.Queue[tuple[Any, ...]] = queue.Queue()
        self._todo: deque[tuple[Any, ...]] = deque()
        self._idle: list[Any] = []
        self._failures = 0
        self._config = b""

    def run(self, resume: bool) -> int:
        """Train to the end and return the learner's exit status."""
        for attempt in range(RESTARTS + 1):
            status = self._learn(resume)
            if status >= 0 or attempt == RESTARTS:
                return status
            print(f"rummygym.ray: signal {-status} ended the learner, which starts again", file=sys.stderr)
            resume = (self._folder / CONFIG).exists()
        raise AssertionError

    def _learn(self, resume: bool) -> int:
        """Run one process of the learner to its end."""
        command = [
            engine.binary(),
            *self._command,
            "--actors",
            "stdio",
            "--resume" if resume else "--out",
            str(self._folder),
        ]
        learner = self._scratch.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        outbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=self._read, args=(learner,), daemon=True),
            threading.Thread(target=self._write, args=(learner, outbox), daemon=True),
        ]
        for t in threads:
            t.start()
        self._todo.clear()
        try:
            while True:
                cluster.check()
                try:
                    event, *rest = self._events.get(timeout=1)
                except queue.Empty:
                    self._room.tell()
                    continue
                if event == "ended":
                    return learner.wait()
                getattr(self, "_" + event)(learner, outbox, *rest)
                self._hand_out(learner)
        except BaseException as e:
            if isinstance(e, Stopped):
                e.where = str(self._folder)
            learner.send_signal(signal.SIGINT)  # it writes a checkpoint
            learner.wait()
            raise
        finally:
            outbox.put(None)
            for t in threads:
                t.join()
            self._scratch.ended(learner)

    def _read(self, learner: subprocess.Popen[bytes]) -> None:
        """Turn the learner's requests into events."""
        try:
            for batch in self._arrow.ipc.open_stream(learner.stdout):
                step, start, stop, shared = (c[0] for c in batch.columns)
                self._events.put(("asked", step.as_py(), start.as_py(), stop.as_py(), shared.as_buffer()))
        except (OSError, self._arrow.ArrowInvalid):
            pass  # it ended, perhaps in mid-message
        self._events.put(("ended",))

    def _write(self, learner: subprocess.Popen[bytes], outbox: queue.SimpleQueue[Any]) -> None:
        """Write replies to the learner, which reads them when it needs them."""
        schema = row_schema(self._arrow, "data")
        try:
            with self._arrow.ipc.new_stream(learner.stdin, schema) as stream:
                while (reply := outbox.get()) is not None:
                    stream.write_batch(row(self._arrow, schema, *reply))
                    assert learner.stdin
                    learner.stdin.flush()
        except (OSError, self._arrow.ArrowInvalid):
            pass  # it ended

    def _asked(self, learner: Any, outbox: Any, step: int, start: int, stop: int, shared: Any) -> None:
        """Divide the games of a step, or its tables."""
        if not self._config:
            self._config = (self._folder / CONFIG).read_bytes()
            for _ in range(self._count):
                self._hire()
        ref = self._ray.put(shared)
        size = max(1, -(-(stop - start) // (2 * self._count)))
        for at in range(start, stop, size):
            self._todo.append((ref.hex(), ref, step, at, min(at + size, stop)))

    def _hire(self) -> None:
        """Start an actor, which becomes idle when there is room for it."""
        command = [*self._command[:2], "--workers", str(self._options.cores)]
        actor = self._remote.remote(command, self._config, self._options.scratch)
        self._when(actor.ready.remote(), "hired", actor)

    def _hired(self, learner: Any, outbox: Any, actor: Any, result: Any, error: Any) -> None:
        if error is None:
            self._idle.append(actor)
        else:
            self._replace(error)

    def _hand_out(self, learner: Any) -> None:
        """Give games to idle actors."""
        while self._todo and self._idle:
            actor, work = self._idle.pop(), self._todo.popleft()
            self._when(actor.play.remote(*work), "played", actor, work, learner)

    def _played(self, learner: Any, outbox: Any, actor: Any, work: Any, of: Any, result: Any, error: Any) -> None:
        if error is None:
            self._idle.append(actor)
            self._failures = 0
            if of is learner:  # and not the one before
                outbox.put((*work[2:], result))
            return
        if of is learner:
            self._todo.appendleft(work)
        self._ray.kill(actor)
        self._replace(error)

    def _replace(self, error: Exception) -> None:
        """Start another actor instead of one that was lost, or stop the run."""
        self._failures += isinstance(error, self._ray.exceptions.RayTaskError)
        if self._failures > cluster.FAILURES:
            raise Failed(str(getattr(error, "cause", None) or error).strip().splitlines()[-1])
        print("rummygym.ray: an actor was lost; another one starts", file=sys.stderr)
        self._hire()

    def _when(self, ref: Any, event: str, *rest: Any) -> None:
        """Make an event of the end of a call."""

        def ended(future: Any) -> None:
            error = future.exception()
            self._events.put((event, *rest, None if error else future.result(), error))

        ref.future().add_done_callback(ended)
