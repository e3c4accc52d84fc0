"""Agents of this package in ``open_spiel_gin_rummy`` of kaggle-environments.

>>> from kaggle_environments import make
>>> from rummygym.openspiel.kaggle import player
>>> env = make("open_spiel_gin_rummy", configuration={"seed": 1})
>>> env.run([player("learned:standard"), "random"])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from .._abi import ConfigError
from .bot import Bot

__all__ = ["player"]


def player(agent: str, *, seed: int = 1) -> Callable[..., dict[str, int]]:
    """Returns a function for ``Environment.run``, which plays as an agent of ``rummygym agents`` at any seat.

    It reads the state in the member ``serializedGameAndState`` of an observation, and passes to the agent
    only what its seat sees.

    Args:
        agent: The agent, such as ``"learned:standard"``.
        seed: Determines the random choices of the agent, in [0, 2**64).
    """
    bots: dict[tuple[str, int], Bot] = {}

    def act(observation: Mapping[str, Any], configuration: Any = None) -> dict[str, int]:
        text = observation.get("serializedGameAndState")
        if text is None:  # the environment asks once before the deal, and ignores the answer
            return {"submission": int(pyspiel.INVALID_ACTION)}
        state = _state(text)
        seat = observation["playerId"]
        key = str(state.get_game()), seat
        if key not in bots:
            bots[key] = Bot(agent, state.get_game(), seat, seed=seed)
        return {"submission": bots[key].step(state)}

    return act


def _state(text: str) -> Any:
    """Returns the state of OpenSpiel's ``gin_rummy`` in a serialized state of Kaggle's game, which has the same moves.

    The text is not given to OpenSpiel, which would unpickle a part of it.
    """
    game = re.search(r"^gin_rummy_proxy(\(.*\))$", text, re.MULTILINE)
    history = re.search(r"^history=([-:,\d]*)$", text, re.MULTILINE)
    if not game or not history:
        raise ConfigError(f"serializedGameAndState is {text[:200]!r}: want a state of gin_rummy_proxy")
    state = pyspiel.load_game("gin_rummy" + game[1]).new_initial_state()
    for move in filter(None, history[1].split(",")):
        state.apply_action(int(move.rpartition(":")[2]))
    return state
