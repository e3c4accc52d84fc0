"""Registration of the environments with Gymnasium.

Gymnasium's wrappers that check the order of calls and the spaces are off, because they
cost more than a step. The environments check calls and arguments themselves, and tests
check that they conform.
"""

from __future__ import annotations

from gymnasium.envs import registration

__all__ = ["register"]

_NAMES = ("IndianRummy", "GinRummy", "IndianRummyMatch", "GinRummyMatch")


def register() -> None:
    """Registers ``rummygym/IndianRummy-v1``, ``rummygym/GinRummy-v1`` and those of matches if they are not yet."""
    for name in _NAMES:
        if f"rummygym/{name}-v1" in registration.registry:
            continue
        registration.register(
            f"rummygym/{name}-v1",
            entry_point=f"rummygym.envs:{name}Env",
            vector_entry_point=f"rummygym.vector:{name}VectorEnv",
            order_enforce=False,
            disable_env_checker=True,
        )
