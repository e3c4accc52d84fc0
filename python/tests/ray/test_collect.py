"""collect on a cluster: the bytes of one machine, whatever is lost."""

import hashlib
import signal
import subprocess
import sys

import clusters
import pytest
from faulty import Faulty

from rummygym import _binary
from rummygym.ray.store import Store

AGENTS = ["--agents", "min-dist,random", "--fields", "none", "--seed", "3"]
FLAGS = [*AGENTS, "--games", "400", "--shard-games", "10"]
LONG = [*AGENTS, "--games", "40000", "--shard-games", "250"]


def digests(folder):
    files = (p for p in folder.rglob("*") if not p.is_dir())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def on_one_machine(folder, flags):
    """The files of one machine."""
    subprocess.run([_binary.path(), "collect", *flags, "--out", folder], check=True, capture_output=True)
    return digests(folder)


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    return on_one_machine(tmp_path_factory.mktemp("local") / "data", FLAGS)


@pytest.fixture(scope="module")
def local_long(tmp_path_factory):
    return on_one_machine(tmp_path_factory.mktemp("local") / "data", LONG)


def shards(folder):
    return len(list(folder.glob("shard-*.json")))


WORKERS = {0.05: "worker", 0.15: "worker", 0.25: "worker", 0.35: "worker"}


def collect_with_losses(cluster, flags, out, seconds, losses):
    """Collect while workers, a node and the driver are lost, each when a share of the shards is finished."""
    count = int(flags[-3]) // int(flags[-1])
    driver = cluster.start("collect", *flags, "--out", str(out), "--task-seconds", seconds)
    for share, what in losses.items():
        clusters.until(driver, lambda share=share: shards(out) >= share * count)
        if what == "node":
            cluster.tell("remove 0")
        elif what == "driver":
            driver.send_signal(signal.SIGKILL)
        else:
            for number in clusters.processes("ray::task")[:1]:
                clusters.kill(number)
    _, errors = driver.communicate()
    if driver.returncode == -signal.SIGKILL:
        cluster.run("collect", *flags, "--out", str(out), "--task-seconds", seconds, "--resume")
    else:
        assert driver.returncode == 0, errors
    assert cluster.left() == []


def test_losses_change_nothing(cluster, local, tmp_path):
    collect_with_losses(cluster, FLAGS, tmp_path / "data", "1", {**WORKERS, 0.45: "node", 0.65: "driver"})
    assert digests(tmp_path / "data") == local


@pytest.mark.long
@pytest.mark.parametrize(
    "losses", [{}, WORKERS, {0.5: "node"}, {0.5: "driver"}], ids=["none", "workers", "node", "driver"]
)
def test_long_losses_change_nothing(cluster, local_long, tmp_path, losses):
    collect_with_losses(cluster, LONG, tmp_path / "data", "5", losses)
    assert digests(tmp_path / "data") == local_long


@pytest.mark.long
def test_stops_and_resumes(cluster, local, tmp_path):
    out, scratch = tmp_path / "data", tmp_path / "scratch"
    scratch.mkdir()
    driver = cluster.start("collect", *FLAGS, "--out", str(out), "--task-seconds", "1", "--scratch", str(scratch))
    clusters.until(driver, lambda: shards(out) >= 3 and any(scratch.iterdir()))
    driver.send_signal(signal.SIGINT)
    _, errors = driver.communicate()
    assert driver.returncode == 130, errors
    assert "of 40 shards finished; resume with:\npython -m rummygym.ray collect" in errors
    names = [f"{table}/{p.stem}.arrow" for p in out.glob("shard-*.json") for table in ("decisions", "results")]
    made = {n: (out / n).stat().st_mtime_ns for n in names}
    assert "is not empty" in cluster.run("collect", *FLAGS, "--out", str(out), status=2)[1]
    other = [*FLAGS, "--seed", "4"]
    assert "other settings" in cluster.run("collect", *other, "--out", str(out), "--resume", status=1)[1]
    cluster.run("collect", *FLAGS, "--out", str(out), "--resume")
    assert digests(out) == local
    assert {n: (out / n).stat().st_mtime_ns for n in made} == made, "a finished shard was made again"
    assert cluster.left() == [] == list(scratch.iterdir())


@pytest.mark.long
def test_waits_for_a_node(cluster, local, tmp_path):
    cluster.tell("remove 0")
    cluster.tell("remove 0")
    driver = cluster.start("collect", *FLAGS, "--out", str(tmp_path / "data"))
    assert "rummygym.ray: no node of the cluster has a core: waiting for one\n" in iter(driver.stderr.readline, "")
    cluster.tell("add")
    _, errors = driver.communicate()
    assert driver.returncode == 0, errors
    assert digests(tmp_path / "data") == local


