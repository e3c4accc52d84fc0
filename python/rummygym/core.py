"""Tables of a game in NumPy arrays.

Start from :class:`Tables`: one call steps N tables on all cores and fills arrays in
place. Everything else in the package is built on them.

Letters of array shapes: N tables, P seats, A actions, L entries of an observation.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import json
import secrets
import weakref
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from types import TracebackType
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Unpack

from . import _abi
from ._abi import ClosedError, ConfigError
from ._arguments import actions as checked_actions
from ._arguments import array, numbers, one, place, whole
from .options import Game, TablesOptions, TextOptions, accepts
from .spec import as_json, config_of, spec_of

_VALUES = ("cost", "win_cost", "points", "win")
"""The numbers of a :class:`MoveCost` that have standard errors."""


@functools.lru_cache
def _request(what: str, options: tuple[tuple[str, Any], ...]) -> bytes:
    """Returns the request of a text for the engine."""
    return as_json({"what": what} | {k: v for k, v in options if v is not None}).encode()


class _Independent:
    """What holds tables: also a shallow copy shares none."""

    def __copy__(self) -> Any:
        return copy.deepcopy(self)


@dataclasses.dataclass(frozen=True)
class MoveCost:
    """What a legal move costs, in points and in chance of winning, with standard errors."""

    action: int
    name: str  # one of ``Spec.actions``
    cost: float  # points: those after the best move minus those after this one
    cost_error: float
    win_cost: float  # the same of the chance to win the game or match
    win_cost_error: float
    points: float  # expected after this move, in the game, or in the hand of a match
    points_error: float
    win: float  # chance to win after this move
    win_error: float
    deals: int  # of the hidden cards, in which all moves were played on


@accepts(TablesOptions)
class Tables(_Independent):
    """N tables of one game, stepped by one call, in NumPy arrays filled in place.

    The arrays are the same objects as long as the tables are open, aligned to 64 bytes. A
    reset or step writes the rows of the tables that it changes. Copy what you want to keep.

    .. warning:: JAX takes arrays of this alignment without a copy and computes later, after
       the next step has overwritten them: the result is silently wrong. Give it copies
       (``jnp.array(tables.observations)``), or use :mod:`rummygym.jax`. The same holds for
       environments made with ``copy=False``.

    ==============  =======  ========  =================================================
    array           type     shape     meaning
    ==============  =======  ========  =================================================
    observations    dtype    [N, L]    observation of the seat to move; with opponents,
                                       of the learner; after the end, of the last mover
    final           dtype    [N, L]    with ``autoreset="same-step"``: last observation
                                       of an episode that ended in this step; else None
    masks           bool     [N, A]    whether the action is legal; all False after the end
    rewards         float32  [N, P]    reward of each seat for this step
    terminated      bool     [N]       the rules ended the episode in this step
    truncated       bool     [N]       ``max_steps`` ended the episode in this step
    players         int8     [N]       seat to move, -1 after the end
    learners        int8     [N]       the learner's seat
    outcomes        int32    [N, 3+P]  of an episode that ended in this step: index of the
                                       ending in ``spec.endings``, -1 if truncated; winner,
                                       -1 for none; rounds; points gained by each seat.
                                       Rows of other tables keep their values
    actions         int64    [N]       written by the caller: actions of ``step()``
    ==============  =======  ========  =================================================

    Tables are not thread-safe: a call during another call raises BusyError.

    Args:
        game: "indian" or "gin".
    """

    def __init__(self, game: Game, **options: Unpack[TablesOptions]) -> None:
        self._open(config_of(game, options))

    def _open(self, config: dict[str, Any]) -> None:
        self._config = config
        self.spec = spec = spec_of(config)
        n, size, dtype = spec.num_envs, spec.size, np.dtype(spec.dtype).type
        self.observations: NDArray[Any] = _aligned((n, size), dtype)
        self.final: NDArray[Any] | None = None
        if spec.autoreset == "same-step":
            self.final = _aligned((n, size), dtype)
        self.masks: NDArray[np.bool_] = _aligned((n, spec.num_actions), np.bool_)
        self.rewards: NDArray[np.float32] = _aligned((n, spec.seats), np.float32)
        self.terminated: NDArray[np.bool_] = _aligned(n, np.bool_)
        self.truncated: NDArray[np.bool_] = _aligned(n, np.bool_)
        self.players: NDArray[np.int8] = _aligned(n, np.int8, -1)
        self.learners: NDArray[np.int8] = _aligned(n, np.int8)
        self.outcomes: NDArray[np.int32] = _aligned((n, 3 + spec.seats), np.int32, -1)
        self.actions: NDArray[np.int64] = _aligned(n, np.int64, -1)
        # The engine writes to these arrays, even if the attributes are reassigned.
        self._memory = {name: getattr(self, name) for name in (*_abi.ARRAYS, "actions")}
        self._arrays = _abi.arrays(**{name: self._memory[name] for name in _abi.ARRAYS})
        self._sizes = n, spec.num_actions
        self._uniforms = np.zeros(n)
        self._dealt = False
        self._handle = _abi.number("open", as_json(config))
        self._finalizer = weakref.finalize(self, _abi.abandon, self._handle)
        self._watch = _abi.watch(self._handle)
        self._step_all = _abi.prepared("step", self._handle, self._memory["actions"], None, self._arrays)
        self._send_all = _abi.prepared("send", self._handle, self._memory["actions"], self._arrays)
        self._recv_all = _abi.prepared("recv", self._handle)
        self._sample = _abi.prepared("sample", self._memory["masks"], self._uniforms, self._memory["actions"])

    def __len__(self) -> int:
        """Returns N."""
        return self.spec.num_envs

    def __repr__(self) -> str:
        state = "closed" if self.closed else f"{len(self)} tables"
        return f"<rummygym.Tables of {self.spec.env}, {self.spec.preset}, {state}>"

    def reset(
        self,
        seed: int | ArrayLike | None = None,
        *,
        episode: int | ArrayLike | None = None,
        chosen: ArrayLike | None = None,
    ) -> None:
        """Deals new episodes.

        With one seed, table i plays the episodes i, i + N, i + 2N … of the run with
        that seed (``episode`` is added to the first), the same games as in a
        tournament or dataset of that seed. With N seeds, table i plays the episodes
        0, 1, 2 … of its own run (or from ``episode`` on). Without a seed every table
        continues with the next episode of its run; the first reset draws a seed.

        Args:
            seed: None, one number in [0, 2**64), or one for each table.
            episode: First episode, one number or one for each table; needs a seed.
            chosen: bool [N], the tables to reset; the rows of the others do not change.
        """
        where = None if chosen is None else self._choose(chosen)
        if seed is None and episode is not None:
            raise ConfigError("an episode needs the seed of its run: give both")
        if seed is None and not self._dealt:
            seed = secrets.randbits(63)
        _abi.call("reset", self._handle, None if seed is None else self._runs(seed, episode), where, self._arrays)
        self._dealt = True

    def _runs(self, seed: int | ArrayLike, episode: int | ArrayLike | None) -> NDArray[np.uint64]:
        """Returns seed, first episode and stride of each table [N, 3]."""
        n = len(self)
        runs = np.empty((n, 3), np.uint64)
        seeds = numbers("seed", seed, n)
        first = numbers("episode", 0 if episode is None else episode, n)
        runs[:, 0], runs[:, 1], runs[:, 2] = seeds, first, 1
        if seeds.ndim == 0:
            runs[:, 2] = n
            if first.ndim == 0:
                runs[:, 1] += np.arange(n, dtype=np.uint64)
        return runs

    def deal(self, table: int, deck: str | Sequence[str], key: int = 0) -> None:
        """Deals a given order of the deck at one table, the first card dealt first.

        ``key`` seeds the chance after the deal (a reshuffle, the next hands of a
        match). All tables must have been dealt before. The new episode replaces the
        current one of the table.
        """
        try:
            cards = deck if isinstance(deck, str) else " ".join(deck)
        except TypeError:
            raise ConfigError(f"deck is {deck!r}: want cards, such as 'AS TD …' or ['AS', 'TD', …]") from None
        _abi.call("deal", self._handle, whole("table", table, 0), cards, one("key", key), self._arrays)

    def redeal(self, table: int, seat: int, seed: int) -> None:
        """Samples the cards that a seat of a table cannot see, for search (determinization).

        Every arrangement of the unseen cards that is consistent with the observation of
        the seat is equally likely; the observation does not change. Fills the row of
        the table; rewards are 0 and flags False. It is an error for tables with
        opponents, because these remember what they have seen. To undo it, use
        :meth:`save` and :meth:`load`.
        """
        _abi.call("redeal", self._handle, place(table, "table"), place(seat, "seat"), one("seed", seed), self._arrays)

    def step(self, actions: ArrayLike | None = None, *, chosen: ArrayLike | None = None) -> None:
        """Plays one action at every table, and fills the arrays.

        Args:
            actions: Integers [N]; None plays the actions in the array ``actions``.
                Entries of tables whose episode is over are ignored, or must be -1
                with ``autoreset="disabled"``.
            chosen: bool [N], the tables to step; the rows of the others do not change.

        Raises:
            IllegalActionError: An action is not legal. No table has changed.
        """
        where = None if chosen is None else self._choose(chosen)
        self._decide(actions, where)
        if where is None:
            self._step_all()
            return
        _abi.call("step", self._handle, self._memory["actions"], where, self._arrays)

    def send(self, actions: ArrayLike | None = None) -> None:
        """Begins a ``step(actions)`` on other cores, and returns at once; :meth:`recv` ends it.

        Meanwhile the program can choose actions for other tables: two ``Tables`` of N tables keep two cores busy, while one of
        2N leaves a core idle while the program chooses actions. Until ``recv``, the arrays are undefined, and all other methods
        raise BusyError, except ``close``. The results are those of ``step``, whatever the number of cores.

        Raises:
            IllegalActionError: An action is not legal. No table has changed, and no step has begun.
        """
        self._decide(actions, None)
        self._send_all()

    def recv(self) -> None:
        """Waits for the step that :meth:`send` began. The arrays are then filled."""
        self._recv_all()

    def _decide(self, actions: ArrayLike | None, where: NDArray[np.bool_] | None) -> None:
        """Copies actions to those of the engine."""
        mine = self._memory["actions"]
        if actions is not None and actions is not mine:
            np.copyto(mine, checked_actions(actions, *self._sizes, where), casting="unsafe")

    def prepared(self) -> Callable[[], None]:
        """Returns ``step()`` without arguments as a function, with the least overhead per call."""
        return self._step_all

    def _choose(self, chosen: ArrayLike) -> NDArray[np.bool_]:
        where = np.ascontiguousarray(array("chosen", chosen))
        if where.shape != (len(self),) or where.dtype != np.bool_:
            raise ConfigError(f"chosen is {where.dtype} of shape {where.shape}: want bool of shape ({len(self)},)")
        return where

    def _ask(
        self, agent: str, numbers: MutableMapping[Tables, int], chosen: ArrayLike | None, seed: int | None
    ) -> NDArray[np.int64]:
        """Returns what an agent would do, see :meth:`rummygym.Agent.act`, which keeps its numbers."""
        where = None if chosen is None else self._choose(chosen)
        if self not in numbers:
            numbers[self] = _abi.number("agent", self._handle, agent)
        actions = np.full(len(self), -1, np.int64)
        _abi.act(self._handle, numbers[self], seed, where, actions)
        return actions

    def _server(self, agent: str) -> Callable[[Mapping[str, Any]], Any]:
        """Returns a function that answers messages of the agent protocol, about games elsewhere by the same rules."""
        number = _abi.number("agent", self._handle, agent)
        return lambda message: json.loads(_abi.text("answer", self._handle, number, json.dumps(message)) or "null")

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Fills the array ``actions`` with a random legal action of each table, and returns it.

        Tables whose episode is over get -1.
        """
        mine: NDArray[np.int64] = self._memory["actions"]
        if not isinstance(rng, np.random.Generator):
            raise ConfigError(f"rng is {rng!r}: want a generator, such as numpy.random.default_rng(1)")
        rng.random(out=self._uniforms)
        self._sample()
        return mine

    def observe(
        self, table: int | None = None, seat: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Returns the observation of any seat, even if it is not to move.

        The shape is [L] for a seat of a table, [P, L] for all seats of a table, [N, L]
        for a seat of all tables, and [N, P, L] for all. If ``out`` is given, it is
        filled and returned.
        """
        lead = (() if table is not None else (len(self),)) + (() if seat is not None else (self.spec.seats,))
        shape, dtype = (*lead, self.spec.size), self.spec.dtype
        if out is None:
            out = np.empty(shape, dtype)
        elif not isinstance(out, np.ndarray):
            raise ConfigError(f"out is {type(out).__name__}: want an array {dtype} of shape {shape}")
        elif out.shape != shape or out.dtype != dtype or not (out.flags.c_contiguous and out.flags.writeable):
            raise ConfigError(f"out is {out.dtype} of shape {out.shape}: want contiguous {dtype} of shape {shape}")
        _abi.call("observe", self._handle, place(table, "table"), place(seat, "seat"), out)
        return out

    def show(self, table: int = 0, seat: int | None = None) -> dict[str, Any]:
        """Returns a table as text and cards, as a seat sees it, or with all hands if seat is None.

        It is for rendering, records and debugging: with None it includes hidden cards. The view
        of a seat follows from its observation: ``seed``, ``episode`` and ``steps`` are then None.
        """
        shown: dict[str, Any] = json.loads(_abi.text("show", self._handle, place(table, "table"), place(seat, "seat")))
        return shown

    def text(self, table: int = 0, seat: int | None = None, **options: Unpack[TextOptions]) -> str:
        """Returns what a seat knows of a table as text: hand, piles, what happened, legal moves.

        It holds nothing that the seat cannot know. The default seat is the seat to move, or the learner's
        after the end. Earlier events are known only to tables that were opened with
        ``record=True``. :class:`rummygym.options.TextOptions` lists the options.
        """
        return self._tell("text", table, seat, options).decode()

    def position(self, table: int = 0, seat: int | None = None, **options: Unpack[TextOptions]) -> str:
        """Returns the same as :meth:`text` as a JSON object, for :meth:`Position.from_json <rummygym.Position.from_json>`."""
        return self._tell("position", table, seat, options).decode()

    def set_position(self, table: int, position: str, seed: int = 0, **options: Unpack[TextOptions]) -> None:
        """Sets a table to a position that :meth:`position` returned for the same names of cards, at tables of the same rules.

        The seat of the position then observes the same as before. The cards that it cannot know are dealt at random from
        all possible deals. It is an error for tables with opponents, because opponents remember what they have seen.
        """
        request = _request("position", tuple(options.items()))
        _abi.call("place", self._handle, place(table, "table"), position, request, whole("seed", seed), self._arrays)

    def events(self, table: int = 0, seat: int | None = None, **options: Unpack[TextOptions]) -> list[dict[str, Any]]:
        """Returns the events that a seat saw, as the agent protocol has them: with ``history="all"`` from the deal on,
        otherwise since its last decision, its own move first."""
        events: list[dict[str, Any]] = json.loads(self._tell("events", table, seat, options))
        return events

    def information_state(self, table: int = 0, seat: int | None = None) -> bytes:
        """Returns the information state of a seat, as a key for dicts: all that it was dealt, did and saw, in order.

        At decisions of the seat two states have equal keys if and only if the seat cannot tell them apart (perfect recall). It begins
        with the information state of each earlier position of the episode, and is ``record.AppendInformation`` of the Go
        package. The bytes may change from version to version. It needs ``record=True``. The default seat is the seat
        to move, or the learner's after the end.
        """
        return _abi.data("information", self._handle, *self._seat(table, seat), False)

    def information_state_text(self, table: int = 0, seat: int | None = None) -> str:
        """Returns the same as :meth:`information_state` for people: an event per line, as a JSON object.

        It is the ``information_state_string`` of the games in :mod:`rummygym.openspiel`.
        """
        return _abi.data("information", self._handle, *self._seat(table, seat), True).decode()

    def moves(self, table: int = 0, seat: int | None = None, **options: Unpack[TextOptions]) -> list[str]:
        """Returns the names of the legal actions as :meth:`text` has them, in the order of their numbers."""
        names: list[str] = json.loads(self._tell("moves", table, seat, options))
        return names

    def costs(
        self,
        table: int = 0,
        *,
        rollouts: int | None = None,
        goal: Literal["points", "win"] = "points",
        agent: str | None = None,
        seed: int = 1,
    ) -> list[MoveCost]:
        """Returns what each legal move of the seat to move costs, the best one first.

        Roll-outs continue the game after each move, all on the same sampled deals of the unknown cards; the
        table's actual hidden cards have no effect. Half of the roll-outs find the best move, and the other
        half, on new deals, measure the costs. So the choice does not bias the costs, and a cost may be below
        0 if moves are about equally good. The same arguments give the same costs. The call cannot be
        interrupted.

        With ``record=True`` the deals agree with all that the seat saw in the episode, otherwise with what it sees now.

        Args:
            table: The table.
            rollouts: Roll-outs of the decision, of all its moves together, 100 to 1,000,000; each move gets 64 or more. None:
                as many as ``rummygym review`` makes.
            goal: What the best move maximises.
            agent: Agent that plays all seats in roll-outs; None: the default of ``rummygym review``.
            seed: Seed of the deals and the agents.
        """
        request = {"goal": goal, "agent": agent, "rollouts": rollouts, "seed": one("seed", seed)}
        given = {name: x for name, x in request.items() if x is not None}
        found = json.loads(_abi.text("costs", self._handle, place(table, "table"), as_json(given)))
        names = {f"{x}{end}": f"{x}{error}" for x in _VALUES for end, error in (("", ""), ("_se", "_error"))}
        return [
            MoveCost(
                action=move["action"],
                name=self.spec.actions[move["action"]],
                deals=found["deals"],
                **{name: float(move[key]) for key, name in names.items()},
            )
            for move in found["moves"]
        ]

    def record(self, table: int = 0) -> str:
        """Returns the record of a table as JSON lines, hidden cards too: the form of ``rummygym replay`` and ``review``."""
        return self._tell("record", table, 0, {}).decode()

    def _tell(self, what: str, table: int, seat: int | None, options: Mapping[str, Any]) -> bytes:
        return _abi.text("text", self._handle, *self._seat(table, seat), _request(what, tuple(options.items())))

    def _seat(self, table: int, seat: int | None) -> tuple[int, int]:
        """Returns a table and a seat: by default the seat to move, after the end the learner."""
        where = place(table, "table")
        if seat is None and 0 <= where < len(self):
            mover = int(self.players[where])
            seat = mover if mover >= 0 else int(self.learners[where])
        return where, place(seat, "seat")

    def save(self) -> bytes:
        """Returns the tables as JSON, for :meth:`load`: for each the run, the deal and all actions since."""
        return _abi.data("save", self._handle)

    def load(self, data: bytes) -> None:
        """Restores tables of the same options that ``save`` returned, and plays their actions again.

        Play continues identically. Observations, masks, players and learners are
        filled; rewards are 0 and flags False. Pickle and copy, which use this, keep all
        arrays.
        """
        if not isinstance(data, bytes | bytearray | memoryview):
            raise ConfigError(f"data is {type(data).__name__}: want the bytes that save returned")
        data = bytes(data)
        _abi.call("load", self._handle, data, len(data), self._arrays)
        self._dealt = not data.endswith(b'"tables":null}')

    @property
    def closed(self) -> bool:
        """Whether the tables are closed."""
        return not self._finalizer.alive

    def check_open(self) -> None:
        """Raises ClosedError if the tables are closed."""
        if self.closed:
            raise ClosedError("these tables are closed: open new ones")

    def close(self) -> None:
        """Closes the tables. The arrays keep their values. A second call does nothing."""
        if self._finalizer.detach() is not None:
            _abi.call("close", self._handle)

    def __enter__(self) -> Tables:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        """Returns the options, the state of the tables, and the arrays."""
        return {"config": self._config, "data": self.save(), "arrays": self._memory}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._open(state["config"])
        self.load(state["data"])
        for name, values in state["arrays"].items():
            if values is not None:
                np.copyto(self._memory[name], values)


def _aligned(shape: int | tuple[int, ...], dtype: type, value: int = 0) -> Any:
    """Returns an array filled with a value whose memory begins at a multiple of 64 bytes."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.empty(size + 63, np.uint8)
    start = -memory.ctypes.data % 64
    array: NDArray[Any] = memory[start : start + size].view(dtype).reshape(shape)
    array[...] = value
    return array
