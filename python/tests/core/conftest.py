"""Fixtures of this folder: tables of every configuration."""

import os
import subprocess
from pathlib import Path

import pytest

from rummygym import Tables

from .tablecases import CASES

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def rummygym_binary(tmp_path_factory):
    """The path of the Go program."""
    if binary := os.environ.get("RUMMYGYM_BINARY"):
        return binary
    binary = tmp_path_factory.mktemp("bin") / "rummygym"
    subprocess.run(["go", "build", "-o", binary, "./cmd/rummygym"], cwd=ROOT, check=True)
    return binary


@pytest.fixture(params=CASES, ids=lambda c: f"{c['game']}-{c.get('autoreset', 'next-step')}-{c.get('opponents')}")
def tables(request):
    with Tables(**request.param) as t:
        yield t
