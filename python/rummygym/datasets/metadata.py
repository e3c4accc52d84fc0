"""The metadata of a dataset: game, rules, agents and the layout of observations.

The Go package ``datasets`` writes it as JSON to the manifest of a folder and, under the
key ``rummygym``, to the schema of every shard.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rummygym._json import loads
from rummygym.datasets.errors import DatasetError
from rummygym.spec import Field

SCHEMA_VERSION = 1
"""The version of the columns that this package reads."""

METADATA_KEY = b"rummygym"
RESULTS_KEY = b"rummygym.results"


def column_of(field: Field) -> str:
    """Return the name of the column of an observation field."""
    return "obs_" + field.name


@dataclass(frozen=True)
class Run:
    """A sequence of episodes from one seed. Episode ``first_episode + i`` is deal ``i``.

    It ends where the next run begins, or with the dataset.
    """

    first_episode: int
    seed: int
    agents: tuple[str, ...]
    """Specifications, one per seat of deal 0."""
    seating: str
    """``rotate``: agent ``a`` of ``n`` has seat ``(a - deal) % n``; ``fixed``: seat ``a``."""
    max_steps: int
    """Decisions after which an episode is truncated, 0 for no limit."""

    def agent_at(self, seat: int, deal: int) -> str:
        """Return the specification of the agent at a seat of a deal."""
        return self.agents[seat if self.seating == "fixed" else (seat + deal) % len(self.agents)]

    def first_seat(self, deal: int) -> int:
        """Return the seat of the agent named first in a deal."""
        return 0 if self.seating == "fixed" else -deal % len(self.agents)


@dataclass(frozen=True)
class File:
    """A file of a dataset."""

    file: str
    """Path in the folder of the dataset: ``decisions/shard-00000.arrow``."""
    bytes: int
    sha256: str
    """Hexadecimal."""


@dataclass(frozen=True)
class Shard(File):
    """A file of decisions, the range of its episodes, and the file of their results."""

    first_episode: int
    episodes: int
    rows: int
    results: File


def parse_shard(value: Mapping[str, Any]) -> Shard:
    """Parse a shard of a manifest, given as its JSON value."""
    results = File(file=value["file"].replace("decisions/", "results/", 1), **value["results"])
    return Shard(**{**value, "results": results})


@dataclass(frozen=True)
class Metadata:
    """The metadata of a dataset."""

    schema: int
    """Version of the columns."""
    generator: str
    """Program and version that played the games."""
    env: str
    """Environment with its version, such as ``IndianRummy-v1``."""
    game: str
    rules: Mapping[str, Any]
    """Every rule option by name."""
    seats: int
    actions: int
    """Number of actions, the length of a mask."""
    fields: str
    """Comma-separated groups of observation fields, as in the option ``--fields``."""
    layout: tuple[Field, ...]
    """Observation fields in order."""
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    runs: tuple[Run, ...]
    final: str
    """``rows`` if the observation after each player's last action was recorded, else ``none``."""
    compression: str
    best_of: int
    """Attempts at each deal, of which the best for the agent named first was recorded. Those after the first share only
    what that agent sees of the deal."""
    ended_by: tuple[str, ...]
    """Endings of the attempts that can be the best; empty for all."""
    json: Mapping[str, Any] = field(repr=False, compare=False)
    """The JSON value as written."""

    @property
    def size(self) -> int:
        """Number of entries of a flat observation, L."""
        return sum(f.size for f in self.layout)

    @property
    def agents(self) -> tuple[str, ...]:
        """Specifications of all agents, each once, in the order of the runs."""
        return tuple(dict.fromkeys(a for run in self.runs for a in run.agents))

    def select(self, names: Sequence[str] | None) -> tuple[Field, ...]:
        """Return the fields with the given names, or all for None, in the order of the layout.

        Their offsets are those among the returned fields. Raises :class:`DatasetError` for
        a field that was not recorded.
        """
        if names is None:
            return self.layout
        known = [f.name for f in self.layout]
        unknown = [n for n in names if n not in known]
        if unknown:
            raise DatasetError(
                f"there is no observation field {', '.join(map(repr, unknown))}: want {', '.join(known) or 'none'}"
            )
        return _with_offsets([f for f in self.layout if f.name in set(names)])


def _with_offsets(fields: Sequence[Field]) -> tuple[Field, ...]:
    placed, offset = [], 0
    for f in fields:
        placed.append(Field(f.name, f.shape, f.dtype, f.low, f.high, f.doc, offset, f.size))
        offset += f.size
    return tuple(placed)


def _parse_layout(value: Sequence[Mapping[str, Any]] | None) -> tuple[Field, ...]:
    fields = []
    for f in value or ():
        shape = tuple(f["shape"] or (1,))
        fields.append(Field(f["name"], shape, np.dtype(f["dtype"]), f["low"], f["high"], f["doc"], 0, math.prod(shape)))
    return _with_offsets(fields)


def parse_metadata(value: Any, source: str) -> Metadata:
    """Parse the metadata of a manifest or a schema, given as JSON text or as its value.

    Errors name the source.
    """
    try:
        if isinstance(value, (str, bytes)):
            value = loads(value)
        version = value["schema"]
        if version != SCHEMA_VERSION:
            raise DatasetError(
                f"{source}: schema version {version} is not known: want {SCHEMA_VERSION}; "
                "use the version of rummygym that wrote it, or a newer one"
            )
        runs = tuple(
            Run(r["first_episode"], r["seed"], tuple(r["agents"]), r["seating"], r["max_steps"]) for r in value["runs"]
        )
        return Metadata(
            schema=version,
            generator=value["generator"],
            env=value["env"],
            game=value["game"],
            rules=value["rules"],
            seats=value["seats"],
            actions=value["actions"],
            fields=value["fields"],
            layout=_parse_layout(value["layout"]),
            phases=tuple(value["phases"]),
            endings=tuple(value["endings"]),
            runs=runs,
            final=value["final"],
            compression=value["compression"],
            best_of=value.get("best_of", 1),
            ended_by=tuple(value.get("ended_by", ())),
            json=value,
        )
    except DatasetError:
        raise
    except (KeyError, TypeError, ValueError) as e:
        raise DatasetError(f"{source}: not the metadata of a rummygym dataset ({type(e).__name__}: {e})") from e
