"""Matches of Gin Rummy for PettingZoo. See :class:`rummygym.pettingzoo.table.TableEnv`."""

from .table import TableEnv, makers

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(TableEnv):
    """Matches of Gin Rummy without wrappers. See :class:`TableEnv`."""

    game = "gin-match"
    metadata = TableEnv.metadata | {"name": "gin_rummy_match_v0"}


env, parallel_env = makers(raw_env)
