"""Tables: what calls do to the arrays, and what they refuse."""

import copy
import pickle
import threading

import numpy as np
import pytest

import rummygym
from rummygym import ClosedError, ConfigError, IllegalActionError, Tables

CASES = [
    {"game": "indian", "tables": 6},
    {"game": "indian", "preset": "club", "rules": {"seats": 4}, "tables": 3, "opponents": "min-dist", "autoreset": "same-step"},
    {"game": "indian", "tables": 2, "opponents": ["random"], "seating": "alternating", "potential": "min-score"},
    {"game": "gin", "tables": 5, "max_steps": 50, "autoreset": "disabled", "fields": "all"},
    {"game": "gin", "preset": "openspiel", "tables": 4, "opponents": ["simple"], "autoreset": "same-step"},
    {"game": "gin", "rules": {"episode": "hand", "melding": "chosen", "laying-off": "chosen"}, "tables": 3, "fields": "none"},
]  # fmt: skip
ARRAYS = ("observations", "final", "masks", "rewards", "terminated", "truncated", "players", "learners")


@pytest.fixture(params=CASES, ids=lambda c: f"{c['game']}-{c.get('autoreset', 'next-step')}-{c.get('opponents')}")
def tables(request):
    with Tables(**request.param) as t:
        yield t


def play(t, rng, steps):
    """Play random legal actions; tables that wait for a reset get one."""
    for _ in range(steps):
        if t.spec.autoreset == "disabled" and (over := t.players < 0).any():
            t.reset(chosen=over)
        t.step(t.sample(rng))


def rows(t):
    return {name: getattr(t, name).copy() for name in ARRAYS if getattr(t, name) is not None}


def assert_same(a, b):
    for name, x in rows(a).items():
        np.testing.assert_array_equal(x, getattr(b, name), err_msg=name)


def test_arrays_are_as_the_spec_says_and_stay_the_same_memory(tables):
    n, spec = len(tables), tables.spec
    want = {
        "observations": ("float32", (n, spec.size)), "masks": ("int8", (n, spec.num_actions)), "rewards": ("float32", (n, spec.seats)),
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


def test_the_engine_fills_the_memory_itself(tables):
    """What Python wrote into the rows is gone after a call: they are no copies."""
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


def test_the_same_seed_is_the_same_game_whatever_the_number_of_workers(tables):
    config = tables.spec.config | {"workers": 2}
    with Tables(**config) as other:
        for t in (tables, other):
            t.reset(seed=2**64 - 1)
            play(t, np.random.default_rng(1), 150)
        assert_same(tables, other)


def test_a_run_of_many_tables_is_that_of_one():
    with Tables("gin", tables=4, autoreset="disabled") as four, Tables("gin", autoreset="disabled") as one:
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


def test_chosen_tables_move_alone():
    with Tables("indian", tables=3) as t:
        t.reset(seed=1)
        before, chosen = rows(t), np.array([False, True, False])
        actions = t.sample(np.random.default_rng(1)).copy()
        actions[[0, 2]] = 9999
        t.step(actions, chosen=chosen)
        for name, x in rows(t).items():
            np.testing.assert_array_equal(x[[0, 2]], before[name][[0, 2]])
        assert (t.observations[1] != before["observations"][1]).any()


def test_sample_is_legal_and_uniform():
    with Tables("gin", tables=4000) as t:
        t.reset(seed=[3] * 4000)
        rng, legal = np.random.default_rng(1), np.flatnonzero(t.masks[0])
        counts = np.bincount(t.sample(rng), minlength=t.spec.num_actions)
        assert counts[legal].sum() == 4000
        expected = 4000 / len(legal)
        assert abs(counts[legal] - expected).max() < 5 * expected**0.5
        assert t.sample(rng) is t.actions


def test_actions_of_any_whole_type_are_played():
    results = []
    for dtype in (np.int64, np.int32, np.uint8, np.uint16, list):
        with Tables("gin", tables=3) as t:
            t.reset(seed=1)
            actions = t.masks.argmax(axis=1)
            t.step(actions.tolist() if dtype is list else actions.astype(dtype))
            results.append(rows(t)["observations"])
    for x in results[1:]:
        np.testing.assert_array_equal(x, results[0])


def test_an_illegal_action_names_its_table_and_moves_nothing(tables):
    tables.reset(seed=1)
    good = tables.sample(np.random.default_rng(1)).copy()
    before, saved = rows(tables), tables.save()
    where = len(tables) - 1
    for bad in (int(tables.masks[where].argmin()), tables.spec.num_actions, -2, 2**62):
        actions = good.copy()
        actions[where] = bad
        with pytest.raises(IllegalActionError, match=f"table {where}"):
            tables.step(actions)
        assert tables.save() == saved
        for name, x in before.items():
            np.testing.assert_array_equal(getattr(tables, name), x)
    tables.step(good)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(2, np.int64), r"of shape \(2,\): want whole numbers of shape \(3,\)"),
        (np.zeros((3, 1), np.int64), "of shape"),
        (np.zeros(3, np.float32), "actions are float32"),
        (np.zeros(3, np.bool_), "actions are bool"),
        (["a", "b", "c"], "actions are"),
        (0, r"of shape \(\)"),
    ],
)
def test_actions_of_another_form_are_refused(actions, words):
    with Tables("gin", tables=3) as t:
        t.reset(seed=1)
        with pytest.raises(ConfigError, match=words):
            t.step(actions)


