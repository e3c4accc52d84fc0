"""TorchRL, Tianshou and AgileRL: their own checks, and the page's sections."""

import clientpage
import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from torchrl.envs import ActionMask, GymWrapper, TransformedEnv

import rummygym  # noqa: F401 - registers

OPTIONS = {"opponents": "random"}
ID = "rummygym/GinRummy-v1"


def wrapped(envs):
    return TransformedEnv(GymWrapper(envs, categorical_action_encoding=True), ActionMask())


@pytest.mark.parametrize("id", ["rummygym/IndianRummy-v1", ID])
def test_torchrl_registers_infos(id):
    env = gymnasium.make(id, opponents="random", max_steps=60)
    env = GymWrapper(env, categorical_action_encoding=True).auto_register_info_dict()
    data = TransformedEnv(env, ActionMask()).rollout(300, break_when_any_done=False)
    over = data["next", "done"].squeeze(-1)
    assert over.any()
    assert ((data["next", "ending"] > 0) == over).all()
    assert data["next", "ending"].dtype == data["winner"].dtype == torch.int64


@pytest.mark.parametrize(("mode", "masked"), [("SameStep", None), ("Disabled", None), ("Disabled", "observation")])
def test_torchrl_vectors(mode, masked):
    envs = gymnasium.make_vec(ID, num_envs=3, autoreset_mode=mode, masked=masked, **OPTIONS)
    if masked is None and mode == "Disabled":
        env = TransformedEnv(
            GymWrapper(envs, categorical_action_encoding=True).auto_register_info_dict(), ActionMask()
        )
    else:
        env = wrapped(envs)
    data = env.rollout(200, break_when_any_done=False)
    assert data["next", "done"].sum() > 5
    assert data["action_mask"].gather(-1, data["action"].unsqueeze(-1)).all()
    assert data["next", "reward"].min() > -100


@pytest.mark.parametrize("make", ["ours", "Gymnasium's"])
def test_torchrl_takes_no_dict_with_same_step(make):
    """If this fails, TorchRL has mended it: docs/clients.md may say so."""
    if make == "ours":
        envs = gymnasium.make_vec(ID, num_envs=3, autoreset_mode="SameStep", masked="observation", **OPTIONS)
    else:
        one = lambda: gymnasium.make(ID, masked="observation", **OPTIONS)  # noqa: E731
        envs = SyncVectorEnv([one] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    with pytest.raises(RuntimeError, match="StopIteration"):
        wrapped(envs).rollout(200, break_when_any_done=False)


def test_torchrl_page():
    names = clientpage.run("TorchRL")
    assert names["data"].batch_size == torch.Size([4, 100])


def test_tianshou_page():
    names = clientpage.run("Tianshou")
    infos = names["buffer"].info
    assert infos.ending.dtype == np.int64 and infos.skipped_reward.dtype == np.float64
    stored = len(names["buffer"])
    over = names["buffer"].done[:stored]
    assert names["collected"].n_collected_episodes > 5 and over.sum() > 5
    assert np.isfinite(names["trained"].loss)


def test_agilerl_page():
    names = clientpage.run("AgileRL")
    assert len(names["returns"]) > 5
    assert np.isfinite(names["loss"])
