"""The environments in RLlib: its checker, its registry, and its own records of episodes. None needs torch."""

import sys

import clientpage
import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.utils.pre_checks.env import check_multiagent_environments
from ray.tune.registry import ENV_CREATOR, _global_registry

import rummygym
import rummygym.rllib as rummy
from rummygym import ConfigError, IllegalActionError, arena

SINGLE = ["rummygym/IndianRummy-v1", "rummygym/GinRummy-v1"]
MULTI = [
    ("rummygym/IndianRummy-multi-v1", {}),
    ("rummygym/IndianRummy-multi-v1", {"preset": "club", "rules": {"seats": 4}, "max_steps": 100}),
    ("rummygym/GinRummy-multi-v1", {"observation": "dict", "reward_scale": 0.01, "max_steps": 150}),
]


@pytest.fixture(autouse=True)
def registered():
    """A Ray that ended before, in another test, took the names with it."""
    rummy.register()


def make(name, config):
    """Return an environment by its registered name."""
    return _global_registry.get(ENV_CREATOR, name)(config)


def choose(rng, observation):
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


@pytest.mark.parametrize("name", SINGLE)
def test_one_learner(name):
    env = make(name, {"opponents": "random"})
    check_env(env, skip_render_check=True)
    assert set(env.observation_space.spaces) == {"observations", "action_mask"}
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    episode = SingleAgentEpisode(observation_space=env.observation_space, action_space=env.action_space)
    episode.add_env_reset(observation=observation, infos=info)
    total = 0.0
    while not episode.is_done:
        action = choose(rng, observation)
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        episode.add_env_step(observation, action, reward, info, terminated=terminated, truncated=truncated)
    episode.validate()
    assert episode.get_return() == pytest.approx(total)
    assert len(episode) > 3


@pytest.mark.parametrize(("name", "config"), MULTI)
def test_all_seats(name, config):
    env = make(name, config)
    check_multiagent_environments(env)
    rng = np.random.default_rng(2)
    for seed in range(3):
        observations, infos = env.reset(seed=seed)
        episode = MultiAgentEpisode(
            observation_space=gymnasium.spaces.Dict(env.observation_spaces),
            action_space=gymnasium.spaces.Dict(env.action_spaces),
        )
        episode.add_env_reset(observations=observations, infos=infos)
        total = dict.fromkeys(env.agents, 0.0)
        kinds = {key: (type(value), value.dtype) for info in infos.values() for key, value in info.items()}
        assert set(kinds) == {"ending", "winner", "points", "rounds"}
        while not episode.is_done:
            ((agent, observation),) = observations.items()
            assert env.get_observation_space(agent).contains(observation)
            actions = {agent: choose(rng, observation)}
            observations, rewards, terminateds, truncateds, infos = env.step(actions)
            for info in infos.values():
                assert {key: (type(value), value.dtype) for key, value in info.items()} == kinds
                assert (info["ending"] > 0) == (terminateds["__all__"] or truncateds["__all__"])
            for a, r in rewards.items():
                total[a] += r
            episode.add_env_step(observations, actions, rewards, infos, terminateds=terminateds, truncateds=truncateds)
        episode.validate()
        for agent, last in observations.items():
            assert not last["action_mask"].any()
            assert episode.agent_episodes[agent].get_return() == pytest.approx(total[agent], abs=1e-6)
            if env.metadata["endings"][infos[agent]["ending"]] != "truncated":
                assert total[agent] == pytest.approx(infos[agent]["points"] * config.get("reward_scale", 1), abs=1e-6)


def test_the_same_seed_gives_the_same_games():
    games = []
    for _ in range(2):
        env, rng = rummy.GinRummyMultiEnv(), np.random.default_rng(3)
        observations, _ = env.reset(seed=5)
        seen = []
        for _ in range(60):
            ((agent, observation),) = observations.items()
            seen.append((agent, observation["observations"].tobytes()))
            observations, _, ended, _, _ = env.step({agent: choose(rng, observation)})
            if ended["__all__"]:
                observations, _ = env.reset()
        games.append(seen)
    assert games[0] == games[1]


def test_wrong_actions():
    env = rummy.IndianRummyMultiEnv({"illegal": "raise"})
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        env.step({})
    ((mover, observation),) = env.reset(seed=1)[0].items()
    other = next(a for a in env.agents if a != mover)
    with pytest.raises(IllegalActionError, match=f"actions of {other}: want one of {mover}"):
        env.step({other: 0})
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match=f"action {wrong} of {mover} is not legal: legal are"):
        env.step({mover: wrong})
    env = rummy.IndianRummyMultiEnv({"penalty": -3})
    ((mover, observation),) = env.reset(seed=1)[0].items()
    _, rewards, ended, _, infos = env.step({mover: wrong})
    assert rewards[mover] == -3 and ended["__all__"]
    assert env.metadata["endings"][infos[mover]["ending"]] == "illegal-action"
    with pytest.raises(TypeError, match="opponents"):
        rummy.GinRummyMultiEnv({"opponents": "simple"})
    with pytest.raises(ConfigError, match="preset"):
        rummy.GinRummyMultiEnv({"preset": "none"})


def test_page():
    names = clientpage.run("RLlib")
    assert names["config"].env == "rummygym/GinRummy-v1"
    assert all(info["ending"] > 0 for info in names["infos"].values())


def test_no_torch():
    assert "torch" not in sys.modules


def test_ppo_trains_the_policy_of_cards(tmp_path):
    """PPO updates it, and the engine plays its file. Needs torch, which .venv-ray does not have."""
    pytest.importorskip("torch")
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec

    options = {"observation": "cards", "fields": "cards-and-counts,deadwood", "opponents": "simple", "reward_scale": 1 / 30}
    spec = rummygym.describe("gin", observation="cards", fields=options["fields"])
    algorithm = (
        PPOConfig()
        .environment("rummygym/GinRummy-v1", env_config=options)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=rummy.CardRLModule, model_config={"spec": spec, "width": 8}))
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1, gamma=1.0)
        .debugging(seed=1)
        .build_algo()
    )
    before = algorithm.get_module().cards.network().weights
    learned = algorithm.train()["learners"]["default_policy"]
    network = algorithm.get_module().cards.network()
    assert np.isfinite(learned["total_loss"])
    assert all((before[name] != network.weights[name]).any() for name in ("round0.weight", "policy.cards.weight", "value.weight"))
    network.save(tmp_path / "net.safetensors")
    played = arena.evaluate(f"learned:{tmp_path / 'net.safetensors'}", game="gin", against="random", games=2)
    assert len(played.rows) == 1
    algorithm.stop()
