"""Tables: how calls fill the arrays, and what the other methods return."""

import re
from pathlib import Path

import numpy as np
import pytest

import rummygym
from rummygym import ConfigError, Tables

from .tablecases import ARRAYS, assert_same, play, rows

ROOT = Path(__file__).parents[3]


def test_arrays_match_the_spec_and_keep_their_memory(tables):
    n, spec = len(tables), tables.spec
    want = {
        "observations": (spec.dtype, (n, spec.size)), "masks": ("bool", (n, spec.num_actions)), "rewards": ("float32", (n, spec.seats)),
        "terminated": ("bool", (n,)), "truncated": ("bool", (n,)), "players": ("int8", (n,)), "learners": ("int8", (n,)),
        "actions": ("int64", (n,)),
    }  # fmt: skip
    assert (tables.final is not None) == (spec.autoreset == "same-step")
    before = {name: (getattr(tables, name), getattr(tables, name).ctypes.data) for name in want}
    for name, (dtype, shape) in want.items():
        assert (getattr(tables, name).dtype, getattr(tables, name).shape) == (dtype, shape), name
    tables.reset(seed=1)
    play(tables, np.random.default_rng(1), 200)
    for name, (array, address) in before.items():
        assert getattr(tables, name) is array, name
        assert array.ctypes.data == address, name
    if spec.size:
        assert tables.observations.any()


@pytest.mark.parametrize("game", ["indian", "gin"])
def test_bytes_are_the_numbers(game):
    floats, small = (Tables(game, num_envs=3, autoreset="same-step", dtype=d) for d in ("float32", "uint8"))
    for t in (floats, small):
        t.reset(seed=4)
    for step in range(100):
        np.testing.assert_array_equal(floats.observations, small.observations)
        np.testing.assert_array_equal(floats.final, small.final)
        np.testing.assert_array_equal(floats.observe(), small.observe())
        parts = small.spec.split(small.observations)
        assert {x.dtype for x in parts.values()} == {np.dtype(np.uint8)}
        for t in (floats, small):
            play(t, np.random.default_rng(step), 1)


def test_the_engine_fills_the_memory_itself(tables):
    """A call overwrites values that Python wrote into the rows: the arrays are not copies."""
    tables.reset(seed=1)
    want = rows(tables)
    for name in ARRAYS[:1] + ARRAYS[2:]:
        getattr(tables, name)[...] = 77
    tables.reset(seed=1)
    for name, x in want.items():
        if name != "final":
            np.testing.assert_array_equal(getattr(tables, name), x, err_msg=name)


def test_rows_are_consistent_in_play(tables):
    tables.reset(seed=3)
    spec, rng, ended = tables.spec, np.random.default_rng(5), 0
    high = np.concatenate([np.full(f.size, f.high) for f in spec.observation]) if spec.size else 0
    low = np.concatenate([np.full(f.size, f.low) for f in spec.observation]) if spec.size else 0
    for _ in range(300):
        play(tables, rng, 1)
        over = tables.players < 0
        assert set(np.unique(tables.masks)) <= {0, 1}
        np.testing.assert_array_equal(tables.masks.any(axis=1), ~over)
        assert (tables.observations <= high).all()
        assert (tables.observations >= low).all()
        ended += (tables.terminated | tables.truncated).sum()
        assert not (tables.terminated & tables.truncated).any()
        if spec.potential is None:
            np.testing.assert_allclose(tables.rewards.sum(axis=1), 0, atol=1e-3)
        if spec.opponents is not None:
            np.testing.assert_array_equal(tables.players[~over], tables.learners[~over])
    assert ended > 0


def test_games_do_not_depend_on_the_number_of_workers(tables):
    config = tables.spec.config | {"workers": 2}
    with Tables(**config) as other:
        for t in (tables, other):
            t.reset(seed=2**64 - 1)
            play(t, np.random.default_rng(1), 150)
        assert_same(tables, other)


