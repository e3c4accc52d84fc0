"""Steps some tables while the learner chooses actions for others, with send and recv as in EnvPool.

>>> import rummygym.pipeline
>>> envs = rummygym.pipeline.PipelinedVectorEnv("rummygym/GinRummy-v1", 256, batch_size=128, opponents="simple")
>>> envs.async_reset(seed=1)
>>> for _ in range(1000):
...     observations, rewards, terminations, truncations, infos = envs.recv()
...     envs.send(policy(observations, infos["action_mask"]))  # a batch of 128

``recv`` returns the batches in a fixed order. So the results of table i are the same as in one vector environment
of all tables, whatever the speed of the learner and the number of cores.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from ._abi import ConfigError
from ._arguments import whole
from .core import _Independent
from .vector import RummyVectorEnv

__all__ = ["PipelinedVectorEnv"]


class PipelinedVectorEnv(_Independent):
    """N tables in batches, each a :class:`rummygym.vector.RummyVectorEnv`.

    With two batches, the engine steps one batch on another core while the learner handles the other batch. The gain
    is largest if the learner takes about as long as a step. More batches keep more than two cores busy.

    Args:
        id: name of the environments, such as "rummygym/GinRummy-v1".
        num_envs: number of tables, N.
        batch_size: number of tables that ``recv`` returns, a divisor of N; None: N / 2.
        options: the options of ``gymnasium.make_vec(id, ...)``.
    """

    def __init__(self, id: str, num_envs: int, *, batch_size: int | None = None, **options: Any) -> None:
        self.num_envs = whole("num_envs", num_envs, 1)
        self.batch_size = whole("batch_size", (num_envs + 1) // 2 if batch_size is None else batch_size, 1)
        if num_envs % self.batch_size:
            raise ConfigError(f"batch_size is {self.batch_size}: want a divisor of num_envs, which is {num_envs}")
        self.batches: list[RummyVectorEnv] = []
        for _ in range(num_envs // self.batch_size):
            batch = gymnasium.make_vec(id, num_envs=self.batch_size, **options)
            if not isinstance(batch, RummyVectorEnv):
                raise ConfigError(f"id is {id!r}: want an environment of rummygym, such as 'rummygym/GinRummy-v1'")
            self.batches.append(batch)
        first = self.batches[0]
        self.observation_space, self.single_observation_space = first.observation_space, first.single_observation_space
        self.action_space, self.single_action_space = first.action_space, first.single_action_space
        self.autoreset_mode: AutoresetMode = first.autoreset_mode
        self._ids = np.arange(num_envs).reshape(-1, self.batch_size)
        self._dealt: dict[int, tuple[Any, dict[str, Any]]] = {}  # results of async_reset, by batch
        self._under: deque[int] = deque()  # batches that recv will return, in order
        self._held: deque[int] = deque()  # batches that wait for send, in order

    def async_reset(self, *, seed: int | Sequence[int | None] | None = None) -> None:
        """Deals at all tables, as ``reset`` of a vector environment of N tables does. The next calls of ``recv`` return the
        observations, with rewards 0. Unfinished steps are discarded."""
        for i in self._under:
            if i not in self._dealt:
                self.batches[i].recv()
        self._under.clear()
        self._held.clear()
        for i, (batch, ids) in enumerate(zip(self.batches, self._ids, strict=True)):
            own = seed
            if isinstance(seed, int | np.integer):
                own = [(int(seed) + int(j)) % 2**64 for j in ids]
            elif seed is not None:
                if len(seed) != self.num_envs:
                    raise ConfigError(f"seed has {len(seed)} entries: want {self.num_envs}, one for each table")
                own = [seed[j] for j in ids]
            self._dealt[i] = batch.reset(seed=own)
            self._under.append(i)

    def recv(self) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Returns what ``step`` returns, for the batch that was sent first.

        ``infos["env_id"]``, int64 [B], has the numbers of its tables in [0, N).
        """
        if not self._under:
            raise ConfigError("nothing is under way: call async_reset first, and send after each recv")
        i = self._under.popleft()
        self._held.append(i)
        if i in self._dealt:
            observations, infos = self._dealt.pop(i)
            zero = np.zeros(self.batch_size, bool)
            results = (observations, np.zeros(self.batch_size), zero, zero.copy(), infos)
        else:
            results = self.batches[i].recv()
        results[4]["env_id"] = self._ids[i].copy()
        return results

    def send(self, actions: Any) -> None:
        """Sends actions, integers [B], for the first batch from ``recv`` that has none yet.

        Raises:
            IllegalActionError: An action is not legal. No table has changed, and the batch still waits.
        """
        if not self._held:
            raise ConfigError("no batch waits for actions: call recv first")
        self.batches[self._held[0]].send(actions)
        self._under.append(self._held.popleft())

    def close(self) -> None:
        """Closes the tables."""
        for batch in self.batches:
            batch.close()
