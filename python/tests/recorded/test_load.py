"""Reading datasets: all formats and libraries compared with the Go program."""

import json
import shutil
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest

from rummygym import datasets

from .conftest import RECIPES, ROOT


def plain(value):
    """Return a value for comparison: nested lists and arrays as flat lists, booleans as integers."""
    if isinstance(value, (list, np.ndarray)):
        return [x for v in value for x in (plain(v) if isinstance(v, (list, np.ndarray)) else [plain(v)])]
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    return value


def same(got, want):
    """Whether values are equal; fractions are compared as float32."""
    got, want = plain(got), plain(want)
    if isinstance(want, list):
        return len(got) == len(want) and bool(np.all(np.asarray(got, np.float32) == np.asarray(want, np.float32)))
    if isinstance(want, float) or isinstance(got, float):
        return np.float32(got) == np.float32(want)
    return got == want


@pytest.mark.parametrize("name", RECIPES)
def test_arrow_agrees_with_the_files(name, recorded, all_rows):
    data = datasets.load(recorded(name))
    want = all_rows(name)
    rows = data.to_arrow().to_pylist()
    assert data.num_rows == len(rows) == len(want) > 0
    for got, w in zip(rows, want, strict=True):
        assert list(got) == list(w)
        for column in w:
            assert same(got[column], w[column]), (column, got[column], w[column])


@pytest.mark.parametrize("name", ["indian", "indian-plain", "gin"])
def test_libraries_agree(name, recorded):
    import polars as pl

    data = datasets.load(recorded(name))
    table = data.to_arrow()
    pandas, polars, lazy = data.to_pandas(), data.to_polars(), data.scan_polars().collect()
    assert polars.equals(lazy)
    assert polars.schema == data.scan_polars().collect_schema()
    for c in data.columns:
        want = np.asarray([plain(v) for v in table[c.name].to_pylist()])
        assert np.array_equal(np.asarray([plain(v) for v in pandas[c.name]]), want), c.name
        assert np.array_equal(np.asarray([plain(v) for v in polars[c.name].to_list()]), want), c.name

    def last_turns(frame):
        discards = frame.filter(pl.col("phase") == "discard")
        return discards.group_by("agent").agg(pl.col("obs_turn").max(), pl.len()).sort("agent")

    def first_gains(frame):
        return frame.filter(pl.col("player") == 1).select("gain").head(7)

    assert data.scan_polars().select(pl.len()).collect().item() == data.num_rows
    assert data.scan_polars().select("gain").head(7).collect().equals(polars.select("gain").head(7))
    for query in (last_turns, first_gains):
        assert query(data.scan_polars()).collect().equals(query(polars))


def test_duckdb_reads_the_reader(recorded):
    import duckdb

    data = datasets.load(recorded("gin"))
    reader = data.reader(columns=["agent", "reward"])  # noqa: F841, duckdb finds the variable by its name
    got = dict(duckdb.sql("select agent::varchar, sum(reward) from reader group by 1").fetchall())
    table = data.to_arrow(columns=["agent", "reward"])
    agents, rewards = np.array(table["agent"].to_pylist()), table["reward"].to_numpy()
    assert got == {a: rewards[agents == a].sum() for a in ("sigra", "simple")}


@pytest.mark.parametrize("name", ["indian", "indian-plain"])
def test_columns_and_decisions(name, recorded, all_rows):
    data = datasets.load(recorded(name))
    columns = ["gain", "obs_hand", "episode"]
    assert data.to_arrow(columns=columns).column_names == columns
    decisions = [r for r in all_rows(name) if r["action"] != 65535]
    assert len(decisions) == len(all_rows(name)) - 2 * 60
    for columns in (["reward", "step"], ["action", "step"], None):
        table = data.to_arrow(columns=columns, decisions_only=True)
        assert table["step"].to_pylist() == [r["step"] for r in decisions]
        assert columns is None or table.column_names == columns
    with pytest.raises(datasets.DatasetError, match=r"there is no column 'actions': did you mean action"):
        data.to_arrow(columns=["actions"])
    with pytest.raises(datasets.DatasetError, match=r"there is no column 'xyzzy': want episode, .*gain"):
        data.to_arrow(columns=["xyzzy"])
    with pytest.raises(TypeError, match="want a list"):
        data.to_arrow(columns="action")


def test_metadata(recorded, rummygym):
    data = datasets.load(recorded("indian"))
    m = data.metadata
    info = json.loads(rummygym("dataset", "info", recorded("indian"), "--format", "json"))
    assert (
        (data.num_episodes, data.num_rows)
        == (info["episodes"], info["rows"])
        == (60, sum(s["rows"] for s in info["shards"]))
    )
    assert (m.env, m.game, m.seats, m.actions, m.final, m.compression) == (
        "IndianRummy-v1",
        "indian",
        2,
        109,
        "rows",
        "zstd",
    )
    assert m.agents == ("min-dist-opp", "random")
    assert m.rules == info["dataset"]["rules"]
    assert m.rules["cap"] == 80
    assert [(r.first_episode, r.seed, r.seating) for r in m.runs] == [(0, 1, "rotate")]
    assert data.episodes_of(m.runs[0]) == range(60)
    assert [f.name for f in m.layout] == [f["name"] for f in info["dataset"]["layout"]]
    assert m.layout[0].size == 53
    assert m.layout[1].offset == 53
    assert m.size == sum(f.size for f in m.layout)
    assert "min-dist-opp" in repr(data)
    assert [s.first_episode for s in data.shards] == [0, 25, 50]
    assert datasets.load(recorded("indian-cut")).metadata.runs[0].seed == 2**64 - 1


