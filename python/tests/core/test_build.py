"""Building library and program, where the program is found, and the source archive."""

import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import rummygym_program

pytest.importorskip("hatchling")

ROOT = Path(__file__).parents[3]


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


@pytest.mark.parametrize(
    ("module", "source"), [("rummygym", None), ("example.com/you/rummygym", "https://example.com/you/rummygym")]
)
def test_addresses_follow_from_the_module(build_library, monkeypatch, module, source, tmp_path):
    """There are none before ``make module`` has given the module a host."""
    monkeypatch.setattr(build_library, "sources", lambda: tmp_path)
    (tmp_path / "go.mod").write_text(f"module {module}\n\ngo 1.26.0\n")
    metadata = {}
    build_library.AddressHook("", {}).update(metadata)
    urls = metadata["urls"]
    assert set(urls) == ({"Homepage", "Documentation", "Source", "Issues", "Changelog"} if source else set())
    assert all(url.startswith(source) for url in urls.values())


def test_the_package_has_the_header_of_the_library():
    shipped = ROOT / "python" / "rummygym" / "rummygym.h"
    assert shipped.read_text() == (ROOT / "cmd" / "librummygym" / "rummygym.h").read_text()


@pytest.mark.skipif(shutil.which("go") is None or shutil.which("cc") is None, reason="needs Go and a C compiler")
def test_the_source_archive_builds(tmp_path):
    """Library and program compile from what is in the archive alone, and the program names a file that it lacks."""
    from hatchling.builders.sdist import SdistBuilder

    (archive,) = SdistBuilder(str(ROOT / "python")).build(directory=str(tmp_path))
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.glob("rummygym-*/")
    assert not list(unpacked.rglob("*_test.go"))
    assert not (unpacked / "rummygym" / "bin").exists() and not (unpacked / "rummygym" / "files").exists()
    subprocess.run([sys.executable, "build_library.py"], cwd=unpacked, check=True)
    assert not (unpacked / "go" / "out" / "modules").exists()
    version = [unpacked / "rummygym" / "bin" / "rummygym", "--version"]
    assert re.fullmatch(r"rummygym .*, go1\..* cores\n", subprocess.check_output(version, text=True))
    (unpacked / "rummygym" / "files" / "belief.safetensors").unlink()
    done = subprocess.run(version, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r"rummygym: .*belief\.safetensors: .*: install the package rummygym again\n", done.stderr)


def test_the_program_is_found(monkeypatch, tmp_path):
    """RUMMYGYM_BINARY comes first, then the package, then the path, but not the script of this package itself."""
    packaged, scripts, elsewhere = (tmp_path / name for name in ("packaged", "scripts", "elsewhere"))
    for folder in (packaged, scripts, elsewhere):
        folder.mkdir()
        stub(folder, "rummygym", "true")
    monkeypatch.setattr(rummygym_program, "PACKAGED", packaged / "rummygym")
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(scripts))
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{elsewhere}")
    monkeypatch.setenv("RUMMYGYM_BINARY", str(elsewhere / "rummygym"))
    assert rummygym_program.path() == str(elsewhere / "rummygym")
    monkeypatch.setenv("RUMMYGYM_BINARY", str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError, match=r"RUMMYGYM_BINARY is '.*none'.*set RUMMYGYM_BINARY"):
        rummygym_program.path()
    monkeypatch.delenv("RUMMYGYM_BINARY")
    assert rummygym_program.path() == str(packaged / "rummygym")
    (packaged / "rummygym").unlink()
    assert rummygym_program.path() == str(elsewhere / "rummygym")
    monkeypatch.setenv("PATH", str(scripts))
    with pytest.raises(FileNotFoundError, match=r"no program rummygym at .*packaged.*go build"):
        rummygym_program.path()
    with pytest.raises(SystemExit, match="no program rummygym at"):
        rummygym_program.main()


def test_the_script_starts_the_program_without_gymnasium():
    """Importing the package takes .4 s of processor time, and the program does not need it."""
    (module,) = re.findall(r'^rummygym = "(\w+):main"$', (ROOT / "python" / "pyproject.toml").read_text(), re.MULTILINE)
    code = f"import sys, {module}; print(sorted({{'gymnasium', 'numpy', 'rummygym'}} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_python_m_runs_the_program(binary):
    """Without arguments it shows the commands by task."""
    command = [sys.executable, "-m", "rummygym"]
    shown = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "RUMMYGYM_BINARY": binary}
    )
    assert "Play, watch and review:" in shown.stdout


def test_programs_of_a_checkout_have_one_version():
    """Datasets name the version: the package's program writes the bytes of the one that go build makes."""
    programs = os.environ.get("RUMMYGYM_BINARY", ROOT / "bin" / "rummygym"), rummygym_program.PACKAGED
    versions = [subprocess.run([p, "--version"], capture_output=True, text=True, check=True).stdout for p in programs]
    assert versions[0] == versions[1]


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("go") is None, reason="needs a checkout and Go")
def test_a_build_names_its_commit(build_library, monkeypatch, tmp_path):
    """Datasets and --version name the commit, and say whether files differ: in a clone, at a tag and in a worktree."""
    monkeypatch.setenv("CGO_ENABLED", "0")
    monkeypatch.setenv("GOFLAGS", "-trimpath")
    clone, program = tmp_path / "clone", tmp_path / "rummygym"

    def run(*words, folder=clone):
        return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout

    def version(name):
        data = tmp_path / f"data-{name}"
        run(program, "collect", "--agents", "random,random", "--games", "1", "--seed", "1", "--out", data)
        (generator,) = re.findall(r'"generator": ?"rummygym ([^"]*)"', (data / "manifest.json").read_text())
        assert f"rummygym {generator}, " in run(program, "--version")
        return generator

    run("git", "clone", "--quiet", ROOT, clone, folder=tmp_path)
    commit = run("git", "rev-parse", "--short=12", "HEAD").strip()
    run("go", "build", "-o", program, "./cmd/rummygym")
    assert re.fullmatch(rf"v\d\S*-{commit}", version("clean"))
    run("git", "tag", "v1.999.0")
    (clone / "NOTICE").unlink()
    run("go", "build", "-o", program, "./cmd/rummygym")
    assert version("modified") == f"v1.999.0-{commit}+dirty"
    run("git", "worktree", "add", "--quiet", tmp_path / "tree")
    run("make", f"BIN={program}", "build", folder=tmp_path / "tree")
    assert version("tree") == f"v0.0.0-{commit}"
    assert build_library.commit(tmp_path / "tree") == commit
    (tmp_path / "tree" / "NOTICE").unlink()
    assert build_library.commit(tmp_path / "tree") == f"{commit}+dirty"
