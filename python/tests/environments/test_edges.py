"""What environments refuse: mistakes that were once taken for something else."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest

import rummygym
from rummygym import ClosedError, ConfigError
from rummygym.pettingzoo import gin_rummy_v0

ID = "rummygym/GinRummy-v1"


def opened(form: str, **options: Any) -> Any:
    """Returns an environment of one of the kinds after its reset."""
    env: Any
    if form == "pettingzoo":
        env = gin_rummy_v0.env(**options)
    else:
        env = gymnasium.make(ID, **options) if form == "single" else gymnasium.make_vec(ID, num_envs=2, **options)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("illegal", ["penalty", "raise"])
@pytest.mark.parametrize("form", ["single", "vector", "pettingzoo"])
def test_an_illegal_action_on_a_closed_environment_is_a_closed_error(form: str, illegal: str) -> None:
    env = opened(form, illegal=illegal)
    env.close()
    with pytest.raises(ClosedError, match="closed"):
        env.step(np.array([0, 0]) if form == "vector" else 0)


@pytest.mark.parametrize("form", ["single", "vector", "pettingzoo"])
def test_a_shallow_copy_shares_no_table(form: str) -> None:
    env = opened(form)
    other = copy.copy(env)
    before = other.unwrapped._tables.save()
    masks = env.unwrapped._tables.masks
    actions = masks.argmax(axis=1)
    env.step(actions if form == "vector" else actions[0])
    assert other.unwrapped._tables.save() == before != env.unwrapped._tables.save()


@pytest.mark.parametrize("form", ["single", "vector", "pettingzoo"])
def test_a_reward_for_illegal_actions_is_refused(form: str) -> None:
    with pytest.raises(ConfigError, match="penalty is 100: want 0 or a negative number"):
        opened(form, penalty=100)
    opened(form, penalty=0.0)


@pytest.mark.parametrize("form", ["single", "pettingzoo"])
def test_true_is_no_action(form: str) -> None:
    with pytest.raises(ConfigError, match="action is True: want a whole number"):
        opened(form, illegal="raise").step(True)


@pytest.mark.parametrize("form", ["single", "vector"])
def test_types_of_masks_and_observations(form: str) -> None:
    """Masks of infos are int8, as Gymnasium prescribes; those that index arrays are bool."""
    env = opened(form, dtype=np.uint8)
    observation, info = env.reset(seed=1)
    assert observation.dtype == np.uint8 and info["action_mask"].dtype == np.int8
    assert env.unwrapped.action_masks().dtype == env.unwrapped._tables.masks.dtype == np.bool_
    np.testing.assert_array_equal(env.unwrapped.action_masks(), info["action_mask"])
    with pytest.raises(ConfigError, match="dtype is <object"):
        opened(form, dtype=object())


def test_a_missing_file_is_a_file_not_found_error(tmp_path: Any) -> None:
    agent = f"learned:{tmp_path}/none.safetensors"
    for what in (lambda: opened("single", opponents=agent), lambda: rummygym.Tables("gin", opponents=agent)):
        with pytest.raises(FileNotFoundError, match=r"there is no file .*none\.safetensors"):
            what()
    with pytest.raises(FileNotFoundError, match=r"there is no file .*none\.safetensors"):
        rummygym.run("eval", game="gin", agent=agent, against=["random"], games=2)


def test_texts_of_recipes_name_keywords() -> None:
    with pytest.raises(ConfigError, match=r"^eval_games 1: "):
        rummygym.run("train mc", eval_games=1, out="none")
    for name in rummygym.recipes():
        for option in rummygym.options_of(name).values():
            assert "--" not in option.doc, (name, option.name, option.doc)


def test_dict_observations_stay_as_they_were() -> None:
    """They share blocks of memory, but no entry: what is kept does not change, nor do others if it is written to."""
    env = opened("single", observation="dict", masked="observation", fields="all")
    kept, copies = [], []
    for _ in range(40):
        observation, *_, info = env.step(env.unwrapped.action_masks().argmax())
        kept.append(observation)
        copies.append(copy.deepcopy(observation))
        if not info["action_mask"].any():
            env.reset()
    for name in kept[20]["observation"]:
        kept[20]["observation"][name][...] = 1
    for i in (*range(20), *range(21, 40)):
        for name, x in copies[i]["observation"].items():
            np.testing.assert_array_equal(kept[i]["observation"][name], x)
        np.testing.assert_array_equal(kept[i]["action_mask"], copies[i]["action_mask"])
