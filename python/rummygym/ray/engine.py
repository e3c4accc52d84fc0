"""The engine's command line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rummygym import _binary
from rummygym.ray.cluster import Failed
from rummygym.ray.scratch import Scratch


def binary() -> str:
    """Return the path of the engine on this machine."""
    try:
        return _binary.path()
    except FileNotFoundError as e:
        raise Failed(str(e)) from e


def call(scratch: Scratch, arguments: Sequence[str], cwd: str | None = None, **options: Any) -> bytes:
    """Run the engine to its end and return its standard output.

    Raises :class:`Failed` with the engine's own message: with status 2 for a wrong command line.
    """
    ran = scratch.run([binary(), *arguments], cwd=cwd, **options)
    check(ran)
    return ran.stdout


def check(ran: subprocess.CompletedProcess[bytes]) -> None:
    """Raise :class:`Failed` if the engine did not succeed."""
    if ran.returncode == 0:
        return
    text = ran.stderr.decode(errors="replace").strip().splitlines()
    message = text[-1].removeprefix("rummygym: ") if text else f"the engine ended with status {ran.returncode}"
    raise Failed(message, ran.returncode)


def folder(path: str) -> str | None:
    """Return the folder in which the driver runs, if it exists on this machine, for relative paths in flags."""
    return path if Path(path).is_dir() else None
