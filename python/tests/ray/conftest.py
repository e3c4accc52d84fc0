"""These tests need Ray, which only .venv-ray has: "make test-ray" runs them."""

import importlib.util
import os

import clusters
import pytest

# This folder is a namespace package called ray, too.
os.environ.update(RAY_worker_niceness="0")  # that of other processes, so that a busy machine does not starve workers
collect_ignore_glob = [] if importlib.util.find_spec("ray.data") else ["test_*.py"]


@pytest.fixture(scope="session")
def cluster():
    c = clusters.Simulated()
    yield c
    c.close()
