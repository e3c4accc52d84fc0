"""Tasks on a Ray cluster. Each runs the program and returns the files that it wrote."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import rummygym_program
from rummygym._libraries import need

RETRIES = 10
"""How often Ray runs a task again whose worker or node was lost."""


class Failed(Exception):
    """The run cannot continue. The message says why."""


@contextlib.contextmanager
def connected(address: str | None) -> Iterator[Any]:
    """Connect to a cluster, or start Ray on this machine if there is no address. Yields the module ray.

    Standard output is standard error meanwhile, because Ray prints warnings about nodes to it.
    A Ray that is started here listens on the loopback interface only, has no dashboard, reports
    nothing, and wants a token that only its processes know.
    """
    options: dict[str, Any] = {"address": address or os.environ.get("RAY_ADDRESS")}
    if not options["address"]:
        options = {"address": "local", "include_dashboard": False}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's word for: only this machine, on 127.0.0.1
        os.environ["RAY_AUTH_MODE"], os.environ["RAY_AUTH_TOKEN"] = "token", secrets.token_hex(32)
    ray = need("ray", "running on a cluster", "./python[ray]")
    try:
        with contextlib.redirect_stdout(sys.stderr):
            ray.init(**options, log_to_driver=False, logging_level="warning")
            yield ray
    finally:
        ray.shutdown()


def task(command: Sequence[str], digest: str, cwd: str) -> dict[str, bytes]:
    """Run the program and return the files that it writes, by name. Runs on a worker; twice is harmless.

    :param command: arguments of the program; the last one is where it writes to
    :param digest: of the program
    :param cwd: folder of relative paths among the arguments, if it exists on this machine
    """
    if program_digest() != digest:
        raise Failed("the program rummygym of a node is another one than that of the driver")
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            [rummygym_program.path(), *command[:-1], os.path.join(folder, command[-1])],
            cwd=cwd if os.path.isdir(cwd) else None, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if ran.returncode:
            lines = ran.stderr.strip().splitlines() or [f"the program ended with status {ran.returncode}"]
            raise Failed(lines[-1].removeprefix("rummygym: "))
        files = (p for p in Path(folder).rglob("*") if p.is_file())
        return {str(p.relative_to(folder)): p.read_bytes() for p in files}


def program_digest() -> str:
    """Return the SHA-256 of the program on this machine."""
    return hashlib.sha256(Path(rummygym_program.path()).read_bytes()).hexdigest()


def finish(ray: Any, commands: Sequence[Sequence[str]], folder: Path) -> list[Path]:
    """Run a task for each command whose files are not in the folder yet. Return the folders with their files.

    Such a folder is named by its command and the program, so that no other run takes it for one of its own.
    """
    digest, cwd = program_digest(), os.getcwd()
    parts = [folder / hashlib.sha256("\0".join([digest, *c]).encode()).hexdigest()[:32] for c in commands]
    remote = ray.remote(num_cpus=1, max_retries=RETRIES)(task)
    missing = [(part, c) for part, c in zip(parts, commands, strict=True) if not part.exists()]
    running = {remote.remote(c, digest, cwd): part for part, c in missing}
    while running:
        (done,), _ = ray.wait(list(running))
        part = running.pop(done)
        try:
            files = ray.get(done)
        except ray.exceptions.RayTaskError as e:
            raise (e.cause if isinstance(e.cause, Failed) else e) from None
        aside = part.with_suffix(".partial")  # so that a folder is there with all its files or not at all
        for name, contents in files.items():
            (aside / name).parent.mkdir(parents=True, exist_ok=True)
            (aside / name).write_bytes(contents)
        aside.rename(part)
        if sys.stderr.isatty():
            print(f"\r{len(parts) - len(running)} of {len(parts)} tasks", end="", file=sys.stderr, flush=True)
    return parts
