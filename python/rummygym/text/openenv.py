"""The games as an environment of OpenEnv: a server, and a client with types.

``uvicorn --factory rummygym.text.openenv:app`` serves it. The environment variable RUMMYGYM_TABLE has the arguments of
:class:`rummygym.text.TextEnv` as JSON; clients cannot choose them, because the name of an agent may run a program. It needs
``rummygym[openenv]``.
"""

from __future__ import annotations

import functools
import json
import os
from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

from .._abi import ConfigError
from ..options import Game
from .env import TextEnv

__all__ = ["RummyAction", "RummyClient", "RummyEnvironment", "RummyObservation", "app"]

MAX_SESSIONS = 64
"""The maximum number of games at once on a server."""


class RummyAction(Action):  # type: ignore[misc]
    """All that the model wrote."""

    answer: str


class RummyObservation(Observation):  # type: ignore[misc]
    """What is new for the seat to move."""

    seat: int
    """The seat to move; after the end the seat that moved last."""
    messages: list[dict[str, str]]
    """The new messages of the seat's chat, the last of which is to be answered: at first the rules and what the seat knows,
    then what it knows, or why its answer was not accepted."""
    move: str | None = None
    """The move that was played, None if the answer was invalid."""
    invalid: str | None = None
    """The kind of an invalid answer."""
    gains: list[float] = Field(default_factory=list)
    """After the end the points of each seat."""
    cost: float | None = None
    """With a judge, what the move of the answer cost; None if it was not judged."""
    cost_error: float | None = None
    """The standard error of the cost."""
    score: dict[str, Any] = Field(default_factory=dict)
    """After the end :meth:`rummygym.text.TextEnv.score` of the seat, which has the record of the game, hidden cards too."""


class RummyEnvironment(Environment):  # type: ignore[misc]
    """A game of :class:`rummygym.text.TextEnv`, with the same arguments. Without opponents (None) the caller
    plays all seats.

    After the end the reward is that of :meth:`rummygym.text.TextEnv.score` for the seat that moved last. With
    a judge each reward is reduced by the cost of the move times ``cost_weight``.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, game: Game = "gin", opponents: str | None = "simple", cost_weight: float = 0.0, **options: Any
    ) -> None:
        super().__init__()
        if cost_weight and options.get("judge") is None:
            raise ConfigError(f"cost_weight is {cost_weight} without a judge, which says what decisions cost: name one")
        self._weight = cost_weight
        self._table = TextEnv(game, opponents=opponents, **options)
        self._seat = options.get("seat", 0)  # that observes
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> RummyObservation:
        """Deals a new game. The seed is that of :meth:`rummygym.text.TextEnv.reset`."""
        self._table.reset(seed)
        self._state, self._shown = State(episode_id=episode_id), [0] * self._table.spec.seats
        return self._observed()

    def step(self, action: RummyAction, timeout_s: float | None = None, **_: Any) -> RummyObservation:
        """Plays an answer of the seat to move."""
        turn = self._table.act(action.answer)
        self._state.step_count += 1
        judged = None if turn.fallback else turn.decision
        cost = {"cost": judged.cost, "cost_error": judged.error} if judged else {}
        return self._observed(turn.reward, move=turn.move, invalid=turn.invalid and turn.invalid.kind, **cost)

    def _observed(self, judged: float = 0.0, **what: Any) -> RummyObservation:
        if self._table.seat is not None:
            self._seat = self._table.seat
        seat, result = self._seat, self._table.result
        chat = self._table.transcripts[seat].messages
        new, self._shown[seat] = [m for m in chat[self._shown[seat] :] if m["role"] != "assistant"], len(chat)
        if result is not None:
            what |= {"gains": list(result.gains), "score": self._table.score(seat)}
        reward = (float(what["score"]["reward"]) if result else 0.0) + self._weight * judged
        return RummyObservation(seat=seat, messages=new, reward=reward, done=result is not None, **what)

    @property
    def state(self) -> State:
        """The episode and the number of answers."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Returns the name and the title of the game."""
        spec = self._table.spec
        return EnvironmentMetadata(name="rummygym", description=spec.title)

    def close(self) -> None:
        """Closes the table."""
        self._table.close()


class RummyClient(EnvClient[RummyAction, RummyObservation, State]):  # type: ignore[misc]
    """A client of such a server.

    >>> with RummyClient(base_url="http://127.0.0.1:8000").sync() as client:
    ...     result = client.reset(seed=1)
    ...     result = client.step(RummyAction(answer="draw stock"))
    """

    def _step_payload(self, action: RummyAction) -> dict[str, Any]:
        return {"answer": action.answer}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[RummyObservation]:
        reward, done = payload.get("reward"), payload.get("done", False)
        observation = RummyObservation.model_validate({**payload["observation"], "reward": reward, "done": done})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State.model_validate(payload)


def app() -> Any:
    """Returns the application of the server, with the table of RUMMYGYM_TABLE."""
    table = json.loads(os.environ.get("RUMMYGYM_TABLE", "{}"))
    RummyEnvironment(**table).close()  # wrong arguments are an error of the start
    make = functools.partial(RummyEnvironment, **table)
    return create_app(make, RummyAction, RummyObservation, env_name="rummygym", max_concurrent_envs=MAX_SESSIONS)
