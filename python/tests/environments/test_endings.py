"""What the infos say about the end of an episode, and masks inside of observations."""

import warnings

import gymnasium
import numpy as np
import pytest
from gamecases import IDS, every_option_set
from gymnasium.utils.env_checker import check_env

import rummygym
from rummygym.pettingzoo import gin_rummy_v0, indian_rummy_v0

ENDS = {"ending", "winner", "points", "rounds"}


def kinds(info):
    """Return the type and shape of every value. Fails for values that are not NumPy numbers."""
    assert all(isinstance(value, (np.ndarray, np.number)) and value.dtype != object for value in info.values())
    return {key: (type(value), value.dtype, value.shape) for key, value in info.items()}


def play(env, rng, **reset):
    """Play a random episode. Return the observations, the reward and info of the last step, and how it ended."""
    observation, info = env.reset(**reset)
    seen = [observation]
    while True:
        assert {key: info[key] for key in ENDS} == {"ending": 0, "winner": -1, "points": 0, "rounds": -1}
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append(observation)
        if terminated or truncated:
            return seen, reward, info, terminated


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("indian", {"opponents": "random"}),
        ("indian", {"opponents": "min-dist", "reward_scale": 0.01, "seating": "alternating"}),
        ("indian", {"opponents": "random", "rules": {"seats": 4, "packs": 2}, "seat": 3}),
        ("gin", {"opponents": "simple"}),
        ("gin", {"opponents": "random", "seat": 1}),
    ],
)
def test_outcome(game, options):
    env = gymnasium.make(IDS[game], **options)
    spec, names = env.unwrapped.table_spec, env.metadata["endings"]
    assert names == ("none", *spec.endings, "truncated", "illegal-action")
    rng = np.random.default_rng(1)
    endings = set()
    for episode in range(12):
        _, reward, info, terminated = play(env, rng, seed=3, options={"episode": episode})
        assert terminated
        assert names[info["ending"]] in spec.endings
        assert info["points"] * spec.reward_scale == pytest.approx(reward)
        assert (info["winner"] == info["seat"]) == (info["points"] > 0)
        assert info["rounds"] >= 1
        endings.add(info["ending"])
    assert endings


def test_truncated_and_illegal():
    env = gymnasium.make(IDS["gin"], opponents="simple", max_steps=40)
    _, reward, info, terminated = play(env, np.random.default_rng(1), seed=1)
    assert not terminated
    names = env.metadata["endings"]
    assert {k: info[k] for k in ENDS} == {"ending": names.index("truncated"), "winner": -1, "points": 0, "rounds": 10}

    _, info = env.reset()
    reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))[1:]
    assert (reward, terminated, truncated) == (-100, True, False)
    illegal = names.index("illegal-action")
    assert {k: info[k] for k in ENDS} == {"ending": illegal, "winner": -1, "points": 0, "rounds": -1}


@every_option_set
def test_an_info_is_the_same_from_reset_to_end(game, options):
    env = gymnasium.make(IDS[game], **options)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    first = kinds(info)
    for episode in range(3):
        for step in range(10_000):
            wrong = episode == 1 and step == 0
            action = rng.choice(np.flatnonzero((info["action_mask"] == 0) if wrong else info["action_mask"]))
            _, _, terminated, truncated, info = env.step(action)
            assert kinds(info) == first
            if terminated or truncated:
                break
        assert info["ending"] > 0
        assert (env.metadata["endings"][info["ending"]] == "illegal-action") == wrong
        _, info = env.reset()
        assert kinds(info) == first


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("game", IDS)
def test_infos_of_vectors_are_the_same_in_every_step(game, mode):
    envs = gymnasium.make_vec(IDS[game], num_envs=4, opponents="random", max_steps=60, autoreset_mode=mode)
    _, infos = envs.reset(seed=1)
    first = kinds(infos)
    ends = 0
    for step in range(300):
        actions = envs.unwrapped.sample_actions()
        if step % 50 == 9:
            actions[0] = infos["action_mask"][0].argmin()
        *_, terminated, truncated, infos = envs.step(actions)
        over = terminated | truncated
        final = {
            key: infos.pop(key) for key in ("final_info", "_final_info", "final_obs", "_final_obs") if key in infos
        }
        assert kinds(infos) == first
        assert bool(final) == (mode == "SameStep" and over.any())
        told = final["final_info"] if final else infos
        assert kinds(told) == first
        assert ((told["ending"] > 0) == over).all()
        ends += over.sum()
        if mode == "Disabled" and over.any():
            _, infos = envs.reset(options={"reset_mask": over})
            assert kinds(infos) == first
    assert ends > 10