def test_other_arguments_of_a_wrong_form_are_refused():
    with Tables("gin", tables=3) as t:
        with pytest.raises(ConfigError, match="reset first"):
            t.step(np.zeros(3, int))
        with pytest.raises(ConfigError, match="reset first"):
            t.show()
        for seed in (-1, 2**64, 1.5, "1", [1, 2], [1, 2, -3], [[1], [2], [3]]):
            with pytest.raises(ConfigError, match="seed is"):
                t.reset(seed=seed)
        with pytest.raises(ConfigError, match="needs the seed"):
            t.reset(episode=3)
        t.reset(seed=np.int32(5), episode=np.uint8(2))
        for chosen in (True, [True], [1, 0, 1], np.zeros((3, 1), bool)):
            with pytest.raises(ConfigError, match="chosen is"):
                t.reset(chosen=chosen)
            with pytest.raises(ConfigError, match="chosen is"):
                t.step(t.sample(np.random.default_rng(1)), chosen=chosen)
        for place in ({"table": 3}, {"table": -1}, {"seat": 2}, {"seat": -1}, {"table": 2**70}):
            with pytest.raises(ConfigError, match="there is no"):
                t.show(**place)
            with pytest.raises(ConfigError, match="there is no"):
                t.observe(**place)
        for out in (
            np.zeros(3, np.float32),
            np.zeros((3, 2, t.spec.size)),
            np.zeros((3, 2, t.spec.size, 2), np.float32)[..., 0],
        ):
            with pytest.raises(ConfigError, match="out is"):
                t.observe(out=out)
        for data in (b"", b"\1", b"\1nonsense", t.save()[:-1], t.save() + b"\0"):
            with pytest.raises(ConfigError):
                t.load(data)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": "bridge"}, "indian or gin"),
        ({"game": "gin", "preset": "paper"}, "preset"),
        ({"game": "gin", "rules": {"knock-limit": "many"}}, "knock-limit"),
        ({"game": "gin", "rules": {"nothing": 1}}, "nothing"),
        ({"game": "gin", "fields": "hats"}, "hats"),
        ({"game": "gin", "tables": 0}, "tables"),
        ({"game": "gin", "tables": 2.5}, "tables"),
        ({"game": "gin", "opponents": ["simple", "simple"]}, "opponents"),
        ({"game": "gin", "opponents": "min-dist"}, "min-dist"),
        ({"game": "gin", "seat": 2}, "seat"),
        ({"game": "gin", "autoreset": "never"}, "autoreset"),
        ({"game": "gin", "potential": "min-dist"}, "potential"),
        ({"game": "gin", "gamma": float("nan")}, "config"),
        ({"game": "gin", "reward_scale": object()}, "object"),
    ],
)
def test_a_configuration_that_is_wrong_names_what(options, words):
    with pytest.raises(ConfigError, match=words):
        Tables(**options)
    with pytest.raises(ConfigError, match=words):
        rummygym.describe(**options)


def test_an_option_that_there_is_not():
    with pytest.raises(TypeError):
        Tables("gin", hats=3)
    with pytest.raises(ConfigError, match='no key "hats"'):
        rummygym.describe("gin", hats=3)


def test_observe_is_what_each_seat_sees(tables):
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


