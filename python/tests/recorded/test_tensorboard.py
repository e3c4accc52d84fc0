"""TensorBoard reads the events of a training run."""

import csv

import numpy as np
import pytest


def test_scalars(rummygym, recorded, tmp_path):
    accumulators = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    run = tmp_path / "run"
    rummygym(
        *(
            "train",
            "data",
            "--data",
            str(recorded("indian")),
            "--agent",
            "min-dist-opp",
            "--out",
            str(run),
            "--steps",
            "20",
            "--row",
            "5",
        ),
        *("--layers", "8", "--batch", "16", "--eval-against", ""),
    )
    with open(run / "metrics.csv", newline="") as f:
        rows = list(csv.DictReader(f))
    events = accumulators.EventAccumulator(str(run)).Reload()
    columns = [c for c in rows[0] if c != "step"]
    assert sorted(events.Tags()["scalars"]) == sorted(c for c in columns if any(r[c] for r in rows))
    for c in events.Tags()["scalars"]:
        got = [(e.step, e.value) for e in events.Scalars(c)]
        want = [(int(r["step"]), float(np.float32(r[c]))) for r in rows if r[c]]
        assert got == want, c
