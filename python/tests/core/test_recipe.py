"""Recipes by name: real trainings of two steps, in the process that the function starts."""

import datetime
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import rummygym
from rummygym import ConfigError
from rummygym.recipe import Recipe

SMALL = {"games": 64, "layers": np.array([16]), "eval_against": ["min-score"], "eval_games": 20, "eval_every": 2}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Runs are in a folder whose name has a space."""
    monkeypatch.chdir(tmp_path)
    Path("a b").mkdir()
    monkeypatch.chdir("a b")


def test_a_training_gives_its_metrics_and_networks():
    calls = []
    result = rummygym.run("train mc", out=Path("run 1"), steps=3, progress=calls.append, seed=2, **SMALL)
    assert [row["step"] for row in result.rows] == [1, 2, 3]
    assert result.rows[0]["win/min-score"] is None
    assert 0 <= result.rows[1]["win/min-score"] <= 1
    assert Path(result.values["last"]).exists()
    assert result.values["best_value"] == result.rows[result.values["best_step"] - 1]["win/min-score"]
    assert str(result).startswith("run 1: 3 steps, all steps are made\n")
    assert [row for p in calls for row in p.rows] == result.rows
    assert (calls[-1].done, calls[-1].total, calls[-1].unit) == (3, 3, "steps")
    table = pytest.importorskip("pyarrow") and result.to_arrow()
    assert table.to_pylist() == result.rows
    policy = rummygym.run("train mc", out="again", steps=3, seed=2, progress=False, workers=1, **SMALL)
    assert policy.rows == result.rows


def test_other_threads_run_recipes_at_once():
    results = {}
    work = [
        threading.Thread(
            target=lambda seed=s: results.update(
                {seed: rummygym.run("train mc", out=f"r{seed}", steps=1, seed=seed, **SMALL)}
            )
        )
        for s in (1, 2)
    ]
    for w in work:
        w.start()
    for w in work:
        w.join()
    assert len(results) == 2
    assert results[1].rows != results[2].rows


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({}, ConfigError, "out: want the folder"),
        ({"out": "x", "stepz": 1}, ConfigError, 'option stepz is not known, did you mean "steps"'),
        ({"out": "x", "steps": "ten"}, ConfigError, "option steps ten: want a whole number from 1"),
        ({"out": "x", "steps": 0}, ConfigError, "steps 0: want a whole number from 1"),
        ({"out": "x", "steps": [1, 2]}, ConfigError, "option steps: 2 values, want 1"),
        ({"out": "x", "lambda_": float("nan")}, ConfigError, "lambda_ is nan: want a finite number"),
        ({"out": "x", "lambda_": 2}, ConfigError, "lambda 2: want 0 to 1"),
        ({"out": "x", "layers": {8: 1}}, ConfigError, r"layers is {8: 1}: want"),
        ({"out": "x", "eval_against": "min-score,random"}, ConfigError, 'agent "min-score,random"'),
        ({"out": "x", "preset": "clubb"}, ConfigError, 'did you mean "club"'),
        ({"out": "x", "activation": "sine"}, ConfigError, '"sine" is not known: want relu'),
        ({"out": "x", "checkpoint_every": "5"}, ConfigError, "want a time with its unit"),
        ({"out": "x", "from_": "none.safetensors"}, FileNotFoundError, "none.safetensors: no such file"),
        ({"out": "."}, FileExistsError, r"checkpoint already exists"),
        ({"resume": "none"}, FileNotFoundError, "there is no run in none"),
    ],
)
def test_wrong_options_are_refused(options, error, message):
    Path("checkpoint").touch()
    with pytest.raises(error, match=re.escape(message)):
        rummygym.run("train mc", **options)
    assert not Path("x").exists()


def test_wrong_recipes_are_refused():
    with pytest.raises(ConfigError, match='"train cm" is not a recipe, did you mean "train mc"'):
        rummygym.run("train cm")
    with pytest.raises(ConfigError, match="want one of "):
        rummygym.options_of("train cm")


def test_every_option_is_described():
    assert list(get_args(Recipe)) == rummygym.recipes()
    for name in rummygym.recipes():
        for word, o in rummygym.options_of(name).items():
            assert o.name == word and word.isidentifier()
            assert o.doc and o.type in ("int", "float", "bool", "str", "duration", "list[str]", "list[int]")
    options = rummygym.options_of("train mc")
    assert options["steps"].range == (1, 10**12) and options["steps"].default == 100
    assert options["activation"].words == ("relu", "tanh", "silu", "none")
    assert "gin" in options["game"].words
    assert {"from_", "lambda_"} < set(options)


class EnoughError(Exception):
    """What a progress function raises."""


def stop(progress):
    raise EnoughError


def test_an_exception_of_progress_stops_the_recipe():
    with pytest.raises(EnoughError):
        rummygym.run("train mc", out="run", checkpoint_every=datetime.timedelta(hours=1), progress=stop, **SMALL)
    assert Path("run", "checkpoint").exists()
    with pytest.raises(EnoughError):
        rummygym.run("train mc", resume="run", progress=stop)


CHILD = """
import sys, rummygym
def progress(p):
    print("step", p.done, flush=True)
