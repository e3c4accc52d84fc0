"""The environments for RLlib, Ray's library of learning algorithms.

>>> import rummygym.rllib
>>> from ray.rllib.algorithms.ppo import PPOConfig
>>> config = PPOConfig().environment("rummygym/GinRummy-v1", env_config={"opponents": "simple"})

Importing the module registers four names with RLlib. ``env_config`` holds the arguments of the class.

====================================  =============================================================
``rummygym/IndianRummy-v1``           :class:`rummygym.envs.IndianRummyEnv`, one learner
``rummygym/GinRummy-v1``              :class:`rummygym.envs.GinRummyEnv`, one learner
``rummygym/IndianRummy-multi-v1``     :class:`IndianRummyMultiEnv`, RLlib plays all seats
``rummygym/GinRummy-multi-v1``        :class:`GinRummyMultiEnv`, RLlib plays all seats
====================================  =============================================================

All observations are ``{"observations": ..., "action_mask": int8 [A]}``, which :class:`CardRLModule` reads, and RLlib's
``ActionMaskingTorchRLModule``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.tune.registry import register_env
from typing_extensions import Unpack

from . import _endings
from ._abi import IllegalActionError
from ._arguments import whole
from .core import _Independent
from .envs import GinRummyEnv, GinRummyMatchEnv, IndianRummyEnv, IndianRummyMatchEnv, RummyEnv, TableOptions
from .options import Game, MultiAgentOptions, accepts
from .spec import Spec

__all__ = [
    "CardRLModule",
    "GinRummyMatchMultiEnv",
    "GinRummyMultiEnv",
    "IndianRummyMatchMultiEnv",
    "IndianRummyMultiEnv",
    "RummyMultiEnv",
    "register",
]

Dicts = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class RummyMultiEnv(_Independent, MultiAgentEnv):  # type: ignore[misc]
    """A table at which RLlib plays all seats, the agents ``player_0``, ``player_1`` and so on.

    :meth:`reset` and :meth:`step` return the observation of the one agent that is to move; ``step`` takes
    only the action of this agent. Rewards are those of all agents. The last step returns the final
    observations of the agents that have moved, with masks of 0. Every info has ``ending``, an index in
    ``metadata["endings"]``, ``winner``, ``points`` and ``rounds``, as in :class:`rummygym.envs.RummyEnv`.

    ``reset(seed=s)`` deals episode 0 of run s, and each following ``reset()`` the next one. If the first
    reset has no seed, the run is random.

    Args:
        config: the options by name, see :class:`rummygym.options.MultiAgentOptions`.
    """

    game: ClassVar[Game]

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._open(**dict[str, Any](config or {}))
        spec = self.table_spec
        self.possible_agents = [f"player_{s}" for s in range(spec.seats)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = dict.fromkeys(self.agents, self._observations.space)
        self.action_spaces = {agent: spaces.Discrete(spec.num_actions) for agent in self.agents}
        self.metadata = {"endings": _endings.names(spec)}
        self._begun = self._live = False
        self._moved: set[int] = set()  # seats that have had an observation in this episode

    @accepts(MultiAgentOptions)
    def _open(self, **options: Unpack[MultiAgentOptions]) -> None:
        seen = {**options, "masked": "observations"}
        self._options = TableOptions(self.game, seen, autoreset="disabled", workers=1)
        self._tables, self._observations = self._options.tables, self._options.observations

    @property
    def table_spec(self) -> Spec:
        """The description of the table: rules, names of actions, observation fields, and more."""
        return self._tables.spec

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        super().reset(seed=seed)
        t = self._tables
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        t.reset(seed)
        while t.players[0] < 0:  # the deal ended the game
            t.reset()
        self._begun = self._live = True
        self._moved = set()
        return self._observation()

    def step(self, action_dict: dict[str, Any]) -> Dicts:
        if not self._live:
            raise ResetNeeded("step before a reset or after the end of an episode: call reset first")
        t = self._tables
        seat = int(t.players[0])
        mover = self.agents[seat]
        if set(action_dict) != {mover}:
            raise IllegalActionError(
                f"actions of {', '.join(action_dict) or 'no agent'}: want one of {mover}, who is to move"
            )
        a = whole(f"action of {mover}", action_dict[mover])
        illegal = not (0 <= a < self.table_spec.num_actions and t.masks[0, a])
        t.check_open()
        rewards, terminated, truncated = dict.fromkeys(self.agents, 0.0), False, False
        if not illegal:
            t.actions[0] = a
            t.step()
            rewards = dict(zip(self.agents, t.rewards[0].tolist(), strict=True))
            if t.players[0] < 0:
                terminated, truncated = bool(t.terminated[0]), bool(t.truncated[0])
        elif self._options.penalty is None:
            legal = ", ".join(str(i) for i in np.flatnonzero(t.masks[0]))
            raise IllegalActionError(f"action {a} of {mover} is not legal: legal are {legal}")
        else:
            rewards[mover], terminated = self._options.penalty, True
        self._live = not (terminated or truncated)
        ends = {"__all__": terminated}, {"__all__": truncated}
        if self._live:
            observations, infos = self._observation()
            return observations, rewards, *ends, infos
        none = np.zeros(t.masks.shape[1], np.int8)
        seats = {self.agents[s]: s for s in sorted(self._moved)}
        last = {agent: self._observations.copy(t.observe(0, s), none) for agent, s in seats.items()}
        infos = {
            agent: _endings.of_illegal(t.spec) if illegal else _endings.of_outcome(t.spec, t.outcomes[0], s)
            for agent, s in seats.items()
        }
        return last, rewards, *ends, infos

    def _observation(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Return the observation and the info of the agent that is to move."""
        t = self._tables
        seat = int(t.players[0])
        self._moved.add(seat)
        agent = self.agents[seat]
        return {agent: self._observations.copy(t.observations[0], t.masks[0].view(np.int8))}, {agent: dict(_endings.IN_PLAY)}

    def close(self) -> None:
        self._tables.close()


