"""Functions as opponents, compared with the same networks as agents of the engine."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gamecases import IDS
from gymnasium.vector import AutoresetMode
from test_vector import choose, same

import rummygym
from rummygym import ConfigError, IllegalActionError, InterruptedTablesError
from rummygym.pipeline import PipelinedVectorEnv
from rummygym.policy import Policy

N = 5
TABLES = {
    "gin": ("gin", {}),
    "indian": ("indian", {"seating": "alternating", "reward_scale": 0.5}),
    "indian-cut": ("indian", {"max_steps": 9, "seat": 1, "potential": "min-dist"}),
    "indian-four": ("indian", {"rules": {"seats": 4, "packs": 2}, "seating": "alternating"}),
}


class Network:
    """A network as a function, for one observation and for the rows of several."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.calls = policy, 0

    def __call__(self, observations: Any, masks: np.ndarray) -> Any:
        self.calls += 1
        if masks.ndim == 1:
            return self.policy.act(observations[None], masks[None])[0][0]
        return self.policy.act(observations, masks)[0]


def players(game: str, options: dict[str, Any], folder: Path, number: int = 1) -> tuple[list[Any], list[str]]:
    """Returns networks as functions and as agents."""
    rules = {k: v for k, v in options.items() if k in ("rules", "preset")}
    functions, agents = [], []
    for seed in range(number):
        policy = Policy.new(rummygym.describe(game, **rules), hidden=[8], seed=seed, temperature=0)
        policy.save(folder / f"{seed}.safetensors")
        functions.append(Network(policy))
        agents.append(f"learned:{folder / f'{seed}.safetensors'}")
    return functions, agents


def compare(ours: Any, theirs: Any, mode: AutoresetMode, steps: int = 80) -> None:
    """Plays the same random actions in two environments, and compares all results."""
    rng = np.random.default_rng(1)
    for k in range(steps):
        masks = ours.unwrapped.action_masks()
        actions = choose(masks, rng, 0.01)
        results = ours.step(actions)
        same(results, theirs.step(actions))
        over = results[2] | results[3]
        if mode is AutoresetMode.DISABLED and over.any():
            same(ours.reset(options={"reset_mask": over}), theirs.reset(options={"reset_mask": over}))
        if k == steps // 2:
            ours = copy.deepcopy(ours)


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda m: m.value)
@pytest.mark.parametrize("name", TABLES)
def test_functions_play_as_agents(name: str, mode: AutoresetMode, tmp_path: Path) -> None:
    game, options = TABLES[name]
    (function, other), (agent, another) = players(game, options, tmp_path, 2)
    seats = rummygym.describe(game, rules=options.get("rules")).seats
    more: dict[str, Any] = {"num_envs": N, "autoreset_mode": mode, **options}
    pairs: list[tuple[Any, Any]] = [
        (function, agent),
        ([function, *["random"] * (seats - 2)], [agent, *["random"] * (seats - 2)]),
    ]
    each = [(function, agent), (other, another), ("random", "random")]
    drawn = [each[i] for i in np.random.default_rng(2).integers(3, size=N * (seats - 1))]
    pairs.append(([f for f, _ in drawn], [a for _, a in drawn]))
    for played, named in pairs:
        ours = gymnasium.make_vec(IDS[game], opponents=played, **more)
        theirs = gymnasium.make_vec(IDS[game], opponents=named, **more)
        same(ours.reset(seed=3), theirs.reset(seed=3))
        compare(ours, theirs, mode)
    assert function.calls > 0 and other.calls > 0


@pytest.mark.parametrize("name", TABLES)
def test_single_environment(name: str, tmp_path: Path) -> None:
    game, options = TABLES[name]
    [function], [agent] = players(game, options, tmp_path)
    ours, theirs = (gymnasium.make(IDS[game], opponents=x, **options) for x in (function, agent))
    rng = np.random.default_rng(1)
    for seed in (1, None, 2, None):
        a, b = ours.reset(seed=seed), theirs.reset(seed=seed)
        same(a, b)
        ours = pickle.loads(pickle.dumps(ours))
        over = False
        while not over:
            action = choose(a[1]["action_mask"][None], rng, 0)[0]
            a, b = ours.step(action), theirs.step(action)
            same(a, b)
            a, over = (a[0], a[4]), a[2] or a[3]


