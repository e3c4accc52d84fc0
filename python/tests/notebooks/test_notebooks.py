"""Every notebook runs from top to bottom at small settings, and draws its pictures."""

import base64
import io
import os
import re
from pathlib import Path

import jupytext
import nbclient
import numpy as np
import pytest

ROOT = Path(__file__).parents[3]
NOTEBOOKS = ROOT / "notebooks"
PICTURES = {
    "behaviour_cloning": 1,
    "gin_data_driven_paper": 4,
    "gin_fitness_paper": 3,
    "gin_sigra_paper": 3,
    "indian_rummy_paper": 6,
    "ppo": 1,
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
        "SCALE": "300",
        "DECISIONS": "50000",
        "TABLES": "128",
        "HIDDEN": "64",
        "EPOCHS": "2",
        "STEPS": "3",
        "EVALUATED": "40",
        "ITERATIONS": "4",
        "RESPONSES": "2",
        "SEEDS": "1",
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
    if name == "ppo":
        text = "".join(o.text for o in outputs if o.output_type == "stream")
        before, after = map(float, re.findall(r"^(?:before|ppo) +wins ([\d.]+)", text, re.MULTILINE))
        assert after > before + 0.05, "it learns"
    pictures = [base64.b64decode(o.data["image/png"]) for o in outputs if "image/png" in o.get("data", {})]
    assert len(pictures) == PICTURES[name]
    for data in pictures:
        picture = matplotlib.image.imread(io.BytesIO(data))
        assert min(picture.shape[:2]) > 200
        assert picture.shape[2] == 4
        colours = np.unique((picture * 255).round().astype(np.uint8).view(np.uint32))  # as numbers: rows take ten times as long
        assert len(colours) > 20, "an empty picture"
