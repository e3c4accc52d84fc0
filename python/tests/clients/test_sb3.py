"""Stable-Baselines3: its checker and learners, and RummyVecEnv beside SB3's own vectors of single environments."""

import warnings

import clientpage
import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import DQN
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from rummygym import ConfigError
from rummygym.sb3 import RummyVecEnv

IDS = ["rummygym/IndianRummy-v1", "rummygym/GinRummy-v1"]
FORMS = [
    {},
    {"dtype": "uint8"},
    {"observation": "scaled"},
    {"observation": "dict"},
    {"observation": "dict", "fields": "all"},
    {"observation": "scaled-dict", "fields": "all"},
    {"observation": "cards"},
    {"observation": "actions"},
]
CASES = [
    ("rummygym/GinRummy-v1", {"opponents": "simple"}),
    ("rummygym/GinRummy-v1", {"observation": "scaled-dict", "opponents": "random", "max_steps": 50}),
    ("rummygym/IndianRummy-v1", {"opponents": "min-dist:drop=3", "seat": 1, "reward_scale": 0.01}),
]


@pytest.mark.parametrize("options", FORMS, ids=str)
@pytest.mark.parametrize("id", IDS)
def test_checkers_accept_all_forms(id, options):
    env = gymnasium.make(id, opponents="random", **options)
    with warnings.catch_warnings():
        # Of dicts it says that fields of two dimensions are flattened, and that those of three are no images.
        warnings.simplefilter("ignore" if options.get("observation", "scaled") != "scaled" else "error")
        check_env(env)


@pytest.mark.parametrize("options", FORMS[1:], ids=str)
@pytest.mark.parametrize("id", IDS)
def test_learners_take_all_forms(id, options):
    policy = "MultiInputPolicy" if options.get("observation", "scaled") != "scaled" else "MlpPolicy"
    env = RummyVecEnv(id, 4, opponents="random", illegal="raise", **options)
    model = MaskablePPO(policy, env, n_steps=16, batch_size=32, n_epochs=1, seed=1, device="cpu")
    assert model.learn(128).num_timesteps == 128
    penalised = RummyVecEnv(id, 4, opponents="random", **options)
    model = DQN(policy, penalised, learning_starts=32, buffer_size=500, batch_size=16, seed=1, device="cpu")
    assert model.learn(64).num_timesteps >= 64


@pytest.mark.parametrize(("id", "options"), CASES)
def test_equals_vectors_of_single_environments(id, options):
    """Same seeds and actions, some illegal: the same observations, rewards, ends and infos."""
    ours, theirs = RummyVecEnv(id, 5, **options), make_vec_env(id, 5, env_kwargs=options)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng, ends = np.random.default_rng(1), 0
    ours.seed(7)
    theirs.seed(7)
    equal(ours.reset(), theirs.reset())
    equal(ours.reset_infos, theirs.reset_infos)
    for _ in range(150):
        masks = get_action_masks(ours)
        equal(masks, get_action_masks(theirs))
        scores = rng.random(masks.shape) + (rng.random((5, 1)) > 0.01) * masks
        (*results, infos), (*want, others) = ours.step(scores.argmax(1)), theirs.step(scores.argmax(1))
        equal(results, want)
        for info, other in zip(infos, others, strict=True):
            assert ("episode" in info) == ("episode" in other) == ("terminal_observation" in info)
            if "episode" in info:
                ends += 1
                took, other["episode"]["t"] = info["episode"]["t"], info["episode"]["t"]
                assert took >= 0
                assert info["episode"] == pytest.approx(other.pop("episode"), abs=1e-5)
                del info["episode"]
        equal(infos, others)
        equal(ours.reset_infos, theirs.reset_infos)
    assert ends > 5


def equal(a, b):
    """Assert that two results are equal, also in types of arrays."""
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            equal(a[key], b[key])
    elif isinstance(a, (list, tuple)):
        for x, y in zip(a, b, strict=True):
            equal(x, y)
    else:
        np.testing.assert_array_equal(a, b)
        assert getattr(a, "dtype", None) == getattr(b, "dtype", None)


def test_wrappers_and_evaluation():
    env = RummyVecEnv("rummygym/GinRummy-v1", 4, opponents="random")
    assert is_masking_supported(env)
    assert env.env_is_wrapped(Monitor) == [True] * 4
    assert env.get_attr("table_spec", [0, 2])[1].env == "GinRummy-v1"
    assert env.metadata["endings"][0] == "none"
    model = MaskablePPO("MlpPolicy", VecNormalize(VecMonitor(env)), n_steps=16, batch_size=32, seed=1, device="cpu")
    model.learn(512)
    assert len(model.ep_info_buffer) > 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # of environments without a monitor
        returns, lengths = evaluate_policy(model, env, n_eval_episodes=8, return_episode_rewards=True, warn=True)
    assert len(returns) == len(lengths) >= 8
    env.close()


def test_pictures():
    env = RummyVecEnv("rummygym/GinRummy-v1", 2, render_mode="rgb_array")
    env.reset()
    assert env.render().ndim == 3
    assert len(env.get_images()) == 2


def test_refusals():
    env = RummyVecEnv("rummygym/GinRummy-v1", 2)
    with pytest.raises(ConfigError, match="attribute 'seat' of a table cannot be set"):
        env.set_attr("seat", 1)
    with pytest.raises(ConfigError, match="tables have no method 'shuffle': want 'action_masks' or 'render'"):
        env.env_method("shuffle")
    with pytest.raises(AttributeError, match="shuffle"):
        env.get_attr("shuffle")
    env.set_options({"episode": 3})
    with pytest.raises(ConfigError, match="the reset of tables takes none"):
        env.reset()


def test_page():
    names = clientpage.run("Stable-Baselines3")
    assert names["model"].num_timesteps == 512
    assert np.isfinite(names["mean"])
