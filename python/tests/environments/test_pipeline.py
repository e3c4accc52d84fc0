"""Environments with send and recv, compared with those that are stepped."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gamecases import IDS, every_option_set
from gymnasium.vector import AutoresetMode
from test_vector import choose, make, same

import rummygym
from rummygym import BusyError, ConfigError, IllegalActionError
from rummygym.pipeline import PipelinedVectorEnv


@every_option_set
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=lambda m: m.value)
def test_send_and_recv_equal_step(game: str, options: dict, mode: AutoresetMode) -> None:
    ours, twin = make(game, mode, **options), make(game, mode, **options)
    same(ours.reset(seed=1), twin.reset(seed=1))
    rng = np.random.default_rng(1)
    for _ in range(60):
        actions = choose(twin.unwrapped.action_masks(), rng, 0 if options.get("illegal") == "raise" else 0.1)
        ours.send(actions)
        same(ours.recv(), twin.step(actions))


@pytest.mark.parametrize("batch_size", [3, 6])
@pytest.mark.parametrize("game", ["gin", "indian"])
def test_batches_equal_one_environment(game: str, batch_size: int) -> None:
    """All batches together are the environment of all tables, and come in turns."""
    with_all = gymnasium.make_vec(IDS[game], num_envs=12, autoreset_mode="SameStep")
    envs = PipelinedVectorEnv(IDS[game], 12, batch_size=batch_size, autoreset_mode="SameStep")
    for seed in (5, list(range(40, 52))):
        observations, infos = with_all.reset(seed=seed)
        results = observations, np.zeros(12), np.zeros(12, bool), np.zeros(12, bool), infos
        envs.async_reset(seed=seed)
        rng = np.random.default_rng(1)
        for _ in range(100):
            actions = choose(with_all.unwrapped.action_masks(), rng, 0)
            for first in range(0, 12, batch_size):
                rows = slice(first, first + batch_size)
                observations, rewards, terminations, truncations, infos = envs.recv()
                np.testing.assert_array_equal(infos["env_id"], np.arange(12)[rows])
                np.testing.assert_array_equal(observations, results[0][rows])
                for got, want in zip((rewards, terminations, truncations), results[1:4], strict=True):
                    np.testing.assert_array_equal(got, want[rows])
                np.testing.assert_array_equal(infos["action_mask"], results[4]["action_mask"][rows])
                envs.send(actions[rows])
            results = with_all.step(actions)
    envs.close()


def test_refusals() -> None:
    with pytest.raises(ConfigError, match="batch_size is 5: want a divisor of num_envs, which is 12"):
        PipelinedVectorEnv(IDS["gin"], 12, batch_size=5)
    with pytest.raises(ConfigError, match="want an environment of rummygym"):
        PipelinedVectorEnv("CartPole-v1", 2)
    envs = PipelinedVectorEnv(IDS["gin"], 4, illegal="raise")
    with pytest.raises(ConfigError, match="call async_reset first"):
        envs.recv()
    with pytest.raises(ConfigError, match="seed has 3 entries: want 4"):
        envs.async_reset(seed=[1, 2, 3])
    envs.async_reset(seed=1)
    with pytest.raises(ConfigError, match="no batch waits for actions"):
        envs.send([0, 0])
    infos = envs.recv()[4]
    with pytest.raises(IllegalActionError, match="table 1"):
        envs.send([int(infos["action_mask"][0].argmax()), 10_000])
    envs.send(infos["action_mask"].argmax(axis=1))
    envs.async_reset(seed=1)  # while a step is under way
    same(envs.recv()[4]["action_mask"], infos["action_mask"])


def test_tables_between_send_and_recv() -> None:
    """Nothing but recv and close is allowed, and a refused send leaves nothing under way."""
    tables = rummygym.Tables("gin", num_envs=3)
    with pytest.raises(ConfigError, match="reset first"):
        tables.send([0, 0, 0])
    with pytest.raises(ConfigError, match="no step was sent"):
        tables.recv()
    tables.reset(seed=1)
    with pytest.raises(IllegalActionError, match="table 2"):
        tables.send([*tables.masks.argmax(axis=1)[:2], 10_000])
    twin = rummygym.Tables("gin", num_envs=3)
    twin.reset(seed=1)
    actions = tables.masks.argmax(axis=1)
    tables.send(actions)
    for call in (
        lambda: tables.step(actions),
        lambda: tables.send(actions),
        tables.reset,
        tables.save,
        tables.observe,
        tables.show,
    ):
        with pytest.raises(BusyError, match="under way: receive its results first"):
            call()
    tables.recv()
    twin.step(actions)
    assert tables.save() == twin.save()
    tables.send(tables.masks.argmax(axis=1))
    tables.close()


def test_tables_that_nobody_receives_are_freed() -> None:
    for seed in range(20):
        tables = rummygym.Tables("indian", num_envs=64, fields="all")
        tables.reset(seed=seed)
        tables.send(tables.masks.argmax(axis=1))
        del tables
