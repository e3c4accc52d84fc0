"""Episodes: the observations and actions of one player in one game, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rummygym.datasets.errors import DatasetError
from rummygym.datasets.metadata import column_of
from rummygym.spec import Field

if TYPE_CHECKING:
    import pyarrow as pa

NO_ACTION = 65535
"""The action of a row that holds the observation after a player's last action."""

EPISODE_COLUMNS = (
    "episode",
    "step",
    "player",
    "agent",
    "phase",
    "mask",
    "action",
    "probability",
    "reward",
    "terminated",
    "truncated",
    "seed",
    "deal",
    "winner",
    "ending",
    "gain",
    "rounds",
)
"""The columns that an episode needs, in addition to those of the observation."""


@dataclass(frozen=True, eq=False)
class Episode:
    """The N decisions of one player in one game, in order. N is 0 for a player that never moved.

    ``observations`` and ``masks`` have M rows: N + 1 if the observation after the
    last action was recorded (``rummygym collect --final rows``), else N. The player chose
    ``actions[t]`` given row t. ``rewards[t]`` is the reward between rows t and t + 1.
    """

    number: int
    """Number of the game in the dataset, the same for all players of a game."""
    seat: int
    agent: str
    observations: Any
    """float32 [M, L]; for ``observation="dict"`` arrays [M, ...] by field, in their own types and shapes, [M, 1] for a number."""
    masks: np.ndarray
    """bool [M, A], true for legal actions. The row after the last action is all false."""
    actions: np.ndarray
    """int64 [N]."""
    probabilities: np.ndarray
    """float64 [N], probability with which the agent chose the action, 1 if it was not random."""
    rewards: np.ndarray
    """float32 [N], in points."""
    terminations: np.ndarray
    """bool [N], true at the last decision if the rules ended the game."""
    truncations: np.ndarray
    """bool [N], true at the last decision if the step limit of the run ended the game."""
    steps: np.ndarray
    """int32 [N], number of each decision among those of all players in the game."""
    phases: np.ndarray
    """str [N], the phase of each decision."""
    seed: int
    """Seed of the run."""
    deal: int
    """Number of the deal in the run. Seed and deal determine the cards."""
    winner: int
    """Seat that won the game, -1 without a winner."""
    ending: str
    """How the game ended, a name from ``metadata.endings``; empty if it was truncated."""
    gain: int
    """Points that this player gained in the game: the sum of the rewards, but if it never moved, in which case it has none."""
    rounds: int
    """Number of rounds of the game."""

    def __len__(self) -> int:
        """Return N, the number of decisions."""
        return len(self.actions)

    @property
    def has_final(self) -> bool:
        """Whether the observation after the last action was recorded."""
        return len(self.masks) > len(self.actions)

    def __repr__(self) -> str:
        return (
            f"Episode(number={self.number}, seat={self.seat}, agent={self.agent!r}, "
            f"decisions={len(self)}, ending={self.ending!r}, gain={self.gain})"
        )


def numpy_column(column: pa.Array) -> np.ndarray:
    """Return a column as an array [rows], or [rows, entries] for lists. Only booleans are copied."""
    size = getattr(column.type, "list_size", None)
    if size is None:
        return np.asarray(column.to_numpy(zero_copy_only=False))
    return np.asarray(column.flatten().to_numpy(zero_copy_only=False)).reshape(len(column), size)


def name_column(column: pa.Array) -> np.ndarray:
    """Return a column of names as an array of str [rows]."""
    if not hasattr(column, "dictionary"):
        column = column.dictionary_encode()
    names = np.asarray(column.dictionary.to_pylist(), dtype=np.str_)
    return np.asarray(names[column.indices.to_numpy(zero_copy_only=False)])


def split_batch(batch: pa.RecordBatch, layout: Sequence[Field], kind: str) -> Iterator[Episode]:
    """Yield the episodes of a batch of whole games, which must not be empty: games in order, players by seat."""
    column = {name: batch.column(name) for name in batch.schema.names}
    value = {name: numpy_column(column[name]) for name in EPISODE_COLUMNS if name not in ("agent", "phase", "ending")}
    agent, phase, ending = (name_column(column[name]) for name in ("agent", "phase", "ending"))
    observations = _observations(column, layout, kind, batch.num_rows)

    # A stable sort, so that the rows of a player keep the order of play.
    order = np.lexsort((value["player"], value["episode"]))
    number, player = value["episode"][order], value["player"][order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(number) != 0) | (np.diff(player) != 0)
    starts = np.flatnonzero(new)
    for first, end in zip(starts, np.append(starts[1:], len(order)), strict=True):
        rows = order[first:end]
        acted = rows[value["action"][rows] != NO_ACTION]
        if (
            len(rows) - len(acted) > 1
            or not len(acted)
            or (len(acted) < len(rows) and value["action"][rows[-1]] != NO_ACTION)
        ):
            raise DatasetError(
                f"episode {number[first]}, player {player[first]}: a row without an action is not the last one"
            )
        last = acted[-1]
        yield Episode(
            number=int(number[first]),
            seat=int(player[first]),
            agent=str(agent[last]),
            observations={k: v[rows] for k, v in observations.items()} if kind == "dict" else observations[rows],
            masks=value["mask"][rows],
            actions=value["action"][acted].astype(np.int64),
            probabilities=value["probability"][acted],
            rewards=value["reward"][acted],
            terminations=value["terminated"][acted],
            truncations=value["truncated"][acted],
            steps=value["step"][acted],
            phases=phase[acted],
            seed=int(value["seed"][last]),
            deal=int(value["deal"][last]),
            winner=int(value["winner"][last]),
            ending=str(ending[last]),
            gain=int(value["gain"][last]),
            rounds=int(value["rounds"][last]),
        )


def _observations(column: dict[str, pa.Array], layout: Sequence[Field], kind: str, rows: int) -> Any:
    """Return the observations of all rows: an array [rows, L], or one array for each field."""
    if kind == "dict":
        return {f.name: numpy_column(column[column_of(f)]).reshape(rows, *f.shape) for f in layout}
    flat = np.empty((rows, sum(f.size for f in layout)), np.float32)
    for f in layout:
        flat[:, f.slice] = numpy_column(column[column_of(f)]).reshape(rows, f.size)
    return flat
