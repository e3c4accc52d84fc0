"""Runs the rummygym program from the notebooks of this folder."""

import os
import shutil
import subprocess
from pathlib import Path

BUILT = Path(__file__).parents[1] / "bin" / "rummygym"


def rummygym(*arguments: object) -> str:
    """Run the program with arguments and return its output."""
    program = os.environ.get("RUMMYGYM") or (str(BUILT) if BUILT.exists() else shutil.which("rummygym"))
    if not program:
        raise FileNotFoundError(
            'there is no program rummygym: run "make build" in the repository, or set RUMMYGYM to its path'
        )
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def setting(name: str, default: int) -> int:
    """Return the integer value of an environment variable, or the default."""
    return int(os.environ.get(name, default))
