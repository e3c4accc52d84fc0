"""The games of this package as games of OpenSpiel: importing this module registers ``rummygym_gin``,
``rummygym_gin_match`` and ``rummygym_indian``.

>>> import pyspiel
>>> import rummygym.openspiel
>>> game = pyspiel.load_game("rummygym_gin(rules=knock-limit:7)")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(random.choice(state.legal_actions()))
>>> state.returns()

Chance deals at the beginning: its eight moves are the bytes of the seed of a deal, the most significant
first. The deal, and all chance later in the game, is that of ``Tables.reset(seed)``. With the parameter
``chance=cards`` the moves of chance are cards instead: the cards of each hand in ascending order, and one
card for each draw from the stock. Exact methods can then run on small packs.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from .._abi import ConfigError
from ..core import Tables
from ..spec import Spec
from ._place import Deal, Pack, Place, place_of

__all__ = ["RummyGame", "RummyState"]

_BYTES = 8  # of a seed
_KIND = pyspiel.GameType

#: The parameters of all three games: the preset; options that override it, such as "knock-limit:7 gin-bonus:20"; groups of
#: observation fields; the decisions of all seats after which a game ends without points; and how chance moves, "seed" or "cards".
PARAMETERS = {"preset": "", "rules": "", "fields": "default", "max_steps": 1000, "chance": "seed"}


def _bound(spec: Spec) -> float:
    """Returns points that no seat gains more of in a game, or in a match of any sense."""
    rules: dict[str, Any] = dict(spec.rules)
    if spec.game.endswith("-match"):
        return 10.0 * spec.forfeit
    if "cap" in rules:  # what a seat pays
        return float(max(rules["cap"], rules["first-drop"], rules["middle-drop"]) * (spec.seats - 1))
    costs = sorted(
        (min(rank, 10) for rank in range(1, rules["ranks"] + 1) for _ in range(rules["suits"])), reverse=True
    )
    bonus = max(rules["gin-bonus"], rules["big-gin-bonus"], rules["undercut-bonus"])
    return float(sum(costs[: rules["hand-size"]]) + bonus)


def _moves(spec: Spec) -> int:
    """Returns the largest number of moves in a game by its rules and the limit of decisions."""
    rules: dict[str, Any] = dict(spec.rules)
    if spec.game.endswith("-match"):
        return spec.max_steps
    if "max-rounds" in rules:  # a draw and a discard in each turn
        most = 2 * rules["seats"] * (rules["max-rounds"] + (rules["counting"] != "full-turns"))
    else:  # the first upcard; draw, discard and knock or pass in each turn; melds of both and lay-offs, which passes may end
        passes = 3 * ("chosen" in (rules["melding"], rules["laying-off"]))
        most = 2 + 3 * rules["max-turns"] + rules["hand-size"] // 3 + rules["hand-size"] + passes
    return int(min(most, spec.max_steps))


class RummyGame(pyspiel.Game):  # type: ignore[misc]
    """A game of this package. Its parameters are :data:`PARAMETERS`.

    Players are the seats, actions have the numbers of this package, which are not those of OpenSpiel's
    ``gin_rummy``, and returns are points. The bounds of returns are those of the rules; for matches they are
    ten times the cost of a forfeited match, much more than any sensible match can reach.

    Attributes:
        spec: The description of the game.
    """

    name: str  # in OpenSpiel
    game: str  # here
    title: str
    seats: range
    parameters: Mapping[str, Any] = PARAMETERS

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**self.parameters, **(params or {})}
        if given["max_steps"] < 1:
            raise ConfigError(f"the parameter max_steps is {given['max_steps']}: want at least 1")
        self._place = place_of((self.game, given["preset"], given["rules"], given["fields"], given["max_steps"]))
        if given["chance"] not in ("seed", "cards"):
            raise ConfigError(f"the parameter chance is {given['chance']!r}: want seed or cards")
        self._pack = self._place.pack if given["chance"] == "cards" else None
        spec = self._place.spec
        bound = _bound(spec)
        info = pyspiel.GameInfo(
            num_distinct_actions=spec.num_actions,
            max_chance_outcomes=len(self._pack.cards) if self._pack else 256,
            num_players=spec.seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0,
            max_game_length=given["max_steps"],
        )
        super().__init__(self.kind(range(spec.seats, spec.seats + 1)), info, given)
        self.spec: Spec = spec

    @classmethod
    def kind(cls, seats: range) -> Any:
        """Returns OpenSpiel's type of the game with these numbers of seats."""
        return _KIND(
            short_name=cls.name,
            long_name=cls.title,
            dynamics=_KIND.Dynamics.SEQUENTIAL,
            chance_mode=_KIND.ChanceMode.EXPLICIT_STOCHASTIC,
            information=_KIND.Information.IMPERFECT_INFORMATION,
            utility=_KIND.Utility.ZERO_SUM,
            reward_model=_KIND.RewardModel.TERMINAL,
            max_num_players=seats[-1],
            min_num_players=seats[0],
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=dict(cls.parameters),
        )

    def new_initial_state(self) -> RummyState:
        """Returns the state before the deal."""
        return RummyState(self, self._place, self._pack)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the maximum number of moves of chance."""
        return sum(self._pack.copies) if self._pack else _BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Returns an observer of what one seat knows."""
        if params:
            raise ValueError(f"observers of rummygym have no parameters: {params}")
        return _Observer(self._place, iig_obs_type)


