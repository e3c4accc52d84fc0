"""The command line of runs on a cluster: ``python -m rummygym.ray --help``."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import rummygym_program
from rummygym.ray import cluster

TASKS_PER_CORE = 4
"""Tasks for each core, unless the user says how many: they take different times, and with more of them all cores end together."""

COMMANDS = {
    "collect": "record games: a task plays a range of the episodes",
    "eval": "evaluate an agent: a task plays a part of the games",
    "tournament": "play a tournament: a task plays a part of the games",
    "ladder": "rate agents: a task plays a part of the games",
}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the flags that are not the program's."""
    p = argparse.ArgumentParser(
        prog="python -m rummygym.ray",
        description="Run commands of rummygym on a Ray cluster, with the same results as on one machine.",
    )
    sub = p.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, what in COMMANDS.items():
        c = sub.add_parser(
            name, help=what, description=what, allow_abbrev=False,
            epilog=f'All other flags are those of "rummygym {name}".',
        )  # fmt: skip
        c.add_argument(
            "--address",
            help="cluster to run on, such as auto; without it and RAY_ADDRESS, Ray is started on this machine",
        )
        c.add_argument("--tasks", type=int, help=f"number of tasks (default {TASKS_PER_CORE} for each core)")
        c.add_argument(
            "--parts",
            metavar="DIR",
            help="folder to keep what tasks return; the same command again runs the other tasks only",
        )
        if name == "collect":
            c.add_argument("--games", type=int, default=1000, help="number of games to play (default 1000)")
            c.add_argument("--shard-games", type=int, default=1000, help="number of games per shard (default 1000)")
            c.add_argument("--out", required=True, help="folder to write to; it must not exist")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    known, flags = parser().parse_known_args(arguments)
    try:
        with contextlib.ExitStack() as stack:
            folder = known.parts or stack.enter_context(tempfile.TemporaryDirectory())
            return run(known, flags, Path(folder))
    except (cluster.Failed, OSError) as e:
        print(f"rummygym.ray: {e}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("rummygym.ray: stopped", file=sys.stderr)
        return 130


def run(known: argparse.Namespace, flags: list[str], folder: Path) -> int:
    """Run the tasks, then the command that puts their files together. Return its exit status.

    :param folder: for the files of the tasks
    """
    collects = known.command == "collect"
    if collects and Path(known.out).exists():
        raise cluster.Failed(f"--out {known.out}: it exists: choose another folder")
    with cluster.connected(known.address) as ray:
        count = known.tasks or max(1, TASKS_PER_CORE * int(ray.cluster_resources().get("CPU", 0)))
        if collects:
            flags += ["--shard-games", str(known.shard_games)]
            ranges = shares(known.games, known.shard_games, count)
            tasks = [["--first-deal", str(first), "--games", str(games), "--out"] for first, games in ranges]
        else:
            tasks = [["--part", f"{k}/{count}", "--checkpoint"] for k in range(1, count + 1)]
        name = "data" if collects else "games.arrow"
        commands = [[known.command, *flags, "--workers", "1", *task, name] for task in tasks]
        parts = [part / name for part in cluster.finish(ray, commands, folder)]
    if collects:
        for part in parts:
            for table in ("decisions", "results"):
                shutil.copytree(part / table, Path(known.out, table), copy_function=_link, dirs_exist_ok=True)
        flags += ["--games", str(known.games), "--out", known.out, "--resume"]  # lists the shards
    else:
        flags += ["--resume", ",".join(map(str, parts))]
    return subprocess.run([rummygym_program.path(), known.command, *flags], check=False).returncode


def _link(source: str, target: str) -> None:
    """Make a second name of a file, or a copy where the file system has no such names."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def shares(games: int, shard: int, count: int) -> list[tuple[int, int]]:
    """Return the first game and the number of games of each task: whole shards, but the last.

    :param count: maximum number of tasks
    """
    size = -(-games // (shard * count)) * shard
    return [(first, min(size, games - first)) for first in range(0, games, size)]


if __name__ == "__main__":
    sys.exit(main())
