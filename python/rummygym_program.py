"""The program ``rummygym`` of the engine, which wheels have inside. No other module looks for it.

It stands outside the package, so that the script ``rummygym`` starts the program without importing Gymnasium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

PACKAGED = Path(__file__).parent / "rummygym" / "bin" / ("rummygym.exe" if os.name == "nt" else "rummygym")
"""The program in the package: ``build_library.py`` puts it there."""


def path() -> str:
    """Return the path of the program.

    It is the one that the variable ``RUMMYGYM_BINARY`` names, else that of the package, else the one on ``PATH``. The
    script that installers write for this package does not count, since it only runs the program of the package.

    :raises FileNotFoundError: if there is none, or if ``RUMMYGYM_BINARY`` names none.
    """
    if named := os.environ.get("RUMMYGYM_BINARY"):
        if found := shutil.which(named):
            return found
        raise FileNotFoundError(f"the variable RUMMYGYM_BINARY is {named!r}, which is not a program: {_MEND}")
    if PACKAGED.exists():
        return str(PACKAGED)
    own = sysconfig.get_path("scripts")
    elsewhere = [p for p in os.environ.get("PATH", "").split(os.pathsep) if p and not _same(p, own)]
    if found := shutil.which("rummygym", path=os.pathsep.join(elsewhere)):
        return found
    raise FileNotFoundError(f"there is no program rummygym at {PACKAGED} or on PATH: {_MEND}")


_MEND = "build it with `go build ./cmd/rummygym` and set RUMMYGYM_BINARY to its path, or install a wheel"


def _same(a: str, b: str) -> bool:
    return os.path.realpath(a) == os.path.realpath(b)


def main() -> None:
    """Run the program with the arguments of this process, in its place where the system can do that."""
    try:
        command = [path(), *sys.argv[1:]]
    except FileNotFoundError as e:
        sys.exit(f"rummygym: {e}")
    if os.name == "nt":  # execv would return to the shell at once
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)
