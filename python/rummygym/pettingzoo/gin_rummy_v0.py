"""Gin Rummy for PettingZoo. See :class:`rummygym.pettingzoo.table.TableEnv`."""

from __future__ import annotations

from typing import Any, ClassVar

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ..render import RENDER_MODES
from .table import TableEnv, wrapped

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(TableEnv):
    """Gin Rummy without wrappers. See :class:`TableEnv`."""

    game = "gin"
    metadata: ClassVar[dict[str, Any]] = {
        "name": "gin_rummy_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }


def env(
    *, illegal: str = "penalty", penalty: float | None = None, **options: Any
) -> AECEnv[str, dict[str, Any], Any]:
    """Returns the environment. The other options are those of :class:`raw_env`.

    illegal: ``"penalty"``: an illegal action ends the episode with that reward for its
    player; ``"raise"``: it raises IllegalActionError and changes nothing.
    penalty: reward of an illegal action. None: that of losing 100 points.
    """
    return wrapped(raw_env(**options), illegal, penalty)


def parallel_env(**options: Any) -> ParallelEnv[str, dict[str, Any], Any]:
    """Returns the parallel environment, which ignores actions of agents that are not to move."""
    return turn_based_aec_to_parallel(env(**options))
