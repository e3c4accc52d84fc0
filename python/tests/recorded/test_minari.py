"""Minari datasets: written, loaded by Minari, and compared with the original episodes."""

import itertools
import json
import subprocess
import sys

import gymnasium
import minari
import numpy as np
import pytest

from rummygym import datasets


def equal(a, b):
    if isinstance(a, dict):
        return set(a) == set(b) and all(equal(a[k], b[k]) for k in a)
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


FORMS = list(itertools.product(["gin", "indian-cut"], ["infos", "observations"], ["flat", "dict"], ["hdf5", "arrow"]))


# Every third form is enough for each pair of options.
@pytest.mark.parametrize(
    ("name", "action_mask", "observation", "storage"),
    [pytest.param(*form, marks=[pytest.mark.long] * (i % 3 > 0)) for i, form in enumerate(FORMS)],
)
def test_loaded_back(name, storage, observation, action_mask, recorded, minari_root):
    data = datasets.load(recorded(name))
    fields = ["hand", "phase", "belief", "deadwood"] if name == "gin" else None
    datasets.to_minari(
        data,
        "rummygym/there/again-v3",
        storage=storage,
        observation=observation,
        action_mask=action_mask,
        fields=fields,
        author="A. Tester",
        code_permalink="https://example.org/x",
    )
    made = minari.load_dataset("rummygym/there/again-v3")
    want = list(data.episodes(observation=observation, fields=fields))
    assert made.total_episodes == len(want)
    assert made.total_steps == sum(map(len, want))
    assert storage == made.storage.FORMAT
    assert made.action_space == gymnasium.spaces.Discrete(data.metadata.actions)
    space = datasets.observation_space(data.metadata.select(fields), observation)
    if action_mask == "observations":
        space = gymnasium.spaces.Dict(
            {"observation": space, "action_mask": gymnasium.spaces.Box(0, 1, (data.metadata.actions,), np.int8)}
        )
    assert made.observation_space == space
    for e, w in zip(made, want, strict=True):
        n = len(w)
        masks = e.infos["action_mask"] if action_mask == "infos" else e.observations["action_mask"].astype(bool)
        seen = e.observations if action_mask == "infos" else e.observations["observation"]
        assert equal(seen, w.observations)
        assert masks.shape == (n + 1, data.metadata.actions)
        assert np.array_equal(masks, w.masks)
        assert np.array_equal(e.actions, w.actions)
        assert masks[np.arange(n), e.actions].all()
        assert np.array_equal(e.rewards, w.rewards)
        assert len(e) == n
        assert np.array_equal(e.terminations, w.terminations)
        assert np.array_equal(e.truncations, w.truncations)
        assert np.array_equal(e.infos["probability"], np.append(w.probabilities, np.nan), equal_nan=True)
    for about, w in zip(made.storage.get_episode_metadata(range(len(want))), want, strict=True):
        got = {k: about[k] for k in ("game", "seat", "agent", "run_seed", "deal", "winner", "ending", "gain", "rounds")}
        assert got == {
            "game": w.number,
            "seat": w.seat,
            "agent": w.agent,
            "run_seed": w.seed,
            "deal": w.deal,
            "winner": w.winner,
            "ending": w.ending,
            "gain": w.gain,
            "rounds": w.rounds,
        }
    about = made.storage.metadata
    assert about["rummygym"] == data.metadata.json
    assert about["author"] == {"A. Tester"}
    assert about["minari_version"] == minari.__version__


def test_minari_samples_and_splits(recorded, minari_root):
    """Minari's functions that sample, filter and split a dataset work."""
    data = datasets.load(recorded("indian"))
    made = datasets.to_minari(data, "rummygym/indian-v0", agent="min-dist-opp")
    assert made.total_episodes == 60
    assert made.storage.metadata["algorithm_name"] == "min-dist-opp"
    assert made.storage.metadata["dataset_size"] == made.storage.get_size() > 0
    made.set_seed(1)
    assert all(len(e) == len(e.actions) == len(e.observations) - 1 for e in made.sample_episodes(10))
    won = made.filter_episodes(lambda e: e.rewards.sum() > 0)
    assert won.total_episodes == sum(e.gain > 0 for e in data.episodes(agent="min-dist-opp"))
    train, test = minari.split_dataset(made, sizes=[50, 10], seed=1)
    assert train.total_episodes == 50
    assert test.total_episodes == 10
    second = datasets.to_minari(data, "rummygym/seat-v0", seat=1)
    assert [m["seat"] for m in second.storage.get_episode_metadata(range(60))] == [1] * 60


