"""Runs the rummygym program from the notebooks of this folder."""

import os
import subprocess

import rummygym_program


def rummygym(*arguments: object) -> str:
    """Run the program with arguments and return its output."""
    done = subprocess.run([rummygym_program.path(), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def setting(name: str, default: int) -> int:
    """Return the integer value of an environment variable, or the default."""
    return int(os.environ.get(name, default))
