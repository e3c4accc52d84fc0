"""Gymnasium environments: one learner; agents play the other seats of the table.

>>> import gymnasium, rummygym
>>> env = gymnasium.make("rummygym/GinRummy-v1", opponents="simple")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

The engine defines rewards, the ends of episodes, actions and observation fields;
``env.unwrapped.table_spec`` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from typing_extensions import Unpack

from . import _endings
from ._abi import Error, IllegalActionError
from ._arguments import choice, option, whole
from ._observations import Observations
from ._opponents import PlayedTables
from .core import Tables, _Independent
from .options import EnvOptions, Form, Game, TablesOptions, accepts
from .render import RENDER_MODES, colored, picture
from .spec import Spec, describe, described

__all__ = ["GinRummyEnv", "IndianRummyEnv", "RummyEnv"]

#: The maximum number of consecutive episodes that end before the learner's first turn.
_MOST_SKIPPED = 10_000


class TableOptions:
    """The validated options of an environment.

    It opens the tables and holds the options that the engine does not have: the form
    of observations, what an illegal action does, and the view to render.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        views: Sequence[str] = ("learner", "all"),
        alone: bool = False,
        **engine: Any,
    ) -> None:
        engine = {name: x for name, x in options.items() if name in TablesOptions.__annotations__} | engine
        form = options["observation"]
        choice("observation", form, get_args(Form))
        engine["observation"] = form if form in ("cards", "actions") else "scaled" if form.startswith("scaled") else "flat"
        if "opponents" in options:
            usual, given = described(game)["opponent"], options["opponents"]
            if callable(given):
                rules = describe(game, fields="none", preset=options.get("preset"), rules=options.get("rules"))
                given = [given] * (rules.seats - 1)
            named = [usual if x is None else x for x in given] if isinstance(given, list | tuple) else given
            engine["opponents"] = usual if named is None else named
        self.render_mode, self.render_seat = options.get("render_mode"), options.get("render_seat", "all")
        choice("render_mode", self.render_mode, [None, *RENDER_MODES])
        opponents = engine.get("opponents")
        if played := isinstance(opponents, list) and any(map(callable, opponents)):
            engine["alone"] = alone
        self.tables: Tables = PlayedTables(game, **engine) if played else Tables(game, **engine)
        spec = self.tables.spec
        choice("render_seat", self.render_seat, views, spec.seats)
        self.observations = Observations(spec, form, options.get("masked"))
        if isinstance(self.tables, PlayedTables):
            self.tables.seen = self.observations
        self.penalty = _endings.penalty(spec, options.get("illegal", "raise"), options.get("penalty"))


class Skipped:
    """The episodes that opponents ended before the learner's first turn, by table.

    An opponent may do so by dropping, for example. Such episodes have no decision of the
    learner and are skipped; their rewards are counted here.
    """

    def __init__(self, tables: int) -> None:
        self.episodes = np.zeros(tables, np.int64)  # since the last reset
        self.rewards = np.zeros(tables)  # of the learner in them

    def first_turns(self, tables: Tables, chosen: np.ndarray) -> None:
        """Deals new episodes at the chosen tables until the learner has a turn at each."""
        self.episodes[chosen], self.rewards[chosen] = 0, 0.0
        while (over := chosen & (tables.players < 0)).any():
            self._skip(tables, over)

    def _skip(self, tables: Tables, over: np.ndarray) -> None:
        self.episodes[over] += 1
        if self.episodes.max() > _MOST_SKIPPED:
            raise Error(
                f"{_MOST_SKIPPED} episodes in a row were over before the learner's first turn: "
                "let the opponents drop less, or raise max_steps"
            )
        seats = tables.learners[over]
        tables.step(chosen=over)  # reports the end
        self.rewards[over] += tables.rewards[over, seats]
        if tables.spec.autoreset != "same-step":
            tables.reset(chosen=over)


def show_table(tables: Tables, table: int, mode: str, seat: int | str) -> str | np.ndarray:
    """Returns a table as text or as an image, as the seat sees it."""
    if seat == "learner":
        seat = int(tables.learners[table])
    scene = tables.show(table, None if seat == "all" else int(seat))
    return picture(scene) if mode == "rgb_array" else str(scene["text"])


