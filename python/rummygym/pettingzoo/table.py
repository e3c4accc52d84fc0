"""The AEC environment of PettingZoo: a table at which the caller plays all seats."""

from __future__ import annotations

import copy
import warnings
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from typing_extensions import Unpack

from .. import _endings
from .._arguments import choice, whole
from ..core import _Independent
from ..envs import TableOptions, show_table
from ..options import Game, PettingZooOptions, RawPettingZooOptions, accepts
from ..render import RENDER_MODES, colored
from ..spec import Spec

__all__ = ["TableEnv", "makers"]

_Env = TypeVar("_Env", covariant=True)


class _Maker(Protocol[_Env]):
    """A function that returns an environment with the given options."""

    def __call__(self, **options: Unpack[PettingZooOptions]) -> _Env: ...


@accepts(RawPettingZooOptions)
class TableEnv(_Independent, AECEnv[str, dict[str, Any], Any]):  # type: ignore[misc]
    """The environment without wrappers: an illegal action raises IllegalActionError.

    An observation is ``{"observation": ..., "action_mask": int8 [A]}``. The mask is all 0 for agents that are
    not to move. ``state()`` returns the observations of all seats, concatenated [P * L]. A player that drops
    stays an agent until the end, where it gets its reward, but has no more turns. Every agent's info has
    ``action_mask``, the mask of its observation, and ``ending``, an index in ``metadata["endings"]``, ``winner``,
    ``points`` and ``rounds`` from the first step on, as in :class:`rummygym.envs.RummyEnv`.

    ``reset(seed=s)`` deals episode 0 of run s, and each following ``reset()`` the next
    one. It can be pickled and copied at any time, and the copy continues identically.
    """

    game: ClassVar[Game]
    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2, "is_parallelizable": False}

    def __init__(self, **options: Unpack[RawPettingZooOptions]) -> None:
        super().__init__()
        seen = {**options, "masked": "observation"}
        self._options = TableOptions(self.game, seen, ["all", "mover"], autoreset="disabled", workers=1)
        self._tables, self._observations = self._options.tables, self._options.observations
        spec = self._tables.spec
        self.metadata = {**type(self).metadata, "endings": _endings.names(spec)}  # type: ignore[misc]
        self.render_mode = self._options.render_mode
        self.possible_agents = [f"player_{s}" for s in range(spec.seats)]
        self._nothing = np.zeros(spec.num_actions, np.int8)  # the mask of who is not to move
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: copy.deepcopy(self._observations.space) for agent in self.possible_agents
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

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._tables.reset(seed)
        while self._tables.players[0] < 0:  # the deal ended the game
            self._tables.reset()
        self._begin(int(self._tables.players[0]))

    def _begin(self, player: int) -> None:
        """Begins an episode, in which the player moves first."""
        self.agents = self.possible_agents[:]
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[player]
        self._inform()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player, rewards = self._play(whole("action", action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
        else:
            truncated = bool(self._tables.truncated[0])
            self.terminations = dict.fromkeys(self.agents, not truncated)
            self.truncations = dict.fromkeys(self.agents, truncated)
        self._inform()
        self._accumulate_rewards()
        if player < 0:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> tuple[int, list[float]]:
        """Plays an action, and returns the seat to move, -1 after the end, and the rewards of the seats."""
        t = self._tables
        if 0 <= action < len(self._nothing):
            t.actions[0] = action
            t.step()
        else:
            t.step([action])  # whose error says so
        return int(t.players[0]), t.rewards[0].tolist()

    def _inform(self, told: dict[str, Any] | None = None) -> None:
        """Sets the infos to the legal actions and what is told to all, by default how the episode ended."""
        t, self.infos = self._tables, {}
        if told is None and t.players[0] >= 0:
            told = _endings.IN_PLAY
        for seat, agent in enumerate(self.agents):
            info = _endings.of_outcome(t.spec, t.outcomes[0], seat) if told is None else told.copy()
            info["action_mask"] = self._mask(agent)
            self.infos[agent] = info

    def _mask(self, agent: str) -> np.ndarray:
        """Returns the legal actions of an agent as a new array, all 0 if it is not to move."""
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            return self._legal()
        return self._nothing.copy()

    def _legal(self) -> np.ndarray:
        """Returns the legal actions of the agent to move as a new array."""
        legal: np.ndarray = self._tables.masks[0].astype(np.int8)
        return legal

    def observe(self, agent: str) -> dict[str, Any]:
        choice("agent", agent, self.possible_agents)
        t, seat = self._tables, self.possible_agents.index(agent)
        row = t.observations[0] if t.players[0] == seat else t.observe(0, seat)
        seen: dict[str, Any] = self._observations.copy(row, self._mask(agent))
        return seen

    def state(self) -> np.ndarray:
        """Returns the vectors of all seats, concatenated, [P * L]."""
        return self._tables.observe(0).ravel()

    def render(self) -> Any:
        if self.render_mode is None:
            warnings.warn("render() without a render_mode: give one to env(), such as render_mode='ansi'", stacklevel=2)
            return None
        seat = self._options.render_seat
        if seat == "mover":
            seat = self.possible_agents.index(self.agent_selection)
        shown = show_table(self._tables, 0, self.render_mode, seat)
        if self.render_mode == "human":
            print(colored(str(shown)))
            return None
        return shown

    def close(self) -> None:
        self._tables.close()


class _TerminateIllegal(wrappers.TerminateIllegalWrapper[str, dict[str, Any], Any]):  # type: ignore[misc]
    """PettingZoo's wrapper, which does not report the end in the infos."""

    def step(self, action: Any) -> None:
        self.env.unwrapped._tables.check_open()
        before = self._terminated
        super().step(action)
        if self._terminated and not before:
            table: TableEnv = self.env.unwrapped
            table._inform(_endings.of_illegal(table.table_spec))


class _Ordered(_Independent, wrappers.OrderEnforcingWrapper[str, dict[str, Any], Any]):  # type: ignore[misc]
    """PettingZoo's wrapper, whose shallow copy would share the table."""


def makers(
    raw_env: type[TableEnv],
) -> tuple[_Maker[AECEnv[str, dict[str, Any], Any]], _Maker[ParallelEnv[str, dict[str, Any], Any]]]:
    """Returns the functions ``env`` and ``parallel_env`` of a module of PettingZoo."""

    @accepts(PettingZooOptions)
    def env(**options: Unpack[PettingZooOptions]) -> AECEnv[str, dict[str, Any], Any]:
        """Returns the environment in PettingZoo's wrappers."""
        return _wrapped(raw_env, **options)

    @accepts(PettingZooOptions)
    def parallel_env(**options: Unpack[PettingZooOptions]) -> ParallelEnv[str, dict[str, Any], Any]:
        """Returns the parallel environment, which ignores actions of agents that are not to move."""
        return turn_based_aec_to_parallel(env(**options))

    return env, parallel_env


def _wrapped(raw_env: type[TableEnv], *, illegal: Any, penalty: Any, **options: Any) -> AECEnv[str, dict[str, Any], Any]:
    """Returns an environment in the wrappers that PettingZoo's environments have."""
    if (seats := options.pop("num_players", None)) is not None:
        options["rules"] = {**(options.get("rules") or {}), "seats": seats}
    env = raw_env(**options)
    reward = _endings.penalty(env.table_spec, illegal, penalty)
    return _Ordered(env if reward is None else _TerminateIllegal(env, illegal_reward=reward))
