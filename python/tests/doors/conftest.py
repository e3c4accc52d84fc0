"""These tests need libraries that only .venv-text and .venv-openenv have: "make test-text" runs them.

RUMMYGYM_DOORS names the doors whose libraries are installed, so that none is left out because its library is missing.
"""

import sys
from pathlib import Path

import pytest
from script import DOORS

sys.path.append(str(Path(__file__).parents[2] / "hub" / "prime"))  # where the module is that verifiers asks for the taskset

collect_ignore_glob = [] if DOORS else ["test_*.py"]
collect_ignore = [f"test_{door}.py" for door in ("textarena", "verifiers", "inspect", "openenv") if door not in DOORS]


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """The current folder, where some libraries leave logs."""
    monkeypatch.chdir(tmp_path)