def test_many_tables_play_the_run_of_one():
    with Tables("gin", num_envs=4, autoreset="disabled") as four, Tables("gin", autoreset="disabled") as one:
        four.reset(seed=8)
        for i in range(4):
            one.reset(seed=8, episode=i)
            np.testing.assert_array_equal(one.observations[0], four.observations[i])
        four.reset()
        one.reset(seed=8, episode=6)
        np.testing.assert_array_equal(one.observations[0], four.observations[2])
        four.reset(seed=[1, 2, 8, 9], episode=[0, 0, 6, 1])
        np.testing.assert_array_equal(one.observations[0], four.observations[2])
        four.reset(seed=[5, 8, 5, 8])
        np.testing.assert_array_equal(four.observations[0], four.observations[2])
        assert (four.observations[0] != four.observations[1]).any()
        four.reset(chosen=np.array([True, False, False, False]))
        assert (four.observations[0] != four.observations[2]).any()
        one.reset(seed=5, episode=1)
        np.testing.assert_array_equal(one.observations[0], four.observations[0])


def test_without_a_seed_one_is_drawn():
    with Tables("gin") as a, Tables("gin") as b:
        a.reset()
        b.reset()
        assert a.show()["seed"] != b.show()["seed"]
        a.reset()
        assert a.show()["episode"] == 1


def test_only_chosen_tables_move():
    with Tables("indian", num_envs=3) as t:
        t.reset(seed=1)
        before, chosen = rows(t), np.array([False, True, False])
        actions = t.sample(np.random.default_rng(1)).copy()
        actions[[0, 2]] = 9999
        t.step(actions, chosen=chosen)
        for name, x in rows(t).items():
            np.testing.assert_array_equal(x[[0, 2]], before[name][[0, 2]])
        assert (t.observations[1] != before["observations"][1]).any()


def test_sample_is_legal_and_uniform():
    with Tables("gin", num_envs=4000) as t:
        t.reset(seed=[3] * 4000)
        rng, legal = np.random.default_rng(1), np.flatnonzero(t.masks[0])
        counts = np.bincount(t.sample(rng), minlength=t.spec.num_actions)
        assert counts[legal].sum() == 4000
        expected = 4000 / len(legal)
        assert abs(counts[legal] - expected).max() < 5 * expected**0.5
        assert t.sample(rng) is t.actions


def test_actions_of_any_integer_type_are_played():
    results = []
    for dtype in (np.int64, np.int32, np.uint8, np.uint16, list):
        with Tables("gin", num_envs=3) as t:
            t.reset(seed=1)
            actions = t.masks.argmax(axis=1)
            t.step(actions.tolist() if dtype is list else actions.astype(dtype))
            results.append(rows(t)["observations"])
    for x in results[1:]:
        np.testing.assert_array_equal(x, results[0])


def test_observe_returns_the_observation_of_each_seat(tables):
    if not tables.spec.size:
        with pytest.raises(ConfigError, match="none"):
            tables.observe()
        return
    tables.reset(seed=2)
    play(tables, np.random.default_rng(2), 20)
    everything = tables.observe()
    assert everything.shape == (len(tables), tables.spec.seats, tables.spec.size)
    for i in range(len(tables)):
        np.testing.assert_array_equal(tables.observe(table=i), everything[i])
        for p in range(tables.spec.seats):
            np.testing.assert_array_equal(tables.observe(i, p), everything[i, p])
        if tables.players[i] >= 0:
            np.testing.assert_array_equal(tables.observations[i], everything[i, tables.players[i]])
    np.testing.assert_array_equal(tables.observe(seat=1), everything[:, 1])
    out = np.empty_like(everything)
    assert tables.observe(out=out) is out
    np.testing.assert_array_equal(out, everything)


def test_split_returns_views_by_name():
    with Tables("gin", num_envs=2, fields="all") as t:
        t.reset(seed=1)
        parts = t.spec.split(t.observations)
        assert parts["hand"].shape == (2, 4, 13)
        assert (parts["hand"].sum(axis=(1, 2)) == 10).all()
        assert all(np.shares_memory(x, t.observations) for x in parts.values())
        assert sum(x[0].size for x in parts.values()) == t.spec.size
        assert t.spec.split(t.observations[0])["deadwood"] == parts["deadwood"][0]
        assert t.spec.field("belief").dtype == np.float32
        with pytest.raises(KeyError):
            t.spec.field("hats")
        with pytest.raises(ConfigError):
            t.spec.split(t.masks)


