"""Indian Rummy for PettingZoo. See :class:`rummygym.pettingzoo.table.TableEnv`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from typing_extensions import Unpack

from ..options import IndianPettingZooOptions, accepts
from .table import TableEnv, wrapped

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(TableEnv):
    """Indian Rummy without wrappers, for two to six players. See :class:`TableEnv`."""

    game = "indian"
    metadata = TableEnv.metadata | {"name": "indian_rummy_v0"}


@accepts(IndianPettingZooOptions)
def env(**options: Unpack[IndianPettingZooOptions]) -> AECEnv[str, dict[str, Any], Any]:
    """Returns the environment in PettingZoo's wrappers."""
    return wrapped(raw_env, **options)


@accepts(IndianPettingZooOptions)
def parallel_env(**options: Unpack[IndianPettingZooOptions]) -> ParallelEnv[str, dict[str, Any], Any]:
    """Returns the parallel environment, which ignores actions of agents that are not to move."""
    return turn_based_aec_to_parallel(env(**options))
