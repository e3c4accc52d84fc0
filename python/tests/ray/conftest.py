"""These tests need Ray, which only .venv-ray has: "make test-ray" runs them, and "make test-ray-long" also the long ones."""

import importlib.util
import os
import subprocess

import clusters
import pytest

# This folder is a namespace package called ray, too.
os.environ.update(RAY_worker_niceness="0")  # that of other processes, so that a busy machine does not starve workers
collect_ignore_glob = [] if importlib.util.find_spec("ray.data") else ["test_*.py"]


@pytest.fixture(scope="session")
def simulated(tmp_path_factory):
    c = clusters.Simulated(tmp_path_factory.mktemp("t"))
    yield c
    c.close()


@pytest.fixture
def cluster(simulated):
    """A simulated cluster, which has all its nodes again after each test."""
    yield simulated
    simulated.restore()


@pytest.fixture
def small_disk(tmp_path):
    """A function that makes a folder on a file system with a size, and makes it larger."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(size, *options):
        command = ["mount", "-t", "tmpfs", "-o", ",".join([f"size={size}", *options]), "none", folder]
        if subprocess.run(command, capture_output=True).returncode:
            pytest.skip("mount is not allowed here")
        return folder

    yield mount
    subprocess.run(["umount", "--lazy", folder], capture_output=True)
