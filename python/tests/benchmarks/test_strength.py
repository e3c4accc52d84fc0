"""The time to strength: two learners, which do all that the others do, for a moment, the table, and the picture."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "strength.py"
sys.path.insert(0, str(SCRIPT.parent))  # it imports throughput.py
strength = importlib.import_module("strength")


def test_toy(tmp_path):
    # Those in torch are out: these tests have none. Each game has one learner.
    def call(*options):
        ran = subprocess.run([sys.executable, SCRIPT, "--out", tmp_path / "runs", *options], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.splitlines()

    few = ["--minutes", "0.1", "--seeds", "3", "--games", "4"]
    made = call(*few, "--game", "indian", "--only", "ppo") + call(*few, "--game", "gin", "--only", "mc")
    assert call(*few, "--game", "gin", "--only", "mc") == []  # it is there
    results, page = tmp_path / "strength.json", tmp_path / "page.md"
    page.write_text("\n".join(["a", strength.PAGE[0], strength.PAGE[1], "b", ""]))
    call("--results", results, "--page", page, "--picture", tmp_path / "strength.svg")
    rows = json.loads(results.read_text())
    assert sorted(rows, key=str) == sorted((json.loads(line) for line in made), key=str)
    for row in rows:
        assert 0 <= row["win"] <= 1
        assert 3 < row["processor"] < 30
    call("--results", results)  # the same runs again
    assert json.loads(results.read_text()) == rows
    assert "| `train ppo` |" in page.read_text()
    assert "minutes of processor time" in (tmp_path / "strength.svg").read_text()


def test_the_page_has_the_table_of_the_results():
    results = json.loads((SCRIPT.parent / "strength.json").read_text())
    page = (SCRIPT.parents[2] / "docs" / "speed.md").read_text()
    assert strength.inserted(page, strength.table(results), strength.PAGE) == page
    assert {r["learner"] for r in results} <= set(strength.LEARNERS)