@pytest.mark.parametrize("game", ["indian", "gin"])
def test_columns_are_those_of_the_go_value(game, recorded, rummygym):
    """The command prints the columns in Go; the schemas of the files have the same."""
    listed = json.loads(rummygym("dataset", "schema", "--game", game, "--fields", "all", "--format", "json"))
    data = datasets.load(recorded(game))
    names = {"float": "float32", "double": "float64", "string": "dictionary of utf8"}
    assert len(listed) == len(data.columns)
    for c, want in zip(data.columns, listed, strict=True):
        assert c.name == want["name"]
        assert c.doc == want["doc"]
        assert names.get(c.type, c.type) == want["type"]
        assert (None if c.shape is None else list(c.shape)) == want["shape"]
        assert (c.low, c.high) == (want.get("low"), want.get("high"))


def test_attempts(recorded):
    """The column attempt has the number of the recorded attempt at a deal."""
    data = datasets.load(recorded("random"))
    assert (data.metadata.best_of, data.metadata.ended_by) == (4, ("knock", "gin"))
    assert set(data.to_pandas(["attempt"])["attempt"]) == {0, 1, 2, 3}


def test_a_part_of_a_run(rummygym, tmp_path):
    """A part has the numbers of its games, and its files and those of the others are the dataset of the whole run."""
    words = ["collect", "--agents", "min-dist,random", "--shard-games", "10", "--seed", "3"]
    rummygym(*words, "--games", 25, "--out", tmp_path / "whole")
    rummygym(*words, "--games", 10, "--out", tmp_path / "first")
    rummygym(*words, "--games", 15, "--first-deal", 10, "--out", tmp_path / "second")
    whole, part = datasets.load(tmp_path / "whole"), datasets.load(tmp_path / "second")
    assert part.first_episode == 10 and part.num_episodes == 15
    assert part.episodes_of(part.metadata.runs[0]) == range(10, 25)
    assert pa.concat_tables([datasets.load(tmp_path / "first").to_arrow(), part.to_arrow()]).equals(whole.to_arrow())
    assert part.show(12).html == whole.show(12).html
    for table in ("decisions", "results"):
        shutil.copytree(tmp_path / "second" / table, tmp_path / "first" / table, dirs_exist_ok=True)
    rummygym(*words, "--games", 25, "--out", tmp_path / "first", "--resume")
    assert (tmp_path / "first" / "manifest.json").read_bytes() == (tmp_path / "whole" / "manifest.json").read_bytes()


def test_batches_are_many_and_small(recorded):
    """A dataset larger than memory can be read one batch at a time."""
    data = datasets.load(recorded("indian"))
    sizes = [b.num_rows for b in data.batches()]
    assert len(sizes) > len(data.shards)
    assert max(sizes) < 500
    assert sum(sizes) == data.num_rows


def test_memory_is_bounded_by_a_batch(rummygym, tmp_path):
    rummygym("collect", "--agents", "min-dist,random", "--games", 400, "--batch-rows", 200, "--out", tmp_path / "data")
    data = datasets.load(tmp_path / "data")
    whole = data.to_arrow().nbytes  # freed at once
    before, most = pa.total_allocated_bytes(), 0
    for _ in data.episodes():
        most = max(most, pa.total_allocated_bytes() - before)
    for _ in data.batches():
        most = max(most, pa.total_allocated_bytes() - before)
    assert 0 < most < whole / 10


def test_readme(recorded, tmp_path, minari_root, monkeypatch):
    """The snippet about recorded games in docs/python.md runs as printed."""
    page = (ROOT / "docs" / "python.md").read_text()
    code = next(
        c.partition("```")[0] for c in page.split("```python\n") if c.startswith("from rummygym import datasets")
    )
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(recorded("indian-cut"))
    exec(code, {})
    assert (tmp_path / "hub" / "README.md").exists()
    assert minari_root.joinpath("rummygym/indian/min-dist-v0").exists()


@pytest.mark.parametrize(
    ("missing", "code", "hint"),
    [
        ("pyarrow", "data.to_arrow()", r"pip install \"./python\[datasets\]\""),
        ("pandas", "data.to_pandas()", "pip install pandas"),
        ("polars", "data.to_polars()", "pip install polars"),
        ("polars", "data.scan_polars()", "pip install polars"),
        ("minari", "datasets.to_minari(data, 'a/b-v0')", r"pip install \"./python\[minari\]\""),
        ("h5py", "datasets.to_minari(data, 'a/b-v0')", "pip install h5py"),
    ],
)
def test_missing_library(missing, code, hint, recorded):
    """Without a library the metadata can be read, and the error says what to install."""
    program = f"""
import sys
sys.modules[{missing!r}] = None
from rummygym import datasets
data = datasets.load({str(recorded("indian"))!r})
assert data.num_rows and data.metadata.agents
try:
    {code}
except datasets.MissingLibrary as e:
    print(e)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert hint.replace("\\", "") in done.stdout
