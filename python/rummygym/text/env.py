"""A table for players who read and write text."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from gymnasium.error import ResetNeeded

from .._abi import ConfigError
from .._arguments import whole
from ..agent import Agent
from ..core import Tables
from ..options import TextOptions
from .costs import Cost, Decision, Method, checked, exact, reviewed
from .parser import InvalidAnswer, listed, parse
from .transcript import Transcript

__all__ = ["Result", "TextEnv", "Turn"]


@dataclasses.dataclass(frozen=True)
class Turn:
    """The result of an answer."""

    seat: int  # the seat that answered
    move: str | None  # the move played; None: the seat is asked again, or the game is lost
    invalid: InvalidAnswer | None = None  # why the answer is not a move
    fallback: bool = False  # whether the fallback agent chose the move
    decision: Decision | None = None  # what the move cost; None: it was not judged

    @property
    def reward(self) -> float:
        """Minus the cost of the answer's move; 0 if it was not judged, or if the fallback agent chose it."""
        return 0.0 - self.decision.cost if self.decision and not self.fallback else 0.0


@dataclasses.dataclass(frozen=True)
class Result:
    """How a game ended."""

    ending: str  # one of ``Spec.endings``, "forfeit" or "truncated"
    gains: tuple[int, ...]  # points of each seat
    winner: int  # -1: none
    forfeited: int | None = None  # the seat that lost by an invalid answer


