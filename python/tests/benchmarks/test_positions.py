"""The script that makes sets of positions: the commands of the program accept, answer and score what it makes."""

import hashlib
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rummygym_program
from rummygym import Position, positions

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "positions.py"
spec = importlib.util.spec_from_file_location("making", SCRIPT)
making = importlib.util.module_from_spec(spec)
spec.loader.exec_module(making)

GIN = "make --game gin --preset openspiel --positions 10 --games 4 --twins 1 --rollouts 100 --agent simple --players simple"
INDIAN = "make --game indian --preset club --seats 3 --positions 5 --games 2 --rollouts 100 --agent min-dist --players min-score random"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a function that returns the file of a set, made once."""
    folder = tmp_path_factory.mktemp("sets")

    def make(words, workers=1):
        path = folder / f"{words.split()[2]}-{workers}.jsonl"
        if not path.exists():
            command = [sys.executable, SCRIPT, *words.split(), "--workers", str(workers), "--out", path]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return path

    return make


@pytest.mark.parametrize(
    ("words", "kinds"),
    [(GIN, {"draw", "discard", "knock", "meld", "lay-off"}), (INDIAN, {"draw", "discard", "declare"})],
)
def test_entries(words, kinds, made):
    entries = [e["metadata"] for e in positions.read(made(words))]
    assert {e["kind"] for e in entries} >= kinds
    by_id = {e["id"]: e for e in entries}
    assert len(by_id) == len(entries)
    for e in entries:
        labels = {"relabel": e["relabelled"]} if "twin_of" in e else {}
        with Position.from_json(json.dumps(e["position"]), **labels).tables() as t:
            assert sorted(t.moves(**labels)) == sorted(m["name"] for m in e["moves"])
            assert t.text(rules=True, **labels) == e["rules"] + "\n" + e["text"]
        most = min(e["moves"], key=lambda m: m["win_cost"])
        assert e.get("win_best") == (most["name"] if most["win_cost"] < -3 * most["win_cost_se"] else None)
        best = next(m for m in e["moves"] if m["name"] == e["best"])
        assert best["cost"] == best["cost_se"] == 0
        others = sorted((m["cost"], m["cost_se"]) for m in e["moves"] if m is not best)
        assert e["gap"] == others[0][0] and e["difficulty"] in making.CLASSES and e["deals"] >= 32
        assert ("lay_off" in e["exact"]) == (e["kind"] == "lay-off") and "hand" in e["exact"]
        if "twin_of" in e:
            of = by_id[e["twin_of"]]
            assert sorted(m["cost"] for m in e["moves"]) == sorted(m["cost"] for m in of["moves"])
            assert e["text"] != of["text"] and e["best"].translate(str.maketrans(e["relabelled"], "CDHS")) == of["best"]


def test_the_question_says_what_counts(made, tmp_path):
    """renew gives a set the words of today, the aim and the mark, and keeps all else."""
    path, old = made(GIN), tmp_path / "old.jsonl"
    assert all("how many points you gain or lose in this deal" in e["question"] for e in positions.read(path))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    stale = [{k: "" if k == "rules" else v for k, v in r.items() if k not in ("aim", "win_best")} for r in rows]
    old.write_text("".join(json.dumps(r) + "\n" for r in stale))
    making.main(["renew", str(old), "--out", str(tmp_path / "new.jsonl")])
    assert (tmp_path / "new.jsonl").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["gin", "indian"])
def test_frozen_sets_have_the_words_of_today(name, tmp_path):
    """If this fails because words changed, renew the set: docs/positions.md."""
    shown = subprocess.run([rummygym_program.path(), "positions", "show", name, "--format", "json"], check=True, capture_output=True).stdout
    some = b"".join(shown.splitlines(keepends=True)[::40])
    (tmp_path / "some.jsonl").write_bytes(some)
    making.main(["renew", str(tmp_path / "some.jsonl"), "--out", str(tmp_path / "new.jsonl")])
    assert (tmp_path / "new.jsonl").read_bytes() == some


def test_workers_change_nothing(made):
    assert made(INDIAN, 2).read_bytes() == made(INDIAN).read_bytes()


def test_scores(made, tmp_path):
    """Agents answer a set, and have rows in a leaderboard; the same command makes the rows again."""
    path, board = made(GIN), tmp_path / "board.json"
    making.main(["leaderboard", str(board), "--sets", str(path), "--agents", "simple", "random"])
    rows = json.loads(board.read_text())["rows"]
    assert {r["name"] for r in rows} == {"simple", "random"}
    for r in rows:
        assert (r["positions"], r["missing"], r["illegal"], r["kind"]) == (20, 0, 0, "built-in")
        assert r["set"] == path.stem and r["set_sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    making.main(["leaderboard", str(board), "--sets", str(path), "--agents", "random"])
    assert json.loads(board.read_text())["rows"] == rows
    making.main(["leaderboard", str(board), "--sets", str(path), "--agents", "learned:standard"])
    named = [r["settings"] for r in json.loads(board.read_text())["rows"]]
    assert sorted(named)[:2] == ["", ""] and re.fullmatch("learned:standard@[0-9a-f]{12}", max(named))


def test_second_judge(made, capsys):
    making.main(["again", str(made(GIN)), "--positions", "8", "--agent", "simple", "--workers", "1"])
    found = re.search(r": 8 positions, same best move (\d), agrees (\d), ", capsys.readouterr().out)
    assert 3 <= int(found[1]) <= int(found[2])


def test_too_few_games(tmp_path):
    with pytest.raises(SystemExit, match="raise --games"):
        making.main(
            [*INDIAN.replace("--positions 5", "--positions 50").split(), "--workers", "1", "--out", str(tmp_path / "x")]
        )


def test_parts_of_the_frozen_sets():
    """The parts are those of the frozen sets, in order."""
    for name, parts in making.PARTS.items():
        found = [e["metadata"] for e in positions.load(name)]
        want = [
            (f"{name}-{preset}" + (f"-{seats}" if seats > 2 else ""), game)
            for game, preset, seats, n, _ in parts
            for _ in range(n)
        ]
        assert [(e["id"].rsplit("-", 1)[0], e["game"]) for e in found] == want
