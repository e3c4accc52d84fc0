"""collect on a cluster: the bytes of one machine, whatever is lost."""

import hashlib
import signal
import subprocess

import clusters
import pytest
from moto.server import ThreadedMotoServer
from pyarrow import fs

from rummygym import _binary

FLAGS = ["--agents", "min-dist,random", "--games", "400", "--shard-games", "10", "--fields", "none", "--seed", "3"]


def digests(folder):
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir()}


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    """The files of one machine."""
    out = tmp_path_factory.mktemp("local") / "data"
    subprocess.run([_binary.path(), "collect", *FLAGS, "--out", out], check=True, capture_output=True)
    return digests(out)


def shards(folder):
    return len(list(folder.glob("shard-*.json")))


def test_losses_change_nothing(cluster, local, tmp_path):
    out = tmp_path / "data"
    driver = cluster.start("collect", *FLAGS, "--out", str(out), "--task-seconds", "1")
    lost = {2: "task", 5: "task", 9: "task", 12: "task", 18: "node", 25: "driver"}
    while lost and driver.poll() is None:
        there = shards(out) if out.exists() else 0
        for at in [n for n in lost if n <= there]:
            what = lost.pop(at)
            if what == "node":
                cluster.tell("remove")
            elif what == "driver":
                driver.send_signal(signal.SIGKILL)
                driver.wait()
            else:
                for number in clusters.processes("ray::task")[:1]:
                    clusters.kill(number)
    driver.communicate()
    cluster.run("collect", *FLAGS, "--out", str(out), "--resume")
    assert digests(out) == local
    assert cluster.left() == []
    cluster.tell("add")


def test_stops_and_resumes(cluster, local, tmp_path):
    out = tmp_path / "data"
    driver = cluster.start("collect", *FLAGS, "--out", str(out), "--task-seconds", "1")
    while not out.exists() or shards(out) < 3:
        assert driver.poll() is None
    driver.send_signal(signal.SIGINT)
    _, errors = driver.communicate()
    assert driver.returncode == 130, errors
    assert "of 40 shards finished; resume with:\npython -m rummygym.ray collect" in errors
    made = {p.name: p.stat().st_mtime_ns for p in out.glob("shard-*.arrow")}
    assert "is not empty" in cluster.run("collect", *FLAGS, "--out", str(out), status=2)[1]
    other = [*FLAGS[:-1], "4"]
    assert "other settings" in cluster.run("collect", *other, "--out", str(out), "--resume", status=1)[1]
    cluster.run("collect", *FLAGS, "--out", str(out), "--resume")
    assert digests(out) == local
    assert {n: (out / n).stat().st_mtime_ns for n in made} == made, "a finished shard was made again"
    assert cluster.left() == []


def test_object_store(cluster, local, monkeypatch):
    """Shards are put whole into a store like S3, and read from there."""
    for name, value in clusters.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        endpoint = f"endpoint_override={host}:{port}&scheme=http"
        store, _ = fs.FileSystem.from_uri(f"s3://games?{endpoint}&allow_bucket_creation=true")
        store.create_dir("games")
        out = f"s3://games/run?{endpoint}"
        cluster.run("collect", *FLAGS, "--out", out)
        assert "is complete" in cluster.run("collect", *FLAGS, "--out", out, "--resume")[0]
        found = {
            f.base_name: store.open_input_stream(f.path).read()
            for f in store.get_file_info(fs.FileSelector("games/run"))
        }
        assert {n: hashlib.sha256(b).hexdigest() for n, b in found.items()} == local
    finally:
        server.stop()
    assert cluster.left() == []
