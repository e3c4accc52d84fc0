"""Runs the rummygym program from the notebooks of this folder."""

import os
import shutil
import subprocess
from pathlib import Path

BUILT = Path(__file__).parents[1] / "bin" / "rummygym"


def rummygym(*arguments: object) -> str:
    """Run the program with arguments and return what it prints."""
    program = os.environ.get("RUMMYGYM") or (str(BUILT) if BUILT.exists() else shutil.which("rummygym"))
    if not program:
        raise FileNotFoundError(
            'no rummygym: "make build" in the repository makes one, or name it in RUMMYGYM'
        )
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def setting(name: str, default: int) -> int:
    """Return a size from the environment, or the default."""
    return int(os.environ.get(name, default))
