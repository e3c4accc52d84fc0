"""The environment for programs written for PettingZoo's gin_rummy_v4, against digests of PettingZoo 1.26 itself."""

from __future__ import annotations

import collections
import copy
import functools
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import rlcard_hands
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, render_test, seed_test

from rummygym import IllegalActionError
from rummygym.hands import deadwood
from rummygym.pettingzoo import gin_rummy_v4_compatible as gin_rummy_v4


def test_a_thousand_hands_are_those_of_pettingzoo() -> None:
    plain, paid = rlcard_hands.OPTIONS
    first = gin_rummy_v4.env(**plain, knock_reward=0.2)  # which PettingZoo pays after a reset with a seed
    second = gin_rummy_v4.env(**paid)
    hands = [
        *rlcard_hands.play(first, lambda hand: first.reset(seed=hand)),
        *rlcard_hands.play(second, lambda hand: second.reset(seed=None if hand else rlcard_hands.SEED)),
    ]
    want, at = rlcard_hands.DIGESTS.read_bytes(), 0
    for hand, (got, _) in enumerate(hands):
        theirs, at = want[at : at + len(got)], at + len(got)
        step = next((i for i, (a, b) in enumerate(zip(got, theirs, strict=False)) if a != b), len(theirs))
        assert got == theirs, f"hand {hand} of {len(hands)} differs from step {step} of {len(got)} on"
    assert at == len(want)
    ends = collections.Counter(ended for _, ended in hands)
    assert min(ends[4], ends[5], ends[58]) > 200  # dead hands, gin, knocks
    assert max(len(got) for got, _ in hands) == 204  # 199 actions, the declaration, two scores, two steps after the end


def test_pettingzoo_tests() -> None:
    pytest.importorskip("PIL")  # render_test tries all render modes
    for options in rlcard_hands.OPTIONS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a dict is no array, as for every environment with masks
            api_test(gin_rummy_v4.env(**options), num_cycles=300)
            seed_test(functools.partial(gin_rummy_v4.env, **options), num_cycles=300)
            render_test(functools.partial(gin_rummy_v4.env, **options))


def play(env: Any, seed: int, steps: int) -> list[Any]:
    """Plays legal actions and knocks if that is legal, and returns the results of all calls of last()."""
    rng, results = np.random.default_rng(seed), []
    for agent in env.agent_iter(steps):
        seen, *result, info = env.last()
        legal = np.flatnonzero(info["action_mask"])
        assert (seen["action_mask"] == info["action_mask"]).all()
        results.append((agent, seen, *result))
        env.step(legal[-1] if max(legal, default=0) >= 58 else rng.choice(legal) if len(legal) else None)
    return results


@pytest.mark.parametrize("way", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))], ids=["deepcopy", "pickle"])
def test_copies_continue_identically(way: Any) -> None:
    env = gin_rummy_v4.env(opponents_hand_visible=True)
    for steps in (0, 1, 7, 300):
        env.reset(seed=3)
        play(env, 1, steps)
        twin = way(env)
        for seed in (2, 3):  # the rest of this hand, and the next one
            assert data_equivalence(*[play(e, seed, 300) for e in (env, twin)], exact=True)
            env.reset(), twin.reset()


def test_a_player_that_is_not_to_move_sees_its_own_cards() -> None:
    env = gin_rummy_v4.env(opponents_hand_visible=True)
    env.reset(seed=2)
    mover, other = env.agent_selection, next(a for a in env.agents if a != env.agent_selection)
    seen, hidden = env.observe(mover), env.observe(other)
    assert seen["action_mask"].any() and not hidden["action_mask"].any()
    assert [p["observation"].sum(axis=1).tolist() for p in (seen, hidden)] == [[11, 0, 0, 0, 41], [10, 0, 0, 0, 42]]
    assert not (seen["observation"][0] & hidden["observation"][0]).any()
    assert (hidden["observation"][4] >= seen["observation"][0]).all()


def test_gin_discards_the_first_card_that_leaves_no_deadwood() -> None:
    env, rng, fitting = gin_rummy_v4.env(), random.Random(1), []
    for hand in range(60):
        env.reset(seed=hand)
        before: dict[str, np.ndarray] = {}
        for agent in env.agent_iter():
            seen, _, over, _, _ = env.last()
            held = seen["observation"][0]
            if not over and agent in before:
                left = before[agent] - np.diag(before[agent])  # in row c without card c
                ours = left.reshape(52, 4, 13)[:, ::-1].reshape(52, 52)  # in the order of rummygym.hands
                fitting.append([c for c in np.flatnonzero(before[agent]) if not deadwood(ours[c])])
                assert (left[fitting[-1][0]] == held).all()
            action = None if over else rlcard_hands.choose(seen["observation"], seen["action_mask"], 2, rng)
            if action == 5:
                before[agent] = held
            env.step(action)
    assert len(fitting) > 5 and max(map(len, fitting)) > 1


def test_illegal_actions() -> None:
    env = gin_rummy_v4.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(2)
    assert env.rewards == {a: -1.0 if a == loser else 0 for a in env.agents}
    assert all(env.terminations.values())
    assert not any(env.observe(a)["action_mask"].any() or env.infos[a]["action_mask"].any() for a in env.agents)
    raw = gin_rummy_v4.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalActionError, match=f"action 2 of {loser} is not legal: want one of "):
        raw.step(2)
