"""Building the library: its errors name missing tools and sources."""

import importlib.util
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("hatchling")
tomllib = pytest.importorskip("tomllib")


@pytest.fixture
def build_library():
    """The build script, which is not a module of the package."""
    spec = importlib.util.spec_from_file_location("build_library", Path(__file__).parents[2] / "build_library.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stub(folder, name, script):
    """Write an executable shell script to a folder."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_without_go(build_library, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"the command go was not found.*needs Go 1\.\d+.*go\.dev"):
        build_library.build()


def test_with_an_old_go(build_library, monkeypatch, tmp_path):
    stub(tmp_path, "go", "echo go version go1.19.2 linux/amd64")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"go1\.19\.2.*needs Go 1\.\d+ or later"):
        build_library.build()


def test_without_a_compiler(build_library, monkeypatch, tmp_path):
    stub(tmp_path, "go", "echo go version go1.26.8 linux/amd64")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(SystemExit, match="no C compiler"):
        build_library.build()


def test_errors_of_go_are_reported(build_library, monkeypatch, tmp_path):
    stub(
        tmp_path, "go", 'test "$1" = version && echo go version go1.26.8 linux/amd64 || { echo it broke >&2; exit 3; }'
    )
    stub(tmp_path, "gcc", "true")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(SystemExit, match=r"(?s)c-shared.*failed in.*it broke"):
        build_library.build()


def test_without_sources(build_library, monkeypatch, tmp_path):
    monkeypatch.setattr(build_library, "HERE", tmp_path / "python")
    with pytest.raises(SystemExit, match="no Go sources beside"):
        build_library.build()


def test_the_package_has_the_header_of_the_library():
    root = Path(__file__).parents[3]
    shipped = root / "python" / "rummygym" / "rummygym.h"
    assert shipped.read_text() == (root / "cmd" / "librummygym" / "rummygym.h").read_text()


@pytest.mark.skipif(shutil.which("go") is None, reason="needs Go")
def test_the_source_archive_has_the_go_packages_of_the_library():
    """Each Go file of the library and of the packages that it imports is in the archive."""
    root = Path(__file__).parents[3]
    settings = tomllib.loads((root / "python" / "pyproject.toml").read_text())
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["force-include"]
    sources = {(root / "python" / source).resolve(): target for source, target in included.items()}
    assert all(source.exists() for source in sources)
    assert all(root / target.removeprefix("go/") == source for source, target in sources.items())
    files = "{{if not .Standard}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}{{range .CgoFiles}}{{$d}}/{{.}}\n{{end}}{{end}}"
    command = ["go", "list", "-deps", "-f", files, "./cmd/librummygym"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split()
    needed = [p for p in map(Path, listed) if p.is_relative_to(root)]
    assert len(needed) > 100
    missing = [p for p in needed if p not in sources and not any(q in sources for q in p.parents)]
    assert not missing
