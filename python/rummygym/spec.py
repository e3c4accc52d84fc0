"""The description of tables: games, rules, and the spaces of a configuration."""

from __future__ import annotations

import copy
import dataclasses
import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack

from . import _abi
from ._abi import ConfigError
from ._arguments import array, choice
from .options import Game, TablesForm, TablesOptions, accepts


@dataclasses.dataclass(frozen=True)
class Field:
    """A named part of an observation.

    ``dtype`` is the narrowest type that holds every value exactly; observation
    arrays are float32, or uint8 by option. ``low`` and ``high`` are inclusive.
    """

    name: str
    shape: tuple[int, ...]  # (1,) for a number, since SB3 takes no Box without dimensions
    dtype: np.dtype[Any]
    low: float
    high: float
    doc: str
    offset: int
    size: int

    @property
    def slice(self) -> slice:
        """The position of the field in the L entries of an observation."""
        return slice(self.offset, self.offset + self.size)

    @property
    def scale(self) -> float:
        """What scaled observations, and networks in files, divide the entries by: ``high``, or 1 if it is not above 0."""
        return self.high if self.high > 0 else 1.0


@dataclasses.dataclass(frozen=True)
class Part:
    """A plane of cards or a number of the form "cards": an entry of a field, divided by ``high``."""

    name: str  # of the field, with the row if it has several, such as "given[1]"
    low: float
    high: float
    doc: str  # of the field


