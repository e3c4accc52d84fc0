"""The same seeds and answers give the same games through each door as at a TextEnv."""

import importlib

import pytest
import script


@pytest.mark.parametrize(
    ("door", "opponents"),
    [(door, who) for door in script.DOORS for who in (None, "random") if who or door not in ("inspect", "openenv")],
)  # the others have one model
@pytest.mark.parametrize("name", ["gin", "indian"])
def test_same_games(door, name, opponents):
    seeds = range(2)
    games = [script.game(name, seed, opponents) for seed in seeds]
    records = importlib.import_module(f"test_{door}").records(name, seeds, opponents)
    assert records == [env.record() for env in games]
    assert any(env.invalid for env in games) and all(env.result.forfeited is None for env in games)
