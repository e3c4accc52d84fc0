"""PettingZoo's ``gin_rummy_v4``, which is RLCard's Gin Rummy, for programs written for it: PettingZoo has not had it since 1.27.

>>> from rummygym.pettingzoo import gin_rummy_v4_compatible as gin_rummy_v4
>>> env = gin_rummy_v4.env(knock_reward=0.5, gin_reward=1.0)

Actions, planes of observations, masks, rewards, deals by seed and the order of turns are those of PettingZoo 1.26
and RLCard 1.2. :class:`raw_env` lists what differs.
"""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._abi import IllegalActionError
from .._arguments import choice, whole
from ..hands import CARDS
from . import gin_rummy_v0
from .table import _Ordered, _TerminateIllegal

__all__ = ["env", "raw_env"]

# The actions; 0 and 1 score a player's hand, those from _DISCARD and _KNOCK have one for each card.
_STOCK, _UPCARD, _DEAD, _GIN, _DISCARD, _KNOCK, _ACTIONS = 2, 3, 4, 5, 6, 58, 110

#: The engine's numbers of the cards in RLCard's order: suits S, H, D, C instead of C, D, H, S.
_CARDS = np.arange(52).reshape(4, 13)[::-1].ravel()
_NAMES = [CARDS[c] for c in _CARDS]

#: The engine's actions: "draw stock" and "draw upcard".
_ENGINE = {_STOCK: 53, _UPCARD: 52}

#: Actions of a hand after which it is dead.
_MOVES = 199

#: RLCard's rules as far as the engine has them. The first upcard is the starter's eleventh card.
_RULES: dict[str, int | str] = {
    "knock-order": "knock-then-discard",
    "throwing-back": "allowed",
    "stock-end": "void-when-empty",
    "max-turns": 250,
}