def test_split_gives_views_by_name():
    with Tables("gin", tables=2, fields="all") as t:
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


def test_a_given_deck_is_dealt():
    with Tables("gin", tables=2, opponents="simple") as t:
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
def test_copies_in_the_middle_of_a_game_go_on_identically(tables, copied):
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


def test_a_redeal_changes_what_a_seat_cannot_know():
    with Tables("gin", tables=2) as t, Tables("gin", opponents="simple") as against:
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
    with Tables("gin", tables=3, opponents="sigra") as t, Tables("gin", tables=3, opponents="sigra", workers=1) as u:
        t.reset(seed=1)
        play(t, np.random.default_rng(1), 9)
        u.load(t.save())
        for name in ("observations", "masks", "players", "learners"):
            np.testing.assert_array_equal(getattr(u, name), getattr(t, name))
        with Tables("gin", tables=2, opponents="sigra") as other, pytest.raises(ConfigError, match="of other tables"):
            other.load(t.save())


def test_what_is_closed_is_closed():
    t = Tables("gin")
    t.reset(seed=1)
    kept = t.observations.copy()
    assert not t.closed
    t.close()
    t.close()
    assert t.closed
    assert "closed" in repr(t)
    np.testing.assert_array_equal(t.observations, kept)
    calls = (t.reset, lambda: t.reset(seed=1), lambda: t.step(np.zeros(1, int)), t.show, t.observe, t.save, lambda: t.load(b"\1x"),
             lambda: t.deal(0, "AS"), lambda: copy.copy(t), lambda: pickle.dumps(t))  # fmt: skip
    for call in calls:
        with pytest.raises(ClosedError, match="closed"):
            call()


def test_attributes_that_were_replaced_do_no_harm():
    with Tables("gin", tables=50) as t, Tables("gin", tables=50) as u:
        t.reset(seed=1)
        u.reset(seed=1)
        masks = t.masks
        for name in (*ARRAYS, "actions"):
            setattr(t, name, None)
        for _ in range(20):
            t.step(u.sample(np.random.default_rng(2)))
            u.step()
        np.testing.assert_array_equal(masks, u.masks)


def test_threads_meet_in_an_error_or_not_at_all():
    """Two threads in the same tables: each call is whole or refused."""
    with Tables("gin", tables=256, fields="all", workers=1) as t:
        t.reset(seed=1)
        outcomes, start = [], threading.Barrier(2)

        def work():
            start.wait()
            for _ in range(100):
                try:
                    t.reset()
                    outcomes.append("done")
                except rummygym.BusyError:
                    outcomes.append("busy")

        threads = [threading.Thread(target=work) for _ in range(2)]
        for x in threads:
            x.start()
        for x in threads:
            x.join()
        assert len(outcomes) == 200
        assert t.show(0)["episode"] == outcomes.count("done") * 256


def test_threads_with_tables_of_their_own():
    def work(seed, results):
        with Tables("indian", tables=32, opponents="min-dist") as t:
            t.reset(seed=seed)
            play(t, np.random.default_rng(seed), 100)
            results[seed] = rows(t)

    alone, together = {}, {}
    for seed in range(4):
        work(seed, alone)
    threads = [threading.Thread(target=work, args=(seed, together)) for seed in range(4)]
    for x in threads:
        x.start()
    for x in threads:
        x.join()
    for seed, want in alone.items():
        for name, x in want.items():
            np.testing.assert_array_equal(together[seed][name], x)


def test_games_and_specs_agree():
    listed = rummygym.games()
    assert [g["name"] for g in listed] == ["indian", "gin"]
    for g in listed:
        for preset in g["presets"]:
            spec = rummygym.describe(g["name"], preset=preset)
            assert spec.rules == {o["name"]: o["defaults"][preset] for o in g["options"]}
            assert spec.env == g["env"]
            assert rummygym.describe(**spec.config) == spec
        for agent in g["agents"]:
            seats = rummygym.describe(g["name"]).seats
            assert rummygym.describe(g["name"], opponents=agent["name"]).opponents == (agent["name"],) * (seats - 1)


@pytest.mark.parametrize("n", [1, 2, 33])
def test_sample_is_the_place_among_the_legal(n: int) -> None:
    with rummygym.Tables("gin", tables=n, autoreset="disabled", max_steps=40) as tables:
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
