"""The command line of runs on a cluster: ``python -m rummygym.ray --help``."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence

from rummygym.ray import cluster, collect
from rummygym.ray.cluster import Failed, Options, Stopped
from rummygym.ray.parts import Parts
from rummygym.ray.scratch import Scratch

PROGRAM = "python -m rummygym.ray"


COMMANDS = {
    "collect": "record games: shards are tasks",
    "tournament": "play a tournament: parts of the games are tasks",
    "eval": "evaluate an agent: parts of the games are tasks",
    "ladder": "rate agents: parts of the games are tasks",
    "exploit": "play a responder against an agent (exploit bound): parts of the games are tasks",
}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the flags that are not the engine's."""
    p = argparse.ArgumentParser(
        prog=PROGRAM,
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
        c.add_argument("--task-cores", type=int, default=1, help="cores of a task (default 1)")
        c.add_argument(
            "--scratch", metavar="DIR", help="folder on the nodes for temporary files (default that of the system)"
        )
        c.add_argument("--task-seconds", type=float, default=20, help="wanted duration of a task (default 20)")
        if name != "collect":
            c.add_argument(
                "--checkpoint",
                metavar="DIR",
                help="folder of a new run, for its parts (default one here, removed at the end)",
            )
            c.add_argument("--resume", metavar="DIR", help="resume the run in this folder")
            continue
        c.add_argument("--out", required=True, help="folder that all nodes share, or URI such as s3://bucket/folder")
        c.add_argument("--resume", action="store_true", help="keep the finished shards of an earlier run")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    known, flags = parser().parse_known_args(words)
    options = Options(known.address, known.task_seconds, known.task_cores, known.scratch)
    cluster.stop_on_signals()
    try:
        with Scratch() as scratch:
            return run(known, flags, options, scratch)
    except (Failed, OSError) as e:
        print(f"rummygym.ray: {e}", file=sys.stderr)
        return getattr(e, "status", 1)
    except Stopped as e:
        print(f"rummygym.ray: stopped{e.kept}; resume with:\n{resume_line(words, e.where)}", file=sys.stderr)
        return e.status


def run(known: argparse.Namespace, flags: list[str], options: Options, scratch: Scratch) -> int:
    """Run a command. Errors of flags come before Ray starts."""
    if known.command == "collect":
        plan = collect.plan(flags, scratch)
        with cluster.connected(options.address, scratch) as ray:
            line = collect.run(ray, flags, plan, known.out, known.resume, options, scratch)
        print(line)
        return 0
    if known.checkpoint and known.resume:
        raise Failed("--resume adds parts to its own folder: remove --checkpoint", 2)
    parts = Parts([known.command, *flags], known.checkpoint, known.resume, options)
    parts.open(scratch)
    if parts.missing:
        with cluster.connected(options.address, scratch) as ray:
            parts.play(ray)
    return parts.merge(scratch)


def resume_line(words: list[str], where: str | None) -> str:
    """Return the command line that resumes one.

    :param where: the folder to resume from; None: --resume has no value
    """
    kept: list[str] = []
    skip = False
    for word in words:
        name, _, value = word.partition("=")
        if skip:
            skip = False
        elif name == "--resume" or (name in ("--out", "--checkpoint") and where is not None):
            skip = where is not None and not value
        else:
            kept.append(word)
    return shlex.join([*PROGRAM.split(), *kept, "--resume", *([] if where is None else [where])])


if __name__ == "__main__":
    sys.exit(main())