class raw_env(gin_rummy_v0.raw_env):
    """RLCard's Gin Rummy without wrappers: an illegal action raises IllegalActionError.

    The starter gets eleven cards, the other player ten, and none is turned up. A player who can go gin must. The card just
    taken from the pile may be discarded to knock, but not otherwise. Nobody lays off, and each player is scored alone,
    after the actions 0 and 1. When two cards are left in the stock, a player takes the top of the pile or declares the hand
    dead; after 199 actions it must.

    An observation is ``{"observation": int8 [4, 52], "action_mask": int8 [110]}``. Planes: own hand, top of the discard
    pile, the cards under it, the opponent's known cards. Every agent's info has ``action_mask``, too.

    Differences from PettingZoo 1.26:

    - ``observe`` of an agent that is not to move returns what that agent sees and a mask of 0; there it returned the hand
      and the mask of the other agent.
    - After ``reset(seed=...)`` PettingZoo pays 0.2 for a knock and 1 for gin, whatever the arguments; here they hold.
    - Gin discards the first card, by action number, that leaves no deadwood. RLCard takes the first of a Python set, which
      is often the same. Only the hand in the observations of the actions 0 and 1 shows the difference.
    - Rendering is that of the other environments, and there is no ``screen_height``.

    Args:
        knock_reward: Reward of the player who knocks.
        gin_reward: Reward of the player who goes gin.
        opponents_hand_visible: Adds a plane of the cards in the stock or unknown in the opponent's hand, which are not
            told apart: [5, 52].
        render_mode: None, "ansi", "rgb_array" or "human".
    """

    metadata = gin_rummy_v0.raw_env.metadata | {"name": "gin_rummy_v4"}
    state = AECEnv.state  # none

    def __init__(
        self,
        knock_reward: float = 0.5,
        gin_reward: float = 1.0,
        opponents_hand_visible: bool = False,
        render_mode: Any = None,
    ) -> None:
        super().__init__(rules=_RULES, fields="own-cards,pile,unseen,deadwood,discard-deadwood", render_mode=render_mode)
        self._paid = {_KNOCK: float(knock_reward), _GIN: float(gin_reward)}
        t, spec = self._tables, self._tables.spec
        planes = ["hand", "upcard", "buried", "known", "unknown"][: 5 if opponents_hand_visible else 4]
        self._planes = np.stack([spec.field(name).offset + _CARDS for name in planes])
        self._after = spec.field("deadwood_after_discard").offset + _CARDS
        self._deadwood = spec.field("deadwood").offset
        self._random = np.random.RandomState()
        t.reset(0)
        self._keys: dict[int, int] = {}  # with which each seat starts
        key = 0
        while len(self._keys) < 2:
            t.deal(0, _NAMES, key)
            self._keys.setdefault(int(t.players[0]), key)
            key += 1
        self._nothing = np.zeros(_ACTIONS, np.int8)
        for agent in self.possible_agents:
            parts = {"observation": self._planes.shape, "action_mask": (_ACTIONS,)}
            self.observation_spaces[agent] = spaces.Dict({k: spaces.Box(0, 1, x, np.int8) for k, x in parts.items()})
            self.action_spaces[agent] = spaces.Discrete(_ACTIONS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:  # as RLCard seeds its generator
            digest = hashlib.sha512(str(whole("seed", seed, 0) % 2**64).encode()).digest()
            self._random = np.random.RandomState(np.frombuffer(digest[:8], "<u4"))
        starter = 1 - int(self._random.choice(2))
        cards = list(range(52))
        self._random.shuffle(cards)
        cards.reverse()  # RLCard deals from the end
        first, second, stock = cards[:11], cards[11:21], cards[21:]
        hands = (second, first[:10]) if starter else (first[:10], second)
        deck = [*itertools.chain(*zip(*hands, strict=True)), first[10], *stock]
        self._tables.deal(0, [_NAMES[c] for c in deck], self._keys[starter])
        self._tables.step([_ENGINE[_UPCARD]])
        self._starter, self._eleventh = starter, first[10]  # until discarded: the engine takes it for one from the pile
        self._stock, self._moves, self._drawing = len(stock), 0, False
        self._top = self._barred = -1  # the top of the pile, and the card that was just taken from it
        self._out: tuple[int, int, float] | None = None  # who ended the play, with which card, for which reward
        self._seat = starter
        self._look()
        self._begin(starter)

    def _play(self, action: int) -> tuple[int, list[float]]:
        t = self._tables
        if not 0 <= action < _ACTIONS or not self._now[action]:
            want = ", ".join(map(str, np.flatnonzero(self._now)))
            raise IllegalActionError(f"action {action} of {self.agent_selection} is not legal: want one of {want}")
        rewards = [0.0, 0.0]
        self._moves += 1
        if action in (0, 1):
            self._seat = 1 if action == 0 else -1
            if action == 1:
                rewards = [self._payoff(0), self._payoff(1)]
        elif action in (_DEAD, _GIN) or action >= _KNOCK:
            card = int((t.observations[0][self._after] == 0).argmax()) if action == _GIN else action - _KNOCK
            kind = min(action, _KNOCK)
            self._out = (-1, -1, 0.0) if kind == _DEAD else (self._seat, card, self._paid[kind])
            self._seat = 0
        else:
            card = action - _DISCARD
            t.actions[0] = _ENGINE[action] if card < 0 else _CARDS[card]
            t.step()
            self._seat, self._drawing = int(t.players[0]), card >= 0
            self._barred = self._top if action == _UPCARD else -1
            if card >= 0:
                self._top = card
                if card == self._eleventh:
                    self._eleventh = -1
            self._stock -= action == _STOCK
        self._look()
        return self._seat, rewards

    def _payoff(self, seat: int) -> float:
        assert self._out
        player, _, reward = self._out
        return reward if seat == player else -int(self._tables.observe(0, seat)[self._deadwood]) / 100

    def _look(self) -> None:
        """Sets the legal actions of the player to move."""
        self._now = mask = np.zeros(_ACTIONS, np.int8)
        if self._out:
            mask[:2] = np.arange(2) == self._seat
        elif self._drawing:
            mask[_DEAD] = self._stock <= 2 or self._moves >= _MOVES
            mask[_STOCK], mask[_UPCARD] = not mask[_DEAD], self._moves < _MOVES
        elif not (after := self._tables.observations[0][self._after]).all():  # deadwood by card, -1 if not in the hand
            mask[_GIN] = 1
        else:
            mask[_DISCARD:_KNOCK] = after >= 0
            mask[_KNOCK:] = mask[_DISCARD:_KNOCK] & (after <= 10)
            if self._barred >= 0:
                mask[_DISCARD + self._barred] = 0

    def _legal(self) -> np.ndarray:
        return self._now.copy()

    def _inform(self, told: dict[str, Any] | None = None) -> None:
        super()._inform({})

    def observe(self, agent: str) -> dict[str, Any]:
        choice("agent", agent, self.possible_agents)
        t, seat = self._tables, self.possible_agents.index(agent)
        if self._seat < 0:
            planes = np.zeros(self._planes.shape, np.int8)
        else:
            row = t.observations[0] if t.players[0] == seat else t.observe(0, seat)
            planes = row[self._planes].astype(np.int8)
            if self._eleventh >= 0 and seat != self._starter:
                planes[3:, self._eleventh] = np.arange(len(planes) - 3)  # not known, but unknown
            if self._out and self._out[1] >= 0:
                planes[:, self._out[1]] = 0  # RLCard puts the last discard nowhere
        return {"observation": planes, "action_mask": self._mask(agent)}


def env(**options: Any) -> AECEnv[str, dict[str, Any], Any]:
    """Returns the environment in the wrappers of PettingZoo's: an illegal action ends the hand with a reward of -1."""
    return _Ordered(wrappers.AssertOutOfBoundsWrapper(_TerminateIllegal(raw_env(**options), illegal_reward=-1)))
