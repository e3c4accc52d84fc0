"""A simulated cluster for tests: a head without cores and nodes of one core, in a process of its own."""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rummygym import _binary

ENVIRONMENT = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on 127.0.0.1
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_health_check_period_ms": "1000",  # a third of the usual time until a lost node is noticed
    "AWS_ACCESS_KEY_ID": "x",
    "AWS_SECRET_ACCESS_KEY": "x",
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_REQUEST_CHECKSUM_CALCULATION": "when_required",  # moto keeps checksums that follow the data as data
}


class Simulated:
    """A cluster of which nodes can be removed, and drivers that run on it."""

    def __init__(self, temporary: Path, nodes: int = 2) -> None:
        """:param temporary: an empty folder for everything but Ray's own files"""
        self.temporary = temporary
        self.environment = {**os.environ, **ENVIRONMENT, "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        self.environment["PYTHONPATH"] = str(Path(__file__).parents[2])
        self.environment["RUMMYGYM_BINARY"] = _binary.path()
        self._host = subprocess.Popen(
            [sys.executable, __file__, str(nodes), str(temporary)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self.environment,
            text=True,
        )
        self.environment["TMPDIR"] = str(temporary)  # of drivers
        self.address = self._host.stdout.readline().strip()
        assert self.address, "Ray did not start"
        self._wanted = self._nodes = nodes
        self._drivers: list[subprocess.Popen] = []

    def tell(self, line: str) -> None:
        """Say "add", "add DIR" with a folder for temporary files, or "remove INDEX", and wait until it is done."""
        print(line, file=self._host.stdin, flush=True)
        assert self._host.stdout.readline().strip() == line
        self._nodes += 1 if line.startswith("add") else -1

    def restore(self) -> None:
        """End all drivers, and bring the cluster back to as many nodes as it had first."""
        while self._drivers:
            driver = self._drivers.pop()
            driver.kill()
            driver.wait()
        while self._nodes < self._wanted:
            self.tell("add")
        while self._nodes > self._wanted:
            self.tell("remove -1")

    def start(self, *words: str, text: bool = True, **options) -> subprocess.Popen:
        """Start a driver."""
        command = [sys.executable, "-m", "rummygym.ray", *words, "--address", self.address]
        driver = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=text, **options
        )
        self._drivers.append(driver)
        return driver

    def run(self, *words: str, status: int = 0, **options) -> tuple[str, str]:
        """Run a driver to its end and return what it printed."""
        driver = self.start(*words, **options)
        out, errors = driver.communicate()
        assert driver.returncode == status, f"status {driver.returncode}: {errors}"
        return out, errors

    def left(self) -> list[str]:
        """Return the temporary files that are left, once those of killed processes had time to go."""
        for _ in range(200):
            if not (files := [p.name for p in self.temporary.iterdir()]):
                break
            time.sleep(0.05)
        return files

    def close(self) -> None:
        self._host.stdin.close()
        self._host.wait()


def until(driver: subprocess.Popen, condition: Callable[[], object]) -> None:
    """Wait until a condition holds while a driver runs."""
    while not condition():
        with contextlib.suppress(subprocess.TimeoutExpired):
            driver.wait(0.05)
            raise AssertionError(f"the driver ended: {driver.communicate()[1]}")


def processes(*words: str) -> list[int]:
    """Return the processes whose command line has all the words."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            text = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if all(w in text for w in words):
                found.append(int(folder.name))
    return sorted(found)


def kill(number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


def host(nodes: int, temporary: str) -> None:
    """Run a cluster until the end of standard input.

    :param temporary: folder of the nodes for temporary files but Ray's
    """
    import tempfile

    from ray.cluster_utils import Cluster

    memory = 80 << 20  # bytes of each node's object store, about the smallest that Ray takes
    with tempfile.TemporaryDirectory(prefix="ray-test-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder, "ray").mkdir()
        os.environ["RAY_TMPDIR"] = folder  # Cluster writes its address to a folder "ray" there, which it does not make
        settings = {"temp_dir": folder, "include_dashboard": False, "object_store_memory": memory}
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **settings})

        def add(folder: str) -> None:
            there.append(cluster.add_node(num_cpus=1, object_store_memory=memory, env_vars={"TMPDIR": folder}))

        there = []
        for _ in range(nodes):
            add(temporary)
        print(cluster.address, flush=True)
        for line in sys.stdin:
            command, *value = line.split()
            if command == "add":
                add(value[0] if value else temporary)
            else:
                cluster.remove_node(there.pop(int(value[0])), allow_graceful=False)
            print(line.strip(), flush=True)
        cluster.shutdown()


if __name__ == "__main__":
    host(int(sys.argv[1]), sys.argv[2])
