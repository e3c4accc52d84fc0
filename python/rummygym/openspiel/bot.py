"""Agents of this package as bots of OpenSpiel's ``gin_rummy``."""

from __future__ import annotations

import itertools
from types import TracebackType
from typing import Any

import numpy as np
import pyspiel
from typing_extensions import Self

from .._abi import ConfigError
from .._arguments import one, whole
from ..core import Tables
from .actions import action_names, from_openspiel

__all__ = ["Bot", "tables_of"]


def tables_of(state: Any) -> Tables:
    """Returns a table at the position of a state of OpenSpiel's ``gin_rummy``, with the events that led to it.

    Like the state, the table contains all cards; ``observe(0, seat)``, ``text(0, seat)`` and ``events(0,
    seat)`` return only what a seat may know of them. ``record()`` is the game for ``rummygym replay`` and
    ``review``. The cards of the stock that nobody has drawn are in an arbitrary order.

    Raises:
        ConfigError: The state is of another game, has parameters for which this package has no rules, or
            waits for a card.
        IllegalActionError: A move of its history is not legal by the rules of this package.
    """
    tables = _tables(state.get_game())
    _follow(tables, state)
    return tables


def _tables(game: Any) -> Tables:
    """Returns a table with the rules of a game of OpenSpiel."""
    name, parameters = game.get_type().short_name, game.get_parameters()
    if name != "gin_rummy":
        raise ConfigError(
            f"the game is {name}, whose actions have other numbers and meanings: want OpenSpiel's gin_rummy"
        )
    for size, only in (("hand_size", 10), ("num_ranks", 13), ("num_suits", 4)):
        if parameters[size] != only:
            raise ConfigError(f"the parameter {size} of gin_rummy is {parameters[size]}: want {only}")
    rules: dict[str, int | str] = {
        "knock-limit": parameters["knock_card"],
        "gin-bonus": parameters["gin_bonus"],
        "undercut-bonus": parameters["undercut_bonus"],
        "knock-card": "oklahoma" if parameters["oklahoma"] else "fixed",
    }
    tables = Tables("gin", preset="openspiel", rules=rules, fields="none", autoreset="disabled", record=True)
    tables.reset(seed=0)  # the first deal, without which there is no deal of a deck
    return tables


def _follow(tables: Tables, state: Any) -> None:
    """Deals the cards of a state at the table and plays its moves."""
    if state.is_chance_node():
        raise ConfigError("the state waits for a card of the stock: want a decision or the end of a hand")
    names = action_names()
    history = [(h.player, h.action) for h in state.full_history()]
    drawn = [names[a] for player, a in history if player == pyspiel.PlayerId.CHANCE]
    dealt, seats = state.get_game().get_parameters()["hand_size"], tables.spec.seats
    hands = [drawn[dealt * seat : dealt * (seat + 1)] for seat in range(seats)]
    order = [*itertools.chain(*zip(*hands, strict=True)), *drawn[dealt * seats :]]
    seen = set(order)
    tables.deal(0, order + [c for c in sorted(names[a] for a in range(52)) if c not in seen])
    for player, action in history:
        if player != pyspiel.PlayerId.CHANCE:
            tables.step(from_openspiel([action]))


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of ``rummygym agents`` as a bot for OpenSpiel's ``gin_rummy``, with any parameters of the game's rules.

    >>> game = pyspiel.load_game("gin_rummy")
    >>> bots = [Bot("learned:standard", game, 0), pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), 1)]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), bots, seed=1)

    The agent is told what a program of the agent protocol is told: the events that its seat sees and the names of the
    legal actions, but nothing else of the state. With the same seed and the same hands it makes the same moves.

    Args:
        agent: The agent, such as ``"learned:standard"`` or ``"search:rollouts=100"``.
        game: The game, OpenSpiel's ``gin_rummy``.
        player_id: The seat of the bot, 0 or 1.
        seed: Determines the random choices of the agent, in [0, 2**64).

    Raises:
        ConfigError: There is no such agent, or the game is another one, or has parameters for which this package has
            no rules.
    """

    def __init__(self, agent: str, game: Any, player_id: int, *, seed: int = 1) -> None:
        super().__init__()
        if not isinstance(agent, str):
            raise ConfigError(f"agent is {agent!r}: want the text of an agent, such as 'simple'")
        self._tables = _tables(game)
        self._player = whole("player_id", player_id, 0)
        if self._player >= self._tables.spec.seats:
            raise ConfigError(f"player_id is {player_id}: want 0 or 1")
        self._game, self._seed, self._hands = str(game), one("seed", seed), 0
        self.name, self._ask = agent, self._tables._server(agent)
        self._history: list[int] = []
        self._told = 0

    def __repr__(self) -> str:
        return f"<rummygym.openspiel.Bot {self.name}, player {self._player}>"

    def player_id(self) -> int:
        """Returns the seat of the bot."""
        return self._player

    def restart(self) -> None:
        """Begins a new hand."""
        if self._told:
            self._ask({"type": "end", "table": 0, "gains": None})
            self._hands += 1
        self._history, self._told = [], 0

    def restart_at(self, state: Any) -> None:
        """Begins with the hand of a state; what happened in it before counts as seen."""
        self.restart()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Does nothing: the state of the next decision has all actions."""

    def step(self, state: Any) -> int:
        """Returns OpenSpiel's number of the agent's action in a state in which its seat decides.

        A state that does not continue the last one begins a new hand.
        """
        if str(state.get_game()) != self._game:
            raise ConfigError(
                f"the state is of the game {state.get_game()}: want {self._game}, as the bot was made for"
            )
        if state.current_player() != self._player:
            raise ConfigError(
                f"player {state.current_player()} is to move: want a state in which player {self._player} is"
            )
        history = state.history()
        if history[: len(self._history)] != self._history:
            self.restart()
        _follow(self._tables, state)
        events = self._tables.events(0, self._player, history="all")
        names = action_names()
        legal = [names[a] for a in state.legal_actions()]
        question = {"type": "act", "table": 0, "seat": self._player, "events": events[self._told :], "legal": legal}
        if not self._told:
            question["seed"] = str(np.random.SeedSequence((self._seed, self._hands)).generate_state(1, np.uint64)[0])
        answer = self._ask(question | {"ms": 0})
        self._history, self._told = history, len(events)
        return names.index(answer["action"])

    def close(self) -> None:
        """Closes the agent. A second call does nothing."""
        self._tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
