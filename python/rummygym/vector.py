"""Gymnasium vector environments: one call steps many tables.

>>> import gymnasium, rummygym
>>> envs = gymnasium.make_vec("rummygym/GinRummy-v1", num_envs=1024, opponents="simple")
>>> observations, infos = envs.reset(seed=1)
>>> actions = envs.sample_actions()
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)

Table i plays the same episodes as ``gymnasium.make(...)`` after ``reset(seed=seed + i)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from typing_extensions import Unpack

from . import _endings
from ._abi import BusyError, ConfigError, IllegalActionError
from ._arguments import flag, narrowed, one, option, whole, whole_numbers
from .core import _Independent
from .envs import Skipped, TableOptions, show_table
from .options import EnvOptions, Game, accepts
from .render import RENDER_MODES, colored
from .spec import Spec

__all__ = ["GinRummyVectorEnv", "IndianRummyVectorEnv", "RummyVectorEnv"]

_ENGINE_MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}


class _Turn(NamedTuple):
    """A step whose actions were checked."""

    seats: np.ndarray  # of the learners
    illegal: np.ndarray | None  # tables with an illegal action
    plain: bool  # one step of the engine does it


@accepts(EnvOptions)
class RummyVectorEnv(_Independent, VectorEnv[Any, np.ndarray, np.ndarray]):
    """N tables with one learner each.

    ``infos`` has the keys of the single environment in every step, each with its ``_`` mask of
    tables: ``action_mask`` int8 [N, A], ``seat``, ``skipped``, ``ending``, ``winner``, ``points``
    and ``rounds`` int64 [N], and ``skipped_reward`` float64 [N]. With same-step autoreset they
    describe the new episodes; a step that ends one also has ``final_obs`` and ``final_info``,
    as Gymnasium defines them. With disabled autoreset, a table whose episode is over must be reset
    with ``reset(options={"reset_mask": bools})`` before the next step. With next-step
    autoreset, the action of a table that the step resets is ignored.

    Args:
        num_envs: number of tables, N.
        autoreset_mode: what happens to a table whose episode is over, as Gymnasium
            defines it.
        copy: False returns the engine's own arrays of flat observations and of masks, which the next call
            overwrites. It is faster. With JAX see the warning at :class:`rummygym.Tables`.
        workers: number of cores that step the tables, 0 for all. Results do not depend
            on it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]
    game: ClassVar[Game]
    single_action_space: spaces.Discrete[np.int64]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        workers: int = 0,
        max_episode_steps: int | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        super().__init__()
        num_envs = whole("num_envs", num_envs, 1)
        if max_episode_steps is not None:
            raise ConfigError(
                f"max_episode_steps is {max_episode_steps!r}: use max_steps, which counts the decisions of all seats"
            )
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError as e:
            modes = " or ".join(repr(m.value) for m in AutoresetMode)
            raise ConfigError(f"autoreset_mode is {autoreset_mode!r}: want {modes}") from e
        engine = _ENGINE_MODES[mode]
        self._options = TableOptions(self.game, options, autoreset=engine, num_envs=num_envs, workers=workers)
        self.num_envs = num_envs
        spec = self._options.tables.spec
        self.metadata = {**type(self).metadata, "autoreset_mode": mode, "endings": _endings.names(spec)}  # type: ignore[misc]
        self.autoreset_mode = mode  # TorchRL reads it here, as SyncVectorEnv has it
        self.render_mode = self._options.render_mode
        self.copy = flag("copy", copy)
        self.single_observation_space = self._options.observations.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(spec.num_actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, bool)
        self._index = np.arange(num_envs)
        self._skipped = Skipped(num_envs)
        self._begun = np.zeros(num_envs, bool)
        self._over = np.zeros(num_envs, bool)  # episodes that the last step ended
        self._forfeited = np.zeros(num_envs, bool)  # of these, the ones ended by an illegal action: not in the engine
        self._sent: _Turn | None = None  # the step under way
        self._tables = self._options.tables

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "_tables"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._tables = self._options.tables
        self._close_tables(self._forfeited)

    @property
    def table_spec(self) -> Spec:
        """The description of the tables: rules, names of actions, observation fields, and more."""
        return self._tables.spec

    # Resets.

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        one_run = isinstance(seed, (int, np.integer))
        super().reset(seed=one("seed", seed) if one_run else None)  # type: ignore[arg-type]
        chosen = self._reset_mask(options)
        seeds = self._seeds(seed, chosen)
        seeded = np.array([s is not None for s in seeds]) & chosen
        t = self._tables
        if seeded.any():
            t.reset(np.array([s or 0 for s in seeds], np.uint64), chosen=None if seeded.all() else seeded)
        if (chosen & ~seeded).any():
            t.reset(chosen=chosen & ~seeded)
        self._begun |= chosen
        self._over = self._over & ~chosen
        self._forfeited = self._forfeited & ~chosen
        self._skipped.first_turns(t, chosen)
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._infos(chosen, self._in_play())

    def _reset_mask(self, options: Mapping[str, Any] | None) -> np.ndarray:
        mask = option(options, "reset_mask")
        if not options:
            return self._all
        shape = (self.num_envs,)
        if not (isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == shape and mask.any()):
            raise ConfigError(f"reset_mask is {mask!r}: want a bool array of shape {shape} with a True")
        if not (mask | self._begun).all():
            raise ResetNeeded("reset_mask before the first reset of all tables: call reset without it first")
        return mask

    def _seeds(self, seed: int | Sequence[int | None] | None, chosen: np.ndarray) -> list[int | None]:
        """Returns the seed of the new run of each table, or None to continue the runs."""
        if isinstance(seed, (int, np.integer)):
            return [(int(seed) + i) % 2**64 for i in range(self.num_envs)]
        if not (seed is None or isinstance(seed, Sequence | np.ndarray)) or isinstance(seed, str | bytes):
            raise ConfigError(f"seed is {seed!r}: want a whole number, or one or None for each table")
        seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ConfigError(f"seed has {len(seeds)} entries: want {self.num_envs}, one for each table")
        seeds = [None if s is None else one(f"seed of table {i}", s) for i, s in enumerate(seeds)]
        fresh = self.np_random.integers(2**63, size=self.num_envs) if not self._begun.all() else np.empty(0)
        return [int(fresh[i]) if s is None and chosen[i] and not self._begun[i] else s for i, s in enumerate(seeds)]

    # Steps.

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        turn = self._begin(actions)
        if turn.plain:
            self._tables.step()
        return self._end(turn)

    def send(self, actions: Any) -> None:
        """Begins ``step(actions)`` on other cores, and returns at once; :meth:`recv` returns the results.

        Meanwhile the program can choose actions for another environment: see
        :class:`rummygym.pipeline.PipelinedVectorEnv`. Until ``recv`` all other methods raise BusyError, except ``close``.
        """
        turn = self._begin(actions)
        if turn.plain:
            self._tables.send()
        self._sent = turn

    def recv(self) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Waits for the step that :meth:`send` began, and returns what ``step`` returns."""
        turn = self._sent
        if turn is None:
            raise ConfigError("no step was sent: send one first")
        self._sent = None
        if turn.plain:
            self._tables.recv()
        return self._end(turn)

    def _begin(self, actions: Any) -> _Turn:
        """Checks the actions of a step, and copies them to the tables."""
        t = self._tables
        if not self._begun[0]:
            raise ResetNeeded("step before the first reset: call reset first")
        if self._sent is not None:
            raise BusyError("a step was sent: call recv first")
        given = whole_numbers("actions", actions, self.num_envs)
        np.copyto(t.actions, narrowed(given, t.spec.num_actions))
        live = t.players >= 0
        if self.metadata["autoreset_mode"] is AutoresetMode.DISABLED and not live.all():
            raise ResetNeeded(
                f"the episode of table {np.flatnonzero(~live)[0]} is over and autoreset is disabled: "
                "call reset with options={'reset_mask': ...} first"
            )
        illegal = self._illegal(t.actions, live, given)
        return _Turn(t.learners.copy(), illegal, plain=illegal is None and not self._forfeited.any())

    def _end(self, turn: _Turn) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Returns the results of a step. If it is not plain, the tables have not been stepped."""
        t, seats, illegal = self._tables, turn.seats, turn.illegal
        mode = self.metadata["autoreset_mode"]
        if turn.plain:
            rewards = t.rewards[self._index, seats].astype(np.float64)
        else:
            rewards = self._step_some(np.zeros(self.num_envs, bool) if illegal is None else illegal, seats)
        terminations, truncations = t.terminated.copy(), t.truncated.copy()
        infos: dict[str, Any] = {}
        over = terminations | truncations
        ends = self._ends(over, illegal, seats) if over.any() else self._in_play()
        dealt = over if mode is AutoresetMode.SAME_STEP else self._over
        if mode is AutoresetMode.SAME_STEP and over.any():
            self._add_finals(infos, over, seats, ends)
            ends = self._in_play()
        if mode is not AutoresetMode.DISABLED and dealt.any():
            self._skipped.first_turns(t, dealt)
        self._over = over
        infos.update(self._infos(self._all, ends))
        if self.render_mode == "human":
            self.render()
        return self._observe(), rewards, terminations, truncations, infos

    def _illegal(self, actions: np.ndarray, live: np.ndarray, given: np.ndarray) -> np.ndarray | None:
        """Returns a mask of the live tables with an illegal action, or None if there are none.

        An error has the actions as they were given.
        """
        size = self._tables.spec.num_actions
        inside = (actions >= 0) & (actions < size)
        legal = self._tables.masks[self._index, np.where(inside, actions, 0)] != 0
        illegal: np.ndarray = live & ~(inside & legal)
        if not illegal.any():
            return None
        self._tables.check_open()
        if self._options.penalty is None:
            i = int(np.flatnonzero(illegal)[0])
            word = f" ({self._tables.spec.actions[actions[i]]})" if inside[i] else ""
            text = f"table {i}: action {given[i]}{word} is not legal: infos['action_mask'] has the legal actions"
            raise IllegalActionError(text)
        return illegal

    def _step_some(self, illegal: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Steps the tables, except those with an illegal action now or in the last step.

        An illegal action ends the episode of its table; the step after it resets the table.
        """
        t, due = self._tables, self._forfeited
        if not (illegal | due).all():
            t.step(chosen=~(illegal | due))
        rewards: np.ndarray = t.rewards[self._index, seats].astype(np.float64)
        if due.any():
            t.reset(chosen=due)
            rewards[due] = 0
        rewards[illegal] = self._options.penalty
        self._close_tables(illegal)
        t.terminated[illegal], t.truncated[illegal] = True, False
        self._forfeited = illegal
        if t.final is not None and illegal.any():
            t.final[illegal] = t.observations[illegal]
            t.reset(chosen=illegal)
            t.terminated[illegal] = True
            self._forfeited = np.zeros_like(illegal)
        return rewards

    def _close_tables(self, chosen: np.ndarray) -> None:
        """Sets the arrays of the chosen tables to the end of an episode."""
        self._tables.masks[chosen] = 0
        self._tables.players[chosen] = -1

    # Observations and infos.

    def _observe(self) -> Any:
        observations = self._options.observations
        seen = observations.copy if self.copy else observations.share
        return seen(self._tables.observations, self._masks())

    def _masks(self) -> np.ndarray:
        """Returns the masks of the tables as int8, as Gymnasium prescribes, in the same memory."""
        return self._tables.masks.view(np.int8)

    def _infos(self, chosen: np.ndarray, ends: dict[str, Any]) -> dict[str, Any]:
        t = self._tables
        values = {
            "action_mask": self._masks().copy() if self.copy else self._masks(),
            "seat": t.learners.astype(np.int64),
            "skipped": self._skipped.episodes.copy(),
            "skipped_reward": self._skipped.rewards.copy(),
        }
        return _with_masks(values | ends, chosen)

    def _in_play(self) -> dict[str, Any]:
        """Returns the part of the infos about ends if no episode is over."""
        return {key: np.full(self.num_envs, value) for key, value in _endings.IN_PLAY.items()}

    def _ends(self, over: np.ndarray, illegal: np.ndarray | None, seats: np.ndarray) -> dict[str, Any]:
        """Returns the part of the infos about the ends of the episodes that are over."""
        spec, outcomes = self._tables.spec, self._tables.outcomes.astype(np.int64)
        known = over if illegal is None else over & ~illegal
        values = {
            "ending": _endings.codes(spec, outcomes[:, 0]),
            "winner": outcomes[:, 1],
            "points": outcomes[self._index, 3 + seats],
            "rounds": outcomes[:, 2],
        }
        ends = {key: np.where(known, values[key], value) for key, value in _endings.IN_PLAY.items()}
        if illegal is not None:
            ends["ending"][illegal] = _endings.illegal_code(spec)
        return ends

    def _add_finals(self, infos: dict[str, Any], over: np.ndarray, seats: np.ndarray, ends: dict[str, Any]) -> None:
        """Adds the last observation and info of the tables whose episode is over."""
        finals = np.full(self.num_envs, None, dtype=object)
        last = self._tables.final
        assert last is not None
        ended = np.flatnonzero(over)
        none_legal = np.zeros((len(ended), self._tables.spec.num_actions), np.int8)
        for i, final in zip(ended, self._options.observations.each(last[ended], none_legal), strict=True):
            finals[i] = final
        values = {
            "action_mask": np.zeros_like(self._masks()),
            "seat": np.where(over, seats, 0).astype(np.int64),
            "skipped": np.where(over, self._skipped.episodes, 0),
            "skipped_reward": np.where(over, self._skipped.rewards, 0.0),
        }
        about = _with_masks(values | ends, over)
        infos.update(final_obs=finals, _final_obs=over.copy(), final_info=about, _final_info=over.copy())

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, bool [N, A]."""
        return self._tables.masks.copy()

    def sample_actions(self) -> np.ndarray:
        """Returns a random legal action for each table from ``np_random``, int64 [N]."""
        return self._tables.sample(self.np_random).copy()

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: give one to make_vec()")
            return None
        if not self._begun[0]:
            raise ResetNeeded("render before the first reset: call reset first")
        seat = self._options.render_seat
        shown = tuple(show_table(self._tables, i, self.render_mode, seat) for i in range(self.num_envs))
        if self.render_mode == "human":
            print("\n".join(f"table {i}, {colored(str(text))}" for i, text in enumerate(shown)))
            return None
        return shown

    def close_extras(self, **kwargs: Any) -> None:
        self._tables.close()


def _with_masks(values: dict[str, Any], chosen: np.ndarray) -> dict[str, Any]:
    """Returns the values of an info of tables, each with its mask of tables under ``_`` and its name."""
    return {k: v for key, value in values.items() for k, v in ((key, value), (f"_{key}", chosen.copy()))}


class IndianRummyVectorEnv(RummyVectorEnv):
    """Tables of Indian Rummy. See :class:`RummyVectorEnv`."""

    game = "indian"


class GinRummyVectorEnv(RummyVectorEnv):
    """Tables of Gin Rummy. See :class:`RummyVectorEnv`."""

    game = "gin"


class IndianRummyMatchVectorEnv(RummyVectorEnv):
    """Tables of matches of Indian Rummy. See :class:`RummyVectorEnv`."""

    game = "indian-match"


class GinRummyMatchVectorEnv(RummyVectorEnv):
    """Tables of matches of Gin Rummy. See :class:`RummyVectorEnv`."""

    game = "gin-match"
