"""Policies in Python against agents of the engine: the same games and statistics as ``rummygym eval``."""

import json

import numpy as np
import pytest

from rummygym import ConfigError, IllegalActionError, arena
from rummygym.huggingface import to_hugging_face
from rummygym.policy import Policy

CASES = {
    "indian": ("indian-none", ["--agent", "min-dist-opp"], ["random", "min-dist:drop=3"], []),
    "gin": ("gin", ["--agent", "simple"], ["simple", "random"], ["--game", "gin"]),
}


@pytest.fixture(scope="module", params=CASES)
def trained(request, rummygym, recorded, tmp_path_factory):
    """Return a game, a network that plays it, the opponents, and the output of eval."""
    data, agent, against, game = CASES[request.param]
    run = tmp_path_factory.mktemp("arena") / "run"
    rummygym(
        *("train", "data", "--data", str(recorded(data)), *agent, "--out", str(run)),
        *("--steps", "40", "--layers", "8", "--batch", "16", "--held-out", "0.4", "--eval-against", ""),
    )
    network = run / "last.safetensors"
    done = rummygym(
        *("eval", f"learned:{network}", *game, "--against", ",".join(against)),
        *("--games", "60", "--seed", "11", "--confidence", "0.9", "--format", "json"),
    )
    return request.param, network, against, json.loads(done)


def play(network, **options):
    policy = Policy.load(network)
    return arena.evaluate(lambda o, m: policy.act(o, m)[0], fields=policy.fields, game=policy.game, **options)


def test_equals_eval(trained):
    _, network, against, want = trained
    got = play(network, against=against, games=60, seed=11, confidence=0.9, num_envs=7)
    assert len(got.rows) == 2
    for row, expected in zip(json.loads(got.to_json())["rows"], want["rows"], strict=True):
        for key, value in row.items():
            if key in expected and key != "agent":
                close = expected[key] if isinstance(value, str) else pytest.approx(expected[key], rel=1e-12)
                assert value == close, (key, row["opponent"])
        assert sum(row["endings"].values()) == 60
        for ending, games in row["endings"].items():
            assert expected[f"ending_{ending.replace('-', '_')}"] == games
        assert row["rounds_mean"] == pytest.approx(expected["rounds_mean"])


def test_number_of_tables_does_not_matter(trained):
    game, network, against, _ = trained
    assert play(network, against=against[0], games=30, num_envs=1) == play(network, against=against[0], games=30)
    one_seat = play(network, against=against, games=15, both_seats=False)
    for a, b in zip(one_seat.rows, play(network, against=against, games=30).rows, strict=True):
        assert (a.win_rate_first, a.gain_first) == (b.win_rate_first, b.gain_first)
        assert np.isnan(a.win_rate_second)
        assert f"\n{a.opponent} " in str(one_seat)
    assert '"win_rate_second": null' in one_seat.to_json()
    assert one_seat.game == game


def test_model_card(trained, tmp_path):
    _, network, against, _ = trained
    result = tmp_path / "result.json"
    result.write_text(play(network, against=against, games=4).to_json())
    folder = to_hugging_face(network, tmp_path / "hub", evaluations=[result])
    assert all(f"`{agent}`" in (folder / "README.md").read_text() for agent in against)


def first_legal(observations, masks):
    return masks.argmax(axis=1)


@pytest.mark.parametrize(
    ("options", "want"),
    [
        ({"against": []}, "against is empty"),
        ({"games": 3}, "games is 3"),
        ({"games": 0}, "games is 0"),
        ({"num_envs": 0}, "num_envs is 0"),
        ({"confidence": 1.0}, "confidence is 1.0"),
        ({"game": "indian", "rules": {"seats": 3, "packs": 2}}, "the rules have 3 seats"),
        ({"against": "simpel"}, "simpel"),
        ({"policy": lambda o, m: [0.5] * len(m)}, "the policy returned float64"),
        ({"policy": lambda o, m: [0]}, r"want whole numbers of shape \(2,\)"),
    ],
)
def test_wrong_arguments(options, want):
    policy = options.pop("policy", first_legal)
    with pytest.raises(ConfigError, match=want):
        arena.evaluate(policy, **{"against": "random", "game": "gin", "games": 4} | options)


def test_illegal_action():
    with pytest.raises(IllegalActionError, match="table 0"):
        arena.evaluate(lambda o, m: m.argmin(axis=1), against="random", game="gin", games=4)


def test_compare_is_paired_by_deal():
    """A comparison has the rows of two evaluations, and the differences of the gains of each deal."""
    options = {"game": "gin", "games": 40, "seed": 3}
    found = arena.compare(first_legal, "simple", against=["random", "stubborn"], names=("mine", "simple"), **options)
    for policy, name, side in ((first_legal, "mine", "first"), ("simple", "simple", "second")):
        want = arena.evaluate(policy, against=["random", "stubborn"], name=name, **options)
        assert [getattr(row, side) for row in found.rows] == list(want.rows)
    for row in found.rows:
        for name in ("win_rate", "score"):
            assert getattr(row, name) == pytest.approx(getattr(row.first, name) - getattr(row.second, name))
        assert row.gain == pytest.approx(row.first.gain_mean - row.second.gain_mean)
        assert row.gain_z == pytest.approx(row.gain / row.gain_se)
        assert row.gain_low < row.gain < row.gain_high
        assert 0 <= row.gain_p <= 1
        assert f"\n{row.opponent} " in str(found)
    same = arena.compare("simple", arena.Agent("simple"), against=first_legal, **options).rows[0]
    assert (same.score, same.score_z, same.score_p, same.gain_z, same.gain_p) == (0, 0, 1, 0, 1)
    assert (same.first.agent, same.second.agent, same.opponent) == ("simple", "simple", "opponent 1")


def test_compare_refuses():
    for options, want in (({"against": []}, "against is empty"), ({"games": 3}, "games is 3"), ({"first": 5}, "first is 5")):
        with pytest.raises(ConfigError, match=want):
            arena.compare(**{"first": first_legal, "second": "simple", "against": "random", "game": "gin", "games": 4} | options)
