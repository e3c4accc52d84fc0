"""The benchmark of throughput: its programs play, its ratios are correct, and the page has the recorded table."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[2]


def module(name):
    """Load a script of benchmarks/."""
    spec = importlib.util.spec_from_file_location(name, PYTHON / "benchmarks" / f"{name}.py")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


players, throughput = module("players"), module("throughput")


@pytest.mark.parametrize("program", ["batched", "batched-same", "batched-all", "single", "one-table", "aec", "compatible", "openspiel-clone"])
def test_programs_play(program):
    if program.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    play = players.PROGRAMS[program]()
    got = players.measure(play, 0.05)
    assert got["decisions"] > 0 < got["processor"]
    assert got["seconds"] >= 0.05


def test_ratios_are_of_the_same_round(monkeypatch):
    monkeypatch.setattr(throughput, "_versions", dict)
    rates = {e.name: [1.0, 2.0, 4.0] for e in throughput.ENTRANTS}
    rates["aec"] = [6.0, 4.0, 8.0]
    done = {name: [{"rate": r, "share": 1.0} for r in each] for name, each in rates.items()}
    results = throughput.summary(done, 1.0)
    aec = next(r for r in results["ratios"] if r["of"] == "aec")
    assert (aec["min"], aec["median"], aec["max"], aec["met"]) == (2, 2, 6, False)
    assert "2.0 | 2.0 | 6.0 | 3, missed" in throughput.table(results)


def test_the_page_shows_the_results():
    page = (PYTHON.parent / "docs" / "speed.md").read_text()
    results = json.loads((PYTHON / "benchmarks" / "throughput.json").read_text())
    assert throughput.inserted(page, throughput.table(results)) == page
