"""The time to strength: all learners at toy size, the marks, and the picture."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "strength.py"
sys.path.insert(0, str(SCRIPT.parent))  # it imports the script of the learners
strength = importlib.import_module("strength")


def test_toy(tmp_path):
    # MaskablePPO needs torch, which these tests lack.
    toy = ["--toy", "--only", "mc,ppo,clone-ppo,jax", "--games", "4", "--points", "2", "--out", tmp_path / "runs"]
    ran = subprocess.run([sys.executable, SCRIPT, *toy], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    results = json.loads(ran.stdout)
    assert len(results["runs"]) == 8
    for run in results["runs"]:
        assert run["curve"], run
        for before, point in zip([None, *run["curve"]], run["curve"], strict=False):
            assert 0 <= point["win"] <= 1
            assert point["seconds"] > 0
            assert point["processor"] >= 0
            assert before is None or before["seconds"] <= point["seconds"]
        assert set(run["reached"]["reached"]) == {str(m) for m in strength.MARKS[run["game"]]}
    path = tmp_path / "strength.svg"
    strength.draw(results, str(path))
    assert "minutes on two cores" in path.read_text()


def test_the_first_network_above_a_mark_counts():
    curve = [{"seconds": 10 * i, "processor": 20 * i, "win": w} for i, w in enumerate([0.2, 0.51, 0.49, 0.6], 1)]
    assert strength.reached("indian", curve) == {
        "reached": {"0.5": [20, 40], "0.55": [40, 80], "0.6": [40, 80]},
        "best": 0.6,
    }
    assert strength.reached("gin", [])["best"] is None
