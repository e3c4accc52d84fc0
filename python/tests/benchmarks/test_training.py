"""The benchmark of training: its programs have the same losses, and print results."""

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "training.py"


@pytest.mark.long  # compiles twelve programs of JAX; internal/train/twin_test.go compares losses in every run
def test_programs_have_the_same_losses(monkeypatch, capsys):
    for name in ("jax", "optax", "safetensors"):
        pytest.importorskip(name)
    if not shutil.which("go"):
        pytest.skip("without Go")
    spec = importlib.util.spec_from_file_location("training", SCRIPT)
    training = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(training)
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--rounds", "1", "--seconds", "0.05", "--batch", "32"])
    training.main()  # fails if the losses of the first steps differ
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[1] for line in lines[2:]] == ["train", "JAX", "JAX scan"] * 16
    assert lines[2].startswith("| 200-128-128-1 relu, input density 33% | train |")
