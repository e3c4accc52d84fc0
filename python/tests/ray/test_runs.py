"""Commands on a cluster: the bytes of one machine, whatever is lost."""

import signal
import subprocess
import sys

import clusters
import pytest

import rummygym_program

COLLECT = ["collect", "--agents", "min-dist,random", "--seed", "3", "--games", "12000", "--shard-games", "250"]
COMMANDS = {
    "eval": "eval min-dist --against random,min-score --games 12000 --preset paper,paper52 --format json",
    "tournament": "tournament --agents min-dist,random,min-score --games 3000 --seed 3 --resamples 20 --format csv",
    "ladder": "ladder --agents min-dist,random,min-score --games 8000 --resamples 20 --format arrow",
}


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def local(*words):
    """What one machine prints."""
    return subprocess.run([rummygym_program.path(), *words], check=True, capture_output=True).stdout


def finished(folder):
    return {p.name: p.stat().st_mtime_ns for p in folder.glob("*") if not p.suffix}


def test_collect(cluster, tmp_path):
    """A worker is killed, then a node, then the driver. The same command runs the tasks that are missing only."""
    out, parts = tmp_path / "data", tmp_path / "parts"
    words = [*COLLECT, "--out", str(out), "--tasks", "12", "--parts", str(parts)]
    driver = cluster.start(*words)
    clusters.until(driver, clusters.kill_a_task)
    clusters.until(driver, lambda: len(finished(parts)) >= 2)
    cluster.tell("remove")
    clusters.until(driver, lambda: len(finished(parts)) >= 4)
    driver.send_signal(signal.SIGKILL)
    driver.communicate()
    cluster.tell("add")
    kept = finished(parts)
    assert b"data: 12000 games" in clusters.output(cluster.start(*words))
    assert {n: t for n, t in finished(parts).items() if n in kept} == kept, "a finished task was run again"
    assert len(finished(parts)) == 12
    local(*COLLECT, "--out", str(tmp_path / "local"))
    assert contents(out) == contents(tmp_path / "local")
    driver = cluster.start(*words)
    assert b"it exists" in driver.communicate()[1] and driver.returncode == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_parts_of_games(cluster, name):
    words = COMMANDS[name].split()
    driver = cluster.start(*words, "--tasks", "7")
    clusters.until(driver, clusters.kill_a_task)
    assert clusters.output(driver) == local(*words)


def test_on_this_machine(tmp_path):
    """Without an address Ray starts here. The error of the program is that of the run."""
    command = [sys.executable, "-m", "rummygym.ray"]
    out = tmp_path / "data"
    games = ["--agents", "min-dist,random", "--games", "25", "--shard-games", "10"]
    subprocess.run([*command, "collect", *games, "--tasks", "2", "--out", out], check=True, capture_output=True)
    local("collect", *games, "--out", str(tmp_path / "local"))
    assert contents(out) == contents(tmp_path / "local")
    wrong = subprocess.run([*command, "tournament", "--agents", "nobody"], capture_output=True, text=True)
    assert wrong.returncode == 1 and "rummygym.ray: " in wrong.stderr and '"nobody"' in wrong.stderr
