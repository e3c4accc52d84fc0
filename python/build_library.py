"""Builds the engine of the package, a shared library in Go, and adds it to a wheel.

A build hook of hatchling, which ``pip install .`` runs. It needs Go and a C compiler.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
LIBRARY = HERE / "rummygym" / "librummygym.so"
HEADER = HERE / "rummygym" / "rummygym.h"


class LibraryHook(BuildHookInterface):  # type: ignore[misc]
    """Builds the shared library beside the modules, and tags the wheel for this platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build()
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"  # the library does not use the CPython API


def build() -> None:
    """Builds the library from the Go sources of the checkout or of the source archive."""
    source = next((p for p in (HERE.parent, HERE / "go") if (p / "cmd" / "librummygym").is_dir()), None)
    if source is None:
        raise SystemExit(
            f"rummygym: there are no Go sources beside {HERE}: install from a checkout of the repository "
            "with `pip install ./python`, or from a wheel"
        )
    go = find_go(go_version(source / "go.mod"))
    if not any(shutil.which(cc) for cc in (os.environ.get("CC", "cc").split()[0], "gcc", "clang")):
        raise SystemExit(
            "rummygym: there is no C compiler, and Go needs one to build a shared library: install gcc or clang"
        )
    command = [go, "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"]
    done = subprocess.run(
        [*command, "-o", str(LIBRARY), "./cmd/librummygym"],
        cwd=source,
        env=os.environ | {"CGO_ENABLED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"rummygym: {' '.join(command)} failed in {source}:\n{done.stderr}")
    LIBRARY.with_suffix(".h").unlink(missing_ok=True)  # the header that cgo generates
    shutil.copyfile(source / "cmd" / "librummygym" / "rummygym.h", HEADER)


def go_version(mod: Path) -> tuple[int, int]:
    """Returns the version of Go in a go.mod."""
    found = re.search(r"^go (\d+)\.(\d+)", mod.read_text(), re.MULTILINE)
    if found is None:
        raise SystemExit(f"rummygym: {mod} has no Go version: want a line such as go 1.26")
    return int(found[1]), int(found[2])


def find_go(minimum: tuple[int, int]) -> str:
    """Returns the path of the go command, if it is new enough or can download a toolchain that is."""
    version = f"{minimum[0]}.{minimum[1]}"
    go = shutil.which("go")
    if go is None:
        raise SystemExit(
            f"rummygym: the command go was not found, and building the engine needs Go {version} or later: "
            "install it from https://go.dev/dl and add its bin folder to PATH"
        )
    text = subprocess.run([go, "version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"go(\d+)\.(\d+)", text)
    # Since 1.21, Go downloads the toolchain that go.mod names, unless GOTOOLCHAIN forbids it.
    if found is None or (int(found[1]), int(found[2])) < (1, 21):
        raise SystemExit(
            f"rummygym: {go} is {text.strip() or 'not working'}, and building the engine needs Go {version} or later: "
            "install it from https://go.dev/dl"
        )
    return go


if __name__ == "__main__":
    build()
