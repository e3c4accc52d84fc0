"""Tables at which functions of the caller play some seats, as agents of the engine do."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._abi import ConfigError, IllegalActionError, InterruptedTablesError
from ._arguments import actions, array
from ._observations import Observations
from .core import Tables, _aligned
from .options import Game, Policy
from .spec import Spec


def chosen_by(policy: Policy, observations: Any, masks: NDArray[np.bool_], what: str = "the policy") -> NDArray[Any]:
    """Returns the actions of a policy for masks [M, A] or [A], as whole numbers [M] or [1] that fit in int64."""
    given, shape = array(f"the actions of {what}", policy(observations, masks)), masks.shape[:-1]
    if given.shape != shape or given.dtype.kind not in "iu":
        wanted = f"whole numbers of shape {shape}, one action for each row" if shape else "a whole number, the action"
        raise ConfigError(f"{what} returned {given.dtype} of shape {given.shape}: want {wanted}")
    return actions(given.ravel(), given.size, masks.shape[-1])


class PlayedTables(Tables):
    """Tables with opponents of which some are functions.

    The arrays, the modes of autoreset and the order of episodes are those of :class:`Tables` with agents of the engine: after a
    reset or step it is the learner's turn, or the episode is over. The engine plays tables with ``autoreset="disabled"`` whose
    other seats the caller plays; this class plays them, and deals.

    Args:
        opponents: one for each seat after the learner's, in order, or so many for each table: agents by name, and functions.
        alone: whether a function is asked about one observation, and not about the rows of several tables.
    """

    def __init__(self, game: Game, *, opponents: Sequence[Any], alone: bool, autoreset: str, **engine: Any) -> None:
        each = {id(x): x for x in opponents if callable(x)}
        self._functions: list[Policy] = list(each.values())
        self._numbers = [list(each).index(id(x)) if callable(x) else -1 for x in opponents]
        self._alone, self._mode = alone, autoreset
        named = [None if callable(x) else x for x in opponents]
        super().__init__(game, opponents=named, autoreset="disabled", **engine)

    def _open(self, config: dict[str, Any]) -> None:
        super()._open(config)
        n = len(self)
        self.spec: Spec = dataclasses.replace(self.spec, autoreset=self._mode)
        self.seen: Observations  # set by the environment
        if self._mode == "same-step":
            self.final = _aligned(self.observations.shape, self.observations.dtype.type)
        each = np.array(self._numbers).reshape(-1, self.spec.seats - 1)
        self._by = np.broadcast_to(
            each, (n, self.spec.seats - 1)
        )  # numbers of functions, by table and seat after the learner's
        self._fresh = np.zeros(n, bool)  # there was no step since the deal
        # Of fresh tables: what the turns before the learner's first gave, which the first step reports.
        self._first = {
            name: np.zeros_like(getattr(self, name)) for name in ("rewards", "terminated", "truncated", "outcomes")
        }
        self._cut = False  # a function failed in its turn

    _KEPT = ("_functions", "_numbers", "_alone", "_mode", "_fresh", "_first", "_cut", "final", "seen")

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"played": {name: self.__dict__.get(name) for name in self._KEPT}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["played"])
        super().__setstate__(state)
        self.__dict__.update(state["played"])

    def prepared(self) -> Callable[[], None]:
        return self.step

    def reset(
        self,
        seed: int | ArrayLike | None = None,
        *,
        episode: int | ArrayLike | None = None,
        chosen: ArrayLike | None = None,
    ) -> None:
        where = self._where(chosen)
        if self._cut and not where.all():
            raise InterruptedTablesError("a function failed in its turn: reset all tables")
        super().reset(seed, episode=episode, chosen=chosen)
        self._cut = True
        self._begin_episodes(where)
        self._cut = False

    def step(self, actions: ArrayLike | None = None, *, chosen: ArrayLike | None = None) -> None:
        where = self._where(chosen)
        over = self._ready(actions, where)
        super().step(chosen=chosen)
        self._finish(where, over)

    def send(self, actions: ArrayLike | None = None) -> None:
        self._sent = self._ready(actions, self._where(None))
        super().send()

    def recv(self) -> None:
        super().recv()
        self._finish(self._where(None), self._sent)

    def _where(self, chosen: ArrayLike | None) -> NDArray[np.bool_]:
        return np.ones(len(self), bool) if chosen is None else self._choose(chosen)

    def _ready(self, actions: ArrayLike | None, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Copies the actions of a step, and returns the tables whose episode is over."""
        if self._cut:
            raise InterruptedTablesError("a function failed in its turn: reset all tables")
        self._decide(actions, where)
        over: NDArray[np.bool_] = where & (self.players < 0)
        # The engine wants -1 where no seat moves, and so do tables with autoreset "disabled" once they have told the end.
        self._memory["actions"][over & self._fresh if self._mode == "disabled" else over] = -1
        return over

    def _finish(self, where: NDArray[np.bool_], over: NDArray[np.bool_]) -> None:
        """Plays the functions' turns after a step of the engine, and deals as the mode of autoreset says."""
        self._cut = True
        fresh, live = self._fresh & where, where & ~over
        self.rewards[live & fresh] += self._first["rewards"][live & fresh]
        self._play(live)
        for name, values in self._first.items():
            getattr(self, name)[over & fresh] = values[over & fresh]
        self._fresh[where] = False
        if self._mode == "next-step" and (due := over & ~fresh).any():
            super().reset(chosen=due)
            self._begin_episodes(due)
        elif self._mode == "same-step" and (ended := where & (self.terminated | self.truncated)).any():
            assert self.final is not None
            self.final[ended] = self.observations[ended]
            last = {name: getattr(self, name)[ended] for name in self._first}
            super().reset(chosen=ended)
            self._begin_episodes(ended)
            for name, values in last.items():
                getattr(self, name)[ended] = values
        self._cut = False

    def _begin_episodes(self, dealt: NDArray[np.bool_]) -> None:
        """Plays the turns before the learner's first at tables that were dealt."""
        before = self.outcomes[dealt]
        self._play(dealt)
        for name, values in self._first.items():
            values[dealt] = getattr(self, name)[dealt]
            getattr(self, name)[dealt] = before if name == "outcomes" else 0
        self._fresh[dealt] = True

    def _play(self, where: NDArray[np.bool_]) -> None:
        """Plays the turns of functions at some tables up to the learner's. Adds the rewards to those of the step."""
        while (turns := where & (self.players >= 0) & (self.players != self.learners)).any():
            at = np.full(len(self), -1)
            at[turns] = self._by[turns, (self.players[turns] - self.learners[turns] - 1) % self.spec.seats]
            mine = self._memory["actions"]
            for k, function in enumerate(self._functions):
                if (asked := turns & (at == k)).any():
                    mine[asked] = self._asked(function, asked)
            before = self.rewards[turns]
            try:
                super().step(chosen=turns)
            except IllegalActionError as e:
                raise IllegalActionError(f"a function that plays an opponent: {e}") from None
            self.rewards[turns] += before

    def _asked(self, function: Policy, tables: NDArray[np.bool_]) -> NDArray[Any]:
        """Returns what a function does at the tables at which it is to move."""
        rows, masks = self.observations[tables], self.masks[tables]
        if self._alone:
            rows, masks = rows[0], masks[0]
        return chosen_by(function, self.seen.copy(rows, masks.view(np.int8)), masks, "an opponent")
