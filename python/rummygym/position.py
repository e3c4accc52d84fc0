"""What one seat knows of a game, as a position that can be stored, sent, and continued."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ._abi import ConfigError
from .core import Tables
from .options import Game, TablesOptions, TextOptions, accepts


@dataclasses.dataclass(frozen=True)
class Position:
    """What one seat knows of a game: the rules, and the events that the seat saw.

    >>> position = rummygym.Position.from_json(tables.position(0, seat))
    >>> worlds = position.tables(num_envs=100)  # the seat knows the same at each; the hidden cards differ
    """

    game: Game
    rules: Mapping[str, int | str]  # every option
    seat: int
    text: str  #: the JSON object
    options: TextOptions = dataclasses.field(default_factory=lambda: TextOptions())  #: with which the text names cards

    @classmethod
    @accepts(TextOptions)
    def from_json(cls, text: str | bytes | Mapping[str, Any], **options: Unpack[TextOptions]) -> Position:
        """Returns the position that :meth:`rummygym.Tables.position` wrote with the same names of cards.

        The member ``events`` determines the position. The members that follow from it may be left out; if one is
        present and differs, an error names it. A position with other suits that is read without
        ``relabel`` is the same position with those suits.
        """
        if isinstance(text, Mapping):
            text = json.dumps(text)
        elif isinstance(text, bytes):
            text = text.decode()
        try:
            members = json.loads(text)
            game, rules, seat = members["game"], members["rules"], members["seat"]
        except (ValueError, TypeError, KeyError) as e:
            raise ConfigError(
                f"position: {e!r}: want a JSON object with the members version, game, env, rules, seat and events"
            ) from e
        position = cls(game, rules, seat, text, options)
        position.tables().close()  # checks it
        return position

    @accepts(TablesOptions)
    def tables(self, *, seed: int = 0, **options: Unpack[TablesOptions]) -> Tables:
        """Returns new tables at this position, which keep what happens.

        The seat observes the same and has the same legal actions. The cards that it cannot know are dealt at
        random from all possible deals, from the given seed at table 0 and from the seeds that follow it at
        the other tables. The tables have no opponents, because opponents remember what they have seen;
        :meth:`rummygym.Agent.act` can choose their moves.
        """
        for name in ("preset", "rules", "opponents"):
            if options.get(name) is not None:
                raise ConfigError(f"{name} is given for a position, whose rules are its own: leave it out")
        options |= {"rules": self.rules, "record": True}
        tables = Tables(self.game, **options)
        tables.reset(seed=0)
        for i in range(len(tables)):
            tables.set_position(i, self.text, seed + i, **self.options)
        return tables