@dataclasses.dataclass(frozen=True)
class _At:
    """Where a state is. Clones share it."""

    chosen: tuple[int, ...] = ()  # moves of chance
    deal: Deal | None = None  # None until all is dealt
    moves: tuple[int, ...] = ()  # since the deal
    player: int = int(pyspiel.PlayerId.CHANCE)  # to move
    legal: tuple[int, ...] = ()
    stock: int = 0  # cards in the stock, of a deal by cards
    gains: tuple[float, ...] = ()  # after the end

    def __deepcopy__(self, memo: Any) -> _At:
        return self


class RummyState(pyspiel.State):  # type: ignore[misc]
    """A state of :class:`RummyGame`.

    It can be cloned, pickled, and serialized by OpenSpiel. It needs the engine only when it moves and when it is observed.
    """

    def __init__(self, game: Any, place: Place, pack: Pack | None) -> None:
        super().__init__(game)
        self._place, self._pack, self._at = place, pack, _At()
        self._follows = True  # whether moves change the position

    def current_player(self) -> int:
        """Returns the seat to move, or OpenSpiel's number of chance or of the end."""
        return self._at.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._at.player == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Returns the points of each seat, 0 before the end."""
        return list(self._at.gains) or [0.0] * self._place.spec.seats

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the values of the next byte of the seed, or the next cards, with their probabilities."""
        if self._pack:
            return self._pack.outcomes(self._at.chosen)
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._at.legal)

    def _apply_action(self, action: int) -> None:
        at = self._at
        if not self._follows:
            return
        if at.player == pyspiel.PlayerId.CHANCE:
            chosen, deal = (*at.chosen, int(action)), at.deal
            if self._pack and len(chosen) >= sum(self._pack.groups):
                deal = self._pack.deck(chosen)
            elif not self._pack and len(chosen) == _BYTES:
                deal = int.from_bytes(bytes(chosen), "big")
            self._at = dataclasses.replace(at, chosen=chosen, deal=deal)
            if deal is not None:
                self._look()
            return
        if action not in at.legal:
            raise ValueError(
                f"{self._name(action)} is not legal: the legal actions are {', '.join(map(self._name, at.legal))}"
            )
        self._at = dataclasses.replace(at, moves=(*at.moves, int(action)))
        self._look()
        if isinstance(at.deal, str) and self._at.stock < at.stock:  # chance says which card that was
            self._at = dataclasses.replace(self._at, player=int(pyspiel.PlayerId.CHANCE), legal=(), gains=())

    def _look(self) -> None:
        """Notes what the table says about the position."""
        table = self._go()
        legal: tuple[int, ...] = ()
        gains: tuple[float, ...] = ()
        if table.terminated[0]:
            gains = tuple(map(float, table.outcomes[0, 3:].tolist()))
        elif not table.truncated[0]:
            legal = tuple(table.masks[0].nonzero()[0].tolist())
        player = int(table.players[0]) if legal else int(pyspiel.PlayerId.TERMINAL)
        stock = table.show(0)["stock_size"] if isinstance(self._at.deal, str) else 0
        self._at = dataclasses.replace(self._at, player=player, legal=legal, gains=gains, stock=stock)

    def _go(self) -> Tables:
        """Returns the table at the position."""
        assert self._at.deal is not None
        return self._place.go(self._at.deal, self._at.moves)

    def _name(self, action: int) -> str:
        actions = self._place.spec.actions
        return actions[action] if 0 <= action < len(actions) else f"action {action}"

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._pack.cards[action] if self._pack else f"byte {action} of the seed"
        return self._name(action)

    def __str__(self) -> str:
        if self._at.deal is None:
            return " ".join(["chance:", *(self._action_to_string(pyspiel.PlayerId.CHANCE, c) for c in self._at.chosen)])
        shown: str = self._go().show(0)["text"]
        return shown

    def resample_from_infostate(self, player_id: int, sampler: Any) -> RummyState:
        """Returns a state that the seat cannot tell from this one, with new cards where it cannot know them.

        It depends only on what the seat knows and on the sampler. The history of the new state has the moves
        of this one, and random moves of chance that do not deal its cards; chance does not move in it any
        more. The seat has the same information state in both.

        Args:
            player_id: The seat.
            sampler: A function that returns numbers in [0, 1), such as ``pyspiel.UniformProbabilitySampler(0.0, 1.0)``.
        """
        at = self._at
        if at.player < 0 or at.deal is None:
            raise ValueError("there is nothing to sample: want a state in which a seat decides")
        state = RummyState(self.get_game(), self._place, self._pack)
        state._follows = False
        outcomes = len(self._pack.cards) if self._pack else 256
        for move in self.full_history():
            state._at = _At(player=move.player)
            chance = move.player == pyspiel.PlayerId.CHANCE
            state.apply_action(int(sampler() * outcomes) if chance else move.action)
        state._follows = True
        deal = self._place.sample(at.deal, at.moves, player_id, int(sampler() * 2**53))
        state._at = _At(deal=deal)
        state._look()
        return state

    def _information(self, seat: int) -> str:
        """Returns all that a seat was dealt, did and saw: an event per line."""
        at = self._at
        return "" if at.deal is None else self._place.tell(at.deal, at.moves).information_state_text(0, seat)