def test_task_run_twice(cluster, local, tmp_path):
    """Ray may run a task again of which it only believes that it was lost."""
    out = tmp_path / "data"
    out.mkdir()
    code = """if True:
        import sys
        from rummygym.ray import cluster, collect
        from rummygym.ray.scratch import Scratch
        address, out, *flags = sys.argv[1:]
        with Scratch() as scratch, cluster.connected(address, scratch) as ray:
            listed = collect.plan(flags, scratch)
            job = collect.Job(flags, out, None, "/", listed["settings"], listed["shards"])
            task = ray.remote(collect.task)
            (one, _), (two, _) = ray.get([task.remote(list(range(20)), job) for _ in range(2)])
        assert one.done == two.done and len(one.done) == 20 and not one.error + two.error
    """
    subprocess.run([sys.executable, "-c", code, cluster.address, out, *FLAGS], env=cluster.environment, check=True)
    assert "20 of them kept" in cluster.run("collect", *FLAGS, "--out", str(out), "--resume")[0]
    assert digests(out) == local
    assert cluster.left() == []


def test_full_disk_of_a_node(cluster, local, tmp_path, small_disk):
    """A node that cannot write gets no more tasks."""
    disk = small_disk("8k")
    cluster.tell(f"add {disk}")
    _, errors = cluster.run("collect", *FLAGS, "--out", str(tmp_path / "data"), "--task-seconds", ".5")
    assert "which gets no more tasks: " in errors and "no space left on device" in errors.lower()
    assert digests(tmp_path / "data") == local
    cluster.restore()
    assert cluster.left() == [] == list(disk.iterdir())


@pytest.mark.long
def test_full_disk_of_the_output(cluster, local, small_disk):
    """The run ends with what is finished, and is resumed when there is room.

    For some seconds Ray believes that there is one more node, on which no task has failed.
    """
    cluster.tell("add")
    cluster.tell("remove -1")
    out = small_disk("200k") / "data"
    _, errors = cluster.run("collect", *FLAGS, "--out", str(out), "--task-seconds", ".5", status=1)
    assert "No space left on device" in errors and "what is finished is kept" in errors
    kept = shards(out)
    assert kept > 3
    small_disk("4m", "remount")
    assert f" {kept} of them kept" in cluster.run("collect", *FLAGS, "--out", str(out), "--resume")[0]
    assert digests(out) == local
    assert cluster.left() == []


@pytest.fixture(scope="module")
def store():
    with pytest.MonkeyPatch.context() as patch:
        for name, value in clusters.ENVIRONMENT.items():
            if name.startswith("AWS_"):
                patch.setenv(name, value)
        s = Faulty()
        yield s
        s.close()


FAULTS = ["busy", "cut", "lost", "refused", "hang", ",cut", ",lost", ",refused", ",,lost", ",,refused"]
"""Faults of the requests that put a file: one that starts it, one with the bytes, one that ends it."""


@pytest.mark.parametrize("faults", FAULTS)
def test_put_is_repeated(store, tmp_path, faults):
    file = tmp_path / "file"
    file.write_bytes(b"contents" * 1000)
    store.faults.extend(faults.split(","))
    Store(f"s3://games/put?{store.endpoint}", pauses=[0]).put(f"shard-{faults}", file)
    assert store.contents("put")[f"shard-{faults}"] == file.read_bytes()
    assert not store.faults


@pytest.mark.parametrize("faults", ["refused", ",refused"])
def test_put_fails(store, tmp_path, faults):
    """A file that could not be put is not there, not even a part."""
    file = tmp_path / "file"
    file.write_bytes(b"contents" * 1000)
    store.faults.extend(faults.split(",") * 3)
    with pytest.raises(OSError, match="writing shard-7 to s3://games/failed"):
        Store(f"s3://games/failed?{store.endpoint}", pauses=[0, 0]).put("shard-7", file)
    assert store.contents("failed") == {} and not store.faults


@pytest.mark.long
def test_object_store(cluster, local, store):
    """Shards are put whole into a store like S3, whatever fails there, and read from there."""
    out = f"s3://games/run?{store.endpoint}"
    store.faults.extend(",".join(FAULTS).split(","))
    cluster.run("collect", *FLAGS, "--out", out)
    assert "is complete" in cluster.run("collect", *FLAGS, "--out", out, "--resume")[0]
    assert {n: hashlib.sha256(b).hexdigest() for n, b in store.contents("run").items()} == local
    assert cluster.left() == []


@pytest.mark.long
def test_object_store_that_stays_away(cluster, local, store):
    """The run ends with what is finished, and is resumed when the store is there again."""
    out = f"s3://games/away?{store.endpoint}"
    store.faults.extend([""] * 60 + ["refused"] * 1000)
    _, errors = cluster.run("collect", *FLAGS, "--out", out, status=1)
    assert "writing shard-" in errors and "Not now" in errors and "what is finished is kept" in errors
    kept = sum(name.endswith(".json") for name in store.contents("away"))
    assert kept > 3
    store.faults.clear()
    assert f" {kept} of them kept" in cluster.run("collect", *FLAGS, "--out", out, "--resume")[0]
    assert {n: hashlib.sha256(b).hexdigest() for n, b in store.contents("away").items()} == local
    assert cluster.left() == []
