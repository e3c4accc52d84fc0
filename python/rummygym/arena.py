"""Plays policies written in Python and agents of the engine against each other, as ``rummygym eval`` does.

>>> from rummygym import arena
>>> def first_legal(observations, masks):
...     return masks.argmax(axis=1)
>>> print(arena.evaluate(first_legal, game="gin", against=["random", "simple"], games=200))
>>> print(arena.evaluate(first_legal, game="gin", against={"old": old_policy, "simple": "simple"}))

Every deal is played from both seats, and deals are those of ``rummygym eval`` with the same
seed, and so are the statistics. Errors are over deals, not games, because the two games of a deal depend on each other.
:func:`compare` plays two players on the same deals, :func:`ladder` rates several, and :func:`record` writes the games as a dataset.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rummygym_program

from . import _abi, _endings
from ._abi import ConfigError, EngineError
from ._arguments import flag, one, whole
from ._opponents import chosen_by
from .agent import Agent
from .core import Tables
from .options import MAX_STEPS, Game, Policy, TablesForm
from .spec import Spec, as_json, describe

__all__ = ["Comparison", "Difference", "Evaluation", "Ladder", "Player", "Rated", "Row", "compare", "evaluate", "ladder", "record"]

#: Who plays: a policy, or an agent of the engine, by name or as a value.
Player = Policy | str | Agent


@dataclasses.dataclass(frozen=True)
class Row:
    """The results against one opponent. The names are those of ``rummygym eval --format json``.

    In ``win_rate`` only a game won counts. In ``score``, which ``rummygym ladder`` rates by, a game without a
    winner, such as a void hand of Gin Rummy, counts half.
    """

    rules: str  # preset, and options that differ from it
    agent: str
    opponent: str
    seed: int
    games: int
    deals: int
    win_rate: float  # share of games won
    win_rate_se: float
    win_rate_low: float  # interval of the confidence of the evaluation
    win_rate_high: float
    voids: int  # games without a winner
    score: float  # mean score: 1 for a win, 0.5 without a winner
    score_se: float
    score_low: float
    score_high: float
    score_z: float  # of the score against 0.5
    score_p: float  # its two-sided p-value
    gain_mean: float  # points a game
    gain_se: float
    gain_low: float
    gain_high: float
    win_rate_first: float  # in the first seat
    gain_first: float
    win_rate_second: float  # in the second; NaN if it did not play there
    gain_second: float
    rounds_mean: float  # turns of each player, or hands of a match
    endings: Mapping[str, int]  # number of games by ending


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """The results of a policy, one row for each opponent. ``str()`` is a table."""

    game: str
    confidence: float
    rows: tuple[Row, ...]
    #: By row the outcomes [seats, deals, 5], for compare.
    _outcomes: tuple[NDArray[np.int32], ...] = dataclasses.field(default=(), repr=False, compare=False)

    def to_json(self) -> str:
        """Return the results as JSON, with the keys of ``rummygym eval --format json`` that apply."""
        setups = [{"game": self.game, "rules": r.rules, "agents": [r.agent, r.opponent]} for r in self.rows]
        rows = [{k: None if v != v else v for k, v in dataclasses.asdict(r).items()} for r in self.rows]
        return json.dumps({"setups": setups, "confidence": self.confidence, "rows": rows}, indent=2)

    def __str__(self) -> str:
        share = f"{100 * self.confidence:g} %"
        lines: list[tuple[str, ...]] = [
            ("opponent", "games", "win rate", share, "no winner", "score", share, "p", "points a game", share)
        ]
        shown = (
            "{0.opponent}|{0.games:,}|{0.win_rate:.3f}|{0.win_rate_low:.3f} to {0.win_rate_high:.3f}|{0.voids:,}|{0.score:.3f}"
            "|{0.score_low:.3f} to {0.score_high:.3f}|{0.score_p:.2g}|{0.gain_mean:+.2f}|{0.gain_low:+.2f} to {0.gain_high:+.2f}"
        )
        return _text(lines, shown, self.rows)


@dataclasses.dataclass(frozen=True)
class Difference:
    """What the first player has more than the second against one opponent, on the same deals.

    Standard errors are those of the difference of a deal, so the luck of the deal cancels out. Intervals and tests are by the normal
    distribution; z and the two-sided p are of a difference of 0.
    """

    opponent: str
    first: Row
    second: Row
    win_rate: float
    win_rate_se: float
    win_rate_low: float
    win_rate_high: float
    win_rate_z: float
    win_rate_p: float
    score: float
    score_se: float
    score_low: float
    score_high: float
    score_z: float
    score_p: float
    gain: float  # points a game
    gain_se: float
    gain_low: float
    gain_high: float
    gain_z: float
    gain_p: float


@dataclasses.dataclass(frozen=True)
class Comparison:
    """The results of two players, one row for each opponent. ``str()`` is a table."""

    game: str
    confidence: float
    rows: tuple[Difference, ...]

    def __str__(self) -> str:
        share, row = f"{100 * self.confidence:g} %", self.rows[0]
        difference, points = ("difference", share, "p"), ("points a game", share, "p")
        lines: list[tuple[str, ...]] = [("opponent", "games", row.first.agent, row.second.agent, *difference, *points)]
        shown = (
            "{0.opponent}|{0.first.games:,}|{0.first.score:.3f}|{0.second.score:.3f}|{0.score:+.3f}|{0.score_low:+.3f} to {0.score_high:+.3f}"
            "|{0.score_p:.2g}|{0.gain:+.2f}|{0.gain_low:+.2f} to {0.gain_high:+.2f}|{0.gain_p:.2g}"
        )
        return _text(lines, shown, self.rows)


def _text(lines: list[tuple[str, ...]], shown: str, rows: Sequence[Any]) -> str:
    """Return a table of lines and of rows, each in the cells that are shown."""
    lines = lines + [tuple(cell.format(r) for cell in shown.split("|")) for r in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(x, widths, strict=True)).rstrip() for x in lines)


def evaluate(
    policy: Player,
    *,
    against: Player | Sequence[Player] | Mapping[str, Player],
    game: Game = "indian",
    games: int = 1000,
    both_seats: bool = True,
    seed: int = 1,
    name: str | None = None,
    preset: str | None = None,
    rules: Mapping[str, int | str] | None = None,
    fields: str | None = None,
    observation: TablesForm = "flat",
    num_envs: int = 256,
    workers: int = 0,
    max_steps: int = MAX_STEPS,
    confidence: float = 0.95,
    _moves: dict[str, Any] | None = None,
) -> Evaluation:
    """Play games of a policy or an agent against each opponent, at tables for two.

    A policy gets the observations and the legal actions of the tables at which it has to
    move, as copies that it may keep, and returns an action for each. The method ``act`` of
    :class:`rummygym.policy.Policy` returns probabilities too: pass
    ``lambda o, m: p.act(o, m)[0]``. An agent of the engine, by its name or as an
    :class:`rummygym.Agent`, plays as in ``rummygym eval`` with the same seed.

    :param against: an opponent, a policy or an agent that ``rummygym agents`` lists; or several:
        a sequence, or a mapping from their names in the results. Policies without a name are
        "opponent 1", "opponent 2" and so on.
    :param games: number of games against each opponent; with both_seats an even number, two for each deal.
    :param both_seats: False plays each deal from the first seat only.
    :param seed: seed of the deals and the opponents. Use one that training has not used.
    :param name: name of the policy in the results; None is "policy", or the name of the agent.
    :param fields: groups of observation fields of all policies, see :class:`rummygym.Tables`.
    :param observation: the form of the observations of all policies, see :class:`rummygym.Tables`. With "cards" a policy gets a dict of
        ``cards`` float32 [M, K, F] and ``numbers`` float32 [M, G], with "actions" one of ``after`` [M, R, F] and others.
    :param num_envs: maximum number of games at the same time, the largest M of a call. The results
        depend on it only if the policy does.
    :param max_steps: number of decisions after which a game ends without a winner and without points; 0 is
        never.
    :raises ConfigError: if an argument is not valid.
    :raises IllegalActionError: if the policy returns an action that is not legal.
    """
    player = _player("policy", policy)
    opponents = _opponents(against)
    if name is None:
        name = player.spec if isinstance(player, Agent) else "policy"
    elif not isinstance(name, str):
        raise ConfigError(f"name is {name!r}: want a text")
    seats = (0, 1) if flag("both_seats", both_seats) else (0,)
    games, num_envs, seed = whole("games", games), whole("num_envs", num_envs, 1), one("seed", seed)
    if not len(seats) <= games < 2**31 or games % len(seats):
        raise ConfigError(f"games is {games}: want a number from {len(seats)} to 2**31 - 1, even with both_seats")
    if not (isinstance(confidence, int | float) and 0 < confidence < 1):
        raise ConfigError(f"confidence is {confidence!r}: want a number between 0 and 1")
    deals = games // len(seats)
    engine: dict[str, Any] = {"preset": preset, "rules": rules, "workers": workers, "max_steps": max_steps}
    engine["observation"] = observation
    if fields is not None:
        engine["fields"] = fields
    if fields is None and _moves is None and all(isinstance(p, Agent) for p in (player, *opponents.values())):
        engine["fields"] = "none"
    rows, kept = [], []
    for label, opponent in opponents.items():
        outcomes = []
        for seat in seats:
            n = min(num_envs, deals)
            named = opponent.spec if isinstance(opponent, Agent) else None
            others: dict[str, Any] = {} if named is None else {"opponents": named, "seat": seat}
            with Tables(game, num_envs=n, autoreset="disabled", **others, **engine) as t:
                if t.spec.seats != 2:
                    raise ConfigError(f"the rules have {t.spec.seats} seats: want 2")
                noted = 0 if _moves is None else deals
                by_seat = {seat: _Seat(player, noted)}
                if named is None:
                    by_seat[1 - seat] = _Seat(opponent, noted)
                outcomes.append(_play(by_seat, t, deals, seed))
                spec = t.spec
            if _moves is not None:  # of record, for "dataset import"
                both = [by_seat[s].moves if s in by_seat else None for s in range(2)]
                agents = [name, named or label][:: -1 if seat else 1]
                _moves |= {"game": spec.game, "preset": spec.preset, "rules": dict(spec.rules), "fields": spec.fields}
                _moves |= {"max_steps": spec.max_steps, "seed": seed}
                _moves.setdefault("series", []).append({"games": deals, "agents": agents, "moves": both})
        endings = dict(Counter(_endings.name(spec, o) for seat in outcomes for o in seat))
        about: dict[str, Any] = {"rules": _rules(spec), "agent": name, "opponent": label, "seed": seed, "endings": endings}
        kept.append(np.stack(outcomes))
        [row] = _statistics(kept[-1][None], confidence)["rows"]
        rows.append(Row(**about, **_numbers(row)))
    return Evaluation(game, confidence, tuple(rows), tuple(kept))


def compare(
    first: Player,
    second: Player,
    *,
    against: Player | Sequence[Player] | Mapping[str, Player],
    names: tuple[str, str] | None = None,
    confidence: float = 0.95,
    **options: Any,
) -> Comparison:
    """Play the same deals with two players against each opponent, and compare their results.

    The games are those of :func:`evaluate` with the same arguments. If a player and an opponent only choose by what they see, their
    games against it differ only by what the two players do.

    :param names: names of the two players in the results. None: "first" and "second", or the names of agents.
    :param options: the other arguments of :func:`evaluate`.
    """
    players, opponents = (_player("first", first), _player("second", second)), _opponents(against)
    usual = [p.spec if isinstance(p, Agent) else name for p, name in zip(players, ("first", "second"), strict=True)]
    each = [
        evaluate(p, against=opponents, name=name, confidence=confidence, **options)
        for p, name in zip(players, names or usual, strict=True)
    ]
    rows = []
    for a, b, *outcomes in zip(*(e.rows for e in each), *(e._outcomes for e in each), strict=True):
        found = _statistics(np.stack(outcomes), confidence)["difference"]
        rows.append(Difference(opponent=a.opponent, first=a, second=b, **_numbers(found)))
    return Comparison(each[0].game, confidence, tuple(rows))


@dataclasses.dataclass(frozen=True)
class Rated:
    """The rating of a player in Elo points. The names are those of ``rummygym ladder --format json``."""

    agent: str
    elo: float
    elo_low: float  # interval of the confidence of the ladder, by bootstrap over deals
    elo_high: float
    score: float  # mean score of a game: 1 for a win, 0.5 without a winner
    gain_mean: float  # points a game


@dataclasses.dataclass(frozen=True)
class Ladder:
    """The ratings of players, the best first, and the results of each pair. ``str()`` is a table."""

    confidence: float
    rows: tuple[Rated, ...]
    pairs: tuple[Row, ...]

    def __str__(self) -> str:
        shown = "{0.agent}|{0.elo:.0f}|{0.elo_low:.0f} to {0.elo_high:.0f}|{0.score:.3f}|{0.gain_mean:+.2f}"
        return _text([("agent", "Elo", f"{100 * self.confidence:g} %", "score", "points a game")], shown, self.rows)


def ladder(players: Sequence[Player] | Mapping[str, Player], *, confidence: float = 0.95, resamples: int = 1000, **options: Any) -> Ladder:
    """Play every pair of players on the same deals, from both seats, and rate them as ``rummygym ladder`` does.

    The model is that of Bradley and Terry. Rating 0 is the mean of the largest group of players who all took points from each
    other, directly or by way of others; an end of the interval of every other player is infinite. players are as the opponents
    of :func:`evaluate`, whose other arguments are the options.
    """
    named = list(_opponents(players).items())
    if len(named) < 2 or not options.get("both_seats", True):
        raise ConfigError(f"a ladder of {len(named)} players: want at least 2, who play from both seats")
    pairs = [(named[i], named[k], np.eye(len(named))[i] - np.eye(len(named))[k]) for k in range(len(named)) for i in range(k)]
    each = [evaluate(a, against=dict([b]), name=name, confidence=confidence, **options) for (name, a), b, _ in pairs]
    rows, sign = [e.rows[0] for e in each], np.array([s for *_, s in pairs])
    won = np.stack([e._outcomes[0][..., 1] for e in each])  # the winners [pairs, seats, deals]
    points = np.where(won < 0, 0.5, won == np.arange(2)[:, None]).sum(axis=1)
    deals = points.shape[1]
    drawn = np.random.default_rng(options.get("seed", 1)).multinomial(deals, np.full(deals, 1 / deals), resamples)
    sums = np.vstack([points.sum(axis=1), drawn @ points.T])
    took = np.zeros((len(sums), len(named), len(named)))  # points of each player from each other
    first, second = sign.argmax(axis=1), sign.argmin(axis=1)
    took[:, first, second], took[:, second, first] = sums, 2 * deals - sums
    groups = _groups(took)
    known = groups[0, groups[0].sum(axis=1).argmax()]
    home = groups[range(len(sums)), (groups & known).sum(axis=2).argmax(axis=1)]
    # The finite end of an interval is the rating with as many points as are just so unlikely not to have been taken.
    among = groups[0] @ (took[0] + took[0].T) @ groups[0]  # games between the groups
    none = (groups[0] @ took[0] @ groups[0] == 0) & ~groups[0]
    more = np.where(none, np.minimum(2 * math.log(2 / (1 - confidence)) / np.maximum(among, 1), 1) * 2 * deals, 0)
    elo = _elo(np.vstack([sums, (took[0] + more - more.T)[first, second]]), 2 * deals, sign)
    elo -= elo[:, known].mean(axis=1, keepdims=True)
    near, elo = elo[-1], elo[:-1]
    at = int((1 - confidence) / 2 * (resamples - 1))
    ends = np.sort(np.where(home[1:], elo[1:], np.copysign(np.inf, elo[1:])), axis=0)[[at, resamples - 1 - at]]
    ends[0] = np.where(~known & (elo[0] >= 0), np.minimum(near, elo[0]), ends[0])
    ends[1] = np.where(~known & (elo[0] < 0), np.maximum(near, elo[0]), ends[1])
    means = np.array([[r.score - 0.5, r.gain_mean] for r in rows]).T @ sign / (len(named) - 1) + [[0.5], [0]]
    values = np.stack([elo[0], *ends, *means], axis=1).tolist()
    rated = [Rated(name, *x) for (name, _), x in zip(named, values, strict=True)]
    return Ladder(confidence, tuple(sorted(rated, key=lambda r: -r.elo)), tuple(rows))


def _groups(took: NDArray[Any]) -> NDArray[np.bool_]:
    """Return whether both of two players [samples, n, n] took points from the other, or from one who took points from it, and so on."""
    reaches = (took > 0) | np.eye(took.shape[1], dtype=bool)
    for _ in range(took.shape[1]):
        reaches = reaches @ reaches
    return np.asarray(reaches & reaches.swapaxes(1, 2))


def _elo(points: NDArray[Any], games: int, sign: NDArray[Any]) -> NDArray[Any]:
    """Return ratings [samples, n] for points [samples, pairs]; sign [pairs, n] is 1 at the player who took them and -1 at the other."""
    r = np.zeros((len(points), sign.shape[1]))
    for _ in range(60):  # Newton's method, with one game of each player drawn with a player of rating 0
        expected, prior = 1 / (1 + np.exp(-r @ sign.T)), 1 / (1 + np.exp(-r))
        curvature = np.einsum("sp,pi,pk->sik", games * expected * (1 - expected), sign, sign) + np.eye(sign.shape[1]) * (prior - prior**2)[..., None]
        step = np.linalg.solve(curvature, ((points - games * expected) @ sign + 0.5 - prior)[..., None])[..., 0]
        r += step / np.maximum(1, np.abs(step).max(axis=1, keepdims=True))
    return np.asarray(r * 400 / math.log(10))


def _statistics(outcomes: NDArray[np.int32], confidence: float) -> dict[str, Any]:
    """Return what the engine finds in outcomes [players, seats, deals, 5]; in those of seat s a player has seat s."""
    request = {"players": outcomes.shape[0], "from": outcomes.shape[1], "confidence": confidence}
    found: dict[str, Any] = json.loads(_abi.text("evaluate", as_json(request), np.ascontiguousarray(outcomes)))
    return found


def _numbers(row: Mapping[str, float | None]) -> dict[str, Any]:
    """Return the numbers of a row, with NaN for those that are undefined."""
    return {name: math.nan if x is None else x for name, x in row.items()}


def _player(name: str, x: Player) -> Policy | Agent:
    """Return a player with agents by name as values."""
    if isinstance(x, str):
        return Agent(x)
    if isinstance(x, Agent) or callable(x):
        return x
    raise ConfigError(f"{name} is {x!r}: want a function of observations and masks, or an agent such as 'random'")


def _opponents(against: Player | Sequence[Player] | Mapping[str, Player]) -> dict[str, Policy | Agent]:
    """Return the opponents by their names in the results."""
    if isinstance(against, Mapping):
        named = dict(against)
        if wrong := [name for name in named if not isinstance(name, str)]:
            raise ConfigError(f"against has the name {wrong[0]!r}: want texts")
    else:
        listed = list(against) if isinstance(against, Sequence) and not isinstance(against, str) else [against]
        named = {}
        for i, x in enumerate(listed):
            name = x if isinstance(x, str) else x.spec if isinstance(x, Agent) else f"opponent {i + 1}"
            if name in named:
                raise ConfigError(f"against has {name!r} twice: want every opponent once")
            named[name] = x
    if not named:
        raise ConfigError("against is empty: want at least one opponent")
    return {name: _player(f"against, opponent {name!r},", x) for name, x in named.items()}


@dataclasses.dataclass
class _Seat:
    """A player of the arena at its seat, and its actions in each deal if they are kept."""

    player: Policy | Agent
    moves: list[list[int]]

    def __init__(self, player: Policy | Agent, deals: int) -> None:
        self.player, self.moves = player, [[] for _ in range(deals)]

    def act(self, t: Tables, mine: NDArray[np.bool_]) -> NDArray[Any]:
        """Return the actions at the tables at which it has to move."""
        if isinstance(self.player, Agent):
            return self.player.act(t, chosen=mine)[mine]
        rows = t.observations[mine]
        seen: Any = rows if t.spec.form in ("flat", "scaled") else t.spec.split(rows)
        return chosen_by(self.player, seen, t.masks[mine])


def record(
    policy: Player,
    path: str | os.PathLike[str],
    *,
    against: Player | Sequence[Player] | Mapping[str, Player],
    seed: int = 1,
    name: str = "policy",
    **options: Any,
) -> Evaluation:
    """Play as :func:`evaluate` does, and write all games as a dataset, one row per decision of each player.

    The games are those of evaluate with the same arguments. The dataset has the columns of ``rummygym
    collect``, with the observation fields of the policies; each opponent and seat is a run of the dataset. In
    the dataset, agents of the engine have their own names. ``rummygym dataset validate --replay`` checks it,
    and :func:`rummygym.datasets.load` reads it.

    :param path: folder of the dataset, which is empty or does not exist.
    :param name: name of the policy in the dataset; it must differ from the names of the opponents.
    :param options: the other arguments of :func:`evaluate`.
    :raises FileNotFoundError: if there is no program rummygym.
    :raises EngineError: if the program fails, with its message.
    """
    opponents = _opponents(against)
    if name in opponents:
        raise ConfigError(f"name is {name!r}, which is an opponent: name the policy otherwise")
    if not isinstance(path, str | os.PathLike):
        raise ConfigError(f"path is {path!r}: want the path of a folder")
    if Path(path).exists() and (not Path(path).is_dir() or any(Path(path).iterdir())):
        raise ConfigError(f"{path} exists: name a folder that is empty or does not exist")
    write = [rummygym_program.path(), "dataset", "import", "--out", os.fspath(path), "-"]
    moves: dict[str, Any] = {"type": "moves"}
    result = evaluate(policy, against=opponents, seed=seed, name=name, _moves=moves, **options)
    done = subprocess.run(
        write, input=json.dumps(moves, separators=(",", ":")), capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode != 0:
        raise EngineError(done.stderr.strip())
    return result


def _play(seats: Mapping[int, _Seat], t: Tables, deals: int, seed: int) -> NDArray[np.int32]:
    """Play the first deals of a seed. Return their rows of ``Tables.outcomes``."""
    n = len(t)
    outcomes = np.empty((deals, 3 + t.spec.seats), np.int32)
    at = np.arange(n)  # the deal of each table, deals or more: none
    seeds = np.full(n, seed, np.uint64)
    t.reset(seeds, episode=at)
    begun = n
    while (playing := at < deals).any():
        t.actions[:] = -1
        for number, seat in seats.items():
            mine = playing & (t.players == number)
            if mine.any():
                t.actions[mine] = chosen = seat.act(t, mine)
                if seat.moves:
                    for deal, action in zip(at[mine].tolist(), chosen.tolist(), strict=True):
                        seat.moves[deal].append(action)
        t.step(chosen=playing)  # where an opponent ended the game before the first turn, it reports the end
        over = playing & (t.terminated | t.truncated)
        if over.any():
            outcomes[at[over]] = t.outcomes[over]
            at[over] = begun + np.arange(over.sum())
            begun += int(over.sum())
            again = over & (at < deals)
            if again.any():
                t.reset(seeds, episode=np.where(again, at, 0), chosen=again)
    return outcomes


def _rules(spec: Spec) -> str:
    """Return the preset, and the options that differ from it, such as ``eaai knock-limit=7``."""
    usual = describe(spec.game, preset=spec.preset).rules
    return " ".join([spec.preset, *(f"{k}={v}" for k, v in spec.rules.items() if v != usual[k])])