def test_functions_see_the_form_of_the_learner() -> None:
    seen: list[Any] = []

    def first(observation: Any, mask: np.ndarray) -> int:
        assert mask.dtype == np.bool_
        seen.append(observation)
        return int(np.flatnonzero(mask)[0])

    for form in ("flat", "scaled", "dict", "scaled-dict", "cards", "actions"):
        env = gymnasium.make(IDS["gin"], opponents=first, observation=form, masked="observation")
        seen.clear()
        env.reset(seed=1)
        while not seen:
            env.step(env.unwrapped.action_masks().argmax())
        assert seen.pop() in env.observation_space


def test_a_pipeline_of_functions(tmp_path: Path) -> None:
    [function], [agent] = players("gin", {}, tmp_path)
    ours, theirs = (
        PipelinedVectorEnv(IDS["gin"], 4, opponents=x, autoreset_mode="SameStep") for x in (function, agent)
    )
    ours.async_reset(seed=2)
    theirs.async_reset(seed=2)
    for _ in range(100):
        a, b = ours.recv(), theirs.recv()
        same(a, b)
        for envs in (ours, theirs):
            envs.send(a[4]["action_mask"].argmax(axis=1))


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda masks: 0, ConfigError, r"an opponent returned int64 of shape \(\): want whole numbers of shape"),
        (lambda masks: masks.argmax(axis=1) * 0.5, ConfigError, "an opponent returned float64"),
        (lambda masks: (~masks).argmax(axis=1), IllegalActionError, r"a function that plays an opponent: .*illegal action"),
        (lambda masks: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_wrong_functions(wrong: Any, error: type[Exception], message: str) -> None:
    choices = [lambda masks: masks.argmax(axis=1)]
    envs = gymnasium.make_vec(IDS["gin"], num_envs=3, opponents=lambda observations, masks: choices[-1](masks))

    def step(times: int = 1) -> None:
        for _ in range(times):
            envs.step(envs.unwrapped.action_masks().argmax(axis=1))

    envs.reset(seed=1)
    choices.append(wrong)
    with pytest.raises(error, match=message):
        step(9)
    choices.pop()
    with pytest.raises(InterruptedTablesError, match="reset all tables"):
        step()
    with pytest.raises(InterruptedTablesError, match="reset all tables"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    envs.reset()
    step()


def test_wrong_opponents() -> None:
    env = gymnasium.make(IDS["gin"], opponents=lambda observation, mask: mask, seat=1, preset="openspiel")
    with pytest.raises(ConfigError, match=r"an opponent returned bool of shape .*: want a whole number"):
        env.reset(seed=1)
    with pytest.raises(ConfigError, match="2 opponents at 3 tables of 2"):
        gymnasium.make_vec(IDS["gin"], num_envs=3, opponents=["simple", "sigra"])


def test_mixes_and_opponents_of_each_table() -> None:
    mix = "mix:{2:simple,sigra}"
    name = "rummygym/GinRummyMatch-v1"  # episodes longer than the test
    envs = gymnasium.make_vec(name, num_envs=3, opponents=["simple", mix, "random"])
    singles = [gymnasium.make(name, opponents=x) for x in ("simple", mix, "random")]
    seen, _ = envs.reset(seed=4)
    for i, env in enumerate(singles):
        observation, _ = env.reset(seed=4 + i)
        np.testing.assert_array_equal(seen[i], observation)
    for _ in range(30):
        actions = envs.unwrapped.action_masks().argmax(axis=1)
        seen, _, over, _, _ = envs.step(actions)
        assert not over.any()
        for i, env in enumerate(singles):
            np.testing.assert_array_equal(seen[i], env.step(actions[i])[0])
