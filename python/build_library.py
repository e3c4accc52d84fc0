"""Builds the engine of the package from its Go sources: a shared library, the program ``rummygym``, and the files both read.

A build hook of hatchling, which ``pip install .`` runs. It needs Go and a C compiler. Source archives get the Go files
that the two need.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
LIBRARY = HERE / "rummygym" / "librummygym.so"
HEADER = HERE / "rummygym" / "rummygym.h"
PROGRAM = HERE / "rummygym" / "bin" / "rummygym"
FILES = HERE / "rummygym" / "files"
# The platforms of wheels that any machine builds, with the C compiler of the package ziglang: GOOS, GOARCH and its target.
PLATFORMS = {
    "manylinux_2_17_x86_64": ("linux", "amd64", "x86_64-linux-gnu.2.17"),
    "manylinux_2_17_aarch64": ("linux", "arm64", "aarch64-linux-gnu.2.17"),
    "win_amd64": ("windows", "amd64", "x86_64-windows-gnu"),
}
PACKAGES = ("./cmd/librummygym", "./cmd/rummygym")


class LibraryHook(BuildHookInterface):  # type: ignore[misc]
    """Builds library and program beside the modules and tags the wheel for this platform; fills source archives."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "sdist":
            root = sources()
            build_data["force_include"] |= {str(root / name): f"go/{name}" for name in go_files(root)}
            return
        platform = os.environ.get("RUMMYGYM_PLATFORM", "")
        build(self.metadata.version if version == "standard" else "", platform)
        build_data["pure_python"] = False
        platform = platform or sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"  # the library does not use the CPython API


class AddressHook(MetadataHookInterface):  # type: ignore[misc]
    """Adds the addresses of the project, which follow from the path of the Go module once that has a host."""

    def update(self, metadata: dict[str, Any]) -> None:
        (path,) = re.findall(r"^module (\S+)$", (sources() / "go.mod").read_text(), re.MULTILINE)
        metadata["urls"] = {}
        if "." in path.split("/")[0]:
            source = f"https://{path}"
            metadata["urls"] = {
                "Homepage": source,
                "Documentation": f"{source}/blob/main/docs/index.md",
                "Source": source,
                "Issues": f"{source}/issues",
                "Changelog": f"{source}/blob/main/CHANGELOG.md",
            }


def sources() -> Path:
    """Returns the folder of the Go sources, of the checkout or of the source archive."""
    for folder in (HERE.parent, HERE / "go"):
        if (folder / "cmd" / "librummygym").is_dir():
            return folder
    raise SystemExit(
        f"rummygym: there are no Go sources beside {HERE}: install from a checkout of the repository "
        "with `pip install ./python`, or from a wheel"
    )


def go_files(root: Path) -> list[str]:
    """Returns the files below root that library and program are built from, on any platform, in order."""
    go = find_go(go_version(root / "go.mod"))
    kinds = "GoFiles,CgoFiles,CFiles,HFiles,SFiles,EmbedFiles,IgnoredGoFiles,IgnoredOtherFiles"
    command = [go, "list", "-deps", f"-json=Standard,Dir,{kinds}", *PACKAGES]
    text = run(root, command, cgo=True)  # without cgo the library has fewer files
    found, decoder, at = {"go.mod", "go.sum"}, json.JSONDecoder(), 0
    while at < len(text.rstrip()):
        package, end = decoder.raw_decode(text[at:])
        at += end + 1
        folder = Path(package["Dir"])
        if not package.get("Standard") and folder.is_relative_to(root):
            files = (name for kind in kinds.split(",") for name in package.get(kind, ()))
            found |= {(folder / name).relative_to(root).as_posix() for name in files if not name.endswith("_test.go")}
    return sorted(found)