@pytest.mark.parametrize(
    ("name", "agent", "seat", "observation"),
    [
        ("indian", "random", None, "flat"),
        ("indian", "min-dist-opp", 1, "dict"),
        ("indian-plain", "random", 0, "flat"),
        ("indian-cut", "random", None, "dict"),
        ("indian-drops", None, None, "flat"),
        ("gin", "sigra", None, "dict"),
        ("gin", "simple", 0, "flat"),
    ],
)
def test_the_environment_plays_the_games_again(name, agent, seat, observation, recorded, minari_root):
    """The environment that Minari recovers reproduces the games.

    The recorded actions lead to the recorded observations, masks and rewards.
    """
    data = datasets.load(recorded(name))
    made = datasets.to_minari(data, "rummygym/env-v0", agent=agent, seat=seat, observation=observation)
    env = made.recover_environment()
    assert env.observation_space == made.observation_space
    assert env.action_space == made.action_space
    abouts = made.storage.get_episode_metadata(range(made.total_episodes))
    played = 0
    for e, about in zip(made, abouts, strict=True):
        o, info = env.reset(seed=int(about["run_seed"]), options={"episode": int(about["deal"])})
        if agent is None and (info["skipped"] or info["seat"] != about["seat"]):
            continue  # self-play: the episode of the other seat, or one that the environment skips
        played += 1
        for t in range(len(e) + 1):
            seen = {k: v[t] for k, v in e.observations.items()} if observation == "dict" else e.observations[t]
            assert equal(o, seen), (about, t)
            assert np.array_equal(info["action_mask"].astype(bool), e.infos["action_mask"][t])
            if t < len(e):
                o, reward, terminated, truncated, info = env.step(e.actions[t])
                assert (reward, terminated, truncated) == (e.rewards[t], e.terminations[t], e.truncations[t])
    assert played == made.total_episodes if agent else played > 10


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("indian", {}),
        ("gin", {"observation": "dict"}),
        ("indian", {"agent": "random", "action_mask": "observations"}),
        ("indian-three", {"agent": "random", "final": "repeated"}),
    ],
)
def test_an_environment_with_the_spaces_of_the_dataset(name, options, recorded, minari_root):
    """Also if no environment plays the games, and with masks in the observations."""
    made = datasets.to_minari(datasets.load(recorded(name)), "rummygym/like-v0", **options)
    env = made.recover_environment()
    assert env.observation_space == made.observation_space
    assert env.action_space == made.action_space
    about = made.storage.get_episode_metadata([0])
    observation, info = env.reset(seed=int(next(iter(about))["run_seed"]))
    assert observation in made.observation_space
    assert env.step(int(info["action_mask"].argmax()))[0] in made.observation_space


def test_no_environment_has_single_fields(recorded, minari_root):
    made = datasets.to_minari(datasets.load(recorded("indian")), "rummygym/none-v0", fields=["hand"])
    assert made.env_spec is None
    with pytest.raises(ValueError, match="cannot be recovered"):
        made.recover_environment()


@pytest.mark.parametrize("observation", ["flat", "dict"])
def test_without_final_observations(observation, recorded, minari_root):
    data = datasets.load(recorded("indian-none"))
    with pytest.raises(datasets.DatasetError, match='final="rows"'):
        datasets.to_minari(data, "rummygym/none-v0")
    assert not minari_root.joinpath("rummygym/none-v0").exists()
    made = datasets.to_minari(data, "rummygym/none-v0", final="repeated", observation=observation)
    for e, w in zip(made, data.episodes(observation=observation), strict=True):
        masks = e.infos["action_mask"]
        assert np.array_equal(masks[:-1], w.masks)
        assert not masks[-1].any()
        o, p = (
            (e.observations["hand"], w.observations["hand"])
            if observation == "dict"
            else (e.observations, w.observations)
        )
        assert np.array_equal(o[:-1], p)
        assert np.array_equal(o[-1], p[-1])


def test_wrong_arguments_are_refused(recorded, minari_root, monkeypatch):
    data = datasets.load(recorded("indian"))
    for wrong, error, why in (
        ({"storage": "parquet"}, ValueError, "'hdf5' or 'arrow'"),
        ({"observation": "box"}, ValueError, "'flat' or 'dict'"),
        ({"action_mask": "none"}, ValueError, "'infos' or 'observations'"),
        ({"final": "none"}, ValueError, "'recorded' or 'repeated'"),
        ({"agent": "simple"}, datasets.DatasetError, "no agent 'simple'"),
        ({"seat": 5}, datasets.DatasetError, "no seat 5"),
        ({"fields": ["hands"]}, datasets.DatasetError, "no observation field"),
    ):
        with pytest.raises(error, match=why):
            datasets.to_minari(data, "rummygym/x-v0", **wrong)
    for name in ("rummygym/x", "x y-v0", "-v0", ""):
        with pytest.raises(ValueError, match=r"dataset_id is .*: want the form of 'rummygym"):
            datasets.to_minari(data, name)
    assert not minari_root.exists() or not any(minari_root.iterdir())
    datasets.to_minari(data, "rummygym/x-v0", seat=0)
    with pytest.raises(datasets.DatasetError, match="Minari dataset 'rummygym/x-v0' exists in"):
        datasets.to_minari(data, "rummygym/x-v0", seat=1)
    assert minari.load_dataset("rummygym/x-v0").total_episodes == 60

    def broken(*_, **__):
        yield next(datasets.Dataset._episodes(data, None, None, "flat", data.metadata.layout))
        raise datasets.DatasetError("shard 2 is damaged")

    monkeypatch.setattr(data, "episodes", broken)
    with pytest.raises(datasets.DatasetError, match="shard 2"):
        datasets.to_minari(data, "rummygym/y-v0")
    assert not minari_root.joinpath("rummygym/y-v0").exists(), "a partial dataset remains"


def test_command(recorded, minari_root):
    command = [sys.executable, "-m", "rummygym.datasets"]
    done = subprocess.run(
        [
            *command,
            "minari",
            recorded("gin"),
            "rummygym/gin-v0",
            "--storage",
            "arrow",
            "--agent",
            "sigra",
            "--fields",
            "hand,deadwood",
            "--observation",
            "dict",
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    made = minari.load_dataset("rummygym/gin-v0")
    assert made.total_episodes == 30
    assert set(made.observation_space.spaces) == {"hand", "deadwood"}
    assert f"{made.total_episodes} episodes, {made.total_steps} steps" in done.stdout
    done = subprocess.run(
        [*command, "minari", recorded("indian-none"), "rummygym/none-v0"], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert 'final="rows"' in done.stderr
    done = subprocess.run([*command, "info", recorded("gin")], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("GinRummy-v1: 30 games")
    assert "obs_deadwood_after_discard" in done.stdout
    assert json.dumps("simple")[1:-1] in done.stdout
