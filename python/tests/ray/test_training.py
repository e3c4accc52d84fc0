"""Training on a cluster: the bytes of one machine, whatever is lost; and limits on the age of games."""

import csv
import signal
import subprocess

import clusters
import pytest

from rummygym import _binary

MC = [
    "--games", "96", "--updates", "4", "--replay", "2", "--start-steps", "1", "--batch", "32", "--layers", "8", "--past-every", "2",
    "--eval-every", "2", "--eval-games", "4", "--fields", "progress,card", "--opponents", "self,past,min-dist", "--checkpoint-every", "1ms",
]  # fmt: skip
PPO = [
    "--tables", "12", "--horizon", "8", "--batch", "32", "--layers", "8", "--past-every", "2", "--eval-every", "2",
    "--eval-games", "4", "--fields", "own-cards,distance", "--opponents", "self,past,min-dist", "--checkpoint-every", "1ms",
]  # fmt: skip


def files(folder):
    """Return the files of a run, without plots, whose titles have the folder."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.suffix not in (".png", ".svg")}


@pytest.mark.parametrize(
    "flags", [pytest.param(["mc", *MC], id="mc", marks=pytest.mark.long), pytest.param(["ppo", *PPO], id="ppo")]
)
def test_losses_change_nothing(cluster, tmp_path, flags):
    local, out = tmp_path / "local", tmp_path / "ray"
    subprocess.run([_binary.path(), "train", *flags, "--out", local, "--steps", "8"], check=True, capture_output=True)
    driver = cluster.start("train", *flags, "--out", str(out), "--steps", "8")
    losses = [
        lambda: clusters.kill(clusters.processes("ray::Player")[0]),
        lambda: clusters.kill(
            clusters.processes(f"rummygym train {flags[0]} --workers 1")[0]
        ),  # the engine of an actor
        lambda: clusters.kill(clusters.processes("--actors stdio", str(out))[0]),
        lambda: cluster.tell("remove 0"),
    ]
    for line in driver.stderr:
        if line.startswith("step ") and losses:
            losses.pop(0)()
    _, _ = driver.communicate()
    assert driver.returncode == 0 and not losses
    assert files(out) == files(local)
    assert cluster.left() == []


@pytest.mark.long
def test_age_is_limited(cluster, tmp_path):
    out = tmp_path / "run"
    driver = cluster.start(
        "train", "mc", "--out", str(out), "--steps", "1000", "--staleness", "2", *MC, "--warmup", "2"
    )
    for line in driver.stderr:
        if line.startswith("step 4:"):
            driver.send_signal(signal.SIGINT)
            break
    _, errors = driver.communicate()
    assert driver.returncode == 130
    assert errors.count("resume with") == 1
    assert f"--steps 1000 --staleness 2 {' '.join(MC[:2])}" in errors and errors.strip().endswith(f"--resume {out}")
    cluster.run("train", "mc", "--resume", str(out), "--steps", "7")
    with (out / "metrics.csv").open() as f:
        rows = list(csv.DictReader(f))
    assert [r["step"] for r in rows] == [str(n) for n in range(1, 8)]
    assert {int(r["staleness/max"]) for r in rows} <= {0, 1, 2}
    assert max(float(r["staleness"]) for r in rows) > 0
    assert all(float(r["dropped"]) >= 0 and float(r["samples"]) > 0 for r in rows)
    assert cluster.left() == []