def build(version: str = "", platform: str = "") -> None:
    """Builds the library and the program; version is that of a release, "" for another build.

    The platform is one of PLATFORMS, "" for this one.
    """
    if platform:
        if platform not in PLATFORMS:
            raise SystemExit(f"rummygym: RUMMYGYM_PLATFORM is {platform!r}: want one of {', '.join(PLATFORMS)}")
        system, processor, target = PLATFORMS[platform]
        os.environ |= {"GOOS": system, "GOARCH": processor, "CC": f"{sys.executable} -m ziglang cc -target {target}"}
    source = sources()
    go = find_go(go_version(source / "go.mod"))
    if not any(shutil.which(cc) for cc in (os.environ.get("CC", "cc").split()[0], "gcc", "clang")):
        raise SystemExit(
            "rummygym: there is no C compiler, and Go needs one to build a shared library: install gcc or clang"
        )
    library, program = PACKAGES
    # Library and program share the files below. With the tag tinygo, Arrow's JSON is that of the standard library, which the
    # program has anyway; on Arrow the tag has no other effect, and no other module knows it.
    command = [go, "build", "-trimpath", "-tags=nofiles,tinygo"]
    shutil.rmtree(FILES, ignore_errors=True)
    FILES.mkdir()
    for name, file in built_in(source).items():
        shutil.copyfile(source / file, FILES / name)
    run(
        source,
        [*command, "-buildvcs=false", "-buildmode=c-shared", "-ldflags=-s -w", "-o", str(LIBRARY), library],
        cgo=True,
    )
    LIBRARY.with_suffix(".h").unlink(missing_ok=True)  # the header that cgo generates
    shutil.copyfile(source / "cmd" / "librummygym" / "rummygym.h", HEADER)
    # Without cgo the program needs no C library, so that it runs beside any. Its datasets name its version, so that one that
    # is not of a release has that of a program built by go build in the same checkout.
    if version:
        flags = ["-buildvcs=false", f"-ldflags=-s -w -X rummygym/cmd/rummygym/internal/cli.released={version}"]
    else:
        flags = [f"-ldflags=-s -w -X rummygym/cmd/rummygym/internal/cli.commit={commit(source)}"]
    shutil.rmtree(PROGRAM.parent, ignore_errors=True)
    windows = os.environ.get("GOOS", "windows" if os.name == "nt" else "") == "windows"
    name = PROGRAM.with_suffix(".exe" if windows else "")
    with pruned(source, go) as modules:
        run(source, [*command, *flags, modules, "-o", str(name), program], cgo=False)


def built_in(source: Path) -> dict[str, str]:
    """Returns the networks and tables of built-in agents: the path in the sources by name, from the list in Go."""
    text = (source / "internal" / "builtin" / "files.go").read_text()
    return dict(re.findall(r'^\t\{"(.+)", "(.+)"\},$', text, re.MULTILINE))


# The linker leaves out exported methods that nothing calls, unless a program looks for methods by name. tensor.Dtype seems to:
# it embeds reflect.Type, and so has these two methods. Nobody calls them.
METHODS = """package tensor

import "reflect"

func (Dtype) Method(int) (m reflect.Method)                       { return }
func (Dtype) MethodByName(string) (m reflect.Method, found bool) { return }
"""


@contextlib.contextmanager
def pruned(source: Path, go: str) -> Iterator[str]:
    """Yields the flag of go build for which the program gets a copy of gorgonia.org/tensor with METHODS, a quarter smaller.

    The program names the path of the copy, which is therefore the same on every machine.
    """
    folder = source / "out" / "modules"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        module = Path(json.loads(run(source, [go, "mod", "download", "-json", "gorgonia.org/tensor"], cgo=False))["Dir"])
        for file in filter(Path.is_file, module.rglob("*")):
            copy = folder / "tensor" / file.relative_to(module)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)  # without its mode: the files of modules are read-only
        (folder / "tensor" / "methods.go").write_text(METHODS)
        replaced = "\nreplace gorgonia.org/tensor => ./out/modules/tensor\n"
        (folder / "rummygym.mod").write_text((source / "go.mod").read_text() + replaced)
        shutil.copyfile(source / "go.sum", folder / "rummygym.sum")
        yield "-modfile=out/modules/rummygym.mod"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def commit(source: Path) -> str:
    """Returns the commit of a worktree of git, where Go finds none, with "+dirty" if files differ; "" elsewhere."""
    if not (source / ".git").is_file():
        return ""
    words = ["git", "rev-parse", "--short=12", "HEAD"], ["git", "status", "--porcelain"]
    head, changes = (subprocess.run(w, cwd=source, capture_output=True, text=True, check=True).stdout for w in words)
    return head.strip() + ("+dirty" if changes else "")


def run(source: Path, command: list[str], *, cgo: bool) -> str:
    """Runs a command of Go in the folder of the sources, and returns what it prints."""
    environment = os.environ | {"CGO_ENABLED": "1" if cgo else "0"}
    done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"rummygym: {' '.join(command)} failed in {source}:\n{done.stderr}")
    return done.stdout


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
