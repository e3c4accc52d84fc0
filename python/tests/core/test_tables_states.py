"""Tables: dealing a given deck, copying, saving and redealing."""

import copy
import pickle

import numpy as np
import pytest

from rummygym import ConfigError, Tables

from .tablecases import assert_same, play


def test_a_given_deck_is_dealt():
    with Tables("gin", num_envs=2, opponents="simple") as t:
        deck = [f"{r}{s}" for s in "CDHS" for r in "A23456789TJQK"]
        t.reset(seed=1)
        other = t.show(0)
        t.deal(1, deck, key=7)
        first = t.show(1)
        cards = first["seats"][0]["cards"] + first["seats"][1]["cards"] + [first["top"]]
        assert set(cards) <= set(deck[:23])
        assert t.show(0) == other
        again = copy.deepcopy(t)
        t.deal(1, " ".join(deck), key=7)
        assert t.show(1) == first == again.show(1)
        for bad in (deck[1:], "", ["ZZ"] * 52):
            with pytest.raises(ConfigError):
                t.deal(1, bad)
        with pytest.raises(ConfigError):
            t.deal(2, deck)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))], ids=["copy", "deepcopy", "pickle"]
)
def test_copies_in_the_middle_of_a_game_continue_identically(tables, copied):
    fresh = copied(tables)
    with pytest.raises(ConfigError):
        fresh.step()
    tables.reset(seed=6)
    for k in range(5):
        play(tables, np.random.default_rng(k), 23)
        twin = copied(tables)
        assert_same(tables, twin)
        assert not any(np.shares_memory(getattr(tables, n), getattr(twin, n)) for n in ("masks", "rewards"))
        for t in (tables, twin):
            play(t, np.random.default_rng(100 + k), 60)
        assert_same(tables, twin)
        assert twin.save() == tables.save()
        twin.close()


def test_a_redeal_changes_only_unseen_cards():
    with Tables("gin", num_envs=2) as t, Tables("gin", opponents="simple") as against:
        with pytest.raises(ConfigError, match="before the first reset"):
            t.redeal(0, 1, seed=1)
        t.reset(seed=1)
        saved, before = t.save(), t.observe()
        hands = set()
        for seed in range(10):
            t.redeal(0, 1, seed)
            now = t.observe()
            np.testing.assert_array_equal(now[0, 1], before[0, 1])
            np.testing.assert_array_equal(now[1], before[1])
            hands.add(now[0, 0].tobytes())
            np.testing.assert_array_equal(t.observations[0], now[0, t.players[0]])
        assert len(hands) == 10
        with copy.deepcopy(t) as twin:
            np.testing.assert_array_equal(twin.observe(), t.observe())
        t.load(saved)
        np.testing.assert_array_equal(t.observe(), before)
        against.reset(seed=1)
        with pytest.raises(ConfigError, match="opponents"):
            against.redeal(0, 0, seed=1)
        with pytest.raises(ConfigError, match="no seat 2"):
            t.redeal(0, 2, seed=1)


def test_load_fills_the_rows():
    with Tables("gin", num_envs=3, opponents="sigra") as t, Tables("gin", num_envs=3, opponents="sigra", workers=1) as u:
        t.reset(seed=1)
        play(t, np.random.default_rng(1), 9)
        u.load(t.save())
        for name in ("observations", "masks", "players", "learners"):
            np.testing.assert_array_equal(getattr(u, name), getattr(t, name))
        with Tables("gin", num_envs=2, opponents="sigra") as other, pytest.raises(ConfigError, match="from tables with another configuration"):
            other.load(t.save())
