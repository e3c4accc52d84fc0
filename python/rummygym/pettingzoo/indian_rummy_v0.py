"""Indian Rummy for PettingZoo. See :class:`rummygym.pettingzoo.table.TableEnv`."""

from .table import TableEnv, makers

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(TableEnv):
    """Indian Rummy without wrappers, for two to six players. See :class:`TableEnv`."""

    game = "indian"
    metadata = TableEnv.metadata | {"name": "indian_rummy_v0"}


env, parallel_env = makers(raw_env)
