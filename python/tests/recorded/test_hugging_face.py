"""Hugging Face folders: the library loads them, and the Hub's parser reads the card."""

import json
import subprocess
import sys

import datasets as hf
import numpy as np
import pyarrow.parquet as pq
import pytest

from rummygym import datasets


@pytest.mark.parametrize("name", ["indian", "indian-plain", "gin"])
def test_loaded_back(name, recorded, tmp_path):
    data = datasets.load(recorded(name))
    folder = datasets.to_hugging_face(data, tmp_path / "hub")
    loaded = hf.load_dataset(str(folder), split="train", cache_dir=str(tmp_path / "cache"))
    table = data.to_arrow()
    assert loaded.num_rows == table.num_rows
    assert loaded.column_names == table.column_names
    assert len(list(folder.glob("data/*.parquet"))) == len(data.shards)
    got = loaded.with_format("arrow")[:]
    for c in table.column_names:
        assert got[c].to_pylist() == table[c].to_pylist(), c
    m = data.metadata
    assert loaded.features["mask"].length == m.actions
    assert loaded.features["mask"].feature.dtype == "bool"
    for f in m.layout:
        feature = loaded.features["obs_" + f.name]
        assert (
            (feature.feature.dtype, feature.length) == (f.dtype.name, f.size)
            if f.shape != (1,)
            else feature.dtype == f.dtype.name
        )
    assert loaded.features["agent"].dtype == "string"
    first = loaded.with_format("numpy")[0]
    assert np.array_equal(first["mask"], np.asarray(table["mask"][0].as_py()))
    schema = pq.read_schema(next(folder.glob("data/*00000-of*.parquet")))
    assert json.loads(schema.metadata[b"rummygym"]) == m.json


@pytest.mark.parametrize("name", ["indian", "gin", "indian-none"])
def test_card(name, recorded, tmp_path):
    from huggingface_hub import DatasetCard

    data = datasets.load(recorded(name))
    folder = datasets.to_hugging_face(
        data,
        tmp_path / "hub",
        title='Games: "a" & b',
        license="cc-by-4.0",
        columns=["episode", "agent", "obs_hand", "action", "gain"],
    )
    card = DatasetCard.load(folder / "README.md")
    about = card.data.to_dict()
    assert about["pretty_name"] == 'Games: "a" & b'
    assert about["license"] == "cc-by-4.0"
    assert about["configs"] == [
        {"config_name": name, "data_files": [{"split": "train", "path": f"{path}/train-*.parquet"}]}
        for name, path in (("default", "data"), ("results", "results"))
    ]
    assert about["size_categories"] == ["1K<n<10K"]
    assert f"{data.num_rows:,} rows" in card.text
    results, decisions = card.text.split("## Columns")
    for c in data.columns:
        assert (f"| `{c.name}` | {c.type} |" in decisions) == (
            c.name in ("episode", "agent", "obs_hand", "action", "gain")
        )
    assert all(f"| `{c.name}` | {c.type} |" in results for c in data.results.columns)
    for option, value in data.metadata.rules.items():
        assert f"| `{option}` | {value} |" in card.text
    assert ("is not recorded" in card.text) == (name == "indian-none")
    for agent in data.metadata.agents:
        assert f"`{agent}`" in card.text


def test_wrong_arguments_are_refused(recorded, tmp_path):
    data = datasets.load(recorded("indian"))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("keep me")
    with pytest.raises(datasets.DatasetError, match="not an empty folder"):
        datasets.to_hugging_face(data, tmp_path / "full")
    with pytest.raises(datasets.DatasetError, match="no column 'hand'"):
        datasets.to_hugging_face(data, tmp_path / "new", columns=["hand"])
    assert not (tmp_path / "new").exists()


def test_command(recorded, tmp_path):
    command = [
        sys.executable,
        "-m",
        "rummygym.datasets",
        "hugging-face",
        recorded("indian"),
        tmp_path / "hub",
        "--title",
        "Indian",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "60 games" in done.stdout
    assert (tmp_path / "hub" / "README.md").read_text().startswith('---\npretty_name: "Indian"\n')
