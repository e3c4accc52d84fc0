"""Random legal play of Gin Rummy, one contestant a run: prints decisions a second.

``python contestants.py NAME SECONDS REPEATS``. Observation and mask of the player to
move are made for every decision, of the contestants' own kinds. Only the contestant's
libraries are imported. Every contestant chooses actions as cheaply as it can.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

#: A contestant plays for ever and yields the decisions it has made since the last time.
Contestant = Callable[[], Iterator[int]]

_TABLES = 1024

#: Groups of fields that say what OpenSpiel's observation does: the cards seen, not who did what before.
_FIELDS = "own-cards,pile,table,counts,progress"


def rummygym_batch() -> Iterator[int]:
    import numpy as np

    from rummygym.selfplay import SelfPlay

    tables = SelfPlay("gin", _TABLES, workers=1, fields=_FIELDS)
    rng = np.random.default_rng(1)
    tables.reset(1)
    while True:
        tables.step(tables.sample(rng))
        yield int((tables.movers >= 0).sum())


def rummygym_vector() -> Iterator[int]:
    import gymnasium

    import rummygym  # noqa: F401 - registers

    envs: Any = gymnasium.make_vec(
        "rummygym/GinRummy-v0", num_envs=_TABLES, opponent="random", workers=1, copy=False, fields=_FIELDS
    )
    envs.reset(seed=1)
    while True:
        envs.step(envs.sample_actions())
        yield _TABLES


def rummygym_single() -> Iterator[int]:
    import gymnasium

    import rummygym  # noqa: F401 - registers

    env = gymnasium.make("rummygym/GinRummy-v0", opponent="random", fields=_FIELDS)
    rng = random.Random(1)
    _, info = env.reset(seed=1)
    while True:
        legal = info["action_mask"].nonzero()[0]
        _, _, terminated, truncated, info = env.step(legal[int(rng.random() * len(legal))])
        if terminated or truncated:
            _, info = env.reset()
        yield 1


def _aec(env: Any) -> Iterator[int]:
    rng = random.Random(1)
    env.reset(seed=1)
    while True:
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            yield 1
        env.reset()


def rummygym_aec() -> Iterator[int]:
    from rummygym.pettingzoo import gin_rummy_v0

    return _aec(gin_rummy_v0.env(fields=_FIELDS))


def pettingzoo() -> Iterator[int]:
    from pettingzoo.classic import gin_rummy_v4

    return _aec(gin_rummy_v4.env())


def _openspiel(start: Callable[[Any, random.Random], Callable[[], Any]]) -> Iterator[int]:
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)
    observation = make_observation(game)
    begin = start(game, rng)
    state = begin()
    while True:
        observation.set_from(state, state.current_player())
        state.legal_actions_mask()
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        state = _past_chance(state, rng)
        if state.is_terminal():
            state.returns()
            state = begin()
        yield 1


def _past_chance(state: Any, rng: random.Random) -> Any:
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])  # all are equally likely
    return state


def openspiel() -> Iterator[int]:
    return _openspiel(lambda game, rng: lambda: _past_chance(game.new_initial_state(), rng))


def openspiel_cloned() -> Iterator[int]:
    """Starts from a thousand deals made beforehand, since a deal costs more than the play."""

    def start(game: Any, rng: random.Random) -> Callable[[], Any]:
        deals = [_past_chance(game.new_initial_state(), rng) for _ in range(1000)]
        return lambda: deals[int(rng.random() * len(deals))].clone()

    return _openspiel(start)


def rlcard() -> Iterator[int]:
    import rlcard

    env = rlcard.make("gin-rummy")
    rng = random.Random(1)
    state, _ = env.reset()
    while True:
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(rng.random() * len(legal))])
        if env.is_over():
            env.get_payoffs()
            state, _ = env.reset()
        yield 1


CONTESTANTS: dict[str, Contestant] = {
    f.__name__: f
    for f in (
        rummygym_batch,
        rummygym_vector,
        rummygym_single,
        rummygym_aec,
        openspiel,
        openspiel_cloned,
        rlcard,
        pettingzoo,
    )
}


#: Decisions between two looks at the clock.
_LOOK = 512


def measure(contestant: Contestant, seconds: float, repeats: int) -> list[float]:
    """Returns the decisions in a second of processor time of each repeat, after one that is not counted."""
    play = contestant()
    rates = []
    for _ in range(repeats + 1):
        made, look, begun = 0, _LOOK, time.process_time()
        for n in play:
            made += n
            if made < look:
                continue
            if (elapsed := time.process_time() - begun) >= seconds:
                rates.append(made / elapsed)
                break
            look = made + _LOOK
    return rates[1:]


if __name__ == "__main__":
    name, seconds, repeats = sys.argv[1:]
    print(json.dumps(measure(CONTESTANTS[name], float(seconds), int(repeats))))
