"""Agents of the engine, which can be asked for their moves at the caller's tables.

>>> teacher = rummygym.Agent("learned:standard", game="gin")
>>> tables = rummygym.Tables("gin", num_envs=1024)
>>> tables.reset(seed=1)
>>> labels = teacher.act(tables)                # int64 [N]; the tables have not moved
>>> tables.step(policy(tables.observations))    # DAgger: the learner moves, the teacher labels
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._abi import ConfigError
from ._arguments import one
from .core import Tables
from .options import Game
from .spec import describe

__all__ = ["Agent"]


class Agent:
    """An agent of the engine, such as a learner's teacher, or an opponent whose moves the caller plays.

    An agent of the engine uses everything that its seat knows, and observations may omit some of it.
    Therefore it is asked about tables: any number of tables, of any configuration that it can play.
    A network in a file can also be asked about observations, with
    :meth:`rummygym.policy.Policy.act`.

    It can be pickled and copied; the copy has no memory of episodes.

    Args:
        spec: The agent as ``rummygym agents`` lists it, such as ``"simple"`` or ``"search:rollouts=100"``.
        game: None, or the game of the tables: then the agent is opened and checked at once. With None,
            :meth:`act` raises ConfigError if the game has no such agent.
        preset, rules: The rules of the tables, as in :class:`Tables`.
    """

    def __init__(
        self,
        spec: str,
        game: Game | None = None,
        *,
        preset: str | None = None,
        rules: Mapping[str, int | str] | None = None,
    ) -> None:
        if not isinstance(spec, str):
            raise ConfigError(f"spec is {spec!r}: want the text of an agent, such as 'simple'")
        if game is not None:
            describe(game, preset=preset, rules=rules, fields="none", opponents=spec)
        elif preset is not None or rules is not None:
            raise ConfigError("preset and rules are those of a game: give the game too")
        self.spec = spec
        self._begin()

    def _begin(self) -> None:
        self._numbers: weakref.WeakKeyDictionary[Tables, int] = weakref.WeakKeyDictionary()

    def __repr__(self) -> str:
        return f"rummygym.Agent({self.spec!r})"

    def __getstate__(self) -> dict[str, Any]:
        return {"spec": self.spec}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.spec = state["spec"]
        self._begin()

    def act(self, tables: Any, *, chosen: ArrayLike | None = None, seed: int | None = None) -> NDArray[np.int64]:
        """Returns the agent's choice for the seat to move at each table. The tables do not move.

        Without a seed, the agent follows the episodes of the tables: each table and seat has a
        separate agent, whose random choices follow from the seed and number of the episode. If it is
        asked once at every decision of a seat, it answers exactly as an opponent of the engine at that
        seat would, whether or not the tables then play its answer. Its memory of an episode begins with
        the first question; ``load``, ``deal`` and ``redeal`` begin a new episode.

        With a seed, the answer at table i depends only on the seed, i and the observation of the seat
        to move, not on earlier questions: to the agent each position is the first of an episode.

        Args:
            tables: Tables, or an environment of this package.
            chosen: bool [N], the tables to ask about; the others get -1.
            seed: None, or a number in [0, 2**64).

        Returns:
            int64 [N], -1 where no seat is to move.

        Raises:
            ConfigError: The agent cannot play at these tables.
        """
        at = getattr(getattr(tables, "unwrapped", tables), "_tables", tables)
        if not isinstance(at, Tables):
            raise ConfigError(
                f"tables is {type(tables).__name__}: want Tables or an environment of this package, because an agent "
                "needs all that its seat knows; a network in a file answers rows of observations by rummygym.policy"
            )
        return at._ask(self.spec, self._numbers, chosen, None if seed is None else one("seed", seed))
