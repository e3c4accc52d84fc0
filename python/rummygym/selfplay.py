"""Many tables at which the caller plays all seats, for self-play learners.

>>> from rummygym.selfplay import SelfPlay
>>> tables = SelfPlay("gin", 1024)
>>> tables.reset(seed=1)
>>> while learning:
...     actions = policy(tables.observations, tables.masks, tables.players)
...     tables.step(actions)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Unpack

from ._abi import ConfigError
from .core import Tables
from .options import Game, SelfPlayOptions

__all__ = ["SelfPlay"]


class SelfPlay(Tables):
    """Tables without opponents: each step plays one action of the seat to move at each table.

    Each call fills the arrays in place: ``players`` int8 [N], the seat to move, -1
    after the end; ``observations`` float32 [N, L] and ``masks`` bool [N, A] of that
    seat; ``rewards`` float32 [N, P] of all seats for the last step; ``terminated`` and
    ``truncated`` bool [N].

    Two more arrays are for learners. ``movers`` int8 [N] is the seat that made the last
    move, -1 if the step was a reset. ``accrued`` float32 [N, P] is the sum of each
    seat's rewards since its last action, including the step of that action. When the
    seat is to move again, or the episode is over, its entry is the reward of its last
    action. With ``"same-step"`` autoreset the entries are those of the ended episode
    until the next step.

    Args:
        game: ``"indian"`` or ``"gin"``.
        num_envs: number of tables, N.
        options: the options of :class:`rummygym.Tables` except those for opponents, see
            :class:`rummygym.options.SelfPlayOptions`.
    """

    def __init__(self, game: Game, num_envs: int = 1, **options: Unpack[SelfPlayOptions]) -> None:
        for key in ("opponents", "seat", "seating"):
            if key in options:
                raise ConfigError(
                    f"{key}: in self-play the caller plays all seats; use Tables or a vector environment"
                )
        super().__init__(game, num_envs=num_envs, **options)
        self._begin()

    def _begin(self) -> None:
        n = len(self)
        self.accrued = np.zeros((n, self.spec.seats), np.float32)
        self.movers = np.full(n, -1, np.int8)
        self._rows = np.arange(n)
        self._fresh = np.zeros(n, bool)  # with same-step: accrued is that of the previous episode

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in ("accrued", "movers", "_fresh")}
        return super().__getstate__() | {"self-play": kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._begin()
        for name, values in state["self-play"].items():
            np.copyto(getattr(self, name), values)

    def reset(self, seed: Any = None, *, episode: Any = None, chosen: ArrayLike | None = None) -> None:
        super().reset(seed, episode=episode, chosen=chosen)
        rows = slice(None) if chosen is None else np.asarray(chosen)
        self.accrued[rows] = 0
        self.movers[rows] = -1
        self._fresh[rows] = False

    def step(self, actions: Any = None, *, chosen: ArrayLike | None = None) -> None:
        movers = self.players.copy()
        super().step(actions, chosen=chosen)
        if chosen is None and self.spec.autoreset != "same-step":
            # Fast path of the code below: all tables, none fresh.
            self.accrued[self._rows, movers] = 0
            if movers.min() < 0:
                self.accrued[movers < 0] = 0
            self.accrued += self.rewards
            self.movers[:] = movers
            return
        rows = self._rows if chosen is None else self._rows[np.asarray(chosen)]
        movers = movers[rows]
        self.accrued[rows[self._fresh[rows] | (movers < 0)]] = 0
        moved = movers >= 0
        self.accrued[rows[moved], movers[moved]] = 0
        self.accrued[rows] += self.rewards[rows]
        self.movers[rows] = movers
        over = self.terminated[rows] | self.truncated[rows]
        self._fresh[rows] = over & (self.spec.autoreset == "same-step")
