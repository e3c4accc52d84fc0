"""Temporary folders that are removed, and programs that are killed, whatever ends their owner."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

PREFIX = "rummygym-ray-"
"""Start of the names of temporary folders."""


class Scratch:
    """A temporary folder, for ``with``, in which programs run.

    When the owner ends, also by a kill, a small process (:mod:`rummygym.ray.keeper`) kills the
    programs and removes the folder. Folders that were left by a machine that stopped are removed by the
    next :class:`Scratch` on it: nobody holds their lock.
    """

    def __init__(self, parent: str | None = None) -> None:
        """:param parent: folder to create it in; by default that of :mod:`tempfile`"""
        self.parent = Path(parent or tempfile.gettempdir())

    def __enter__(self) -> Scratch:
        sweep(self.parent)
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self.parent))
            try:
                lock = os.open(self.path, os.O_RDONLY)
            except FileNotFoundError:
                continue  # another owner swept it before it was locked
            fcntl.flock(lock, fcntl.LOCK_EX)
            if self.path.exists():
                break
            os.close(lock)
        keeper = str(Path(__file__).with_name("keeper.py"))
        self._keeper = subprocess.Popen(
            [sys.executable, "-I", "-S", keeper, self.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[lock],
        )
        os.close(lock)
        self._keeper.wait()  # it forks
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._keeper.stdin and self._keeper.stdout
        with contextlib.suppress(BrokenPipeError):
            self._keeper.stdin.close()
        self._keeper.stdout.read()
        self._keeper.stdout.close()
        shutil.rmtree(self.path, ignore_errors=True)  # if somebody killed the keeper

    def start(self, command: Sequence[str], **options: object) -> subprocess.Popen[bytes]:
        """Start a program in a group of its own, which ends with the owner. Call :meth:`ended` after its end."""
        assert self._keeper.stdin
        process: subprocess.Popen[bytes] = subprocess.Popen(command, start_new_session=True, **options)  # type: ignore[call-overload]
        self._keeper.stdin.write(b"%d\n" % process.pid)
        self._keeper.stdin.flush()
        return process

    def ended(self, process: subprocess.Popen[bytes]) -> None:
        """Say that a program has ended and been waited for."""
        assert self._keeper.stdin
        self._keeper.stdin.write(b"%d\n" % -process.pid)
        self._keeper.stdin.flush()

    def run(
        self, command: Sequence[str], meanwhile: Callable[[], None] | None = None, cwd: str | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a program to its end.

        :param meanwhile: called about five times a second and once after the end
        :returns: status, standard output and standard error
        """
        out, err = self.path / "stdout", self.path / "stderr"
        with out.open("wb") as o, err.open("wb") as e:
            process = self.start(command, stdin=subprocess.DEVNULL, stdout=o, stderr=e, cwd=cwd)
        while process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2 if meanwhile else None)
            if meanwhile:
                meanwhile()
        self.ended(process)
        if meanwhile:
            meanwhile()
        return subprocess.CompletedProcess(command, process.returncode, out.read_bytes(), err.read_bytes())


def sweep(parent: Path) -> None:
    """Remove the temporary folders in a folder that have no owner."""
    for folder in parent.glob(PREFIX + "*"):
        with contextlib.suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(lock).st_uid == os.getuid():
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)
