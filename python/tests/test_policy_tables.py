"""Policies as opponents: the engine and NumPy play the same file alike."""

import copy
import pickle

import numpy as np
import pytest

from rummygym import ConfigError, Tables
from rummygym.policy import Policy

pytest.importorskip("safetensors")

FIELDS = {"indian": "own-cards,counts,progress,distance", "gin": "own-cards,counts,progress,deadwood"}
RULES = {"indian": {"max-rounds": 15}, "gin": {}}


@pytest.fixture(params=["indian", "gin"])
def game(request):
    return request.param


@pytest.fixture
def model(game, tmp_path):
    """The file of a random policy, which samples its actions."""
    with Tables(game, rules=RULES[game], fields=FIELDS[game]) as tables:
        Policy.new(tables.spec, hidden=[16], seed=2, temperature=0.5).save(tmp_path / "model.safetensors")
    return tmp_path / "model.safetensors"


def play(tables, steps, rng):
    """Play at random, and return the arrays of each step."""
    seen = []
    for _ in range(steps):
        tables.step(tables.sample(rng))
        seen.append((tables.observations.copy(), tables.masks.copy(), tables.rewards.copy()))
    return seen


def same(a, b):
    return all(np.array_equal(x, y) for s, t in zip(a, b, strict=True) for x, y in zip(s, t, strict=True))


def test_opponent(game, model):
    settings = {"rules": RULES[game], "fields": FIELDS[game], "num_envs": 8, "opponents": f"learned:{model}"}
    with Tables(game, **settings) as tables, Tables(game, **settings, workers=1) as again:
        tables.reset(seed=1)
        again.reset(seed=1)
        assert same(play(tables, 40, np.random.default_rng(1)), play(again, 40, np.random.default_rng(1)))
        for other in (copy.deepcopy(tables), pickle.loads(pickle.dumps(tables))):
            assert other.spec.opponents == tables.spec.opponents
            assert same(
                play(other, 20, np.random.default_rng(3)),
                play(copy.deepcopy(tables), 20, np.random.default_rng(3)),
            )
            other.close()


def test_numpy_plays_like_the_opponent(game, model):
    """A seat that NumPy plays by the policy takes the same actions as an opponent of that file."""
    greedy = f"learned:{model}:temperature=0"
    policy = Policy.load(model)
    rules = {"rules": RULES[game], "fields": FIELDS[game], "autoreset": "disabled"}
    rng = np.random.default_rng(1)
    moves = []
    with Tables(game, **rules) as both, Tables(game, **rules, opponents=greedy) as against:
        for seed in range(5):
            both.reset(seed=seed)
            against.reset(seed=seed)
            for _ in range(1000):
                if both.players[0] < 0:
                    break
                if both.players[0] == 0:
                    np.testing.assert_array_equal(both.observations, against.observations)
                    action = both.sample(rng).copy()
                    against.step(action)
                else:
                    action, _ = policy.act(both.observations, both.masks, temperature=0)
                    moves.append(action[0])
                both.step(action)
            assert against.terminated[0]
            assert both.terminated[0]
            np.testing.assert_array_equal(both.rewards, against.rewards)
    assert len(set(moves)) > 2


def test_errors_say_what_is_wrong(game, model, tmp_path):
    other = {"indian": "gin", "gin": "indian"}[game]
    with pytest.raises(ConfigError, match="the network is for the game"):
        Tables(other, opponents=f"learned:{model}")
    with pytest.raises(ConfigError, match="there is no file"):
        Tables(game, opponents=f"learned:{tmp_path / 'none.safetensors'}")
    with pytest.raises(ConfigError, match="it is another file"):
        Tables(game, opponents=f"learned:{model}@{'0' * 12}")
    model.write_bytes(model.read_bytes()[:-5])
    with pytest.raises(ConfigError, match="the file is damaged: its SHA-256"):
        Tables(game, opponents=f"learned:{model}")
