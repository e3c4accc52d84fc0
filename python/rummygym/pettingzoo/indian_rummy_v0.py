"""Indian Rummy for PettingZoo. See :class:`rummygym.pettingzoo.table.TableEnv`."""

from __future__ import annotations

from typing import Any, ClassVar

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ..render import RENDER_MODES
from .table import TableEnv, wrapped

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(TableEnv):
    """Indian Rummy without wrappers, for two to six players. See :class:`TableEnv`."""

    game = "indian"
    metadata: ClassVar[dict[str, Any]] = {
        "name": "indian_rummy_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }


def env(
    *, num_players: int | None = None, illegal: str = "penalty", penalty: float | None = None, **options: Any
) -> AECEnv[str, dict[str, Any], Any]:
    """Returns the environment; options are those of :class:`raw_env`.

    num_players: 2 to 6, short for the rule ``seats``; None: as the rules say.
    illegal: ``"penalty"``: an illegal action ends the episode, and its player is paid
    the penalty, by default that of losing 100 points; ``"raise"``: it raises.
    """
    if num_players is not None:
        options["rules"] = {**(options.get("rules") or {}), "seats": num_players}
    return wrapped(raw_env(**options), illegal, penalty)


def parallel_env(**options: Any) -> ParallelEnv[str, dict[str, Any], Any]:
    """Returns it as a parallel environment, where only the action of the agent to move counts."""
    return turn_based_aec_to_parallel(env(**options))
