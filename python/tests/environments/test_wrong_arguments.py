"""Every argument of the public calls is given wrong types and values: they are errors of this package."""

import inspect

import gymnasium
import numpy as np
import pytest

import rummygym
from rummygym import Agent, Tables, arena, envs, selfplay, vector
from rummygym.pettingzoo import gin_rummy_v0

WRONG = [
    *(None, True, -1, 1.5, float("nan"), 2**70, np.uint64(2**63 + 5), np.zeros(3)),
    *("x", "\0", "\ud800", b"x", [], {}, {"a": 1}, [1, "a"], ["random", 3], [[1], [1, 2]]),
    *(object(), lambda *_: 0, (x for x in ())),
]

#: What a call of a package may also raise: that a library or a reset is missing.
OTHERS = (rummygym.Error, gymnasium.error.Error, ImportError)


def defaults(call):
    """Return the arguments of a call that have defaults."""
    return {k: p.default for k, p in inspect.signature(call).parameters.items() if p.default is not p.empty}


def policy(observations, masks):
    return masks.argmax(axis=1)


@pytest.fixture
def calls():
    """Return public calls with right arguments."""
    tables = Tables("gin", num_envs=3)
    tables.reset(1)
    options = {"game": "gin", **defaults(Tables), "autoreset": "disabled"}
    alone = {k: v for k, v in options.items() if k not in ("opponents", "seat", "seating")}
    env = envs.GinRummyEnv(illegal="raise")
    many = vector.GinRummyVectorEnv(num_envs=2, illegal="raise")
    table = gin_rummy_v0.raw_env()
    for x in (env, many, table):
        x.reset(seed=1)
    match = {"policy": policy, "against": "random", **defaults(arena.evaluate), "game": "gin", "games": 2}
    match |= {"max_steps": 50, "workers": 1}
    del match["_moves"]
    yield [
        (Tables, options),
        (rummygym.describe, options),
        (selfplay.SelfPlay, alone),
        (tables.reset, {"seed": 1, "episode": 0, "chosen": None}),
        (tables.deal, {"table": 0, "deck": "AS", "key": 0}),
        (tables.redeal, {"table": 0, "seat": 0, "seed": 0}),
        (tables.step, {"actions": None, "chosen": None}),
        (tables.sample, {"rng": np.random.default_rng(1)}),
        (tables.observe, {"table": 0, "seat": 0, "out": None}),
        (tables.show, {"table": 0, "seat": 0}),
        (tables.load, {"data": tables.save()}),
        (tables.spec.split, {"observations": tables.observations}),
        (Agent, {"spec": "simple", "game": "gin", "preset": None, "rules": None}),
        (Agent("simple").act, {"tables": tables, "chosen": None, "seed": None}),
        (rummygym.min_score, {"hands": "AS 2S", "wild": "7"}),
        (rummygym.outs, {"hands": "AS 2S", "wild": "7"}),
        (rummygym.deadwood, {"hands": "AS 2S"}),
        (rummygym.solve, {"hands": "AS 2S", **defaults(rummygym.solve), "wild": "7"}),
        (arena.evaluate, match),
        (envs.GinRummyEnv, defaults(envs.GinRummyEnv.__init__)),
        (vector.GinRummyVectorEnv, defaults(vector.GinRummyVectorEnv.__init__)),
        (gin_rummy_v0.raw_env, defaults(gin_rummy_v0.raw_env.__init__)),
        (gin_rummy_v0.env, {"illegal": "penalty", "penalty": None}),
        (env.step, {"action": 0}),
        (env.reset, {"seed": 1, "options": None}),
        (many.step, {"actions": np.zeros(2, int)}),
        (many.reset, {"seed": 1, "options": None}),
        (table.step, {"action": 0}),
        (table.reset, {"seed": 1, "options": None}),
        (table.observe, {"agent": "player_0"}),
    ]
    for x in (tables, env, many, table):
        x.close()


@pytest.mark.filterwarnings("ignore")
def test_wrong_arguments_are_errors_of_the_package(calls):
    raw = []
    for call, arguments in calls:
        for name in arguments:
            for wrong in WRONG:
                try:
                    made = call(**arguments | {name: wrong})
                    if hasattr(made, "close"):
                        made.close()
                except OTHERS:
                    pass
                except Exception as e:
                    raw.append(f"{call.__qualname__}({name}={wrong!r}): {type(e).__name__}: {e}")
    assert not raw, "\n".join(raw)


@pytest.mark.parametrize("bad", [np.uint64(2**64 - 1), 2**70])
def test_an_action_beyond_64_bits_is_reported_as_given(bad):
    env = envs.GinRummyEnv(illegal="raise")
    many = vector.GinRummyVectorEnv(num_envs=2, illegal="raise")
    table = gin_rummy_v0.raw_env()
    _, infos = many.reset(seed=1)
    good = infos["action_mask"].argmax(axis=1)
    actions = np.array([good[0], bad], np.uint64 if isinstance(bad, np.uint64) else object)
    for x in (env, table):
        x.reset(seed=1)
    for step in (lambda: env.step(bad), lambda: many.step(actions), lambda: table.step(bad)):
        with pytest.raises(rummygym.IllegalActionError, match=str(bad)):
            step()
    many.step(good.astype(np.uint64))
    lenient = vector.GinRummyVectorEnv(num_envs=2)
    lenient.reset(seed=1)
    assert lenient.step(actions)[2].tolist() == [False, True]  # an illegal action ends the episode
