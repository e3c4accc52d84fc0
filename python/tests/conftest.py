"""Fixtures of all tests."""

import pytest

from rummygym import _binary


@pytest.fixture(scope="session")
def binary():
    """The path of the program."""
    return _binary.path()
