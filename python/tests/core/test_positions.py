"""Positions with answers and puzzles: entries, and what answers are worth."""

import functools
import gzip
import hashlib
import json
import subprocess

import pytest

from rummygym import ConfigError, Position, min_dist, solve
from rummygym.hands import CARDS
from rummygym.positions import Puzzles, load, read, score_answer

FROZEN = ["gin", "indian"]
loaded = functools.cache(load)


def test_read(folders, tmp_path):
    lines = (folders["gin"] / "positions.jsonl").read_bytes().splitlines(keepends=True)[::100]
    file, packed = tmp_path / "positions.jsonl", tmp_path / "positions.jsonl.gz"
    file.write_bytes(b"".join(lines))
    packed.write_bytes(gzip.compress(file.read_bytes()))
    entries = read(file)
    assert read(packed) == entries
    assert len(entries) == 20
    for entry in entries:
        row = entry["metadata"]
        assert row["rules"].strip() in entry["question"] and row["text"] in entry["question"]
        assert Position.from_json(row["position"]).seat == row["position"]["seat"]


@pytest.fixture(scope="module")
def folders(binary, tmp_path_factory):
    """The frozen sets as folders, by name."""
    out = {name: tmp_path_factory.mktemp("frozen") / name for name in FROZEN}
    for name, folder in out.items():
        subprocess.run([binary, "positions", "show", name, "--out", folder], check=True, stdout=subprocess.DEVNULL)
    return out


@pytest.mark.parametrize("name", FROZEN)
def test_frozen_set(name, folders, binary):
    entries = loaded(name)
    lines = (folders[name] / "positions.jsonl").read_bytes()
    assert entries == read(folders[name] / "positions.jsonl") and len(entries) == 2000
    listed = subprocess.run(
        [binary, "positions", "list", "--format", "csv"], capture_output=True, text=True, check=True
    )
    assert f"{name},2000," in listed.stdout and hashlib.sha256(lines).hexdigest() in listed.stdout
    with pytest.raises(ConfigError, match=r"whist.* not a frozen set: want gin or indian"):
        load("whist")


@pytest.mark.parametrize("name", FROZEN)
def test_nested_columns(name, folders):
    """The Arrow file has the rows of the JSON Lines, for each library."""
    feather, polars = (pytest.importorskip(x) for x in ("pyarrow.feather", "polars"))
    path = folders[name] / "positions.arrow"
    rows = [json.loads(line) for line in (folders[name] / "positions.jsonl").read_text().splitlines()]

    def plain(x):
        if isinstance(x, dict):
            return {key: plain(y) for key, y in x.items() if y is not None}
        return [plain(y) for y in x] if isinstance(x, list) else x

    for got, want in zip(feather.read_table(path).to_pylist(), rows, strict=True):
        assert plain(got["moves"]) == plain(want["moves"]) and plain(got["exact"]) == plain(want["exact"])
        assert json.loads(got["position"]) == want["position"] and got["best"] == want["best"]
    costs = [move["cost"] for row in rows for move in row["moves"]]
    assert polars.read_ipc(path)["moves"].explode().struct.field("cost").to_list() == costs
    assert [move["cost"] for moves in feather.read_feather(path)["moves"] for move in moves] == costs


@pytest.mark.parametrize("name", FROZEN)
def test_schema(name, binary, request):
    """Every position of the frozen sets fits the JSON schema; without --long every 100th."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(subprocess.run([binary, "positions", "schema"], capture_output=True, check=True).stdout)
    check = jsonschema.Draft202012Validator(schema)
    step = 1 if request.config.getoption("--long", default=False) else 100
    for entry in loaded(name)[::step]:
        check.validate(entry["metadata"]["position"])
        with pytest.raises(jsonschema.ValidationError):
            check.validate(entry["metadata"]["position"] | {"stock_size": "many"})


def test_scores_of_moves():
    for entry in loaded("gin")[::40]:
        moves = entry["metadata"]["moves"]
        worst = max(moves, key=lambda m: m["cost"])
        assert score_answer(entry["answer"], entry) == score_answer(f" {entry['answer'].upper()}", entry) == 1
        for move in moves:
            want = 1 if move["cost"] <= 0 or move["name"] == entry["answer"] else 1 - move["cost"] / worst["cost"]
            assert score_answer(move["name"], entry) == score_answer(move["text"], entry) == pytest.approx(want)
        assert score_answer("discard 1Z", entry) == score_answer(None, entry) == 0


def test_bad_files(tmp_path):
    bad = tmp_path / "bad.jsonl"
    for line in ("x", "[]", "{}", json.dumps({"rules": "", "text": "", "best": "a", "moves": []})):
        bad.write_text(line)
        with pytest.raises(ConfigError, match=r"bad.jsonl, line 1: .*want a position"):
            read(bad)


def solved(entry):
    """Return the analysis of the hand of a puzzle."""
    hand, wild = entry["metadata"]["hand"], entry["metadata"]["wild"]
    return solve(hand, game="gin") if wild is None else solve(hand, wild)


@pytest.mark.parametrize(
    ("kind", "right"),
    [
        ("deadwood", lambda e: str(solved(e)["deadwood"])),
        ("min-score", lambda e: str(solved(e)["minscore"])),
        ("min-dist", lambda e: str(solved(e)["mindist"])),
        ("declaration", lambda e: "yes" if solved(e)["mindist"] == 0 else "no"),
        ("completes", None),
    ],
)
def test_puzzles(kind, right):
    puzzles = Puzzles(kind, size=60, seed=3)
    assert len(puzzles) == 60 and list(puzzles) == puzzles[:] and puzzles[-1] == puzzles[59]
    assert Puzzles(kind, size=5, seed=3)[4] == puzzles[4] and Puzzles(kind, size=5, seed=4)[4] != puzzles[4]
    with pytest.raises(IndexError):
        puzzles[60]
    answers = set()
    for entry in puzzles:
        assert " ".join(entry["metadata"]["hand"]) in entry["question"]
        assert puzzles.score_answer(entry["answer"], entry) == 1
        assert puzzles.score_answer(entry["answer"] + "7", entry) == puzzles.score_answer("", entry) == 0
        if right:
            assert entry["answer"] == right(entry)
        else:
            completing(entry)
        answers.add(entry["answer"])
    assert len(answers) >= (2 if kind == "declaration" else 5)


def completing(entry):
    """Check that the answer has just the cards with which 13 of the 14 are a valid declaration."""
    hand, wild = entry["metadata"]["hand"], entry["metadata"]["wild"]
    cards = entry["answer"].split()
    assert cards and score_answer(", ".join(reversed(cards)), entry) == 1
    for card in CARDS:
        complete = any(min_dist([*hand[:i], *hand[i + 1 :], card], wild) == 0 for i in range(13))
        assert complete == (card in cards), card


def test_refusals():
    with pytest.raises(ConfigError, match="kind is 'knock': want deadwood"):
        Puzzles("knock")
    with pytest.raises(ConfigError, match="size is 0"):
        Puzzles("deadwood", size=0)