#: The types of events of moves, by their numbers in information state tensors, from 1.
EVENTS = ("draw", "discard", "declare", "drop", "pass", "knock", "meld", "lay-off")


class _Observer:
    """What a seat observes, as OpenSpiel's observers have it: the fields of observations, and with perfect recall the events."""

    def __init__(self, place: Place, kind: Any) -> None:
        self._place, spec = place, place.spec
        self._recall = bool(kind and kind.perfect_recall)
        if kind and (not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER):
            raise ValueError("rummygym has observers of one seat with all that it knows, public and private")
        self._size = sum(f.size for f in spec.observation)
        self._rows = _moves(spec) if self._recall else 0
        self.tensor: NDArray[np.float32] = np.zeros(self._size + 3 * self._rows, np.float32)
        self.dict = {f.name: self.tensor[f.slice].reshape(f.shape) for f in spec.observation}
        if self._recall:
            self.dict["events"] = self.tensor[self._size :].reshape(self._rows, 3)
            cards = (name.removeprefix("meld ") for name in spec.actions)
            self._cards = {name: number for number, name in enumerate(cards, 1)}

    def set_from(self, state: RummyState, player: int) -> None:
        """Fills the tensor with what a seat knows: zeros before the deal.

        Row i of the events is the i-th move that the seat saw: who moved, from 1, the number of the type in :data:`EVENTS`,
        and 1 + the number of the action that the cards have, 0 if they are hidden or not those of one action.
        """
        self.tensor.fill(0)
        if state._at.deal is None:
            return
        if self._size:
            self.tensor[: self._size] = state._go().observe(0, player)
        if not self._recall:
            return
        row = 0
        for event in map(json.loads, state._information(player).splitlines()):
            if event.get("type") in EVENTS and row < self._rows:
                cards = event.get("cards", [event.get("card") or ""])
                number = self._cards.get("".join(cards), 0)
                self.dict["events"][row] = event["seat"] + 1, EVENTS.index(event["type"]) + 1, number
                row += 1

    def string_from(self, state: RummyState, player: int) -> str:
        """Returns what a seat knows as text; with perfect recall as its events."""
        if self._recall or state._at.deal is None:
            return state._information(player)
        return state._go().text(0, player)


class GinRummyGame(RummyGame):
    """``rummygym_gin``, with the preset ``openspiel`` by default."""

    name, title, seats = "rummygym_gin", "Gin Rummy", range(2, 3)
    game = "gin"
    parameters = PARAMETERS | {"preset": "openspiel"}


class GinRummyMatchGame(RummyGame):
    """``rummygym_gin_match``: a match of several hands."""

    name, title, seats = "rummygym_gin_match", "Gin Rummy Match", range(2, 3)
    game = "gin-match"


class IndianRummyGame(RummyGame):
    """``rummygym_indian``."""

    name, title, seats = "rummygym_indian", "Indian Rummy", range(2, 7)
    game = "indian"


for _game in (GinRummyGame, GinRummyMatchGame, IndianRummyGame):  # classes, because OpenSpiel drops them when Python has ended
    pyspiel.register_game(_game.kind(_game.seats), _game)
