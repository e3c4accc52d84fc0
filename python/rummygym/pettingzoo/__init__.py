"""PettingZoo AEC environments of the games. Needs ``pip install "./python[pettingzoo]"``.

>>> from rummygym.pettingzoo import gin_rummy_v0
>>> env = gin_rummy_v0.env()

Importing this package registers ``rummygym/gin_rummy_v0``, ``rummygym/indian_rummy_v0`` and
those of matches with ``pettingzoo.register`` (PettingZoo 1.27 or later). The module
``gin_rummy_v4_compatible`` replaces the ``gin_rummy_v4`` that PettingZoo had until then.

PettingZoo's ``api_test``, ``seed_test``, ``render_test``, ``state_test`` and, with
``turn_based_aec_to_parallel``, ``parallel_api_test`` and ``parallel_seed_test`` pass.
Two of its tests do not apply: ``max_cycles_test`` needs a ``max_cycles`` option and plays
illegal actions, and ``bombardment_test`` fails for every environment with dict
observations, which an action mask requires.
"""

from __future__ import annotations

try:
    import pettingzoo as _pettingzoo
except ImportError as error:
    raise ImportError("rummygym.pettingzoo needs PettingZoo: pip install './python[pettingzoo]'") from error

__all__ = ["gin_rummy_match_v0", "gin_rummy_v0", "indian_rummy_match_v0", "indian_rummy_v0"]


def _register() -> None:
    """Registers the environments that are not registered yet."""
    for name in __all__:
        module = f"rummygym.pettingzoo.{name}"
        registries = {
            "aec": ("env", _pettingzoo.aec_registry),
            "parallel": ("parallel_env", _pettingzoo.parallel_registry),
        }
        for kind, (maker, registry) in registries.items():
            if f"rummygym/{name.replace('_v', '-v')}" not in registry:
                _pettingzoo.register(kind, f"rummygym/{name}", entry_point=f"{module}:{maker}")


if hasattr(_pettingzoo, "register"):
    _register()

from . import gin_rummy_match_v0, gin_rummy_v0, indian_rummy_match_v0, indian_rummy_v0  # noqa: E402
