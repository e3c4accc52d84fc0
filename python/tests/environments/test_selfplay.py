"""Self-play in batches, and observations without hidden cards."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from rummygym import ConfigError, Tables
from rummygym.selfplay import SelfPlay

GAMES = [
    ("indian", {}),
    ("indian", {"rules": {"seats": 4, "packs": 2}}),
    ("gin", {}),
    ("gin", {"max_steps": 40}),
]
every_game = pytest.mark.parametrize(("game", "options"), GAMES)


@every_game
@pytest.mark.parametrize("mode", ["next-step", "same-step", "disabled"])
def test_accrued_is_the_reward_of_each_seat_since_its_action(game: str, options: dict, mode: str) -> None:
    """Compares with a plain sum for every table."""
    n = 7
    shaped = {"indian": "min-dist", "gin": "deadwood"}[game]
    tables = SelfPlay(game, n, autoreset=mode, potential=shaped, **{"max_steps": 25, **options})
    tables.reset(seed=1)
    ends = 0
    rng = np.random.default_rng(1)
    account = np.zeros((n, tables.spec.seats))
    ended = np.zeros(n, bool)
    for _ in range(400):
        before = tables.players.copy()
        tables.step(tables.sample(rng))
        for i in range(n):
            if ended[i] or before[i] < 0:
                account[i] = 0
            if before[i] >= 0:
                account[i, before[i]] = 0
            account[i] += tables.rewards[i]
        np.testing.assert_allclose(tables.accrued, account, rtol=1e-5, atol=1e-5)
        assert (tables.movers == before).all()
        over = tables.terminated | tables.truncated
        ends += over.sum()
        ended = over if mode == "same-step" else np.zeros(n, bool)
        if mode == "disabled" and over.any():
            tables.reset(chosen=over)
            account[over] = 0
            assert not tables.accrued[over].any()
            assert (tables.movers[over] == -1).all()
        if rng.random() < 0.1 and mode != "disabled":  # so that not all tables end in the same step
            one = np.arange(n) == rng.integers(n)
            tables.reset(chosen=one)
            account[one] = 0
            ended[one] = False
    assert ends > 5 * n


@every_game
def test_copies_continue_identically(game: str, options: dict) -> None:
    tables = SelfPlay(game, 3, **options)
    tables.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(33):
        tables.step(tables.sample(rng))
    for twin in (copy.deepcopy(tables), pickle.loads(pickle.dumps(tables))):
        a, b = np.random.default_rng(2), np.random.default_rng(2)
        one = copy.deepcopy(tables)
        for _ in range(60):
            one.step(one.sample(a))
            twin.step(twin.sample(b))
            for name in ("observations", "masks", "rewards", "players", "accrued", "movers", "terminated"):
                assert (getattr(one, name) == getattr(twin, name)).all()


def test_opponents_are_refused() -> None:
    with pytest.raises(ConfigError, match="opponents"):
        SelfPlay("gin", opponents="simple")


DECK = [r + s for r in "A23456789TJQK" for s in "CDHS"]


@pytest.mark.parametrize("game", ["indian", "gin"])
def test_observations_do_not_depend_on_hidden_cards(game: str) -> None:
    """Two deals that differ only in cards that seat 0 never sees have the same observations of seat 0.

    The hand of seat 1 is exchanged with as many cards from the bottom of the stock. Seat 0
    plays at random. Seat 1 draws from the stock and discards the card drawn, which is
    legal with any hand.
    """
    jokers = ["JK", "JK"] if game == "indian" else []
    rules = {"throwing-back": "allowed"} if game == "indian" else {"starter": "first-seat"}
    rng = np.random.default_rng(1)
    views = differed = 0
    for _ in range(20):
        deck = list(rng.permutation(DECK + jokers))
        tables = Tables(game, num_envs=2, fields="all", autoreset="disabled", rules=rules)
        spec = tables.spec
        tables.reset(1)
        tables.deal(0, deck)
        hidden = tables.show(0)["seats"][1]["cards"]
        ours = [i for i, c in enumerate(deck) if c in hidden][: len(hidden)]
        bottom = range(len(deck) - len(ours), len(deck))
        other = list(deck)
        for i, j in zip(ours, bottom, strict=True):
            other[i], other[j] = deck[j], deck[i]
        tables.deal(1, other)
        if any(c == "JK" for c in hidden) or tables.show(1)["seats"][0] != tables.show(0)["seats"][0]:
            continue  # the deck has two jokers: the exchange may concern the joker of another seat
        for _ in range(24):
            assert tables.players[0] == tables.players[1]
            a, b = tables.observe(0), tables.observe(1)
            np.testing.assert_array_equal(a[0], b[0])
            differed += bool((a[1] != b[1]).any())
            views += 1
            assert {k: v for k, v in tables.show(0, 0).items() if k != "table"} == {
                k: v for k, v in tables.show(1, 0).items() if k != "table"
            }
            if tables.players[0] < 0:
                break
            if tables.players[0] == 0:
                np.testing.assert_array_equal(tables.masks[0], tables.masks[1])
                legal = [a for a in np.flatnonzero(tables.masks[0]) if not leaves(spec.actions[a])]
                action = int(rng.choice(legal))
            else:
                action = spec.actions.index(passive(game, tables.show(0)))
                assert tables.masks[:, action].all()
            tables.step(np.full(2, action))
    assert views > 100
    assert differed > 100


def leaves(action: str) -> bool:
    """Whether an action would end the game."""
    return action in ("drop", "knock") or action.startswith("declare")


def passive(game: str, scene: dict) -> str:
    """Returns the action of a player that draws from the stock and discards the card drawn."""
    if scene["phase"] == "first-upcard":
        return "pass"
    if scene["phase"] == "draw":
        return "draw stock"
    drawn = next(seat["drawn"] for seat in scene["seats"] if seat["drawn"])
    return drawn if game == "gin" else f"discard {drawn}"
