"""The time to strength: two learners, which do all that the others do, at toy size, the marks, and the picture."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "strength.py"
sys.path.insert(0, str(SCRIPT.parent))  # it imports throughput.py
strength = importlib.import_module("strength")


def test_toy(tmp_path):
    # Those in torch are out: these tests have none. Each game has one learner.
    parts = []
    for game, learner in {"indian": "ppo_jax", "gin": "clone-ppo"}.items():
        toy = ["--toy", "--game", game, "--only", learner, "--games", "4", "--points", "2", "--out", tmp_path / game]
        ran = subprocess.run([sys.executable, SCRIPT, *toy], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        parts.append(tmp_path / f"{game}.json")
        parts[-1].write_text(ran.stdout)
    results = strength.merged(parts)
    assert [(r["game"], r["learner"]) for r in results["runs"]] == [("indian", "ppo_jax"), ("gin", "clone-ppo")]
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
    assert "minutes of processor time" in path.read_text()


def test_the_first_network_above_a_mark_counts():
    curve = [{"seconds": 10 * i, "processor": 20 * i, "win": w} for i, w in enumerate([0.2, 0.51, 0.49, 0.6], 1)]
    assert strength.reached("indian", curve) == {
        "reached": {"0.5": [40, 20], "0.55": [80, 40], "0.6": [80, 40]},
        "best": 0.6,
    }
    assert strength.reached("gin", [])["best"] is None


def test_the_page_has_the_table_of_the_results():
    results = json.loads((SCRIPT.parent / "strength.json").read_text())
    page = (SCRIPT.parents[2] / "docs" / "speed.md").read_text()
    assert strength.inserted(page, strength.table(results), strength.PAGE) == page
    assert {r["learner"] for r in results["runs"]} <= set(strength.LEARNERS)


def test_results_of_parts_are_merged(tmp_path):
    run = {"curve": [], "reached": {}}
    for name, runs in {"a": [("gin", "mc")], "b": [("indian", "ppo_jax"), ("indian", "mc")]}.items():
        part = {"minutes": 3, "games": 5, "runs": [run | {"game": g, "learner": w} for g, w in runs]}
        (tmp_path / name).write_text(json.dumps(part))
    merged = strength.merged([tmp_path / "a", tmp_path / "b"])
    assert [(r["game"], r["learner"]) for r in merged["runs"]] == [("indian", "mc"), ("indian", "ppo_jax"), ("gin", "mc")]
    with pytest.raises(SystemExit, match="in two of"):
        strength.merged([tmp_path / "a", tmp_path / "a"])