try:
    rummygym.run("train mc", out="run", steps=1000000, games=16, updates=4, batch=64, warmup=0, layers=[8], eval_against=[], progress=progress)
except KeyboardInterrupt as e:
    print("interrupted:", e, flush=True)
"""


def test_ctrl_c_keeps_what_a_recipe_has_done():
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True, start_new_session=True)
    lines = iter(child.stdout)
    next(lines)
    next(lines)
    child.send_signal(signal.SIGINT)
    last = list(lines)[-1]
    assert child.wait() == 0
    done = int(
        re.fullmatch(
            r"interrupted: stopped after ([\d,]+) of 1000000 steps; continue with rummygym.run\('train mc', resume='run'\)\n",
            last,
        )[1]
    )
    assert rummygym.run("train mc", resume="run", steps=done + 1).values["steps"] == done + 1


STOPPED = """
import signal, rummygym
def progress(p):
    if p.done:
        signal.raise_signal(signal.SIGINT)
try:
    rummygym.run("eval", agent="simple", game="gin", against=["random"], games=10000000, workers=1, progress=progress)
except rummygym.recipe.RunInterrupted as e:
    [row] = e.result.rows
    print(e, row["deals"], row["opponent"], "not finished" in str(e.result), e.result.to_arrow()["deals"].to_pylist())
"""


def test_ctrl_c_leaves_the_result_so_far():
    done = subprocess.run([sys.executable, "-c", STOPPED], capture_output=True, text=True, check=True)
    found = re.fullmatch(r"stopped after (\d+) of 10000000 games; .* (\d+) random True \[(\d+)\]\n", done.stdout)
    assert int(found[2]) == int(found[3]) > 0 and int(found[1]) >= 2 * int(found[2])  # whole deals


def test_a_recipe_ends_with_the_program_that_started_it():
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True)
    next(iter(child.stdout))
    child.kill()
    child.wait()
    for _ in range(100):  # the folder is locked until the process of the recipe has ended
        with pytest.raises((EnoughError, rummygym.EngineError)) as e:
            rummygym.run("train mc", resume="run", progress=stop)
        if e.type is EnoughError:
            return
    pytest.fail(f"it still runs: {e.value}")


def test_games_are_collected_as_by_the_command(binary):
    result = rummygym.run(
        "collect", agents=["min-dist", rummygym.Agent("random")], games=30, shard_games=20, out="data"
    )
    assert [shard["episodes"] for shard in result.rows] == [20, 10]
    assert result.values["games"] == 30
    subprocess.run(
        [binary, "collect", "--agents", "min-dist,random", "--games", "30", "--shard-games", "20", "--out", "again"],
        check=True,
    )
    assert Path("data/manifest.json").read_bytes() == Path("again/manifest.json").read_bytes()
    published = rummygym.run("collect", recipe="random-4", games=5, out="published")
    assert str(published).startswith("published: 5 games, ")
    with pytest.raises(ConfigError, match="agents is missing"):
        rummygym.run("collect", out="none")
    with pytest.raises(ConfigError, match="out is missing"):
        rummygym.run("collect", agents=["random", "random"])


def test_agents_play_a_tournament():
    result = rummygym.run("tournament", agents=["min-dist", "random"], games=20, seed=3, progress=False)
    assert [(r["first"], r["second"], r["games"]) for r in result.rows[1:3]] == [
        ("min-dist", "random", 20),
        ("random", "min-dist", 20),
    ]
    assert result.rows[1]["wins"] > 15
    assert result.values["played"] == 80
    assert "min-dist wins" in str(result)


def test_a_recorded_game_is_reviewed():
    rummygym.run("collect", agents=["random", "min-dist"], games=2, out="data", progress=False)
    result = rummygym.run("review", file="data", episode=1, seat=0, rollouts=100, rows=1)
    assert {r["seat"] for r in result.rows} == {0}
    assert result.rows[0]["cost_points"] == max(r["cost_points"] for r in result.rows)
    assert "\nseat 0, " in str(result)
    assert rummygym.run("review", file="data", seat=1, rollouts=100, html="page.html").text == "page.html: open it in a browser\n"
    assert "<html" in Path("page.html").read_text()
    with pytest.raises(ConfigError, match="seat: 2 is not a seat of the game"):
        rummygym.run("review", file="data", seat=2)
    with pytest.raises(FileNotFoundError):
        rummygym.run("review", file="none")
