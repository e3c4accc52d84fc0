"""The costs of a seat's decisions in a recorded game, for use as dense rewards."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .._abi import ConfigError
from .._arguments import choice, real, whole
from ..core import Tables
from ..options import Game
from ..recipe import Value, run
from .costs import MAX_ROLLOUTS, MIN_ROLLOUTS, Decision, Goal, Method, checked, exact
from .env import TextEnv

__all__ = ["judge"]


def judge(
    game: Game | TextEnv,
    seat: int,
    method: Method = "review",
    *,
    rollouts: int = 600,
    seconds: float | None = None,
    goal: Goal = "points",
    agent: str | None = None,
    seed: int = 1,
    workers: int = 0,
) -> list[Decision]:
    """Returns what the decisions of a seat cost, in the order of the game. The game may be in progress.

    The methods are

    - "review": the expected result of the best move minus that of the move made, as ``rummygym review`` estimates it
      by roll-outs on deals of the hidden cards. All decisions with two legal moves or more are in it. The estimate is not
      biased by the choice of the best move; if moves are equally good, a cost may therefore be negative.
    - "deadwood" (Gin Rummy), "mindist" and "minscore" (Indian Rummy): the quantity of the hand that a discard keeps,
      minus the minimum that a legal discard keeps. "deadwood" also judges draws: the expected deadwood after the best
      discard, where each card that the seat has not seen is equally likely to be the next of the stock. They are exact.
      Other decisions are left out: the result of a pass, a knock, a drop or a declaration is not a quantity of the hand.

    With the same arguments the result is the same for any number of workers, except with ``seconds``.

    Args:
        game: The record of one game, as :meth:`rummygym.Tables.record` returns it, or a :class:`TextEnv`. An exact method
            also takes what the seat saw, from ``rummygym record convert --seat``.
        seat: The seat whose decisions are judged.
        method: The method by which they are judged.
        rollouts: Of a review, the roll-outs per decision, on average.
        seconds: Instead of ``rollouts``, the time for the review of the game. It begins with the minimum of 100
            roll-outs, however long that takes, and starts again with more as long as the time should suffice.
            ``Decision.rollouts`` says how many the result has; a call with that number repeats it.
        goal: Of a review, whether costs are points or chances to win.
        agent: Of a review, the agent that plays all seats in roll-outs; None: the default of ``rummygym
            review``.
        seed: Of a review, the seed of the deals and the agents.
        workers: Of a review, the number of decisions searched at the same time; 0 is the number of cores.

    Raises:
        ConfigError: An argument is not valid, or the record is not that of a game.
    """
    choice("goal", goal, ("points", "win"))
    text = game.record() if isinstance(game, TextEnv) else game
    played = _Game(text, whole("seat", seat, 0))
    checked(method, played.game, rollouts)
    if method != "review":
        return list(played.exact(method))
    if played.view:
        raise ConfigError(f"method is 'review', and the record is what seat {seat} saw: want that of the whole game")
    if seconds is not None and real("seconds", seconds) <= 0:
        raise ConfigError(f"seconds is {seconds}: want more than 0")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.jsonl")
        path.write_text(text, encoding="utf-8")
        options: dict[str, Value] = {"file": path, "seat": seat, "goal": goal, "agent": agent, "seed": seed, "workers": workers}
        if seconds is None:
            rows = run("review", progress=False, rollouts=rollouts, **options).rows
        else:
            end, rollouts, more = time.monotonic() + seconds, 0, MIN_ROLLOUTS
            while more >= 2 * rollouts and rollouts < MAX_ROLLOUTS:
                begin, rollouts = time.monotonic(), more
                rows = run("review", progress=False, rollouts=rollouts, **options).rows
                now = time.monotonic()
                more = min(int(rollouts * (end - now) / (now - begin)), 10 * rollouts, MAX_ROLLOUTS)
    numbers = {event: i for i, event in enumerate(played.decisions())}
    found = [
        Decision(
            numbers[row["event"]],
            row["event"],
            row["made"],
            row["best"],
            row[f"cost_{goal}"],
            row[f"cost_{goal}_se"],
            rollouts,
        )
        for row in rows
    ]
    return sorted(found, key=lambda d: d.index)


class _Game:
    """A recorded game as one seat saw it."""

    def __init__(self, text: str, seat: int) -> None:
        try:
            header, *events = [json.loads(line) for line in text.splitlines() if line.strip()]
            self.game, rules, seats = header["game"], header["rules"], len(header["seats"])
            self._header = {"version": 1, "game": self.game, "env": header["env"], "rules": rules, "seat": seat}
            self.view = "view" in header
            viewer = header.get("view", seat)
            self._types = [(e["type"], e.get("seat"), e.get("from")) for e in events]
            self._seen = [_seen(e, seat) for e in events]
        except (ValueError, TypeError, KeyError, AttributeError) as e:
            raise ConfigError(f"the record is not one game in JSON lines: {e!r}") from e
        if any(kind == "game" for kind, _, _ in self._types):
            raise ConfigError("the record has several games: want one")
        if seat >= seats or viewer != seat:
            want = f"0 to {seats - 1}" if viewer == seat else f"{viewer}, the one that saw this"
            raise ConfigError(f"seat is {seat}: want {want}")
        self._seat, self._rules = seat, rules
        self._tables = Tables(self.game, rules=rules, fields="none", record=True)
        self._tables.reset(seed=0)
        self._set(len(events))  # checks all of them

    def decisions(self) -> Iterator[int]:
        """Yields the numbers of the events that the seat chose, from 1 for the deal."""
        ruled = {"reshuffle"}  # what the rules do for a seat
        if self._rules.get("melding") != "chosen":
            ruled.add("meld")
        if self._rules.get("laying-off") != "chosen":
            ruled.add("lay-off")
        for i, (kind, seat, _) in enumerate(self._types):
            if seat == self._seat and kind not in ruled and not (kind == "knock" and self._taken_to_knock(i - 1)):
                yield i + 1

    def _taken_to_knock(self, i: int) -> bool:
        """Reports whether event i is part of a knock with the upcard, at the end of the stock."""
        taken = self._types[i] == ("draw", self._seat, "pile")
        return taken and any(move["name"] == "knock" for move in self._position(i)["legal"])

    def exact(self, method: str) -> Iterator[Decision]:
        """Yields the decisions that an exact method judges."""
        for index, event in enumerate(self.decisions()):
            e = self._seen[event - 1]
            position = self._position(event - 1)
            made = [m["name"] for m in position["legal"] if e and _played(m, e)]
            if made and (found := exact(position, method, made[0])):
                yield Decision(index, event, made[0], *found)

    def _position(self, i: int) -> dict[str, Any]:
        """Returns the position of the seat before event i, with what each legal move leaves."""
        self._set(i)
        position: dict[str, Any] = json.loads(self._tables.position(0, self._seat, numbers=True))
        return position

    def _set(self, i: int) -> None:
        """Sets the table to what the seat knew before event i. A reshuffle is part of the draw that it is for."""
        while i and self._types[i - 1][0] == "reshuffle":
            i -= 1
        seen = [e for e in self._seen[:i] if e is not None]
        self._tables.set_position(0, json.dumps(self._header | {"events": seen}))


def _played(move: dict[str, Any], event: dict[str, Any]) -> bool:
    """Reports whether an event, a draw or a discard, is a legal move. The discard after a knock is a move to knock with."""
    kinds = {"draw": ("draw",), "discard": ("discard", "knock")}.get(event["type"], ())
    same = move.get("from") == event.get("from") and move.get("card") in (None, event.get("card"))
    return move["type"] in kinds and same and ("card" in move or event["type"] == "draw")


def _seen(event: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """Returns an event as a seat sees it, None if it does not: see "The view of a seat" in docs/records.md."""
    hidden = {"stock", "key"}
    if event.get("seat", seat) != seat:
        if event.get("private"):
            return None
        hidden |= {"probability"} | ({"card"} if (event["type"], event.get("from")) == ("draw", "stock") else set())
    seen = {name: x for name, x in event.items() if name not in hidden}
    if event["type"] == "deal":
        seen["hands"] = [hand if i == seat else None for i, hand in enumerate(event["hands"])]
    return seen