@dataclasses.dataclass(frozen=True)
class Spec:
    """The description of a configuration: all options with their defaults, and the spaces."""

    game: Game
    title: str
    env: str  # name and version of the environment, such as "GinRummy-v1"
    rules_text: str = dataclasses.field(repr=False)  # the rules in words, for players and language models, as Markdown
    preset: str
    rules: Mapping[str, int | str]  # every option
    fields: str  # groups of observation fields
    dtype: str  # type of observations: "float32" or "uint8"
    num_envs: int  # number of tables, N
    seats: int  # P
    actions: tuple[str, ...]  # the name of each of the A actions
    observation: tuple[Field, ...]
    size: int  # L
    opponents: tuple[str | None, ...] | None  # None: self-play
    seat: int
    seating: str
    autoreset: str
    workers: int
    max_steps: int
    reward_scale: float
    potential: str | None
    potential_scale: float
    gamma: float
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    forfeit: int  # points that a player who cannot play on pays to each other one
    form: str  # of observations: "flat", "scaled", "cards" or "actions"
    card_planes: tuple[Part, ...] = dataclasses.field(repr=False)  # with the form "cards" the F planes, otherwise ()
    numbers: tuple[Part, ...] = dataclasses.field(repr=False)  # with the form "cards" the G numbers, otherwise ()
    #: By what is done with a card ("discard", "declare", "take") the action for each kind of cards, int64 [K], -1 for none. All
    #: entries of "take" are the action that takes the card on top of the pile, whatever it is.
    card_actions: Mapping[str, NDArray[np.int64]] = dataclasses.field(repr=False, compare=False)
    after: tuple[Field, ...] = dataclasses.field(repr=False)  # with the form "actions" the fields of an afterstate before scaling
    top_plane: str  # name of the plane that is 1 at the card on top of the pile
    ace: str  # "low" if the ace is next to the two in runs, "both" if it is next to the king too
    record: bool = False

    @property
    def num_actions(self) -> int:
        """The number of actions, A."""
        return len(self.actions)

    @property
    def config(self) -> dict[str, Any]:
        """The arguments of :class:`Tables` that create equal tables."""
        names = ("game", *TablesOptions.__annotations__)
        return {name: copy.deepcopy(getattr(self, name)) for name in names} | {
            "observation": self.form
        }

    def field(self, name: str) -> Field:
        """Returns the field of that name. Raises KeyError if there is none."""
        for f in self.observation:
            if f.name == name:
                return f
        raise KeyError(f"there is no field {name!r}: {', '.join(f.name for f in self.observation)}")

    def split(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Returns the fields of observations [..., L] by name, as views."""
        observations = array("observations", observations)
        if observations.shape[-1:] != (self.size,):
            raise ConfigError(f"observations have the shape {observations.shape}: want (..., {self.size})")
        lead = observations.shape[:-1]
        return {f.name: observations[..., f.slice].reshape(lead + f.shape) for f in self.observation}

    def plane(self, name: str) -> int:
        """Returns the index of a plane of cards in [0, F). Raises KeyError if there is none of that name."""
        for i, p in enumerate(self.card_planes):
            if p.name == name:
                return i
        raise KeyError(f"there is no plane {name!r}: {', '.join(p.name for p in self.card_planes) or 'none'}")

    def scale(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Returns observations [..., L] of tables without ``observation="scaled"`` as tables with it have them."""
        scales = np.concatenate([np.full(f.size, f.scale, np.float32) for f in self.observation])
        scaled: NDArray[np.float32] = np.divide(observations, scales, dtype=np.float32)
        return scaled


def games() -> list[dict[str, Any]]:
    """Returns the list of games, with presets, options, fields, potentials and agents.

    An agent is named by its ``name``, followed by a colon and its ``argument`` if it has
    one, and by options.
    """
    listed: list[dict[str, Any]] = json.loads(_abi.text("describe", "{}"))["games"]
    return listed


@functools.cache
def described(game: str) -> dict[str, Any]:
    """Returns the game of :func:`games` with this name; an unknown name, as of a newer program, gives only a title."""
    return next((g for g in games() if g["name"] == game), {"name": game, "title": game})


@accepts(TablesOptions)
def describe(game: Game, **options: Unpack[TablesOptions]) -> Spec:
    """Returns the description of tables with these options of :class:`Tables`, without creating them."""
    return spec_of(config_of(game, options))


def config_of(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the configuration for the engine, which has the defaults of missing options."""
    config = {"game": game} | {k: v for k, v in options.items() if v is not None}
    if (form := config.pop("observation", None)) is not None:
        choice("observation", form, get_args(TablesForm))
        config["form"] = form
    if not isinstance(kind := config.get("dtype", ""), str):
        try:
            config["dtype"] = np.dtype(kind).name
        except TypeError:
            raise ConfigError(f"dtype is {kind!r}: want 'float32' or 'uint8'") from None
    opponents = config.pop("opponents", None)
    if isinstance(opponents, str):
        opponents = [opponents] * (spec_of(config).seats - 1)
    if opponents is not None:
        if not isinstance(opponents, Sequence):
            raise ConfigError(f"opponents is {opponents!r}: want an agent, a list of agents, or None")
        config["opponents"] = list(opponents)
    return config


def spec_of(config: Mapping[str, Any]) -> Spec:
    """Returns the description of a configuration for the engine."""
    d = json.loads(_abi.text("describe", as_json(config)))
    fields, d["after"] = (
        tuple(Field(**(f | {"shape": tuple(f["shape"]), "dtype": np.dtype(f["dtype"])})) for f in d.pop(name))
        for name in ("observation", "after")
    )
    del d["abi"]
    for name in ("actions", "phases", "endings"):
        d[name] = tuple(d[name])
    for name in ("card_planes", "numbers"):
        d[name] = tuple(Part(**p) for p in d[name])
    d["card_actions"] = {name: np.array(a, np.int64) for name, a in d["card_actions"].items()}
    if d["opponents"] is not None:
        d["opponents"] = tuple(d["opponents"])
    return Spec(observation=fields, **d)


def as_json(config: Mapping[str, Any]) -> str:
    """Returns an object as JSON for the engine."""
    try:
        return json.dumps(config, allow_nan=False, default=_plain)
    except (TypeError, ValueError) as e:
        raise ConfigError(f"config: {e}") from e


def _plain(x: Any) -> Any:
    """Converts NumPy scalars and mappings to types that JSON can encode."""
    if isinstance(x, np.generic):
        return x.item()
    if isinstance(x, Mapping):
        return dict(x)
    raise TypeError(f"{x!r} of type {type(x).__name__} is neither number, text nor null")
