"""The PettingZoo environments: PettingZoo's tests, and cases that these do not cover."""

from __future__ import annotations

import copy
import pickle
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test  # noqa: E402

from rummygym import ConfigError, IllegalActionError  # noqa: E402
from rummygym.pettingzoo import gin_rummy_match_v0, gin_rummy_v0, indian_rummy_match_v0, indian_rummy_v0  # noqa: E402

CASES: dict[str, tuple[ModuleType, dict[str, Any]]] = {
    "indian": (indian_rummy_v0, {}),
    "indian-3": (indian_rummy_v0, {"num_players": 3, "rules": {"packs": 2}}),
    "indian-4": (indian_rummy_v0, {"num_players": 4, "rules": {"packs": 2}}),
    "indian-5": (indian_rummy_v0, {"num_players": 5, "rules": {"packs": 2}}),
    "indian-6": (indian_rummy_v0, {"num_players": 6, "rules": {"packs": 2}, "observation": "dict"}),
    "indian-shaped": (indian_rummy_v0, {"potential": "min-dist"}),
    "gin": (gin_rummy_v0, {}),
    "gin-hand": (gin_rummy_v0, {}),
    "gin-dict": (gin_rummy_v0, {"observation": "dict", "fields": "all"}),
    "gin-scaled": (gin_rummy_v0, {"observation": "scaled", "max_steps": 60}),
    "gin-cards": (gin_rummy_v0, {"observation": "cards", "max_steps": 60}),
    "gin-actions": (gin_rummy_v0, {"observation": "actions", "fields": "cards", "max_steps": 60}),
    "gin-bytes": (gin_rummy_v0, {"dtype": "uint8", "max_steps": 60}),
    "gin-openspiel": (gin_rummy_v0, {"preset": "openspiel"}),
    "gin-cut": (gin_rummy_v0, {"max_steps": 40}),
    "pool-4": (indian_rummy_match_v0, {"num_players": 4, "rules": {"rejoins": 1}}),
    "hollywood": (gin_rummy_match_v0, {"preset": "hollywood", "observation": "dict", "max_steps": 60}),
}

every_case = pytest.mark.parametrize(("module", "options"), CASES.values(), ids=CASES)

# Warnings that PettingZoo has for every environment with masks, or without images as observations.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "(no legal actions)",
)


def unexpected(caught: list[warnings.WarningMessage]) -> list[str]:
    return [str(w.message) for w in caught if not any(e in str(w.message) for e in EXPECTED)]


@every_case
def test_pettingzoo_tests(module: ModuleType, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PIL")  # render_test tries all render modes

    def make(**more: Any) -> Any:
        return module.env(**options, **more)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=300)
        seed_test(make, num_cycles=300)
        render_test(make)
        state_test(make(), module.parallel_env(**options))
    assert not unexpected(caught)


@every_case
def test_pettingzoo_parallel_tests(module: ModuleType, options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parallel_api_test(module.parallel_env(**options), num_cycles=300)
        parallel_seed_test(lambda: module.parallel_env(**options), num_cycles=300)
    assert not unexpected(caught)


def play(env: Any, rng: np.random.Generator, steps: int) -> list[Any]:
    """Plays random legal actions and returns the results of all calls of last()."""
    results = []
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, info = env.last()
        results.append((agent, observation, reward, terminated, truncated, dict(info), env.state()))
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return results


@every_case
@pytest.mark.parametrize("way", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))], ids=["deepcopy", "pickle"])
def test_copies_continue_identically(module: ModuleType, options: dict[str, Any], way: Any) -> None:
    env = module.raw_env(**{k: v for k, v in options.items() if k != "num_players"})
    env.reset(seed=3)
    for steps in (0, 1, 6, 20):
        play(env, np.random.default_rng(1), steps)
        twin = way(env)
        assert data_equivalence(
            play(env, np.random.default_rng(2), 25), play(twin, np.random.default_rng(2), 25), exact=True
        )
        if not env.agents:
            env.reset()


@every_case
def test_rewards_are_the_gains_of_all(module: ModuleType, options: dict[str, Any]) -> None:
    env = module.env(**options)
    rng = np.random.default_rng(1)
    for episode in range(1 if module is gin_rummy_v0 and not options.get("max_steps") else 5):
        env.reset(seed=1 if episode == 0 else None)
        total = dict.fromkeys(env.agents, 0.0)
        while env.agents:
            observation, reward, terminated, truncated, _ = env.last()
            total[env.agent_selection] += reward
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        if "potential" not in options:
            assert sum(total.values()) == pytest.approx(0)
            assert any(total.values()) or options or module is gin_rummy_v0


@every_case
def test_infos_hold_the_masks_of_observations(module: ModuleType, options: dict[str, Any]) -> None:
    env = module.env(**options)
    rng = np.random.default_rng(1)
    for seed in range(3):
        env.reset(seed=seed)
        for agent in env.agent_iter(60):
            *_, terminated, truncated, info = env.last()
            for a in env.agents:
                mask = env.infos[a]["action_mask"]
                assert (mask == env.observe(a)["action_mask"]).all()
                assert mask.any() == (a == agent and not (terminated or truncated))
            info["action_mask"][:] = 1  # a copy
            legal = np.flatnonzero(env.observe(agent)["action_mask"] != (seed == 2 and rng.random() < 0.05))
            env.step(None if terminated or truncated else rng.choice(legal))


@every_case
def test_parallel_infos_hold_the_masks_of_observations(module: ModuleType, options: dict[str, Any]) -> None:
    env = module.parallel_env(**options)
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    for _ in range(60):
        legal = {a: np.flatnonzero(infos[a]["action_mask"]) for a in env.agents}
        observations, _, _, _, infos = env.step({a: rng.choice(x) if len(x) else 0 for a, x in legal.items()})
        assert all((infos[a]["action_mask"] == x["action_mask"]).all() for a, x in observations.items())
        if not env.agents:
            _, infos = env.reset()


def test_agents_not_to_move_have_no_legal_actions() -> None:
    env = indian_rummy_v0.env(num_players=3, rules={"packs": 2})
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        row = env.unwrapped.possible_agents.index(agent)
        assert (env.state().reshape(3, -1)[row] == env.observe(agent)["observation"]).all()


def test_illegal_actions() -> None:
    env = gin_rummy_v0.env(penalty=-3)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(int(env.observe(loser)["action_mask"].argmin()))
    assert env.rewards == {a: -3.0 if a == loser else 0 for a in env.agents}
    assert all(env.terminations.values())
    raises = gin_rummy_v0.env(illegal="raise")
    raises.reset(seed=1)
    with pytest.raises(IllegalActionError):
        raises.step(int(raises.observe(loser)["action_mask"].argmin()))
    with pytest.raises(ConfigError, match="illegal"):
        gin_rummy_v0.env(illegal="ignore")
    with pytest.raises(ConfigError, match="render_mode"):
        gin_rummy_v0.env(render_mode="film")


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo has register since 1.27")
@pytest.mark.parametrize("name", ["indian_rummy", "gin_rummy", "indian_rummy_match", "gin_rummy_match"])
def test_registered(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = pettingzoo.make("aec", f"rummygym/{name}_v0", render_mode="ansi")
        parallel = pettingzoo.make("parallel", f"rummygym/{name}_v0")
    env.reset(seed=1)
    assert "seat 0" in env.render()
    assert set(parallel.reset(seed=1)[0]) == {"player_0", "player_1"}
