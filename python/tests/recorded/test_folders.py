"""The folders of a dataset in other libraries, without options, and its results."""

import contextlib
import io
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.dataset as ds
import pytest

from rummygym import datasets

ROOT = Path(__file__).parents[3]

GAMES = {
    "indian": ("--agents", "min-dist:drop=3,min-dist-opp:drop=3", "--games", 60, "--seed", 5, "--shard-games", 25),
    "three": (
        "--preset",
        "club",
        "--seats",
        3,
        "--agents",
        "min-dist:drop=3,random,min-dist-opp:drop=3",
        "--games",
        20,
    ),
    "gin": ("--game", "gin", "--agents", "simple,simple", "--games", 200, "--shard-games", 90),
    "plays": ("--recipe", "simple-all", "--games", 40),
}
SEATS = {"three": 3}


def hugging_face(tmp_path, *arguments, **options):
    hf = pytest.importorskip("datasets")
    hf.disable_progress_bars()
    return hf.load_dataset(*arguments, split="train", cache_dir=str(tmp_path / "cache"), **options)


READERS = {
    "pyarrow dataset": lambda path, _: ds.dataset(path, format="arrow").count_rows(),
    "polars": lambda path, _: len(pl.read_ipc(path)),
    "polars scan": lambda path, _: len(pl.scan_ipc(path).collect()),
    "duckdb": lambda path, _: (
        duckdb.from_arrow(ds.dataset(path, format="arrow")).aggregate("count(*)").fetchall()[0][0]
    ),
    "hugging face": lambda path, tmp: len(hugging_face(tmp, path)),
}


@pytest.fixture(scope="module")
def made(rummygym, tmp_path_factory):
    """Return a function that returns the folder of games, written once."""
    folder = tmp_path_factory.mktemp("made")

    def make(name):
        path = folder / name
        if not path.exists():
            rummygym("collect", *GAMES[name], "--out", path)
        return path

    return make


@pytest.mark.parametrize("library", READERS)
def test_libraries_read_a_folder(library, made, tmp_path):
    for name in ("indian", "gin"):
        folder = made(name)
        data = datasets.load(folder)
        read = READERS[library]
        assert read(str(folder / "decisions"), tmp_path) == data.num_rows
        assert read(str(folder / "results"), tmp_path) == data.results.num_rows == 2 * data.num_episodes


@pytest.mark.parametrize("name", GAMES)
def test_gains(name, made):
    data = datasets.load(made(name))
    seats = SEATS.get(name, 2)
    for frame in (data.results.to_pandas(), data.results.to_polars().to_pandas(), data.results.to_arrow().to_pandas()):
        assert len(frame) == seats * data.num_episodes == data.results.num_rows
        gains = frame.groupby("episode").gain
        assert (gains.sum() == 0).all() and (gains.count() == seats).all() and frame.gain.any()
        assert frame.agent.isin(data.metadata.agents).all() and frame.ending.isin(data.metadata.endings).all()
    if name == "plays":
        return
    episodes = list(data.episodes(fields=[]))
    assert [(e.number, e.seat) for e in episodes] == [(i, s) for i in range(data.num_episodes) for s in range(seats)]
    assert [e.gain for e in episodes] == frame.gain.tolist() and [len(e) for e in episodes] == frame.decisions.tolist()
    assert [e.ending for e in episodes] == frame.ending.tolist()
    moved = list(data.episodes(moved_only=True))
    assert [e.gain for e in moved] == frame.gain[frame.decisions > 0].tolist()
    if name == "indian":
        assert 0 < len(moved) < len(episodes), "nobody was left out: the test shows nothing"


def test_an_episode_without_decisions(made):
    data = datasets.load(made("indian"))
    agent = data.metadata.agents[1]
    for kind in ("flat", "dict"):
        chosen = list(data.episodes(seat=1, agent=agent, observation=kind))
        assert len(chosen) == 30 and {(e.seat, e.agent) for e in chosen} == {(1, agent)}
        empty = next(e for e in chosen if not len(e))
        whole = next(e for e in chosen if len(e))
        assert empty.rewards.sum() == 0 != empty.gain and not empty.has_final
        for one, other in (
            [(empty.observations, whole.observations)]
            if kind == "flat"
            else [(empty.observations[k], v) for k, v in whole.observations.items()]
        ):
            assert one.shape == (0, *other.shape[1:]) and one.dtype == other.dtype
        for f in ("masks", "actions", "probabilities", "rewards", "terminations", "truncations", "steps"):
            one, other = getattr(empty, f), getattr(whole, f)
            assert one.shape == (0, *other.shape[1:]) and one.dtype == other.dtype, f
        np.concatenate([e.masks for e in chosen])


@pytest.mark.parametrize("name", ["indian", "gin"])
def test_exports_sum_to_zero(name, made, minari_root, tmp_path):
    data = datasets.load(made(name))
    folder = datasets.to_hugging_face(data, tmp_path / "hub")
    table = hugging_face(tmp_path, str(folder), "results").to_pandas()
    assert len(table) == 2 * data.num_episodes and (table.groupby("episode").gain.sum() == 0).all()
    assert len(hugging_face(tmp_path, str(folder))) == data.num_rows
    for storage in ("hdf5", "arrow"):
        made_by = datasets.to_minari(
            data,
            f"rummygym/{name}/{storage}-v0",
            storage=storage,
            final="repeated",
            fields=[data.metadata.layout[0].name],
        )
        frame = pd.read_parquet(made_by.storage.data_path / "results.parquet")
        assert len(frame) == 2 * data.num_episodes and (frame.groupby("episode").gain.sum() == 0).all()
        assert made_by.total_episodes == (frame.decisions > 0).sum() and made_by.total_steps == frame.decisions.sum()
        assert len(list(made_by.iterate_episodes())) == made_by.total_episodes


def test_the_snippet_of_the_page(made):
    """The snippet that computes means gives those of a zero-sum game."""
    text = (ROOT / "docs" / "datasets.md").read_text().split("```python\n")[1].split("```")[0]
    folder = made("indian")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(text.replace('"data/', f'"{folder}/'), {})
    frame = datasets.load(folder).results.to_pandas()
    means = frame.groupby("agent", observed=True).gain.mean()
    assert means.sum() == pytest.approx(0) and means.abs().max() > 0
    assert all(str(round(m, 2)) in out.getvalue() for m in means)


def test_what_has_no_results(made):
    folder = made("indian")
    for wrong, says in {
        folder / "decisions": f"name the folder of the dataset, {folder}",
        folder / "results": f"name the folder of the dataset, {folder}",
    }.items():
        with pytest.raises(datasets.DatasetError, match=says):
            datasets.load(wrong)


@pytest.mark.parametrize("change", [lambda b: b[:-20], lambda b: b[:900] + b"\0\1\2" + b[903:], lambda b: b + b"\0"])
def test_damaged_results(change, made, tmp_path):
    import shutil

    folder = shutil.copytree(made("indian"), tmp_path / "copy")
    path = folder / "results" / "shard-00001.arrow"
    path.write_bytes(change(path.read_bytes()))
    data = datasets.load(folder)
    for read in (data.results.to_arrow, lambda: list(data.episodes(fields=[]))):
        with pytest.raises(datasets.DatasetError, match=r"results/shard-00001\.arrow has"):
            read()
    assert data.to_arrow().num_rows == data.num_rows
