"""Names, values and policies play each other in the arena, with the games and scores of the program."""

import json
import math

import numpy as np
import pytest

from rummygym import Agent, ConfigError, arena, datasets

GAMES = {
    # Random hands of Gin Rummy are void more often than not.
    "gin": (["--game", "gin"], {"game": "gin"}, "random", "simple"),
    "match": (["--game", "gin-match", "--target", "30"], {"game": "gin-match", "rules": {"target": 30}}, "sigra", "random"),
    "indian": ([], {"game": "indian"}, "min-dist:drop=3", "min-dist-opp"),
}


@pytest.mark.parametrize("case", GAMES)
def test_the_scores_are_those_of_eval_and_ladder(case, rummygym):
    flags, options, first, second = GAMES[case]
    common = ("--games", "60", "--seed", "7", "--format", "json")
    [ladder] = [
        r
        for r in json.loads(rummygym("ladder", *flags, "--agents", f"{first},{second}", *common))["rows"]
        if r["agent"] == first
    ]
    [row] = json.loads(rummygym("eval", first, *flags, "--against", second, *common))["rows"]
    for policy, opponent in [(first, second), (Agent(first), {second: Agent(second)}), (first, [Agent(second)])]:
        [got] = arena.evaluate(policy, against=opponent, games=60, seed=7, num_envs=7, **options).rows
        assert (got.agent, got.opponent) == (first, second)
        assert got.score == pytest.approx(ladder["score"])
        assert got.score_se == pytest.approx(ladder["score_se"], rel=0.15)  # that of the ladder is by bootstrap
        assert got.gain_mean == pytest.approx(ladder["gain_mean"])
        assert (got.win_rate, got.gain_first) == pytest.approx((row["win_rate"], row["gain_first"]))
        assert got.voids == 60 - sum(round(30 * w) for w in (got.win_rate_first, got.win_rate_second)) - losses(
            got, opponent, options
        )


def losses(row, opponent, options):
    """Return how many games the opponent won: the same games, seen from the other side."""
    name, player = next(iter(opponent.items())) if isinstance(opponent, dict) else (row.opponent, row.opponent)
    [other] = arena.evaluate(player, against={row.agent: row.agent}, name=name, games=60, seed=7, **options).rows
    assert other.score == pytest.approx(1 - row.score)
    return round(60 * other.win_rate)


def test_the_table_says_voids_and_scores():
    options = {"game": "gin", "games": 40}
    result = arena.evaluate("random", against="random", **options)
    [row] = result.rows
    assert row.voids > 10
    assert row.score == pytest.approx(row.win_rate + row.voids / 80)
    head, line = str(result).splitlines()
    assert "no winner" in head
    assert f"  {row.voids} " in line
    assert f"{row.score:.3f}" in line


def lowest(observations, masks):
    return masks.argmax(axis=1)


def highest(observations, masks):
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_policies_against_policies_and_agents(rummygym, tmp_path):
    options = {"game": "gin", "games": 12, "seed": 2}
    against = {"low": lowest, "simple": "simple", "random": Agent("random")}
    result = arena.evaluate(highest, against=against, num_envs=5, **options)
    assert [r.opponent for r in result.rows] == list(against)
    back = arena.evaluate(lowest, against=[highest], **options).rows[0]
    assert back.opponent == "opponent 1"
    assert back.score == pytest.approx(1 - result.rows[0].score)
    assert back.gain_mean == pytest.approx(-result.rows[0].gain_mean)
    itself = arena.evaluate(lowest, against=lowest, **options).rows[0]
    assert itself.score == 0.5
    assert itself.gain_mean == 0
    recorded = arena.record(
        highest, tmp_path / "data", against=against, name="high", **options
    )
    assert recorded.rows == tuple(
        type(r)(**{**r.__dict__, "agent": "high"}) for r in arena.evaluate(highest, against=against, **options).rows
    )
    rummygym("dataset", "validate", "--replay", tmp_path / "data")
    rows = datasets.load(tmp_path / "data").to_pandas()
    assert set(rows["agent"]) == {"high", *against}


@pytest.mark.parametrize(
    ("policy", "options", "want"),
    [
        (5, {}, "policy is 5: want a function"),
        (None, {}, "policy is None"),
        (lowest, {"against": 3}, "3: want a function"),
        (lowest, {"against": {1: "random"}}, "against has the name 1"),
        (lowest, {"against": ["random", "random"]}, "'random' twice"),
        (lowest, {"against": {}}, "against is empty"),
        (lowest, {"games": "4"}, "games is '4': want a whole number"),
        (lowest, {"games": 4.0}, "games is 4.0"),
        (lowest, {"num_envs": None}, "num_envs is None"),
        (lowest, {"confidence": "high"}, "confidence is 'high'"),
        (lowest, {"seed": -1}, "seed is -1"),
        (lowest, {"name": 3}, "name is 3"),
        ("simpel", {}, "simpel"),
        (Agent("min-dist"), {}, "min-dist"),
    ],
)
def test_wrong_arguments(policy, options, want):
    with pytest.raises(ConfigError, match=want):
        arena.evaluate(policy, **{"against": "random", "game": "gin", "games": 4} | options)


def test_a_ladder_is_that_of_the_program(rummygym):
    agents = ["min-dist", "min-score", "random"]
    rows = json.loads(rummygym("ladder", "--agents", ",".join(agents), "--games", "60", "--seed", "7", "--format", "json"))["rows"]
    got = arena.ladder(agents, games=60, seed=7, resamples=200)
    assert [r.agent for r in got.rows] == [r["agent"] for r in rows]
    for mine, row in zip(got.rows, rows, strict=True):
        low, high = row["elo_low"], row["elo_high"]
        assert mine.elo_low == pytest.approx(-math.inf if low is None else low, abs=60)
        assert mine.elo_high == pytest.approx(math.inf if high is None else high, abs=60)
        assert mine.elo_low <= mine.elo <= mine.elo_high
        assert (mine.score, mine.gain_mean) == pytest.approx((row["score"], row["gain_mean"]))
    assert np.diff([r.elo for r in got.rows]) == pytest.approx(np.diff([r["elo"] for r in rows]), abs=1e-3)
    assert len(got.pairs) == 3
    assert "Elo" in str(got)


def test_functions_stand_on_a_ladder():
    def passes_drop(observations, masks):
        return np.where(masks[:, 0], 1, masks.argmax(axis=1))

    got = arena.ladder({"lowest": lowest, "draws": passes_drop, "random": "random"}, games=20)
    assert got.rows[-1].agent == "lowest"  # it drops
    with pytest.raises(ConfigError, match="a ladder of 1 players: want at least 2"):
        arena.ladder(["random"], games=20)
