"""These tests need libraries that only .venv-text and .venv-openenv have: "make test-text" runs them.

RUMMYGYM_DOORS names the doors whose libraries are installed, so that none is left out because its library is missing.
"""

import pytest
from script import DOORS

collect_ignore_glob = [] if DOORS else ["test_*.py"]
collect_ignore = [f"test_{door}.py" for door in ("textarena", "verifiers", "inspect", "openenv") if door not in DOORS]


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """The current folder, where some libraries leave logs."""
    monkeypatch.chdir(tmp_path)
