"""Names of the environments in Gymnasium's registry.

Order and arguments are checked by the environments themselves, and their conformance
by tests, so Gymnasium's own wrappers for both, which cost more than a step, are off.
"""

from __future__ import annotations

from gymnasium.envs import registration

__all__ = ["register"]

_NAMES = {"IndianRummy-v0": "IndianRummy", "GinRummy-v0": "GinRummy"}


def register() -> None:
    """Registers ``rummygym/IndianRummy-v0`` and ``rummygym/GinRummy-v0``, once."""
    for name, classes in _NAMES.items():
        if f"rummygym/{name}" in registration.registry:
            continue
        registration.register(
            f"rummygym/{name}",
            entry_point=f"rummygym.envs:{classes}Env",
            vector_entry_point=f"rummygym.vector:{classes}VectorEnv",
            order_enforce=False,
            disable_env_checker=True,
        )
