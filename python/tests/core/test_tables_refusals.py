"""Tables: wrong arguments are refused and change nothing."""

import copy
import pickle

import numpy as np
import pytest

import rummygym
from rummygym import ClosedError, ConfigError, IllegalActionError, Tables

from .tablecases import rows


def test_an_illegal_action_names_its_table_and_changes_nothing(tables):
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


@pytest.mark.parametrize("bad", [np.uint64(2**64 - 1), np.uint64(2**63), 2**63, 2**64, -(2**63) - 1, 10**30])
def test_an_action_beyond_the_integers_of_the_engine_is_reported_as_given(bad):
    with Tables("gin", num_envs=3) as t:
        t.reset(seed=1)
        before = t.save()
        actions = np.array([0, bad, 0], np.uint64 if isinstance(bad, np.uint64) else object)
        with pytest.raises(IllegalActionError, match=f"table 1: there is no action {bad}: want 0 to 240"):
            t.step(actions)
        assert t.save() == before
        good = t.sample(np.random.default_rng(1)).tolist()
        t.step([good[0], 2**70, good[2]], chosen=[True, False, True])


def test_data_to_load_is_named_without_its_control_bytes():
    with Tables("gin") as t, Tables("gin", num_envs=2, opponents=["simple"]) as other:
        for data in (b"\1\x20\x1b[2J\x07{}\x00\x7f" + bytes(40), b"\1\xc8\x01" + b"\x1b]0;x\x07" * 50):
            with pytest.raises(ConfigError, match="damaged, or save did not write it") as error:
                t.load(data)
            assert str(error.value).isprintable()
        data = bytearray(other.save())
        data[data.index(b"simple") + 2] = 0x7F  # a letter of JSON as well
        for given in (data, other.save()):
            with pytest.raises(ConfigError, match="from tables with another configuration") as error:
                t.load(given)
            assert str(error.value).isprintable()


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
def test_actions_of_a_wrong_form_are_refused(actions, words):
    with Tables("gin", num_envs=3) as t:
        t.reset(seed=1)
        with pytest.raises(ConfigError, match=words):
            t.step(actions)


def test_other_arguments_of_a_wrong_form_are_refused():
    with Tables("gin", num_envs=3) as t:
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
        ({"game": "gin", "num_envs": 0}, "num_envs"),
        ({"game": "gin", "num_envs": 2.5}, "num_envs"),
        ({"game": "gin", "opponents": ["simple", "simple"]}, "opponents"),
        ({"game": "gin", "opponents": "min-dist"}, "min-dist"),
        ({"game": "gin", "seat": 2}, "seat"),
        ({"game": "gin", "autoreset": "never"}, "autoreset"),
        ({"game": "gin", "potential": "min-dist"}, "potential"),
        ({"game": "gin", "gamma": float("nan")}, "config"),
        ({"game": "gin", "reward_scale": object()}, "object"),
    ],
)
def test_errors_of_a_configuration_name_the_part(options, words):
    with pytest.raises(ConfigError, match=words):
        Tables(**options)
    with pytest.raises(ConfigError, match=words):
        rummygym.describe(**options)


def test_calls_after_close_are_refused():
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
