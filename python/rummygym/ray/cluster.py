"""Work in tasks on a Ray cluster: how large they are, where they run, and what happens when they fail."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rummygym._libraries import need
from rummygym.ray.scratch import Scratch

RETRIES = 10
"""How often Ray runs a task again whose worker or node was lost."""

FAILURES = 3
"""How many tasks with the same unit of work may fail before the run stops."""


class Failed(Exception):
    """The run cannot continue. The message says why, and how to fix it."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class Stopped(BaseException):
    """A signal asked the run to stop."""

    where: str | None = None
    """Folder to resume from, if the output is another one or none."""
    kept = ""
    """What is finished."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


@dataclass(frozen=True)
class Options:
    """What the user says about tasks."""

    address: str | None
    """Address of the cluster; None starts Ray on this machine."""
    seconds: float
    """Wanted duration of a task."""
    cores: int
    """Cores of a task."""
    scratch: str | None
    """Folder on the nodes for temporary files; None is that of the system."""


@dataclass
class Outcome:
    """What a task returns."""

    done: dict[Any, Any] = field(default_factory=dict)
    """Results of the finished units, by unit."""
    error: str = ""
    """Why the others are not finished."""
    fatal: bool = False
    """The error would be the same on every node."""
    node: str = ""
    """Ray's number of the node, and its address."""
    address: str = ""


@contextlib.contextmanager
def connected(address: str | None, scratch: Scratch) -> Iterator[Any]:
    """Connect to a cluster, or start Ray on this machine if there is no address. Yields the module ray.

    Standard output is standard error meanwhile, because Ray prints warnings about nodes to it.
    A Ray that is started here listens on the loopback interface only, has no dashboard, reports
    nothing, wants a token that only its processes know, and has its files in the temporary folder.
    """
    address = address or os.environ.get("RAY_ADDRESS")
    if address:
        where: dict[str, Any] = {"address": address}
    else:
        where = {"address": "local", "include_dashboard": False, "_temp_dir": str(scratch.path)}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's word for: only this machine, on 127.0.0.1
        os.environ["RAY_AUTH_MODE"], os.environ["RAY_AUTH_TOKEN"] = "token", secrets.token_hex(32)
    ray = need("ray", "running on a cluster", "rummygym[ray]")
    try:
        ray.init(**where, log_to_driver=False, logging_level="warning")
        stop_on_signals()  # Ray has its own
        with contextlib.redirect_stdout(sys.stderr):
            yield ray
    finally:
        ray.shutdown()


class Room:
    """The nodes on which tasks fit. Says once if there are none, because Ray waits without a word."""

    def __init__(self, ray: Any, cores: int) -> None:
        self._ray, self._cores, self._told = ray, cores, False

    def nodes(self, left_out: Iterable[str] = ()) -> list[str]:
        """Return the nodes, without some that are left out."""
        return [
            n["NodeID"]
            for n in self._ray.nodes()
            if n["Alive"] and n["Resources"].get("CPU", 0) >= self._cores and n["NodeID"] not in left_out
        ]

    def tell(self) -> None:
        """Say on standard error that no node has room, once until there is room again."""
        if self.nodes():
            self._told = False
        elif not self._told:
            self._told = True
            what = "a core" if self._cores == 1 else f"{self._cores} cores"
            print(f"rummygym.ray: no node of the cluster has {what}: waiting for one", file=sys.stderr, flush=True)


