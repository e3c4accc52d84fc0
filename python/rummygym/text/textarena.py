"""The games for TextArena: importing this module registers them.

>>> import textarena as ta
>>> import rummygym.text.textarena
>>> env = ta.make("GinRummy-v0")
>>> env.reset(num_players=2, seed=1)
>>> done = False
>>> while not done:
...     player, observation = env.get_observation()
...     done, info = env.step(agents[player](observation))
>>> rewards, game_info = env.close()

``GinRummy-v0`` and ``IndianRummy-v0`` show a player all its messages as one text; ``GinRummy-v0-raw`` and
``IndianRummy-v0-raw`` show only the new messages. It needs ``rummygym[textarena]``.
"""

from __future__ import annotations

from typing import Any

import textarena as ta
from gymnasium.error import ResetNeeded

from ..options import Game
from .env import TextEnv

__all__ = ["RummyEnv"]


class RummyEnv(ta.Env):  # type: ignore[misc]
    """A game of :class:`rummygym.text.TextEnv` with TextArena's interface.

    A player observes the rules (``PROMPT``), what its seat knows (``GAME_BOARD``), its own answers (``PLAYER_ACTION``) and
    why one was not accepted (``GAME_ADMIN``). It does not see the answers of others, which may name their cards. Rewards are
    those of :meth:`rummygym.text.TextEnv.score`; the points are in ``game_info[player]["gain"]``. With a judge the information of a
    step has the cost of the move and its standard error, and ``game_info`` the mean cost of a player's decisions.

    Args:
        game: "indian" or "gin".
        options: More arguments of :class:`rummygym.text.TextEnv`. With ``opponents`` there is one player.

    Attributes:
        table: The :class:`rummygym.text.TextEnv`.
    """

    def __init__(self, game: Game, **options: Any) -> None:
        self.table = TextEnv(game, **options)
        seats = range(self.table.spec.seats)
        self._seats = list(seats) if options.get("opponents") is None else [options.get("seat", 0)]

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deals a new game. The seed is that of :meth:`rummygym.text.TextEnv.reset`."""
        if num_players != len(self._seats):
            raise ValueError(f"num_players is {num_players}: want {len(self._seats)}")
        self.table.reset(seed)
        self._shown = [0] * self.table.spec.seats  # messages of each seat that are observations
        self.state = ta.State(num_players)
        self.state.standard_resets(role_mapping={p: f"Player {p}" for p in range(num_players)})
        self._show(ta.ObservationType.GAME_BOARD)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the answer of the player to move. Returns whether the game is over, and the result of the answer."""
        if self.state.done:
            raise ResetNeeded("the game is over: call reset first")
        info: dict[str, Any] = {"move": None, "invalid": None, "fallback": False}
        if self.table.seat is not None:  # agents may have ended the game before the first answer
            turn = self.table.act(action)
            info = {"move": turn.move, "invalid": turn.invalid and turn.invalid.kind, "fallback": turn.fallback}
            if turn.decision:
                info |= {"cost": turn.decision.cost, "cost_error": turn.decision.error}
            self.state.game_info[self.state.current_player_id]["turn_count"] += turn.move is not None
            refused = turn.move is None and self.table.seat is not None
            self._show(ta.ObservationType.GAME_ADMIN if refused else ta.ObservationType.GAME_BOARD)
        if self.table.result is not None:
            scores = [self.table.score(seat) for seat in self._seats]
            for player, x in enumerate(scores):
                told = {"gain": x["gain"], "reason": x["ending"], "invalid_move": x["forfeited"]}
                told |= {name: x[name] for name in ("mean_cost", "judged", "costs") if name in x}
                self.state.game_info[player] |= told
            self.state.rewards = {player: x["reward"] for player, x in enumerate(scores)}
            self.state.done = True
        self.state.step_info = info
        done, info = self.state.step()
        return done, info

    def _show(self, told: ta.ObservationType) -> None:
        """Makes the new messages of the seats observations. ``told`` is the type of what the table says."""
        kinds = ta.ObservationType
        for player, seat in enumerate(self._seats):
            chat = self.table.transcripts[seat].messages
            for i in range(self._shown[seat], len(chat)):
                kind = {"system": kinds.PROMPT, "assistant": kinds.PLAYER_ACTION}.get(chat[i]["role"], told)
                sender = player if kind is kinds.PLAYER_ACTION else ta.GAME_ID
                self.state.add_observation(chat[i]["content"], kind, from_id=sender, to_id=player)
            self._shown[seat] = len(chat)
        if self.table.seat is not None:
            self.state.current_player_id = self._seats.index(self.table.seat)


class _Conversation(ta.wrappers.LLMObservationWrapper):  # type: ignore[misc]
    """TextArena's wrapper writes all messages again for each observation, and keeps those of earlier games after a reset."""

    def __init__(self, env: ta.Env) -> None:
        super().__init__(env)
        self._texts: dict[int, str] = {}

    def reset(self, num_players: int, seed: int | None = None) -> None:
        self.full_observations.clear()
        self._texts.clear()
        super().reset(num_players, seed)

    def observation(self, player_id: int, observation: list[ta.Message] | None) -> str:
        earlier = self.full_observations.pop(player_id, [])
        text: str = self._texts.get(player_id, "") + super().observation(player_id, observation)
        self._texts[player_id] = text
        earlier += observation or []
        self.full_observations[player_id] = earlier
        return text


for _id, _game in (("GinRummy-v0", "gin"), ("IndianRummy-v0", "indian")):
    ta.register(_id, RummyEnv, [_Conversation], game=_game)
    ta.register(f"{_id}-raw", RummyEnv, game=_game)
