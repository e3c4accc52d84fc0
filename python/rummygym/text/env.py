"""A table for players who read and write text."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal

from gymnasium.error import ResetNeeded

from .._abi import ConfigError
from .._arguments import choice, whole
from ..agent import Agent
from ..core import Tables
from ..options import Game, TextOptions
from .costs import Cost, Decision, Goal, Method, checked, exact, reviewed
from .parser import InvalidAnswer, listed, parse
from .prompts import AIMS
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

    ending: str  # one of ``Spec.endings``, "forfeit", or "truncated": by a limit
    gains: tuple[float, ...]  # points of each seat
    winner: int  # -1: none
    forfeited: int | None = None  # the seat that lost by an invalid answer
    values: tuple[float, ...] | None = (
        None  # of a limit with ``on_limit="value"``: the expected result of each seat, -1 to 1
    )


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

    A game that a limit ends is lost: the reward of its seat is that of a forfeit, so that no player learns to run into a limit.
    This holds for ``max_steps``, and for the limits of others, who call :meth:`limit`.

    Args:
        game: "indian" or "gin".
        opponents: The agent at the other seats, or one for each of them; None: the caller plays all seats.
        seat: The caller's seat, with opponents.
        preset: Name of the preset of the rules.
        rules: Options that override the preset.
        retries: The number of further answers that a decision gets after invalid ones.
        fallback: The agent that decides after them, such as "simple"; None: the game is lost.
        text: Options of the texts.
        max_steps: Decisions of all seats after which the caller's next decision ends the game, which all its seats lose; 0 for
            no limit.
        on_limit: What a limit is worth: "forfeit", or "value", for evaluation only: what the best move is worth by the estimate
            of the reviewer.
        reward: What :meth:`score` calls the reward: "result", or "gain": the points as a share of those that a forfeit costs,
            -1 to 1. The system message says which of them counts.
        judge: How moves are judged: "review", "deadwood" (Gin Rummy), "mindist" or "minscore" (Indian Rummy); None: not at all.
        rollouts: The roll-outs of the review of a decision, or of a position at a limit.

    Attributes:
        spec: The description of the game, with the rules in words.
        transcripts: The messages of each seat, for a model or a dataset.
        answers: The number of answers in this game.
        invalid: The number of invalid answers by kind.
        fallbacks: The number of decisions of the fallback agent.
        decisions: The costs of the moves of each seat that were judged, without those of the fallback agent.
        costs: The cost of each answer of each seat, None if it was not judged.
    """

    def __init__(
        self,
        game: Game,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int = 0,
        preset: str | None = None,
        rules: Mapping[str, int | str] | None = None,
        retries: int = 2,
        fallback: str | None = None,
        text: TextOptions | None = None,
        max_steps: int = 0,
        on_limit: Literal["forfeit", "value"] = "forfeit",
        reward: Literal["result", "gain"] = "result",
        judge: Method | None = None,
        rollouts: int = 600,
    ) -> None:
        checked(judge or "review", game, rollouts)
        self._judge, self._rollouts = judge, rollouts
        choice("on_limit", on_limit, ("forfeit", "value"))
        choice("reward", reward, ("result", "gain"))
        self._on_limit, self._reward = on_limit, reward
        self._max_steps = whole("max_steps", max_steps, 0)
        self._tables = Tables(
            game,
            preset=preset,
            rules=rules,
            fields="none",
            opponents=opponents,
            seat=seat,
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

    def __getstate__(self) -> Any:  # of copies and pickles
        raise TypeError("a TextEnv cannot be copied: play the same seed and episode again")

    def reset(self, seed: int | None = None, episode: int | None = None) -> str:
        """Deals a new game and returns the text of the seat to move. The arguments are those of :meth:`Tables.reset`."""
        self._tables.reset(seed, episode=episode)
        self.result = None
        self.transcripts = [Transcript(self.spec.rules_text, AIMS[self._reward]) for _ in range(self.spec.seats)]
        self.answers, self.invalid, self.fallbacks = 0, Counter[str](), 0
        self.decisions: list[list[Decision]] = [[] for _ in range(self.spec.seats)]
        self.costs: list[list[float | None]] = [[] for _ in range(self.spec.seats)]
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
        self.costs[seat].append(None)
        try:
            move = answer if answer in names else parse(answer, listed(self._asked, names))
        except InvalidAnswer as e:
            return self._refuse(seat, e)
        action = self._numbers[move] if self._plain else int(self._masks.nonzero()[0][names.index(move)])
        decision = self._play(action)
        if decision:
            self.decisions[seat].append(decision)
            self.costs[seat][-1] = decision.cost
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
        self._lose("forfeit", [seat], seat)
        return Turn(seat, None, invalid)

    def _lose(self, ending: str, losers: Sequence[int], forfeited: int | None = None) -> None:
        """Ends the game: each loser pays a forfeit for each other seat, and each other seat receives one from each loser."""
        seats, forfeit = range(self.spec.seats), self.spec.forfeit
        gains = tuple(forfeit * (-(len(seats) - 1) if s in losers else len(losers)) for s in seats)
        others = [s for s in seats if s not in losers]
        self.seat = None
        self.result = Result(ending, gains, others[0] if len(seats) == 2 and others else -1, forfeited)

    def limit(self, seat: int | None = None) -> None:
        """Ends the game in progress, with the ending "truncated", because a seat has reached a limit; None: all the caller's seats.

        The seat loses as much as by a forfeit. With ``on_limit="value"`` all seats get what the best move of the seat to move is
        worth: the estimated gain of the game, or of a match the chance to win it, from 0 to 1, as a share of a forfeit, -1 to 1.
        """
        if (mover := self.seat) is None:
            raise ResetNeeded("there is no game in progress: call reset first")
        n, forfeit = self.spec.seats, self.spec.forfeit
        if self._on_limit == "forfeit":
            agents = self.spec.opponents or [None] * (n - 1)
            ours = [self.spec.seat, *((self.spec.seat + 1 + i) % n for i, a in enumerate(agents) if a is None)]
            self._lose("truncated", ours if seat is None else [seat])
            return
        match = self.spec.game.endswith("-match")
        goal: Goal = "win" if match or self._reward == "result" else "points"
        best = self._tables.costs(0, rollouts=self._rollouts, goal=goal, seed=self._made[mover])[0]
        most = forfeit * (n - 1)
        share = 2 * best.win - 1
        gain = most * share if match else min(max(best.points, -most), most)
        values, gains = [tuple(x if s == mover else -x / (n - 1) for s in range(n)) for x in (share, gain)]
        self.seat = None
        self.result = Result("truncated", gains, -1, values=values)

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
        if seat >= 0 and self._max_steps and self._tables.show()["steps"] >= self._max_steps:
            self.seat = seat
            self.limit()
        elif seat >= 0:
            self.seat, self._asked = seat, self._tables.text(0, seat, **self._text)
            self.transcripts[seat].ask(self._asked)
        else:
            ending, winner, _, *gains = self._tables.outcomes[0].tolist()
            self.seat = None
            self.result = Result(self.spec.endings[ending], tuple(gains), winner)

    def record(self) -> str:
        """Returns the record of the game as JSON lines, hidden cards too: :meth:`Tables.record <rummygym.Tables.record>`."""
        return self._tables.record()

    def score(self, seat: int) -> dict[str, Any]:
        """Returns how the game ended for a seat, as plain data for the logs of other libraries.

        A game in progress ends: the seat has reached a :meth:`limit`. ``ending`` is that of the result, ``gain`` has the
        points, ``result`` is 1 for a gain, -1 for a loss and 0 for neither, or the value of a position, ``reward`` is one of
        these by the argument ``reward``, ``forfeited`` says whether this seat lost by an invalid answer, and ``record`` is the
        record. With a judge ``mean_cost`` is the mean cost of the decisions that were judged, 0 without any, ``judged`` is their
        number, and ``costs`` has the cost of each answer, None if it was not judged.
        """
        if self.result is None:
            self.limit(seat)
        assert self.result is not None
        end, most = self.result, self.spec.forfeit * (self.spec.seats - 1)
        gain = end.gains[seat]
        result = end.values[seat] if end.values else (gain > 0) - (gain < 0)
        reward = result if self._reward == "result" else min(max(gain / most, -1.0), 1.0)
        found = {"ending": end.ending, "gain": gain, "result": result, "reward": reward}
        found |= {"forfeited": end.forfeited == seat, "record": self.record()}
        if self._judge:
            costs = [d.cost for d in self.decisions[seat]]
            found |= {"mean_cost": sum(costs) / max(1, len(costs)), "judged": len(costs), "costs": self.costs[seat]}
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
