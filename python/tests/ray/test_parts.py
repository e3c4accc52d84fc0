"""tournament, eval and ladder on a cluster: what one machine prints, whatever is lost."""

import signal
import subprocess

import clusters
import pytest

from rummygym import _binary

COMMANDS = {
    "tournament": "tournament --agents min-dist,random,min-score --games 3000 --seed 3 --resamples 20 --ztest random --format csv",
    "eval": "eval min-dist --against random,min-score --games 12000 --preset paper,paper52 --format json",
    "exploit": "exploit bound min-dist --responder min-dist-opp --games 12000 --format json",
    "ladder": "ladder --agents min-dist,random,min-score --games 8000 --resamples 20 --format arrow",
}


def local(command):
    """What one machine prints."""
    return subprocess.run([_binary.path(), *command.split()], check=True, capture_output=True).stdout


def finished(folder):
    return {p.name: p.stat().st_mtime_ns for p in folder.glob("[0-9]*")}


@pytest.mark.parametrize(
    "name", ["tournament", *(pytest.param(name, marks=pytest.mark.long) for name in ("eval", "ladder", "exploit"))]
)
def test_losses_change_nothing(cluster, name, tmp_path):
    """A worker is killed, then a node and the driver; a driver that resumes plays no part again."""
    seconds = ".02" if name == "eval" else ".01"  # some fifty parts
    words, parts = [*COMMANDS[name].split(), "--task-seconds", seconds], tmp_path / "parts"
    driver = cluster.start(*words, "--checkpoint", str(parts))
    clusters.until(driver, lambda: len(finished(parts)) >= 1)
    for number in clusters.processes("ray::task")[:1]:
        clusters.kill(number)
    clusters.until(driver, lambda: len(finished(parts)) >= 3)
    cluster.tell("remove 0")
    driver.send_signal(signal.SIGKILL)
    driver.communicate()
    assert driver.returncode == -signal.SIGKILL
    kept = finished(parts)
    refused = cluster.run(*words, "--checkpoint", str(parts), status=2)[1]
    assert f"resume its run with --resume {parts}" in refused
    other = cluster.run(*words, "--seed", "4", "--resume", str(parts), status=1)[1]
    assert "played with other settings" in other
    out, _ = cluster.run(*words, "--resume", str(parts), text=False)
    assert out == local(COMMANDS[name])
    assert {n: t for n, t in finished(parts).items() if n in kept} == kept, "a finished part was played again"
    assert cluster.left() == []


@pytest.mark.long
def test_stops_and_leaves_nothing(cluster, tmp_path):
    words = [*COMMANDS["eval"].split(), "--task-seconds", ".1"]
    driver = cluster.start(*words, cwd=tmp_path)
    clusters.until(driver, lambda: any(map(finished, tmp_path.glob("eval-*.parts"))))
    driver.send_signal(signal.SIGINT)
    _, errors = driver.communicate()
    assert driver.returncode == 130, errors
    (folder,) = tmp_path.iterdir()
    assert "parts finished; resume with:\npython -m rummygym.ray eval min-dist" in errors
    assert errors.strip().endswith(f"--resume {folder.name}")
    out, _ = cluster.run(*words, "--resume", folder.name, cwd=tmp_path, text=False)
    assert out == local(COMMANDS["eval"])
    folder.rename(tmp_path / "kept")
    assert cluster.run(*words, "--task-seconds", "9", cwd=tmp_path, text=False)[0] == out
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]
    assert cluster.left() == []


@pytest.mark.parametrize(
    "words", ["tournament --agents nobody", "tournament --compare nobody", "eval min-dist --sprt 0,10"]
)
def test_wrong_flags_come_before_ray(words, tmp_path):
    ran = subprocess.run(
        [clusters.sys.executable, "-m", "rummygym.ray", *words.split(), "--address", "127.0.0.1:1"],
        env={**clusters.os.environ, "RUMMYGYM_BINARY": _binary.path()}, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode in (1, 2) and ran.stderr.startswith("rummygym.ray: "), ran.stderr
    assert list(tmp_path.iterdir()) == []