class Pool:
    """Runs units of work in tasks of about the wanted length, as many as the cluster has room for."""

    def __init__(self, ray: Any, task: Callable[..., tuple[Outcome, float]], options: Options) -> None:
        """:param task: called on a worker with a list of units and the arguments of :meth:`run`"""
        self._ray, self._cores, self._seconds = ray, options.cores, options.seconds
        self._remote = ray.remote(num_cpus=options.cores, max_retries=RETRIES)(task)
        self._left_out: dict[str, str] = {}  # nodes, with the last error there
        self._room = Room(ray, options.cores)

    def slots(self) -> int:
        """Return the number of tasks that the cluster can run at a time, at least 1."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 0)) // self._cores)

    def run(self, units: Iterable[Any], *args: Any, tell: Callable[[Any, int], None]) -> None:
        """Finish all units.

        At most twice as many tasks are submitted as can run. The first tasks have one unit; later ones
        have as many as fit the wanted duration. A node on which a task fails gets no more tasks.
        After an exception the running tasks end with the connection to the cluster, which kills their
        workers. With ray.cancel a task that ends at that moment can abort this process (as in ray-project/ray#54798).

        :param tell: called with the result of each unit, and with the number of running tasks
        """
        waiting = list(units)[::-1]
        running: dict[Any, list[Any]] = {}
        failures: dict[Any, int] = {}
        spent, finished = 0.0, 0
        while waiting or running:
            slots = self.slots()
            while waiting and len(running) < 2 * slots:
                size = 1 if not finished else max(1, int(self._seconds * finished / max(spent, 1e-3)))
                size = min(size, -(-len(waiting) // slots))  # the last ones are shared
                chunk = [waiting.pop() for _ in range(size)]
                running[self._submit(chunk, args)] = chunk
            ready, _ = self._ray.wait(list(running), timeout=1)
            check()
            if not ready:
                self._give_up_without_nodes()
                self._room.tell()
            for ref in ready:
                chunk = running.pop(ref)
                outcome, seconds = self._result(ref)
                for result in outcome.done.values():
                    tell(result, len(running))
                spent, finished = spent + seconds, finished + len(outcome.done)
                if outcome.error:
                    chunk = [unit for unit in chunk if unit not in outcome.done]
                    self._note(outcome, chunk, failures)
                    waiting.extend(reversed(chunk))

    def _submit(self, chunk: list[Any], args: tuple[Any, ...]) -> Any:
        options: dict[str, Any] = {}
        if self._left_out:
            options["label_selector"] = {"ray.io/node-id": "!in(" + ",".join(self._left_out) + ")"}
        return self._remote.options(**options).remote(chunk, *args)

    def _result(self, ref: Any) -> tuple[Outcome, float]:
        try:
            outcome, seconds = self._ray.get(ref)
        except self._ray.exceptions.RayTaskError:
            raise  # a bug
        except self._ray.exceptions.RayError as e:  # the worker was lost too often
            return Outcome(error=str(e).strip().splitlines()[0]), 0
        return outcome, seconds

    def _note(self, outcome: Outcome, chunk: list[Any], failures: dict[Any, int]) -> None:
        """Remember a failed task, or stop the run."""
        if outcome.fatal:
            raise Failed(outcome.error)
        for unit in chunk:
            failures[unit] = failures.get(unit, 0) + 1
        where = f"on node {outcome.address}" if outcome.node else "a task"
        error = f"{outcome.error} ({where}; what is finished is kept)"
        if max(failures[unit] for unit in chunk) >= FAILURES:
            raise Failed(error)
        if not outcome.node:  # Ray gave it up
            print(f"rummygym.ray: a task failed: {outcome.error}", file=sys.stderr)
            return
        self._left_out[outcome.node] = error
        self._give_up_without_nodes()
        print(f"rummygym.ray: a task failed {where}, which gets no more tasks: {outcome.error}", file=sys.stderr)

    def _give_up_without_nodes(self) -> None:
        """Stop the run if tasks have failed on all nodes.

        That is looked at again while the run waits: a lost node counts until Ray notices its loss.
        """
        if self._room.nodes() and not self._room.nodes(self._left_out):
            raise Failed([*self._left_out.values()][-1])


def measured(work: Callable[[Outcome], None]) -> tuple[Outcome, float]:
    """Run the work of a task, which adds to an outcome, and return that with the duration in seconds."""
    import ray

    context = ray.get_runtime_context()
    outcome = Outcome(node=context.get_node_id(), address=ray.util.get_node_ip_address())
    start = time.monotonic()
    try:
        work(outcome)
    except Failed as e:
        outcome.error, outcome.fatal = str(e), e.status == 2
    except OSError as e:
        outcome.error = str(e)
    return outcome, time.monotonic() - start


_asked: list[int] = []
"""The signals that asked the run to stop."""


def stop_on_signals() -> None:
    """Make :func:`check` raise :class:`Stopped` after ctrl-C and SIGTERM. An exception in the handler itself
    would be raised in the middle of Ray's own code."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: _asked.append(number))


def check() -> None:
    """Raise :class:`Stopped` if a signal has asked for it. Whoever waits calls it every second."""
    if _asked:
        raise Stopped(_asked[0])


class Progress:
    """A line on standard error: redrawn on a terminal, and otherwise printed every half minute."""

    def __init__(self, what: str, total: int, kept: int) -> None:
        self._what, self._total, self._done, self._kept = what, total, kept, kept
        self._start = self._shown = time.monotonic()
        self._terminal = sys.stderr.isatty()

    def step(self, running: int) -> None:
        """Count one more."""
        self._done += 1
        now = time.monotonic()
        if now - self._shown < (0.1 if self._terminal else 30):
            return
        self._shown = now
        rate = (self._done - self._kept) / (now - self._start)
        left = (self._total - self._done) / rate
        text = f"{self._done} of {self._total} {self._what}, {running} tasks, {left:.0f} s left"
        print(
            f"\r\x1b[K{text}" if self._terminal else text,
            end="" if self._terminal else "\n",
            file=sys.stderr,
            flush=True,
        )

    def close(self) -> None:
        """Remove the line from a terminal."""
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
