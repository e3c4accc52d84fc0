"""The AEC environment of PettingZoo: a table at which the caller plays all seats."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .. import _endings
from .._arguments import choice, real, whole
from .._observations import Form, Observations
from ..core import Spec, Tables
from ..envs import MAX_STEPS
from ..render import RENDER_MODES, colored, picture

__all__ = ["TableEnv", "wrapped"]


class TableEnv(AECEnv[str, dict[str, Any], Any]):  # type: ignore[misc]
    """The environment without wrappers: an illegal action raises IllegalActionError.

    An observation is ``{"observation": ..., "action_mask": int8 [A]}``. The mask is all
    0 for agents that are not to move. ``state()`` is the vectors [P * L] of all seats,
    concatenated. A player that drops stays an agent until the end, where it
    gets its reward, but has no more turns. Every agent's info has ``ending``, an index in
    ``metadata["endings"]``, ``winner``, ``points`` and ``rounds`` from the first step on, as in
    :class:`rummygym.envs.RummyEnv`.

    ``reset(seed=s)`` deals episode 0 of run s, and each following ``reset()`` the next
    one. It can be pickled and copied at any time, and the copy continues identically.

    Args:
        preset, rules, fields, dtype, observation, max_steps, reward_scale, potential,
            potential_scale, gamma: as in :class:`rummygym.envs.RummyEnv`.
        render_mode: None, ``"ansi"``, ``"rgb_array"``, which needs Pillow, or
            ``"human"``, which prints the table in colours after every step.
        render_seat: the view to render: ``"all"`` cards, ``"mover"`` or a seat.
    """

    game: ClassVar[str]
    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self,
        *,
        preset: str | None = None,
        rules: Mapping[str, int | str] | None = None,
        fields: str | None = None,
        dtype: str = "float32",
        observation: Form = "flat",
        max_steps: int = MAX_STEPS,
        reward_scale: float = 1.0,
        potential: str | None = None,
        potential_scale: float = 1.0,
        gamma: float = 1.0,
        render_mode: str | None = None,
        render_seat: int | Literal["all", "mover"] = "all",
    ) -> None:
        super().__init__()
        choice("render_mode", render_mode, [None, *RENDER_MODES])
        engine: dict[str, Any] = {} if fields is None else {"fields": fields}
        self._tables = Tables(
            self.game,
            preset=preset,
            rules=rules,
            dtype=dtype,
            max_steps=max_steps,
            reward_scale=reward_scale,
            potential=potential,
            potential_scale=potential_scale,
            gamma=gamma,
            autoreset="disabled",
            workers=1,
            **engine,
        )
        spec = self._tables.spec
        choice("render_seat", render_seat, ["all", "mover"], spec.seats)
        self.metadata = {**type(self).metadata, "endings": _endings.names(spec)}  # type: ignore[misc]
        self._observations = Observations(spec, observation, "observation")
        self.render_mode, self._render_seat = render_mode, render_seat
        self.possible_agents = [f"player_{s}" for s in range(spec.seats)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: Observations(spec, observation, "observation").space for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(spec.num_actions) for agent in self.possible_agents}
        one = self._observations.vectors
        self.state_space = spaces.Box(np.tile(one.low, spec.seats), np.tile(one.high, spec.seats), dtype=one.dtype.type)

    @property
    def table_spec(self) -> Spec:
        """The description of the table: rules, names of actions, observation fields, and more."""
        return self._tables.spec

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._tables.reset(seed)
        while self._tables.players[0] < 0:  # the deal ended the game
            self._tables.reset()
        self.agents = self.possible_agents[:]
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: dict(_endings.IN_PLAY) for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._tables.players[0]]
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        t = self._tables
        t.step([whole("action", action)])
        self._cumulative_rewards[agent] = 0.0
        rewards = t.rewards[0].tolist()
        for a, r in zip(self.possible_agents, rewards, strict=True):
            self.rewards[a] = r
        player = int(t.players[0])
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
        else:
            terminated, truncated = bool(t.terminated[0]), bool(t.truncated[0])
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.infos = {a: _endings.of_outcome(t.spec, t.outcomes[0], s) for s, a in enumerate(self.possible_agents)}
        self._accumulate_rewards()
        if player < 0:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        choice("agent", agent, self.possible_agents)
        t, seat = self._tables, self.possible_agents.index(agent)
        moves = t.players[0] == seat
        mask = t.masks[0].copy()
        if moves:
            row = t.observations[0]
        else:
            row = t.observe(0, seat)
            mask[:] = 0
        seen: dict[str, Any] = self._observations.copy(row, mask)
        return seen

    def state(self) -> np.ndarray:
        """Returns the vectors of all seats, concatenated, [P * L]."""
        return self._observations.vector(self._tables.observe(0)).ravel()

    def render(self) -> Any:
        if self.render_mode is None:
            warnings.warn("render() without a render_mode: give one to env(), such as render_mode='ansi'", stacklevel=2)
            return None
        seat = self._render_seat
        if seat == "mover":
            seat = self.possible_agents.index(self.agent_selection)
        scene = self._tables.show(0, None if seat == "all" else seat)
        if self.render_mode == "human":
            print(colored(scene["text"]))
            return None
        return picture(scene) if self.render_mode == "rgb_array" else scene["text"]

    def close(self) -> None:
        self._tables.close()


class _TerminateIllegal(wrappers.TerminateIllegalWrapper[str, dict[str, Any], Any]):  # type: ignore[misc]
    """PettingZoo's wrapper, which does not tell of the end in the infos."""

    def step(self, action: Any) -> None:
        before = self._terminated
        super().step(action)
        if self._terminated and not before:
            table: TableEnv = self.env.unwrapped
            table.infos = {agent: _endings.of_illegal(table.table_spec) for agent in table.agents}


def wrapped(env: TableEnv, illegal: str, penalty: float | None) -> AECEnv[str, dict[str, Any], Any]:
    """Returns env in the wrappers that PettingZoo's environments have."""
    choice("illegal", illegal, ["penalty", "raise"])
    if illegal == "penalty":
        reward = -100.0 * env.table_spec.reward_scale if penalty is None else real("penalty", penalty)
        env = _TerminateIllegal(env, illegal_reward=reward)
    return wrappers.OrderEnforcingWrapper(env)