@pytest.mark.parametrize("game", IDS)
def test_minari_collects_infos(game, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    import minari

    rng = np.random.default_rng(1)
    env = minari.DataCollector(gymnasium.make(IDS[game], opponents="random", max_steps=200), record_infos=True)
    for episode in range(8):
        _, info = env.reset(seed=episode)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            over = terminated or truncated
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of metadata that are not given
        data = env.create_dataset(f"rummygym/{game}-v0")
    assert len(data) == 8
    for episode in data:
        ending = episode.infos["ending"]
        assert ending.dtype == np.int64 and len(ending) == len(episode.actions) + 1
        assert not ending[:-1].any() and env.metadata["endings"][ending[-1]] != "none"
        assert episode.infos["action_mask"][np.arange(len(episode)), episode.actions].all()
    assert data.recover_environment().metadata["endings"] == env.metadata["endings"]


def test_default_limit_is_beyond_any_game():
    for game, id in IDS.items():
        assert gymnasium.make(id).unwrapped.table_spec.max_steps == 100_000
        tables = rummygym.Tables(game, num_envs=64, fields="none")
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
    options = {"opponents": "min-dist:drop=3", "seat": 1, "reward_scale": 0.5}
    env = gymnasium.make(IDS["indian"], **options)
    options["opponents"] = options.pop("opponents")
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
    env = gymnasium.make(IDS["gin"], observation=form, masked=name)
    plain = gymnasium.make(IDS["gin"], observation=form)
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
    options = {"num_envs": 4, "masked": "observations"}
    shared = gymnasium.make_vec(IDS["gin"], copy=False, autoreset_mode="SameStep", **options)
    copied = gymnasium.make_vec(IDS["gin"], observation="dict", autoreset_mode="SameStep", **options)
    shared.reset(seed=1)
    copied.reset(seed=1)
    finals = 0
    for _ in range(200):
        actions = shared.sample_actions()
        observations, *_, infos = shared.step(actions)
        fields, *_, others = copied.step(actions)
        np.testing.assert_array_equal(observations["action_mask"], infos["action_mask"])
        np.testing.assert_array_equal(fields["action_mask"], infos["action_mask"])
        np.testing.assert_array_equal(
            fields["observations"]["hand"].reshape(4, -1),
            observations["observations"][:, shared.unwrapped.table_spec.field("hand").slice],
        )
        for i in np.flatnonzero(others.get("_final_obs", [])):
            assert copied.single_observation_space.contains(others["final_obs"][i])
            assert not others["final_obs"][i]["action_mask"].any()
            assert others["final_info"]["ending"][i] > 0
            finals += 1
    assert finals
    with pytest.raises(rummygym.ConfigError, match="masked is 'obs'"):
        gymnasium.make(IDS["gin"], masked="obs")


@pytest.mark.parametrize("module", [gin_rummy_v0, indian_rummy_v0])
def test_pettingzoo(module):
    env = module.env()
    env.reset(seed=1)
    first = kinds(env.infos["player_0"])
    assert set(first) == ENDS | {"action_mask"}
    rng = np.random.default_rng(1)
    ends = {}
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        total[agent] += reward
        assert kinds(info) == first
        assert (info["ending"] > 0) == terminated
        if terminated:
            ends[agent] = info
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated else rng.choice(legal))
    assert len(ends) == 2
    for agent, info in ends.items():
        assert info["points"] == total[agent]
        assert env.metadata["endings"][info["ending"]] in env.unwrapped.table_spec.endings
        assert info["winner"] in (-1, 0, 1)
    env.reset(seed=1)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmin()))
    assert [env.metadata["endings"][info["ending"]] for info in env.infos.values()] == ["illegal-action"] * 2
    assert all(kinds(info) == first for info in env.infos.values())