class IndianRummyMultiEnv(RummyMultiEnv):
    """Indian Rummy. See :class:`RummyMultiEnv`."""

    game = "indian"


class GinRummyMultiEnv(RummyMultiEnv):
    """Gin Rummy. See :class:`RummyMultiEnv`."""

    game = "gin"


class IndianRummyMatchMultiEnv(RummyMultiEnv):
    """Matches of Indian Rummy. See :class:`RummyMultiEnv`."""

    game = "indian-match"


class GinRummyMatchMultiEnv(RummyMultiEnv):
    """Matches of Gin Rummy. See :class:`RummyMultiEnv`."""

    game = "gin-match"


class CardRLModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """A :class:`rummygym.torch.CardPolicy` with masked actions for RLlib's PPO, for environments with ``observation="cards"``.

    ``model_config`` holds the arguments of the CardPolicy:

    >>> spec = rummygym.describe("gin", observation="cards", fields="cards-and-counts,deadwood")  # fields as in env_config
    >>> config = config.rl_module(rl_module_spec=RLModuleSpec(module_class=CardRLModule, model_config={"spec": spec}))

    ``algorithm.get_module().cards.network().save("model.safetensors")`` writes a file that ``learned:`` plays.
    """

    def setup(self) -> None:
        from .torch import CardPolicy  # the environments need no torch

        names = ("spec", "width", "rounds", "never")  # RLlib adds keys of its own
        self.cards = CardPolicy(**{name: self.model_config[name] for name in names if name in self.model_config})

    def _forward(self, batch: Mapping[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits, values = self.cards(seen["observations"], seen["action_mask"])
        # RLlib's divergence of two distributions has no gradient where both are -inf.
        return {Columns.ACTION_DIST_INPUTS: logits.clamp(min=-1e9), Columns.EMBEDDINGS: values}

    def compute_values(self, batch: Mapping[str, Any], embeddings: Any = None) -> Any:
        return self.cards(batch[Columns.OBS]["observations"])[1] if embeddings is None else embeddings


def _single(env: type[RummyEnv], config: Mapping[str, Any]) -> RummyEnv:
    """Return an environment with one learner, of the arguments of RLlib's ``env_config``."""
    return env(masked="observations", **config)


def register() -> None:
    """Registers the environments with RLlib. Importing the module does so."""
    for name, single, multi in (
        ("IndianRummy", IndianRummyEnv, IndianRummyMultiEnv),
        ("GinRummy", GinRummyEnv, GinRummyMultiEnv),
        ("IndianRummyMatch", IndianRummyMatchEnv, IndianRummyMatchMultiEnv),
        ("GinRummyMatch", GinRummyMatchEnv, GinRummyMatchMultiEnv),
    ):
        register_env(f"rummygym/{name}-v1", partial(_single, single))
        register_env(f"rummygym/{name}-multi-v1", multi)


register()
