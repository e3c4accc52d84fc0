"""Games of policies in Python, written as datasets: the games of evaluate, which the engine replays."""

import shutil
import sys

import numpy as np
import pytest

from rummygym import ConfigError, EngineError, IllegalActionError, arena, datasets

CASES = {
    "indian": {"game": "indian", "against": ["random", "min-dist-opp:drop=5"], "games": 12, "seed": 3},
    "hand": {"game": "gin", "against": "simple", "games": 10, "fields": "all"},
    "match": {"game": "gin-match", "against": ["simple"], "games": 4, "rules": {"max-deals": 2}, "name": 'a "policy", é'},
    "openspiel": {"game": "gin", "against": ["random", "simple"], "games": 4, "preset": "openspiel"},
    "one seat": {"game": "indian", "against": "random", "games": 5, "both_seats": False, "num_envs": 2},
    "cut": {"game": "indian", "against": ["random"], "games": 6, "max_steps": 9, "fields": "score"},
}


def last_legal(observations, masks):
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def modest(observations, masks):
    """Return the first legal action but the drop of Indian Rummy."""
    return np.where(masks[:, 0] & (masks.sum(axis=1) > 1), masks[:, 1:].argmax(axis=1) + 1, masks.argmax(axis=1))


@pytest.mark.parametrize(
    ("policy", "case"),
    [
        *((modest, case) for case in CASES),
        *(pytest.param(last_legal, c, marks=[pytest.mark.long] * (c != "hand")) for c in CASES),
    ],
)
def test_games_of_evaluate(case, policy, rummygym, tmp_path):
    options = CASES[case]
    result = arena.record(policy, tmp_path / "data", **options)
    assert result == arena.evaluate(policy, **options)
    against = [options["against"]] if isinstance(options["against"], str) else options["against"]
    rummygym("dataset", "validate", "--replay", tmp_path / "data")
    data = datasets.load(tmp_path / "data")
    rows = data.to_pandas()
    name = options.get("name", "policy")
    assert set(rows["agent"]) == {name, *against}
    deals = result.rows[0].deals
    seats = 1 if options.get("both_seats") is False else 2
    episodes = rows.groupby("episode").last()
    assert len(episodes) == deals * seats * len(against)
    assert list(episodes["deal"]) == list(range(deals)) * (seats * len(against))
    for i, row in enumerate(result.rows):
        mine = rows[rows["episode"] // (deals * seats) == i].groupby("episode").last()
        # Gains sum to 0, so the last row has the gain of the policy, whoever moved last.
        gains = np.where(mine["agent"] == name, mine["gain"], -mine["gain"])
        assert gains.mean() == pytest.approx(row.gain_mean)
        endings = mine["ending"].astype(str).where(~mine["truncated"], "truncated")
        assert {e: int((endings == e).sum()) for e in row.endings} == dict(row.endings)


@pytest.mark.parametrize(
    ("options", "error", "want"),
    [
        ({"name": "random"}, ConfigError, "name is 'random', which is an opponent"),
        ({"against": ["random", "random"]}, ConfigError, "want every opponent once"),
        ({"against": []}, ConfigError, "against is empty"),
        ({"games": 3}, ConfigError, "games is 3"),
        ({"policy": lambda o, m: m.argmin(axis=1)}, IllegalActionError, "table 0"),
        ({"program": "./no-such-program"}, FileNotFoundError, "./no-such-program"),
        ({"program": shutil.which("false") or sys.executable}, EngineError, None),
    ],
)
def test_wrong_arguments(options, error, want, binary, monkeypatch, tmp_path):
    policy = options.get("policy", last_legal)
    monkeypatch.setenv("RUMMYGYM_BINARY", options.get("program", binary))
    given = {"against": "random", "game": "gin", "games": 2} | options
    given.pop("policy", None)
    given.pop("program", None)
    with pytest.raises(error, match=want):
        arena.record(policy, tmp_path / "data", **given)
    assert not (tmp_path / "data").exists()


def test_folder_that_has_files_is_left(rummygym, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ConfigError, match="name a folder that is empty"):
        arena.record(last_legal, tmp_path, against="random", game="gin", games=2)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
