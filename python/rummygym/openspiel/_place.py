"""Tables at which the states of a game are looked up, and the pack whose cards chance deals."""

from __future__ import annotations

import functools
import json
import math
from typing import Any

from .._abi import ConfigError
from ..core import Tables

#: A deal: a seed, the cards in the order in which they are dealt, or a saved position.
Deal = int | str | bytes


def _rules(text: str) -> dict[str, int | str]:
    """Returns the options of a parameter such as "knock-limit:7 gin-bonus:20"."""
    options: dict[str, int | str] = {}
    for word in text.split():
        name, colon, value = word.partition(":")
        if not colon:
            raise ConfigError(
                f"the parameter rules has {word!r}: want options such as knock-limit:7, separated by spaces"
            )
        options[name] = int(value) if value.lstrip("-").isdigit() else value
    return options


class Place:
    """A table at which states of one game are looked up: it moves from one to another by playing what differs."""

    def __init__(self, key: tuple[Any, ...]) -> None:
        game, preset, rules, fields, max_steps = self.key = key
        self.max_steps: int = max_steps
        options: dict[str, Any] = {"preset": preset or None, "rules": _rules(rules), "fields": fields}
        options |= {"max_steps": max_steps, "autoreset": "disabled"}
        self.table = Tables(game, **options)
        self.spec = self.table.spec
        self._options = options
        self._at: tuple[Any, tuple[int, ...]] | None = None
        self._told_at: tuple[Any, tuple[int, ...]] | None = None

    def __reduce__(self) -> Any:
        return place_of, (self.key,)

    def __deepcopy__(self, memo: Any) -> Place:
        return self

    @functools.cached_property
    def told(self) -> Tables:
        """A table that keeps events."""
        return Tables(self.key[0], **self._options, record=True)

    @functools.cached_property
    def pack(self) -> Pack:
        """The pack, for chance that moves by cards."""
        return Pack(self.told)

    def go(self, deal: Deal, moves: tuple[int, ...]) -> Tables:
        """Sets the table to the position after the moves of a deal."""
        self._at = _go(self.table, self._at, deal, moves)
        return self.table

    def sample(self, deal: Deal, moves: tuple[int, ...], seat: int, seed: int) -> bytes:
        """Returns a position, saved, that a seat cannot tell from the given one.

        It follows from what the seat knows alone: the hidden cards are not read.
        """
        position = self.tell(deal, moves).position(0, seat, history="all")
        self.table.reset(0)
        self.table.set_position(0, position, seed, history="all")
        self._at = None
        return self.table.save()

    def tell(self, deal: Deal, moves: tuple[int, ...]) -> Tables:
        """Returns a table at the position, with the events from the deal on."""
        self._told_at = _go(self.told, self._told_at, deal, moves)
        return self.told


def _go(table: Tables, at: Any, deal: Deal, moves: tuple[int, ...]) -> tuple[Deal, tuple[int, ...]]:
    begun = at is not None and at[0] == deal and moves[: len(at[1])] == at[1]
    if not begun and isinstance(deal, bytes):
        table.load(deal)
    elif not begun and isinstance(deal, str):
        if at is None:
            table.reset(0)
        table.deal(0, deal)
    elif not begun:
        table.reset(deal)
    step = table.prepared()
    for action in moves[len(at[1]) :] if begun else moves:
        table.actions[0] = action
        step()
    return deal, moves


class Pack:
    """The cards of a game in ascending order, and the order in which chance moves: hand by hand, then the cards of the table, then the stock.

    Attributes:
        cards: The names of the cards, equal ones once. An outcome of chance is an index of them.
        copies: How often each of them is in the pack.
        groups: The numbers of cards that are dealt together, of which nobody sees the order.
    """

    def __init__(self, told: Tables) -> None:
        told.reset(0)
        dealt = self._deal_of(told)
        pack = sorted(c for group in dealt for c in group)
        self.cards = sorted(set(pack))
        self.copies = [pack.count(c) for c in self.cards]
        self.groups = [len(group) for group in dealt[:-1]]
        seats, size = told.spec.seats, self.groups[0]
        turns = [seat * size + i for i in range(size) for seat in range(seats)]
        self._hands = range(seats * size) if told.spec.rules.get("dealing") == "blocks" else turns
        for card in range(len(self.cards)):  # each of them at each place of the table
            for place in range(seats * size, sum(self.groups)):
                chosen = [c for c, n in enumerate(self.copies) for _ in range(n - (c == card))]
                chosen.insert(place, card)
                told.deal(0, self.deck(tuple(chosen[: sum(self.groups)])))
                if [c for group in self._deal_of(told)[:-1] for c in sorted(group)] != [
                    self.cards[c] for c in chosen[: sum(self.groups)]
                ]:
                    raise ConfigError(f"chance is cards, and the rules replace {self.cards[card]}: want chance=seed")

    def __deepcopy__(self, memo: Any) -> Pack:
        return self

    @staticmethod
    def _deal_of(told: Tables) -> list[list[str]]:
        """Returns the hands, each card of the table, and the stock of a deal."""
        event = json.loads(told.record().splitlines()[1])
        table = [[event[name]] for name in ("wildcard", "upcard") if event.get(name)]
        return [*event["hands"], *table, event["stock"]]

    def deck(self, chosen: tuple[int, ...]) -> str:
        """Returns the deck of the deal in which chance chose these cards; the others are in ascending order at the end of the stock."""
        names = [self.cards[c] for c in chosen]
        rest = [card for c, card in enumerate(self.cards) for _ in range(self.copies[c] - chosen.count(c))]
        return " ".join([*(names[i] for i in self._hands), *names[len(self._hands) :], *rest])

    def outcomes(self, chosen: tuple[int, ...]) -> list[tuple[int, float]]:
        """Returns the next cards that chance may choose, with their probabilities."""
        first, more = 0, 1  # of the group: its first move, and the number of its cards still to choose
        for size in self.groups:
            if len(chosen) < first + size:
                more = first + size - len(chosen)
                break
            first += size
        else:
            first = len(chosen)
        left = [n - chosen[:first].count(c) for c, n in enumerate(self.copies)]  # before the group
        last = chosen[-1] if len(chosen) > first else 0
        had = chosen[first:].count(last)

        def ways(card: int, copies: int) -> int:
            """Returns the ways to choose at least so many copies of a card, and from them and the cards after it the others of the group."""
            others, after = more - 1, sum(left[card + 1 :])
            return sum(math.comb(left[card], copies + n) * math.comb(after, others - n) for n in range(others + 1))

        after = {last: ways(last, had + 1)}
        after |= {c: math.comb(left[last], had) * ways(c, 1) for c in range(last + 1, len(left))}
        total = sum(after.values())
        return [(c, n / total) for c, n in after.items() if n]


@functools.cache
def place_of(key: tuple[Any, ...]) -> Place:
    return Place(key)