def test_show_agrees_with_the_arrays(tables):
    tables.reset(seed=4)
    for _ in range(50):
        play(tables, np.random.default_rng(4), 1)
        for i in range(len(tables)):
            shown = tables.show(i)
            assert shown["mover"] == tables.players[i]
            assert shown["legal"] == np.flatnonzero(tables.masks[i]).tolist()
            assert shown["learner"] == tables.learners[i]
            view = tables.show(i, 0)
            assert view["seats"][0]["cards"] == shown["seats"][0]["cards"]
            assert view["seats"][1]["cards"] == []


def test_reassigned_attributes_do_no_harm():
    with Tables("gin", num_envs=50) as t, Tables("gin", num_envs=50) as u:
        t.reset(seed=1)
        u.reset(seed=1)
        masks = t.masks
        for name in (*ARRAYS, "actions"):
            setattr(t, name, None)
        for _ in range(20):
            t.step(u.sample(np.random.default_rng(2)))
            u.step()
        np.testing.assert_array_equal(masks, u.masks)


def test_rules_text_has_the_numbers_of_the_rules():
    text = rummygym.describe("gin", preset="uk", rules={"knock-limit": 7}).rules_text
    assert "a deadwood of at most 7." in text
    assert "the knocker scores 20 points plus" in text
    with Tables("indian", rules={"middle-drop": 35}) as t:
        assert "20 points at your first turn and 35 points later" in t.spec.rules_text
        assert t.spec.rules_text not in repr(t.spec)


def test_games_and_specs_agree():
    listed = rummygym.games()
    assert [g["name"] for g in listed] == ["indian", "gin", "indian-match", "gin-match"]
    for g in listed:
        first = (ROOT / "internal/catalog/testdata" / f"rules-{g['name']}.md").read_text().split("\n# The preset ")[0]
        assert rummygym.describe(g["name"]).rules_text == first
        for preset in g["presets"]:
            spec = rummygym.describe(g["name"], preset=preset)
            assert spec.rules == {o["name"]: o["defaults"][preset] for o in g["options"]}
            assert spec.env == g["env"]
            assert rummygym.describe(**spec.config) == spec
        assert len(g["preset_docs"]) == len(g["presets"])
        seats = rummygym.describe(g["name"]).seats
        for agent in g["agents"]:
            if "argument" in agent:  # not an agent without one
                with pytest.raises(ConfigError, match=f'agent "{agent["name"]}": want {agent["name"]}:'):
                    rummygym.describe(g["name"], opponents=agent["name"])
                continue
            names = rummygym.describe(g["name"], opponents=agent["name"]).opponents
            assert len(names) == seats - 1
            if agent["name"] == "search":  # it names the network that it improves
                assert all(re.fullmatch(r"search:playout=\{learned:standard@[0-9a-f]{12}\}|search", name) for name in names)
            else:
                assert set(names) == {agent["name"]}
        assert [a["name"] for a in g["agents"] if "argument" in a] == ["learned", "tabular", "mix"]
        assert rummygym.describe(g["name"], opponents="learned:standard").opponents[0].startswith("learned:standard@")


@pytest.mark.parametrize("n", [1, 2, 33])
def test_sample_takes_the_action_with_that_index_among_the_legal(n: int) -> None:
    with rummygym.Tables("gin", num_envs=n, autoreset="disabled", max_steps=40) as tables:
        tables.reset(seed=1)
        rng, same = np.random.default_rng(2), np.random.default_rng(2)
        for _ in range(40):
            actions = tables.sample(rng)
            for mask, u, action in zip(tables.masks, same.random(n), actions, strict=True):
                legal = np.flatnonzero(mask)
                assert action == (legal[int(u * len(legal))] if len(legal) else -1)
            tables.step()
        assert tables.truncated.any() or tables.terminated.any()
        assert (tables.sample(rng) == np.where(tables.players < 0, -1, tables.actions)).all()
