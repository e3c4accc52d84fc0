"""What the infos say about the end of an episode, and masks inside of observations."""

import gymnasium
import numpy as np
import pytest
from gamecases import IDS
from gymnasium.utils.env_checker import check_env

import rummygym
from rummygym.pettingzoo import gin_rummy_v0, indian_rummy_v0

ENDS = {"ending", "winner", "points", "rounds", "illegal"}


def play(env, rng, **reset):
    """Play a random episode. Return the observations, the reward and info of the last step, and how it ended."""
    observation, info = env.reset(**reset)
    seen = [observation]
    while True:
        assert not ENDS & info.keys()
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append(observation)
        if terminated or truncated:
            return seen, reward, info, terminated


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("indian", {"opponent": "random"}),
        ("indian", {"opponent": "min-dist", "reward_scale": 0.01, "seating": "alternating"}),
        ("indian", {"opponent": "random", "rules": {"seats": 4, "packs": 2}, "seat": 3}),
        ("gin", {"opponent": "simple"}),
        ("gin", {"opponent": "random", "rules": {"episode": "hand"}, "seat": 1}),
    ],
)
def test_outcome(game, options):
    env = gymnasium.make(IDS[game], **options)
    spec = env.unwrapped.table_spec
    rng = np.random.default_rng(1)
    endings = set()
    for episode in range(12):
        _, reward, info, terminated = play(env, rng, seed=3, options={"episode": episode})
        assert terminated
        assert info["ending"] in spec.endings
        assert info["points"] * spec.reward_scale == pytest.approx(reward)
        assert (info["winner"] == info["seat"]) == (info["points"] > 0)
        assert info["illegal"] is False
        assert info["rounds"] >= 1
        endings.add(info["ending"])
    assert endings


def test_truncated_and_illegal():
    env = gymnasium.make(IDS["gin"], opponent="simple", max_steps=40)
    _, reward, info, terminated = play(env, np.random.default_rng(1), seed=1)
    assert not terminated
    assert {k: info[k] for k in ENDS - {"rounds"}} == {
        "ending": "truncated",
        "winner": -1,
        "points": 0,
        "illegal": False,
    }
    assert info["rounds"] == 1

    _, info = env.reset()
    reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))[1:]
    assert (reward, terminated, truncated) == (-100, True, False)
    assert {k: info[k] for k in ENDS} == {
        "ending": "illegal-action",
        "winner": -1,
        "points": 0,
        "rounds": -1,
        "illegal": True,
    }


def test_default_limit_is_beyond_any_game():
    for game, id in IDS.items():
        assert gymnasium.make(id).unwrapped.table_spec.max_steps == 100_000
        tables = rummygym.Tables(game, tables=64, fields="none")
        tables.reset(seed=1)
        rng, length, longest = np.random.default_rng(1), np.zeros(64, int), 0
        for _ in range(20_000):
            length += 1
            tables.step(tables.sample(rng))
            longest = max(longest, length[tables.terminated].max(initial=0))
            length[tables.terminated] = -1
        assert 0 < longest < 20_000, game


def test_skipped_rewards():
    """The rewards of skipped episodes are those of the same episodes in tables, which skip none.

    The opponent drops, which gains 20 points, or declares at once, which costs at most as many.
    """
    options = {"opponent": "min-dist:drop=3", "seat": 1, "reward_scale": 0.5}
    env = gymnasium.make(IDS["indian"], **options)
    options["opponents"] = options.pop("opponent")
    tables = rummygym.Tables("indian", autoreset="disabled", fields="none", **options)
    tables.reset(seed=1)
    skipped = set()
    for episode in range(60):
        _, info = env.reset(seed=1) if episode == 0 else env.reset()
        count, total = 0, 0.0
        while tables.players[0] < 0:
            tables.step([0])
            assert tables.terminated[0]
            count, total = count + 1, total + tables.rewards[0, 1]
            skipped.add(tables.rewards[0, 1].item())
            tables.reset()
        assert (info["skipped"], info["skipped_reward"]) == (count, total)
        tables.reset()
    assert skipped == {10.0, -10.0}


@pytest.mark.parametrize("name", ["observation", "observations"])
@pytest.mark.parametrize("form", ["flat", "dict"])
def test_masked(name, form):
    env = gymnasium.make(IDS["gin"], observation=form, masked=name, rules={"episode": "hand"})
    plain = gymnasium.make(IDS["gin"], observation=form, rules={"episode": "hand"})
    seen = play(env, np.random.default_rng(1), seed=1)[0]
    want = play(plain, np.random.default_rng(1), seed=1)[0]
    for a, b in zip(seen, want, strict=True):
        assert list(a) == sorted([name, "action_mask"], reverse=True)
        assert env.observation_space.contains(a)
        assert a["action_mask"].dtype == np.int8
        np.testing.assert_equal(a[name], b)
    assert not seen[-1]["action_mask"].any()
    check_env(gymnasium.make(IDS["gin"], observation=form, masked=name).unwrapped, skip_render_check=True)


def test_masked_vectors():
    options = {"num_envs": 4, "masked": "observations", "rules": {"episode": "hand"}}
    shared = gymnasium.make_vec(IDS["gin"], copy=False, autoreset_mode="SameStep", **options)
    copied = gymnasium.make_vec(IDS["gin"], observation="dict", autoreset_mode="SameStep", **options)
    first = shared.reset(seed=1)[0]
    copied.reset(seed=1)
    finals = 0
    for _ in range(200):
        actions = shared.sample_actions()
        observations, *_, infos = shared.step(actions)
        fields, *_, others = copied.step(actions)
        assert observations is first
        np.testing.assert_array_equal(observations["action_mask"], infos["action_mask"])
        np.testing.assert_array_equal(fields["action_mask"], infos["action_mask"])
        np.testing.assert_array_equal(
            fields["observations"]["hand"].reshape(4, -1),
            observations["observations"][:, shared.unwrapped.table_spec.field("hand").slice],
        )
        for i in np.flatnonzero(others.get("_final_obs", [])):
            assert copied.single_observation_space.contains(others["final_obs"][i])
            assert not others["final_obs"][i]["action_mask"].any()
            assert others["final_info"]["ending"][i] in shared.unwrapped.table_spec.endings
            finals += 1
    assert finals
    with pytest.raises(rummygym.ConfigError, match="masked is 'obs'"):
        gymnasium.make(IDS["gin"], masked="obs")


@pytest.mark.parametrize("module", [gin_rummy_v0, indian_rummy_v0])
def test_pettingzoo(module):
    env = module.env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    ends = {}
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        total[agent] += reward
        if terminated:
            ends[agent] = info
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated else rng.choice(legal))
    assert len(ends) == 2
    for agent, info in ends.items():
        assert info["points"] == total[agent]
        assert info["ending"] in env.unwrapped.table_spec.endings
        assert info["winner"] in (-1, 0, 1)
