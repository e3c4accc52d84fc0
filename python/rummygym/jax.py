"""Steps vector environments inside functions that JAX compiles, such as ``jax.lax.scan``.

>>> import gymnasium, jax, rummygym
>>> import rummygym.jax
>>> envs = gymnasium.make_vec("rummygym/GinRummy-v1", num_envs=256, opponents="simple", copy=False)
>>> reset, step = rummygym.jax.callbacks(envs.unwrapped)
>>> def turn(carry, key):
...     logits = jax.numpy.where(carry.masks, 0.0, -jax.numpy.inf)
...     after = step(jax.random.categorical(key, logits))
...     return after, after.rewards
>>> first = reset(seed=1)
>>> last, rewards = jax.jit(lambda c, k: jax.lax.scan(turn, c, k))(first, jax.random.split(jax.random.key(1), 100))

The engine runs on the processor, outside of what JAX compiles; ``jax.experimental.io_callback`` keeps the
calls in order. Results are copies: the arrays of the engine are overwritten by the next step, while JAX
computes asynchronously and takes aligned arrays without a copy. If you pass arrays of
:class:`rummygym.Tables`, or of environments with ``copy=False``, to JAX without this module, copy them
(``jnp.array(x)``, not ``jnp.asarray(x)``): otherwise results are sometimes wrong, without an error.

With next-step autoreset, the default, a table whose episode is over ignores its next action and
has reward 0 in that step; ``terminated | truncated`` of the step before marks it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import numpy as np
from gymnasium import spaces
from jax.experimental import io_callback

from rummygym.vector import RummyVectorEnv

__all__ = ["Step", "callbacks"]


class Step(NamedTuple):
    """The results of a reset or step of N tables. A pytree."""

    observations: Any
    """[N, ...], or a dict of them, in the form of the environment."""
    masks: Any
    """bool [N, A], the legal actions."""
    rewards: Any
    """float32 [N], 0 after a reset."""
    terminated: Any
    """bool [N]."""
    truncated: Any
    """bool [N]."""


def callbacks(envs: RummyVectorEnv) -> tuple[Callable[[int], Step], Callable[[Any], Step]]:
    """Return the functions ``reset(seed)`` and ``step(actions)`` of an environment.

    ``reset`` is a plain function. ``step`` takes whole numbers [N] and may be called from
    functions under ``jax.jit``, ``jax.lax.scan``, and ``jax.lax.while_loop``; not under
    ``jax.vmap`` or ``jax.grad``. An illegal action does what the option ``illegal`` of the
    environment says; if it raises, the computation ends with an error.
    """
    n, actions = envs.num_envs, envs.table_spec.num_actions
    shapes = Step(
        _shapes(envs.observation_space),
        _shape((n, actions), np.bool_),
        _shape((n,), np.float32),
        _shape((n,), np.bool_),
        _shape((n,), np.bool_),
    )

    def copied(observations: Any, masks: np.ndarray, *rest: np.ndarray) -> Step:
        return Step(jax.tree.map(np.array, observations), masks.astype(np.bool_), *rest)

    def reset(seed: int) -> Step:
        observations, infos = envs.reset(seed=int(seed))
        no = np.zeros(n, np.bool_)
        first = copied(observations, infos["action_mask"], np.zeros(n, np.float32), no, no)
        result: Step = jax.tree.map(jax.numpy.array, first)
        return result

    def play(chosen: Any) -> Step:
        observations, rewards, terminated, truncated, infos = envs.step(np.asarray(chosen))
        return copied(observations, infos["action_mask"], rewards.astype(np.float32), terminated, truncated)

    def step(chosen: Any) -> Step:
        result: Step = io_callback(play, shapes, chosen, ordered=True)
        return result

    return reset, step


def _shape(shape: Any, dtype: Any) -> Any:
    return jax.ShapeDtypeStruct(shape, dtype)  # type: ignore[no-untyped-call]


def _shapes(space: spaces.Space[Any]) -> Any:
    """Return the shapes and types of the values of a space."""
    if isinstance(space, spaces.Dict):
        return {name: _shapes(s) for name, s in space.items()}
    return _shape(space.shape, space.dtype)
