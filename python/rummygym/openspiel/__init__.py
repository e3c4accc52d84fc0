"""OpenSpiel: its ``gin_rummy`` for agents of this package, and the games of this package for OpenSpiel.

:class:`Bot` plays with any agent in OpenSpiel's own game. Importing this package registers ``rummygym_gin`` and
``rummygym_indian`` with ``pyspiel``. It needs ``rummygym[openspiel]``.
"""

from .actions import action_names, from_openspiel, to_openspiel
from .bot import Bot, tables_of
from .games import RummyGame, RummyState

__all__ = ["Bot", "RummyGame", "RummyState", "action_names", "from_openspiel", "tables_of", "to_openspiel"]