@accepts(EnvOptions)
class RummyEnv(_Independent, gymnasium.Env[Any, np.int64]):
    """A Gymnasium environment of a rummy game with one learner.

    Actions are integers; ``info["action_mask"]``, int8 [A], and :meth:`action_masks`
    return the legal ones. ``info["seat"]`` is the learner's seat.

    An info has the same keys and NumPy types in every step. ``ending`` is an index in
    ``env.metadata["endings"]``: 0, ``"none"``, while the episode goes on; the endings of
    ``table_spec``; ``"truncated"`` and ``"illegal-action"``. ``winner`` is a seat, -1 for none;
    ``points`` the learner's gain by the rules, 0 after the last two endings; and ``rounds`` the
    turns of each player, or hands of a match, -1 until the end and after an illegal action.

    :meth:`reset` skips episodes that opponents end before the learner's first turn, for
    example by dropping: ``info["skipped"]`` is their number and ``info["skipped_reward"]``
    the sum of the learner's rewards in them. Add both if you
    compare agents by their mean return.

    ``reset(seed=s)`` deals episode 0 of run s, and each following ``reset()`` the next
    one: the same games as in the engine's tournaments and datasets of that seed. With
    ``options={"episode": e}`` the run continues from episode e.

    It can be pickled and copied at any time, and the copy continues identically. The
    engine does not survive a fork: start workers with ``spawn`` or ``forkserver``.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]
    game: ClassVar[Game]
    action_space: spaces.Discrete[np.int64]

    def __init__(self, **options: Unpack[EnvOptions]) -> None:
        self._options = TableOptions(self.game, options, alone=True, autoreset="disabled", num_envs=1, workers=1)
        spec = self._options.tables.spec
        self.metadata = {**type(self).metadata, "endings": _endings.names(spec)}  # type: ignore[misc]
        self.render_mode = self._options.render_mode
        self.observation_space = self._options.observations.space
        self.action_space = spaces.Discrete(spec.num_actions)
        self._told: dict[str, Any] = {}  # the info of a step in the episode but for its mask; to copy it is fastest
        self._begun = self._live = False
        self._run = 0  # seed of the run, once begun
        self._bind()

    def _bind(self) -> None:
        """Caches the rows of the only table."""
        self._tables = self._options.tables
        self._step = self._tables.prepared()
        self._mask = self._tables.masks[0].view(np.int8)  # as Gymnasium prescribes
        self._observe = self._options.observations.copier(self._tables.observations[0], self._mask)
        self._outcome = self._tables.outcomes[0]
        self._seat = int(self._tables.learners[0])
        # Memory views: indexing returns Python numbers, faster than arrays do.
        self._actions: Any = self._tables.actions.data
        self._players: Any = self._tables.players.data
        self._legal: Any = self._mask.data
        self._rewards: Any = self._tables.rewards[0].data
        self._terminated: Any = self._tables.terminated.data
        self._truncated: Any = self._tables.truncated.data

    _BOUND = (
        "_tables", "_step", "_observe", "_mask", "_outcome", "_seat",
        "_actions", "_players", "_legal", "_rewards", "_terminated", "_truncated",
    )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in self._BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()
        if not self._live:
            self._mask[:] = 0  # an illegal action may have ended the episode, which the engine does not know

    @property
    def table_spec(self) -> Spec:
        """The description of the table: rules, names of actions, observation fields, and more."""
        return self._tables.spec

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        episode = option(options, "episode")
        if seed is None and (episode is not None or not self._begun):
            seed = self._run if self._begun else int(self.np_random.integers(2**63))
        if seed is not None:
            self._run = seed
        self._tables.reset(seed, episode=episode)
        skipped = Skipped(1)
        skipped.first_turns(self._tables, np.ones(1, bool))
        self._begun = self._live = True
        self._seat = int(self._tables.learners[0])
        self._told = _endings.IN_PLAY | {
            "action_mask": self._mask,
            "seat": np.int64(self._seat),
            "skipped": skipped.episodes[0],
            "skipped_reward": skipped.rewards[0],
        }
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._live:
            raise ResetNeeded("step before a reset or after the end of an episode: call reset first")
        a = action if type(action) is int else whole("action", action)
        illegal = not (0 <= a < len(self._legal) and self._legal[a])
        if not illegal:
            self._actions[0] = a
            self._step()
            reward: float = self._rewards[self._seat]
            terminated = truncated = False
            if self._players[0] < 0:
                terminated, truncated = self._terminated[0], self._truncated[0]
        elif self._options.penalty is None:
            self._tables.check_open()
            legal = ", ".join(map(self._word, np.flatnonzero(self._mask).tolist()))
            raise IllegalActionError(f"action {self._word(a)} is not legal: legal are {legal}")
        else:
            self._tables.check_open()
            self._mask[:] = 0
            reward, terminated, truncated = self._options.penalty, True, False
        self._live = not (terminated or truncated)
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if illegal:
            info |= _endings.of_illegal(self.table_spec)
        elif not self._live:
            info |= _endings.of_outcome(self.table_spec, self._outcome, self._seat)
        return self._observe(), reward, terminated, truncated, info

    def _info(self) -> dict[str, Any]:
        info = self._told.copy()
        info["action_mask"] = self._mask.copy()
        return info

    def _word(self, a: int) -> str:
        known = 0 <= a < len(self._mask)
        return f"{a} ({self._tables.spec.actions[a]})" if known else f"{a}"

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, bool [A], under the name that sb3-contrib uses."""
        masks: np.ndarray = self._mask.astype(np.bool_)
        return masks

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: give one to make(), such as render_mode='ansi'")
            return None
        if not self._begun:
            raise ResetNeeded("render before the first reset: call reset first")
        shown = show_table(self._tables, 0, self.render_mode, self._options.render_seat)
        if self.render_mode == "human":
            print(colored(str(shown)))
            return None
        return shown

    def close(self) -> None:
        self._tables.close()


class IndianRummyEnv(RummyEnv):
    """Indian Rummy, two to six seats (``rules={"seats": 4}``). See :class:`RummyEnv`."""

    game = "indian"


class GinRummyEnv(RummyEnv):
    """A hand of Gin Rummy. See :class:`RummyEnv`."""

    game = "gin"


class IndianRummyMatchEnv(RummyEnv):
    """Matches of several deals of Indian Rummy: pools, deals for chips, races. See :class:`RummyEnv`."""

    game = "indian-match"


class GinRummyMatchEnv(RummyEnv):
    """Matches of several hands of Gin Rummy with bonuses, one or three at once. See :class:`RummyEnv`."""

    game = "gin-match"
