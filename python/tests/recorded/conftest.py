"""Fixtures of this folder: datasets that the program writes."""

import functools
import subprocess
from pathlib import Path

import pyarrow.dataset
import pytest

ROOT = Path(__file__).parents[3]

INDIAN = "--fields all --agents min-dist-opp,random --games 60 --shard-games 25 --batch-rows 300"
GIN = "--game gin --fields all --agents sigra,simple --games 30 --shard-games 12"

#: The options of "rummygym collect" for each dataset.
RECIPES = {
    "indian": f"{INDIAN} --final rows",
    "indian-none": INDIAN,
    "indian-plain": f"{INDIAN} --final rows --compression none",
    "indian-cut": f"--agents min-dist,random --games 30 --final rows --max-steps 9 --seed {2**64 - 1}",
    "indian-drops": "--agents min-dist:drop=3,min-dist:drop=3 --games 40 --final rows",
    "indian-three": "--preset club --seats 3 --agents min-dist,min-score,random --games 6 --fields cards-and-counts",
    "indian-blind": "--agents min-dist-opp,random --games 60 --fields none --final rows",
    "random": "--recipe random-4 --games 60 --shard-games 25",
    "gin": f"{GIN} --final rows",
}


@pytest.fixture(scope="session")
def rummygym(binary):
    """Return a function that runs the program with arguments and returns its output."""

    def run(*arguments):
        return subprocess.run([binary, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    run.binary = binary
    return run


@pytest.fixture(scope="session")
def recorded(rummygym, tmp_path_factory):
    """Return a function that returns the folder of a recipe's dataset, written once."""
    folder = tmp_path_factory.mktemp("recorded")

    def make(name):
        path = folder / name
        if not path.exists():
            rummygym("collect", *RECIPES[name].split(), "--out", path)
        return path

    return make


@pytest.fixture(scope="session")
def all_rows(recorded):
    """Return a function that returns the rows of a dataset as dicts, read by pyarrow from its files."""

    def rows(name):
        return pyarrow.dataset.dataset(recorded(name) / "decisions", format="arrow").to_table().to_pylist()

    return functools.cache(rows)


@pytest.fixture
def minari_root(tmp_path, monkeypatch):
    """A new folder for Minari's datasets."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    return tmp_path / "minari"
