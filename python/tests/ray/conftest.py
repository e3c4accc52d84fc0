"""These tests need Ray, which only .venv-ray has: "make test-ray" runs them."""

import importlib.util

import clusters
import pytest

# This folder is a namespace package called ray, too.
collect_ignore_glob = [] if importlib.util.find_spec("ray.data") else ["test_*.py"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A simulated cluster, for the tests of a file."""
    c = clusters.Simulated(tmp_path_factory.mktemp("t"))
    yield c
    c.close()
