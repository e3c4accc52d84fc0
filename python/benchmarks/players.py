"""Random legal play of Gin Rummy in this package and in its peers, and of other games in others, for throughput.py.

    python players.py PROGRAM [CORE]

Reads a number of seconds from each line of standard input, plays for that time, and
prints JSON: the number of decisions, the wall-clock time and the processor time, in
seconds. CORE pins the process to that core. Every program computes an observation and
the legal actions at every decision, chooses a uniformly random legal action, and plays
whole hands.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

TABLES = 256

#: Hands under OpenSpiel's rules: the same game with the same 241 actions.
SAME_GAME: dict[str, Any] = {"preset": "openspiel"}

#: Fields with at least the information of OpenSpiel's observer.
SAME_FIELDS = "own-cards,pile,table,counts,progress"

#: Starts a program, which yields the number of decisions since the last time.
Program = Callable[[], Iterator[int]]


def batched(**options: Any) -> Program:
    """Returns the program of many tables in NumPy arrays, all seats played by the caller."""

    def play() -> Iterator[int]:
        import rummygym

        tables = rummygym.Tables("gin", num_envs=TABLES, **SAME_GAME, **options)
        tables.reset(seed=1)
        rng = np.random.default_rng(1)
        while True:
            decisions = 0
            for _ in range(10):
                decisions += int(np.count_nonzero(tables.players >= 0))
                tables.step(tables.sample(rng))
            yield decisions

    return play


def single() -> Iterator[int]:
    """Plays the Gymnasium environment. Steps count as decisions, moves of the opponent do not."""
    import gymnasium

    import rummygym  # noqa: F401

    env = gymnasium.make("rummygym/GinRummy-v1", opponents="random", **SAME_GAME)
    rnd = random.Random(1).random
    env.reset(seed=1)
    while True:
        _, info = env.reset()
        decisions, over = 0, False
        while not over:
            _, _, terminated, truncated, info = env.step(_choose(info["action_mask"], rnd))
            decisions += 1
            over = terminated or truncated
        yield decisions


def one_table() -> Iterator[int]:
    """Plays one table, all seats played by the caller, as in the peers' environments."""
    import rummygym

    table = rummygym.Tables("gin", workers=1, **SAME_GAME)
    rnd = random.Random(1).random
    table.reset(seed=1)
    mask, actions = table.masks[0], table.actions
    while True:
        decisions = 0
        while table.players[0] >= 0:
            actions[0] = _choose(mask, rnd)
            table.step()
            decisions += 1
        table.step()  # deals
        yield decisions


def aec(module: str, **options: Any) -> Program:
    """Returns the program of a PettingZoo environment."""

    def play() -> Iterator[int]:
        env = importlib.import_module(module).env(**options)
        rnd = random.Random(1).random
        env.reset(seed=1)
        while True:
            decisions = 0
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(_choose(observation["action_mask"], rnd))
                decisions += 1
            yield decisions

    return play


def openspiel(clone: bool) -> Program:
    """Returns the program of OpenSpiel in Python, with new initial states or faster with clones of one."""

    def play() -> Iterator[int]:
        import pyspiel
        from open_spiel.python.observation import make_observation

        game = pyspiel.load_game("gin_rummy")
        observation = make_observation(game)
        mask = np.zeros(game.num_distinct_actions(), np.int8)
        rnd = random.Random(1).random
        start = game.new_initial_state()
        while True:
            state = start.clone() if clone else game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                legal = state.legal_actions()  # at chance nodes equally likely
                if not state.is_chance_node():
                    observation.set_from(state, state.current_player())
                    mask.fill(0)
                    mask[legal] = 1
                    decisions += 1
                state.apply_action(legal[int(rnd() * len(legal))])
            state.returns()
            yield decisions

    return play


def rlcard() -> Iterator[int]:
    """Plays RLCard, which returns legal actions as a dict instead of a mask."""
    import rlcard as library

    env = library.make("gin-rummy", {"seed": 1})
    rnd = random.Random(1).random
    while True:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rnd() * len(legal))])
            decisions += 1
        env.get_payoffs()
        yield decisions


def riichienv() -> Iterator[int]:
    """Plays hands of four-player mahjong in riichienv, another game: an observation is 74 planes of 34 kinds of tiles in float32."""
    import riichienv as library

    env = library.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=1)
    rnd = random.Random(1).random
    while True:
        seen, decisions = env.reset(), 0
        while not env.done():
            actions = {}
            for player, o in seen.items():
                np.frombuffer(o.encode(), np.float32)
                legal = o.legal_actions()
                actions[player] = legal[int(rnd() * len(legal))]
                decisions += 1
            seen = env.step(actions)
        yield decisions


def pgx() -> Iterator[int]:
    """Plays hands of three-player "sparrow" mahjong in Pgx, another game: 256 tables in JAX; an observation is 165 truth values."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make("sparrow_mahjong")
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(carry: Any, _: None) -> tuple[Any, Any]:
        state, key = carry
        key, choice, deal = jax.random.split(key, 3)
        legal = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        state = step(state, jax.random.categorical(choice, legal), jax.random.split(deal, TABLES))
        return (state, key), state.observation.sum()  # so that it is computed

    rounds = jax.jit(lambda carry: jax.lax.scan(play, carry, None, length=20))
    carry = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), TABLES)), jax.random.PRNGKey(2)
    while True:
        carry, seen = rounds(carry)
        seen.block_until_ready()
        yield 20 * TABLES


def _choose(mask: np.ndarray, rnd: Callable[[], float]) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(rnd() * len(legal))])


PROGRAMS: dict[str, Program] = {
    "batched": batched(workers=1),
    "batched-same": batched(workers=1, fields=SAME_FIELDS),
    "batched-all": batched(),
    "single": single,
    "one-table": one_table,
    "aec": aec("rummygym.pettingzoo.gin_rummy_v0", **SAME_GAME),
    "compatible": aec("rummygym.pettingzoo.gin_rummy_v4_compatible"),
    "openspiel-clone": openspiel(clone=True),
    "openspiel-shipped": openspiel(clone=False),
    "rlcard": rlcard,
    "riichienv": riichienv,
    "pgx": pgx,
    "pettingzoo": aec("pettingzoo.classic.gin_rummy_v4"),
}


def measure(play: Iterator[int], seconds: float) -> dict[str, float]:
    """Continues to play for the given time, and returns decisions and times."""
    decisions, start, busy = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() < start + seconds:
        decisions += next(play)
    return {
        "decisions": decisions,
        "seconds": time.perf_counter() - start,
        "processor": time.process_time() - busy,
    }


def main(program: str, core: str = "") -> None:
    if core:
        os.sched_setaffinity(0, {int(core)})
    play = PROGRAMS[program]()
    next(play)  # imports and opens
    for line in sys.stdin:
        print(json.dumps(measure(play, float(line))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
