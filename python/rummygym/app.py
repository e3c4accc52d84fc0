"""One game in progress, for apps: legal moves, what a seat sees, bots and hints.

>>> from rummygym.app import Game
>>> game = Game("gin", "eaai", 1)
>>> while game.player >= 0:
...     game.apply(game.bot()["action"])
>>> game.result()["gains"]

Go, JavaScript and C have the same calls; docs/apps.md describes what they return. Learners use
:class:`rummygym.Tables` or an environment instead, which are faster.
"""

from __future__ import annotations

import json
from typing import Any

from . import _abi
from .spec import as_json


def _call(do: str, **members: Any) -> Any:
    """Returns the answer to a request, see ``rummygym_call`` in ``rummygym.h``."""
    return json.loads(_abi.text("call", as_json({"do": do, **members})))


class Game:
    """A game: the rules, the deal and all moves so far.

    Args:
        name: ``"gin"``, ``"indian"``, or a match: ``"gin-match"``, ``"indian-match"``.
        rules: A preset and options that change it, as in ``"club seats=4"``; ``""`` is the first preset.
        seed: Of the deal, 0 to 2**64 - 1. The same seed gives the same game, so who has it knows all cards.
    """

    player: int  #: the seat to move, -1 after the end

    def __init__(self, name: str, rules: str, seed: int) -> None:
        self._keep(_call("new", game=name, rules=rules, seed=str(seed)))

    def _keep(self, answer: Any) -> None:
        self._saved, self.player = answer["saved"], answer["player"]

    def _ask(self, do: str, **members: Any) -> Any:
        return _call(do, game=self._saved, **members)

    def legal(self) -> list[dict[str, Any]]:
        """Returns the moves of the player to move, each with its ``action`` and ``name``."""
        moves: list[dict[str, Any]] = self._ask("legal")["legal"]
        return moves

    def apply(self, action: int) -> None:
        """Makes a move of the player to move. One that is not legal raises :class:`rummygym.IllegalActionError`."""
        self._keep(self._ask("apply", action=action))

    def view(self, seat: int) -> dict[str, Any]:
        """Returns what a seat sees, or an onlooker, who is seat -1 and sees all hands."""
        view: dict[str, Any] = self._ask("view", seat=seat)["view"]
        return view

    def result(self) -> dict[str, Any]:
        """Returns how the game stands: ``over``, ``winner``, ``ending``, and ``gains`` in points by seat."""
        result: dict[str, Any] = self._ask("result")["result"]
        return result

    def bot(self, agent: str = "") -> dict[str, Any]:
        """Returns the move of an agent for the player to move; ``""`` is the strongest fast one. The game does not change."""
        move: dict[str, Any] = self._ask("bot", agent=agent)["move"]
        return move

    def hint(self) -> dict[str, Any]:
        """Returns advice for the player to move: its hand, the cards that help, and what the default bot would do."""
        hint: dict[str, Any] = self._ask("hint")["hint"]
        return hint

    def save(self) -> str:
        """Returns the game as text. Who has it knows all cards."""
        return str(self._saved)

    @classmethod
    def load(cls, text: str) -> Game:
        """Returns the game that :meth:`save` wrote."""
        game = cls.__new__(cls)
        game._keep(_call("load", game=text))
        return game


def hand(game: str, request: dict[str, Any]) -> dict[str, Any]:
    """Returns melds and points of a hand, such as ``hand("gin", {"cards": ["AS", "2S"]})``; see ``rummygym solve --help``.

    :func:`rummygym.solve` takes hands in other forms, and many at once.
    """
    answer: dict[str, Any] = _call("hand", game=game, hand=request)["hand"]
    return answer
