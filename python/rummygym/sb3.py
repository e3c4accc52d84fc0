"""Tables for Stable-Baselines3 and sb3-contrib: one call steps all of them, on all cores.

>>> from rummygym.sb3 import CardMaskablePolicy, RummyVecEnv
>>> from sb3_contrib import MaskablePPO
>>> env = RummyVecEnv("rummygym/GinRummy-v1", 64, opponents="simple", observation="cards")
>>> model = MaskablePPO(CardMaskablePolicy, env, policy_kwargs={"spec": env.table_spec}).learn(100_000)
>>> model.policy.network().save("model.safetensors")  # plays as learned:model.safetensors

The package does not import this module by itself, because Stable-Baselines3 imports torch.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.torch_layers import CombinedExtractor
from stable_baselines3.common.vec_env import VecEnv
from typing_extensions import Unpack

from ._abi import ConfigError
from .core import _Independent
from .options import EnvOptions, accepts
from .policy import Policy
from .spec import Spec
from .torch import CardPolicy

__all__ = ["CardMaskablePolicy", "RummyVecEnv"]


class CardMaskablePolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """A :class:`rummygym.torch.CardPolicy` for ``MaskablePPO`` of sb3-contrib, for tables with ``observation="cards"``.

    Args:
        spec: The tables', ``RummyVecEnv.table_spec``.
        width, rounds, never: Of the CardPolicy.
    """

    def __init__(
        self, *args: Any, spec: Spec, width: int = 32, rounds: int = 2, never: Sequence[str] = (), **kwargs: Any
    ) -> None:
        self._of_cards: dict[str, Any] = {"spec": spec, "width": width, "rounds": rounds, "never": never}
        super().__init__(*args, features_extractor_class=CombinedExtractor, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.cards = CardPolicy(**self._of_cards)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        names = ("observation_space", "action_space", "optimizer_class", "optimizer_kwargs")
        return {name: getattr(self, name) for name in names} | self._of_cards | {"lr_schedule": self._dummy_schedule}

    def _both(self, obs: Any, masks: Any) -> tuple[MaskableDistribution, Any]:
        """Return the distribution of actions and the values."""
        logits, values = self.cards(obs)
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if masks is not None:
            distribution.apply_masking(masks)
        return distribution, values[:, None]

    def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> tuple[Any, Any, Any]:
        distribution, values = self._both(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(self, obs: Any, actions: Any, action_masks: Any = None) -> tuple[Any, Any, Any]:
        distribution, values = self._both(obs, action_masks)
        return values, distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: Any = None) -> MaskableDistribution:
        return self._both(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> Any:
        return self.cards(obs)[1][:, None]

    def network(self, notes: Mapping[str, str] | None = None) -> Policy:
        """Returns the network as it is now, for a file that ``learned:`` plays."""
        return self.cards.network(notes)


@accepts(EnvOptions)
class RummyVecEnv(_Independent, VecEnv):  # type: ignore[misc]
    """N tables as a ``VecEnv``, played as :class:`rummygym.vector.RummyVectorEnv` plays them.

    An info has the keys of the single environment. That of an episode's last step also has
    ``terminal_observation`` and, as after SB3's ``Monitor``, ``episode``: its return ``r``, its number
    of steps ``l``, and the seconds ``t`` since the environment was made. ``env_method("action_masks")`` returns
    the legal actions, for ``MaskablePPO``.

    Args:
        id: ``"rummygym/IndianRummy-v1"`` or ``"rummygym/GinRummy-v1"``.
        n_envs: number of tables, N.
        workers: number of cores that step the tables, 0 for all. Results do not depend on it.
    """

    def __init__(self, id: str, n_envs: int = 1, *, workers: int = 0, **options: Unpack[EnvOptions]) -> None:
        made = gymnasium.make_vec(id, num_envs=n_envs, autoreset_mode="SameStep", workers=workers, **options)
        self._envs: Any = made
        self._actions: Any = None
        self._returns, self._lengths = np.zeros(n_envs), np.zeros(n_envs, np.int64)
        self._start = time.monotonic()
        super().__init__(n_envs, self._envs.single_observation_space, self._envs.single_action_space)
        self.metadata |= {"endings": self._envs.metadata["endings"]}

    def reset(self) -> Any:
        if any(self._options):
            raise ConfigError(f"options are {self._options!r}: the reset of tables takes none")
        seeds = None if all(s is None for s in self._seeds) else self._seeds
        observations, infos = self._envs.reset(seed=seeds)
        self.reset_infos = _rows(infos, range(self.num_envs))
        self._returns[:], self._lengths[:] = 0, 0
        self._reset_seeds()
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observations, rewards, terminated, truncated, infos = self._envs.step(self._actions)
        over = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        rows = _rows(infos, range(self.num_envs))
        for row in rows:
            row["TimeLimit.truncated"] = False
        ended = np.flatnonzero(over)
        if len(ended):
            seconds = round(time.monotonic() - self._start, 6)
            for i, last in zip(ended, _rows(infos["final_info"], ended), strict=True):
                self.reset_infos[i] = rows[i]
                del rows[i]["TimeLimit.truncated"]
                rows[i] = last | {
                    "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                    "terminal_observation": infos["final_obs"][i],
                    "episode": {"r": round(float(self._returns[i]), 6), "l": int(self._lengths[i]), "t": seconds},
                }
            self._returns[over], self._lengths[over] = 0, 0
        return observations, rewards.astype(np.float32), over, rows

    def close(self) -> None:
        self._envs.close()

    @property
    def table_spec(self) -> Spec:
        """The description of the tables: rules, names of actions, observation fields, and more."""
        spec: Spec = self._envs.unwrapped.table_spec
        return spec

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, bool [N, A]."""
        masks: np.ndarray = self._envs.action_masks()
        return masks

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        of_a_table = ("observation_space", "action_space")
        value = getattr(self if attr_name in of_a_table else self._envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise ConfigError(f"attribute {attr_name!r} of a table cannot be set: give options to RummyVecEnv")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name not in ("action_masks", "render"):
            raise ConfigError(f"tables have no method {method_name!r}: want 'action_masks' or 'render'")
        values = getattr(self._envs, method_name)(*method_args, **method_kwargs)
        return [None if values is None else values[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Returns True for SB3's ``Monitor``, because infos have the statistics of episodes."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return self.env_method("render") if self.render_mode == "rgb_array" else [None] * self.num_envs


def _rows(infos: dict[str, Any], tables: Any) -> list[dict[str, Any]]:
    """Returns the infos of some tables, one dict each."""
    keys = [key for key in infos if f"_{key}" in infos and not key.startswith("final_")]
    columns = [infos[key] for key in keys]
    return [dict(zip(keys, (column[i] for column in columns), strict=True)) for i in tables]
