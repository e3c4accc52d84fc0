"""Building the library: what is wanted, and what is said where it is missing."""

import importlib.util
import os
import stat
from pathlib import Path

import pytest

pytest.importorskip("hatchling")


@pytest.fixture
def build_library():
    """The build script, which is no module of the package."""
    spec = importlib.util.spec_from_file_location("build_library", Path(__file__).parents[2] / "build_library.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stub(folder, name, script):
    """Put a program of that name into a folder."""
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


def test_a_failure_of_go_is_told_whole(build_library, monkeypatch, tmp_path):
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


def test_the_header_is_that_of_the_library():
    root = Path(__file__).parents[3]
    shipped = root / "python" / "rummygym" / "rummygym.h"
    assert shipped.read_text() == (root / "cmd" / "librummygym" / "rummygym.h").read_text()
