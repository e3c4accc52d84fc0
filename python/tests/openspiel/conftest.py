"""These tests need OpenSpiel with its algorithms: "make test-openspiel" runs them, and "make test-openspiel-long" also the long ones."""

import importlib.util
import random

import pytest

collect_ignore_glob = [] if importlib.util.find_spec("pyspiel") else ["test_*.py"]


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


@pytest.fixture
def hands(request):
    """A function of the numbers of hands of a short and of a long run."""
    return lambda short, long: long if request.config.getoption("long") else short


@pytest.fixture
def rng():
    return random.Random(7)
