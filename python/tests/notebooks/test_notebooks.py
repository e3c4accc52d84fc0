"""Every notebook runs from top to bottom at small settings, and draws its pictures."""

import base64
import io
import os
from pathlib import Path

import jupytext
import nbclient
import numpy as np
import polars as pl
import pytest

ROOT = Path(__file__).parents[3]
NOTEBOOKS = ROOT / "notebooks"
PICTURES = {
    "behaviour_cloning": 1,
    "gin_data_driven_paper": 4,
    "gin_fitness_paper": 3,
    "gin_sigra_paper": 3,
    "indian_rummy_paper": 7,
    "minscore_mindist": 4,
    "reading_datasets": 2,
    "small_games": 1,
    "training_runs": 1,
}
"""The number of pictures of each notebook."""


def test_all_notebooks_are_run():
    # A notebook in percent form has this header. The other files are modules.
    found = {p.stem for p in NOTEBOOKS.glob("*.py") if p.read_text().startswith("# ---\n# jupyter:")}
    assert found == set(PICTURES)
    assert not list(NOTEBOOKS.glob("*.ipynb")), "the repository has no notebooks with outputs"
    page = (NOTEBOOKS / "README.md").read_text()
    assert all(f"`{name}.py`" in page for name in found)


@pytest.mark.parametrize("name", PICTURES)
def test_notebook(name, binary, monkeypatch, tmp_path):
    import matplotlib.image

    for key, value in {
        "RUMMYGYM_BINARY": binary,
        "HANDS": "2000",
        "GAMES": "200",
        "SCALE": "0.0003",
        "EPOCHS": "2",
        "STEPS": "3",
        "EVALUATED": "40",
        "ITERATIONS": "4",
        "RESPONSES": "2",
        "SEEDS": "1",
        "RUN": str(tmp_path / "run"),
        "TMPDIR": str(tmp_path),
        "MPLCONFIGDIR": str(tmp_path),
    }.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]))
    notebook = jupytext.read(NOTEBOOKS / f"{name}.py")
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOKS)}}
    )
    client.execute()
    outputs = [o for cell in notebook.cells for o in cell.get("outputs", [])]
    assert not [o for o in outputs if o.output_type == "error"]
    warnings = [o.text for o in outputs if o.output_type == "stream" and o.name == "stderr"]
    assert not warnings, "readers would see these warnings"
    if name == "gin_data_driven_paper":
        check_networks_of_the_paper(tmp_path / "run")
    pictures = [base64.b64decode(o.data["image/png"]) for o in outputs if "image/png" in o.get("data", {})]
    assert len(pictures) == PICTURES[name]
    for data in pictures:
        picture = matplotlib.image.imread(io.BytesIO(data))
        assert min(picture.shape[:2]) > 200
        assert picture.shape[2] == 4
        colours = np.unique((picture * 255).round().astype(np.uint8).view(np.uint32))  # as numbers: rows take ten times as long
        assert len(colours) > 20, "an empty picture"


def check_networks_of_the_paper(run: Path) -> None:
    """The tables have a row for each training run, each cell of the paper's table, and the other players."""
    trainings, cells = pl.read_csv(run / "trainings.csv"), pl.read_csv(run / "cells.csv")
    assert trainings["table"].value_counts().sort("table").rows() == [("", 8), ("1a", 9), ("1b", 3), ("1c", 2), ("text", 1)]
    networks = trainings.filter(pl.col("network") != "")
    assert networks.select("train_loss", "valid_loss").null_count().sum_horizontal().item() == 0
    assert networks["paper_win_rate"].drop_nulls().round(3).to_list()[-2:] == [0.428, 0.512]
    assert trainings.select((pl.col("win_rate_low") < pl.col("win_rate")) & (pl.col("win_rate") < pl.col("win_rate_high"))).to_series().all()
    rates = dict(trainings.filter(pl.col("network") == "").select("set", "win_rate").rows())
    assert rates["random-player"] < 0.2 < 0.4 < rates["simple-player"] < 0.6 < rates["late-knock"]
    assert cells["win_rate"].to_list() == networks["win_rate"].to_list(), "one seed"
    assert {"trainings", "win_rate_sd", "win_rate_min", "win_rate_max", "best_seed", "verdict"} <= set(cells.columns)
    assert set(cells["verdict"].fill_null("")) == {""}, "one small run decides nothing"
    assert {p.stem for p in (run / "figures").iterdir()} == {"table1", "scores", "losses", "residuals"}