class TextEnv:
    """A game for players who read and write text.

    >>> env = TextEnv("gin", opponents="simple")
    >>> env.reset(seed=1)
    >>> while env.seat is not None:
    ...     env.act(model(env.transcripts[env.seat].chat()))
    >>> env.result.gains

    :func:`parse` reads an answer. After an invalid answer the seat decides again, up to ``retries`` times at each decision,
    and the last message of :attr:`transcripts` has the reason. After that the fallback agent decides. Without one the game is
    lost: the seat pays ``spec.forfeit`` points to each other seat, as a program of the agent protocol does. All of this is
    counted.

    With a judge each move is judged as it is played, by what its seat knows: :attr:`Turn.decision` is the
    cost of the move, and :attr:`Turn.reward` is minus this cost. :func:`judge` explains the methods; "review"
    measures all legal moves of a decision, as :meth:`rummygym.Tables.costs` does.

    Args:
        game: "indian" or "gin".
        opponents: The agent at the other seats, or one for each of them; None: the caller plays all seats.
        seat: The caller's seat, with opponents.
        preset: Name of the preset of the rules.
        rules: Options that override the preset.
        retries: The number of further answers that a decision gets after invalid ones.
        fallback: The agent that decides after them, such as "simple"; None: the game is lost.
        text: Options of the texts.
        max_steps: Decisions of all seats after which the game ends without a result, 0 for no limit.
        judge: How moves are judged: "review", "deadwood" (Gin Rummy), "mindist" or "minscore" (Indian Rummy); None: not at all.
        rollouts: The roll-outs of the review of a decision.

    Attributes:
        spec: The description of the game, with the rules in words.
        transcripts: The messages of each seat, for a model or a dataset.
        answers: The number of answers in this game.
        invalid: The number of invalid answers by kind.
        fallbacks: The number of decisions of the fallback agent.
        decisions: The costs of the moves of each seat that were judged, without those of the fallback agent.
    """

    def __init__(
        self,
        game: str,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int = 0,
        preset: str | None = None,
        rules: Mapping[str, int | str] | None = None,
        retries: int = 2,
        fallback: str | None = None,
        text: TextOptions | None = None,
        max_steps: int = 0,
        judge: Method | None = None,
        rollouts: int = 600,
    ) -> None:
        if judge is not None:
            checked(judge, game, rollouts)
        self._judge, self._rollouts = judge, rollouts
        self._tables = Tables(
            game,
            preset=preset,
            rules=rules,
            fields="none",
            opponents=opponents,
            seat=seat,
            max_steps=max_steps,
            autoreset="disabled",
            record=True,
        )
        self.spec = self._tables.spec
        self._retries = whole("retries", retries, 0)
        self._fallback = None if fallback is None else Agent(fallback, game, preset=preset, rules=rules)
        if fallback is None and not self.spec.forfeit:
            raise ConfigError(f"games of {game} are not forfeited: name a fallback agent")
        self._text: TextOptions = {**(text or {})}
        self._plain = not {"cards", "relabel", "names"} & self._text.keys()
        self._numbers = {name: action for action, name in enumerate(self.spec.actions)}
        self._masks, self._players, self._actions = self._tables.masks[0], self._tables.players, self._tables.actions
        self._step = self._tables.prepared()
        self.seat: int | None = None
        self.result: Result | None = None
        self.transcripts: list[Transcript] = []

    def reset(self, seed: int | None = None, episode: int | None = None) -> str:
        """Deals a new game and returns the text of the seat to move. The arguments are those of :meth:`Tables.reset`."""
        self._tables.reset(seed, episode=episode)
        self.result = None
        self.transcripts = [Transcript(self.spec.rules_text) for _ in range(self.spec.seats)]
        self.answers, self.invalid, self.fallbacks = 0, Counter[str](), 0
        self.decisions: list[list[Decision]] = [[] for _ in range(self.spec.seats)]
        self._made = [0] * self.spec.seats
        if self._players[0] < 0:  # agents have ended the game before the first decision, which the next step reports
            self._actions[0] = -1
            self._step()
        self._next()
        return self.observe()

    def observe(self, seat: int | None = None) -> str:
        """Returns what a seat knows, as text. The default is the seat to move, or the caller's after the end."""
        if seat is None and self.seat is not None:
            return self._asked
        return self._tables.text(0, seat, **self._text)

    @property
    def legal(self) -> list[str]:
        """The names of the legal moves, as the text has them; none after the end."""
        if self.seat is None:
            return []
        if self._plain:
            actions = self.spec.actions
            return [actions[a] for a in self._masks.nonzero()[0].tolist()]
        return self._tables.moves(0, self.seat, **self._text)

    def act(self, answer: str) -> Turn:
        """Plays the answer of the seat to move.

        Raises:
            ConfigError: The answer is not a str.
            ResetNeeded: The game is over, or there was no reset.
        """
        if (seat := self.seat) is None:
            raise ResetNeeded("there is no decision to answer: call reset first")
        if not isinstance(answer, str):
            raise ConfigError(f"answer is {answer!r:.100}: want a str")
        chat, names = self.transcripts[seat], self.legal
        chat.answer(answer)
        self.answers += 1
        try:
            move = answer if answer in names else parse(answer, listed(self._asked, names))
        except InvalidAnswer as e:
            return self._refuse(seat, e)
        action = self._numbers[move] if self._plain else int(self._masks.nonzero()[0][names.index(move)])
        decision = self._play(action)
        if decision:
            self.decisions[seat].append(decision)
        return Turn(seat, move, decision=decision)

    def _refuse(self, seat: int, invalid: InvalidAnswer) -> Turn:
        """Does what follows an invalid answer."""
        self.invalid[invalid.kind] += 1
        self._trials += 1
        if self._trials <= self._retries:
            self.transcripts[seat].refuse(invalid.reason)
            return Turn(seat, None, invalid)
        if self._fallback:
            action = int(self._fallback.act(self._tables)[0])
            self.fallbacks += 1
            decision = self._play(action)
            return Turn(seat, self.spec.actions[action], invalid, fallback=True, decision=decision)
        gains = [self.spec.forfeit] * self.spec.seats
        gains[seat] = -self.spec.forfeit * (self.spec.seats - 1)
        self.seat = None
        self.result = Result("forfeit", tuple(gains), 1 - seat if self.spec.seats == 2 else -1, seat)
        return Turn(seat, None, invalid)

    def _play(self, action: int) -> Decision | None:
        """Plays an action, and returns what it cost if there is a judge."""
        cost = self._cost(self.spec.actions[action]) if self._judge else None
        events = self.record().count("\n") if cost else 0
        seat = int(self._players[0])
        index, self._made[seat] = self._made[seat], self._made[seat] + 1
        self._actions[0] = action
        self._step()
        self._next()
        if cost is None:
            return None
        rollouts = self._rollouts if self._judge == "review" else 0
        return Decision(index, self._own_event(events), self.spec.actions[action], *cost, rollouts)

    def _cost(self, move: str) -> Cost | None:
        """Returns what a legal move of the seat to move costs."""
        if self._judge == "review":
            return reviewed(self._tables, move, self._rollouts, self._made[int(self._players[0])])
        position = json.loads(self._tables.position(0, numbers=True))
        return exact(position, str(self._judge), move)

    def _own_event(self, events: int) -> int:
        """Returns the number of the first event that is not a reshuffle after a number of lines of the record."""
        lines = self.record().splitlines()
        return next(i for i in range(events, len(lines)) if json.loads(lines[i])["type"] != "reshuffle")

    def _next(self) -> None:
        """Asks the seat to move, or notes the result."""
        seat = int(self._players[0])
        self._trials = 0
        if seat >= 0:
            self.seat, self._asked = seat, self._tables.text(0, seat, **self._text)
            self.transcripts[seat].ask(self._asked)
            return
        ending, winner, _, *gains = self._tables.outcomes[0].tolist()
        self.seat = None
        self.result = Result(self.spec.endings[ending] if ending >= 0 else "truncated", tuple(gains), winner)

    def record(self) -> str:
        """Returns the record of the game as JSON lines, hidden cards too: :meth:`Tables.record <rummygym.Tables.record>`."""
        return self._tables.record()

    def score(self, seat: int) -> dict[str, Any]:
        """Returns how the game ended for a seat, as plain data for the logs of other libraries.

        ``ending`` is that of the result, "truncated" before the end; ``gain`` has the points, ``result`` is 1 for a gain, -1
        for a loss and 0 for neither, ``forfeited`` says whether this seat lost by an invalid answer, and ``record`` is the record.
        With a judge ``mean_cost`` is the mean cost of the decisions that were judged, 0 without any, and ``judged`` is their number.
        """
        ending, gain, forfeited = "truncated", 0, False
        if self.result is not None:
            ending, gain, forfeited = self.result.ending, self.result.gains[seat], self.result.forfeited == seat
        sign = (gain > 0) - (gain < 0)
        found = {"ending": ending, "gain": gain, "result": sign, "forfeited": forfeited, "record": self.record()}
        if self._judge:
            costs = [d.cost for d in self.decisions[seat]]
            found |= {"mean_cost": sum(costs) / max(1, len(costs)), "judged": len(costs)}
        return found

    def close(self) -> None:
        """Closes the table. A second call does nothing."""
        self.seat = None
        self._tables.close()

    def __enter__(self) -> TextEnv:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
