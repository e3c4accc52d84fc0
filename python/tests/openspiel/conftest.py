"""The tests of "make test-openspiel"; "make test-openspiel-long" makes them longer."""

import os
import random

import pytest

collect_ignore_glob = [] if "RUMMYGYM_OPENSPIEL" in os.environ else ["test_*.py"]


@pytest.fixture
def hands(request):
    """A function of the numbers of hands of a short and of a long run."""
    return lambda short, long: long if request.config.getoption("long") else short


@pytest.fixture
def rng():
    return random.Random(7)
