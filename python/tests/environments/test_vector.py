"""The vector environments, compared with single ones step by step."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gamecases import IDS, every_option_set
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

import rummygym  # noqa: F401 - registers
from rummygym import ConfigError, IllegalActionError

MODES = list(AutoresetMode)
N = 5


def make(game: str, mode: AutoresetMode = AutoresetMode.NEXT_STEP, **options: Any) -> VectorEnv:
    return gymnasium.make_vec(IDS[game], num_envs=N, autoreset_mode=mode, **options)


def sync(game: str, mode: AutoresetMode, **options: Any) -> SyncVectorEnv:
    return SyncVectorEnv([lambda: gymnasium.make(IDS[game], **options)] * N, autoreset_mode=mode)


def same(a: Any, b: Any) -> None:
    """Asserts that results of two environments are equal; of infos, the entries that their masks select."""
    if isinstance(a, tuple):
        for x, y in zip(a, b, strict=True):
            same(x, y)
        return
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            mask = b.get(f"_{key}")
            if mask is None or isinstance(a[key], dict):
                same(a[key], b[key])
            else:
                np.testing.assert_array_equal(a[f"_{key}"], mask)
                for x, y in zip(a[key][mask], b[key][mask], strict=True):
                    same(x, y)
        return
    np.testing.assert_array_equal(a, b)
    assert getattr(a, "dtype", None) == getattr(b, "dtype", None)


def choose(masks: np.ndarray, rng: np.random.Generator, illegal: float) -> np.ndarray:
    """Returns random legal actions; with probability ``illegal`` a table gets any action."""
    scores = rng.random(masks.shape) + (rng.random((len(masks), 1)) >= illegal) * masks
    return scores.argmax(axis=1)


@every_option_set
@pytest.mark.parametrize("mode", MODES, ids=lambda m: m.value)
def test_equals_single_environments(game: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    ours, theirs = make(game, mode, **options), sync(game, mode, **options)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng = np.random.default_rng(1)
    same(ours.reset(seed=9), theirs.reset(seed=9))
    masks, steps, ends = ours.unwrapped.action_masks(), 0, 0
    while steps < 60 or ends < 3:  # several games end at one step of tables that began together
        actions = choose(masks, rng, 0.01)
        results = ours.step(actions)
        same(results, theirs.step(actions))
        assert results[0] in ours.observation_space
        over = results[2] | results[3]
        steps, ends = steps + 1, ends + over.sum()
        assert steps <= 250
        if mode is AutoresetMode.DISABLED and over.any():
            same(ours.reset(options={"reset_mask": over}), theirs.reset(options={"reset_mask": over}))
        masks = ours.unwrapped.action_masks()


@pytest.mark.parametrize("mode", MODES, ids=lambda m: m.value)
def test_resets_of_some_with_seeds(mode: AutoresetMode) -> None:
    ours, theirs = make("gin", mode), sync("gin", mode)
    calls: list[tuple[Any, Any]] = [
        (1, None),
        ([4, None, 2, None, 8], None),
        (None, None),
        (7, [0, 1, 1, 0, 0]),
        ([1, 2, None, 4, 5], [1, 0, 1, 0, 1]),
    ]
    for seed, mask in calls:
        options = {"reset_mask": np.array(mask, bool)} if mask else {}
        same(ours.reset(seed=seed, options=dict(options)), theirs.reset(seed=seed, options=dict(options)))
        actions = choose(ours.unwrapped.action_masks(), np.random.default_rng(2), 0)
        same(ours.step(actions), theirs.step(actions))


@pytest.mark.parametrize("mode", MODES, ids=lambda m: m.value)
@pytest.mark.parametrize("way", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))], ids=["deepcopy", "pickle"])
def test_copies_continue_identically(mode: AutoresetMode, way: Any) -> None:
    ours = make("indian", mode, opponents="min-dist:drop=3", seating="alternating")
    ours.reset(seed=2)
    rng = np.random.default_rng(5)
    for i in range(60):
        twin = way(ours) if i % 7 == 0 else ours
        actions = choose(ours.unwrapped.action_masks(), rng, 0.05)
        results = ours.step(actions)
        if twin is not ours:
            assert data_equivalence(twin.step(actions), results, exact=True)
        over = results[2] | results[3]
        if mode is AutoresetMode.DISABLED and over.any():
            results = ours.reset(options={"reset_mask": over})
            if twin is not ours:
                assert data_equivalence(twin.reset(options={"reset_mask": over}), results, exact=True)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_workers_change_nothing(workers: int) -> None:
    ours, one = make("gin", workers=workers), make("gin", workers=1)
    same(ours.reset(seed=1), one.reset(seed=1))
    rng = np.random.default_rng(1)
    for _ in range(100):
        actions = choose(ours.unwrapped.action_masks(), rng, 0)
        same(ours.step(actions), one.step(actions))


@pytest.mark.parametrize("form", ["flat", "dict", "scaled", "scaled-dict", "cards"])
def test_copy_and_zero_copy(form: str) -> None:
    keeps, shares = make("gin", observation=form), make("gin", observation=form, copy=False)
    a, _ = keeps.reset(seed=1)
    b, info = shares.reset(seed=1)
    before = copy.deepcopy(a)
    actions = choose(info["action_mask"], np.random.default_rng(1), 0)
    c, *_ = keeps.step(actions)
    d, _, _, _, after = shares.step(actions)
    same(a, before)
    same(c, d)
    first = ... if form in ("flat", "scaled") else next(iter(d))
    assert np.shares_memory(b[first], d[first]) == (not form.endswith("dict"))
    assert not np.shares_memory(a[first], c[first])
    assert np.shares_memory(after["action_mask"], info["action_mask"])


def test_sampled_actions_are_legal() -> None:
    env = make("gin", illegal="raise")
    env.reset(seed=1)
    for _ in range(50):
        env.step(env.unwrapped.sample_actions())


def test_illegal_actions_raise_and_change_nothing() -> None:
    env = make("gin", illegal="raise")
    _, infos = env.reset(seed=1)
    good = infos["action_mask"].argmax(axis=1)
    bad = good.copy()
    bad[3] = infos["action_mask"][3].argmin()
    with pytest.raises(IllegalActionError, match="table 3"):
        env.step(bad)
    twin = make("gin", illegal="raise")
    twin.reset(seed=1)
    same(env.step(good), twin.step(good))


def test_bad_calls() -> None:
    env = make("gin", AutoresetMode.DISABLED)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(N, int))
    with pytest.raises(ResetNeeded):
        env.reset(options={"reset_mask": np.eye(N, dtype=bool)[0]})
    env.reset(seed=1)
    for actions in (np.zeros(N - 1, int), np.zeros((N, 1), int), np.zeros(N)):
        with pytest.raises(ConfigError, match="actions"):
            env.step(actions)
    with pytest.raises(ConfigError, match="reset_mask"):
        env.reset(options={"reset_mask": np.zeros(N, bool)})
    with pytest.raises(ConfigError, match="seed"):
        env.reset(seed=[1, 2])
    env.step(np.full(N, -1))
    with pytest.raises(ResetNeeded, match="reset_mask"):
        env.step(np.zeros(N, int))
    with pytest.raises(ValueError, match="Sometimes"):
        make("gin", "Sometimes")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_render(mode: str) -> None:
    if mode == "rgb_array":
        pytest.importorskip("PIL")
    env, singles = make("indian", render_mode=mode), sync("indian", AutoresetMode.NEXT_STEP, render_mode=mode)
    env.reset(seed=1)
    singles.reset(seed=1)
    for a, b in zip(env.render(), singles.render(), strict=True):
        assert np.array_equal(a, b)


def test_gymnasium_wrappers() -> None:
    hands = make("gin", opponents="random")
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(hands)
    env.reset(seed=1)
    ended = 0
    for _ in range(200):
        infos = env.step(env.unwrapped.sample_actions())[4]
        ended += int(infos.get("_episode", np.zeros(N)).sum())
    assert ended > 0


def test_async_workers_spawned() -> None:
    """The Go runtime does not survive a fork, therefore workers must be spawned."""
    env = gymnasium.make_vec(
        IDS["gin"],
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"context": "spawn"},
        opponents="random",
    )
    two = gymnasium.make_vec(IDS["gin"], num_envs=2, opponents="random")
    try:
        same(env.reset(seed=1), two.reset(seed=1))
        actions = two.unwrapped.sample_actions()
        same(env.step(actions), two.step(actions))
    finally:
        env.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of forking with threads
def test_async_workers_forked(capfd: pytest.CaptureFixture[str]) -> None:
    """Forking, Gymnasium's default on Linux: workers print what to do, and the parent does not wait for them."""
    forked = {"vectorization_mode": "async", "vector_kwargs": {"context": "fork"}}
    with pytest.raises((OSError, EOFError)):
        gymnasium.make_vec(IDS["gin"], num_envs=2, **forked)
    assert "ForkedError" in (words := capfd.readouterr().err)
    assert "'spawn'" in words


def test_options_that_gymnasium_names_differently() -> None:
    with pytest.raises(ConfigError, match="max_episode_steps is 7: use max_steps"):
        gymnasium.make_vec(IDS["gin"], num_envs=2, max_episode_steps=7)
    with pytest.raises(ConfigError, match="autoreset_mode is 'same_step': want 'NextStep' or 'SameStep' or 'Disabled'"):
        gymnasium.make_vec(IDS["gin"], num_envs=2, autoreset_mode="same_step")
