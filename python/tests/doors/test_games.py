"""The same seeds and answers give the same games through each door as at a TextEnv."""

import importlib

import pytest
import script
from text import reader, test_reader

from rummygym import Agent
from rummygym.text import TextEnv

CASES = pytest.mark.parametrize("name", ["gin", "indian"])
BATCH = 100
DOORS = pytest.mark.parametrize("door", script.DOORS)


def records(door, *arguments):
    """Plays games through a door and returns their records."""
    return importlib.import_module(f"test_{door}").records(*arguments)


@DOORS
@CASES
@pytest.mark.parametrize("opponents", [None, "random"])
def test_same_games(door, name, opponents):
    seeds = range(2 if opponents else 1)  # a game of its own seats has twice the texts
    games = [script.game(name, seed, opponents) for seed in seeds]
    assert records(door, name, seeds, opponents, script.answer, script.TABLE[name]) == [env.record() for env in games]
    assert any(env.invalid for env in games) and all(env.result.forfeited is None for env in games)


@DOORS
@pytest.mark.parametrize("on_limit", ["forfeit", "value"])
def test_a_limit_is_worth_what_the_table_says(door, on_limit):
    table = {"max_steps": 6, "on_limit": on_limit, **script.TABLE["gin"]}
    want = script.game("gin", 0, "simple", table=table).score(0)
    assert want["ending"] == "truncated" and (want["reward"] == -1) == (on_limit == "forfeit")
    assert importlib.import_module(f"test_{door}").reward(table) == want["reward"]


@pytest.mark.parametrize("door", [d for d in script.DOORS if d in ("verifiers", "inspect")])
def test_each_decision_stands_alone(door):
    """With ``memory="decision"`` the same games are played, and a model sees one decision at a time."""
    seen = []

    def answer(conversation):
        seen.append(conversation.count("Legal moves:"))
        return script.answer(conversation)

    table = {"max_steps": 24}
    same = script.game("gin", 0, table=table)
    assert records(door, "gin", range(1), None, answer, table | {"memory": "decision"}) == [same.record()]
    assert set(seen) == {1} and len(seen) == same.answers and same.invalid


@DOORS
@CASES
@pytest.mark.parametrize("against", ["itself", "agent"])
@pytest.mark.parametrize("games", [4, pytest.param(2000, marks=pytest.mark.long)])
def test_reader_plays_the_games_of_the_agent(door, name, against, games):
    """A player that sees nothing but the text: see tests/text/test_reader.py."""
    played = test_reader.PLAYED[name]
    opponents, rules = played["opponents"] if against == "agent" else None, played["rules"]
    models, agent, decisions = reader.Models(), Agent(played["agent"]), 0
    for first in range(0, games, BATCH):  # Inspect has all games of an evaluation in memory
        seeds, same = range(first, min(first + BATCH, games)), []
        with TextEnv(name, opponents=opponents, rules=rules) as env:
            for seed in seeds:
                env.reset(seed=seed)
                while env.seat is not None:
                    env.act(env.spec.actions[agent.act(env)[0]])
                same.append(env.record())
        read = [script.game(name, seed, opponents, 0, models.of(seed), {"rules": rules}) for seed in seeds]
        assert [env.record() for env in read] == same
        assert records(door, name, seeds, opponents, models, {"rules": rules}) == same
        decisions += sum(env.answers for env in read)
        print(
            f"\n{door} {name} against {opponents}: {seeds.stop} games, {decisions} decisions, none differs", flush=True
        )
