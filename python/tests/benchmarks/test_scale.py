"""The plan for clusters: its simulation has the limits of its constants, and it can measure them."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "scale.py"
spec = importlib.util.spec_from_file_location("scale", SCRIPT)
scale = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scale)

CONSTANTS = {
    **{f"collect {name}: seconds/decision": 2e-5 for name in ("indian", "gin", "gin parquet")},
    **{f"collect {name}: bytes/decision": 100 for name in ("indian", "gin", "gin parquet")},
    "tournament: seconds/game": 1e-4,
    "tournament: bytes/game": 50,
    "tournament: merge seconds/game": 1e-5,
    "train mc: seconds/game of an actor": 1e-3,
    "train mc: bytes/game to the learner": 2000,
    "train mc: bytes/step to an actor": 300_000,
    "train mc: seconds/update of the learner": 5e-3,
    "train mc: seconds/game of the learner": 1e-4,
    "ray: seconds/task of the driver": 2e-3,
}
LEARNER = 1e-4 + 5e-3 * 160 / 4096 / scale.ASSUMED["learner"]  # seconds of the learner for a game of a step of 4,096


def test_a_core_collects_at_its_own_speed():
    one = scale.collection(CONSTANTS, 10)
    assert 0.9 < one["use"] <= 1.05
    assert one["rate"] == pytest.approx(10 / 2e-5 * one["use"])


def test_a_link_bounds_a_collection():
    wide = {**CONSTANTS, "collect indian: bytes/decision": 1e6}
    rate = scale.collection(wide, 1000)["rate"]
    assert 0.9 < rate * 1e6 / scale.ASSUMED["bandwidth"] <= 1


def test_merging_bounds_a_tournament():
    rates = [scale.tournament(CONSTANTS, n)["rate"] for n in scale.CORES]
    assert rates == sorted(rates)
    assert rates[-1] < 1 / 1e-5


@pytest.mark.parametrize("cores", scale.CORES)
def test_the_learner_bounds_training(cores):
    together = scale.training(CONSTANTS, cores, 0, 4096)
    apart = scale.training(CONSTANTS, cores, 1, 4096)
    assert together["rate"] < apart["rate"] < min(1.05 * cores / 1e-3, 1 / LEARNER)
    assert together["learner"] < apart["learner"] <= 1


def test_tables_into_a_page(tmp_path, monkeypatch):
    (tmp_path / "scale.json").write_text(json.dumps(CONSTANTS))
    page = tmp_path / "page.md"
    page.write_text("above\n<!-- begin plan -->\nold\n<!-- end plan -->\nbelow\n")
    monkeypatch.setattr(sys, "argv", ["scale.py", "simulate", str(tmp_path / "scale.json"), "--page", str(page)])
    scale.main()
    text = page.read_text()
    assert "old" not in text
    assert text.startswith("above\n<!-- begin plan -->\n| measured | value |")
    assert text.count("| train mc | ") == len(scale.CORES)
    assert text.endswith("\n<!-- end plan -->\nbelow\n")


def test_training_is_measured(binary):
    one, two = (scale.train(binary, steps, 8, 1) for steps in (1, 2))
    assert two["received"] > one["received"] > 8 * 24  # each game has a result of 24 bytes
    assert two["sent"] > one["sent"] > 1000
    assert min(two["learner"], two["actor"]) > 0
