"""A simulated cluster for tests: a head without cores and two nodes of one core, in a process of its own."""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import rummygym_program

ENVIRONMENT = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on 127.0.0.1
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_health_check_period_ms": "1000",  # a third of the usual time until a lost node is noticed
}


class Simulated:
    """A cluster of which a node can be removed, and drivers that run on it."""

    def __init__(self) -> None:
        self.environment = {**os.environ, **ENVIRONMENT, "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        self.environment["PYTHONPATH"] = str(Path(__file__).parents[2])
        self.environment["RUMMYGYM_BINARY"] = rummygym_program.path()
        self._host = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment, text=True
        )
        self._address = self._host.stdout.readline().strip()
        assert self._address, "Ray did not start"

    def tell(self, line: str) -> None:
        """Say "add" or "remove" a node, and wait until it is done."""
        print(line, file=self._host.stdin, flush=True)
        assert self._host.stdout.readline().strip() == line

    def start(self, *words: str) -> subprocess.Popen:
        """Start a driver."""
        command = [sys.executable, "-m", "rummygym.ray", *words, "--address", self._address]
        return subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def close(self) -> None:
        self._host.stdin.close()
        self._host.wait()


def output(driver: subprocess.Popen) -> bytes:
    """Return what a driver printed, at its end."""
    out, errors = driver.communicate()
    assert driver.returncode == 0, errors.decode()
    return out


def until(driver: subprocess.Popen, condition: Callable[[], object]) -> None:
    """Wait until a condition holds while a driver runs."""
    while not condition():
        with contextlib.suppress(subprocess.TimeoutExpired):
            driver.wait(0.05)
            raise AssertionError(f"the driver ended: {driver.communicate()[1].decode()}")


def kill_a_task() -> bool:
    """Kill a worker that runs a task, if there is one."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "cmdline").read_bytes().startswith(b"ray::task"):
                os.kill(int(folder.name), signal.SIGKILL)
                return True
    return False


def host() -> None:
    """Run a cluster until the end of standard input."""
    import tempfile

    from ray.cluster_utils import Cluster

    memory = 80 << 20  # bytes of each node's object store, about the smallest that Ray takes
    with tempfile.TemporaryDirectory(prefix="ray-test-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder, "ray").mkdir()
        os.environ["RAY_TMPDIR"] = folder  # Cluster writes its address to a folder "ray" there, which it does not make
        settings = {"temp_dir": folder, "include_dashboard": False, "object_store_memory": memory}
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **settings})
        nodes = [cluster.add_node(num_cpus=1, object_store_memory=memory) for _ in range(2)]
        print(cluster.address, flush=True)
        for line in sys.stdin:
            if line.strip() == "add":
                nodes.append(cluster.add_node(num_cpus=1, object_store_memory=memory))
            else:
                cluster.remove_node(nodes.pop(0), allow_graceful=False)
            print(line.strip(), flush=True)
        cluster.shutdown()


if __name__ == "__main__":
    host()
