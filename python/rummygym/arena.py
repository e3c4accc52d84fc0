"""Plays policies written in Python against agents of the engine, as ``rummygym eval`` does.

>>> from rummygym import arena
>>> def first_legal(observations, masks):
...     return masks.argmax(axis=1)
>>> print(arena.evaluate(first_legal, game="gin", against=["random", "simple"], games=200))

Every deal is played from both seats, and deals are those of ``rummygym eval`` with the same
seed. Errors are over deals, not games, because the two games of a deal depend on each other.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._abi import ConfigError
from .core import Spec, Tables, describe
from .envs import MAX_STEPS, ending

__all__ = ["Evaluation", "Row", "evaluate"]

#: A policy: from observations float32 [M, L] and masks bool [M, A] of M tables to actions [M].
#: Each table of each call is a decision of its own; M changes from call to call.
Batch = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]


@dataclasses.dataclass(frozen=True)
class Row:
    """The results against one opponent. The names are those of ``rummygym eval --format json``."""

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

    def to_json(self) -> str:
        """Return the results as JSON, with the keys of ``rummygym eval --format json`` that they have."""
        setups = [{"game": self.game, "rules": r.rules, "agents": [r.agent, r.opponent]} for r in self.rows]
        rows = [{k: None if v != v else v for k, v in dataclasses.asdict(r).items()} for r in self.rows]
        return json.dumps({"setups": setups, "confidence": self.confidence, "rows": rows}, indent=2)

    def __str__(self) -> str:
        share = f"{100 * self.confidence:g} %"
        lines = [("opponent", "games", "win rate", share, "points a game", share)]
        lines += [
            (
                r.opponent,
                f"{r.games:,}",
                f"{r.win_rate:.3f}",
                f"{r.win_rate_low:.3f} to {r.win_rate_high:.3f}",
                f"{r.gain_mean:+.2f}",
                f"{r.gain_low:+.2f} to {r.gain_high:+.2f}",
            )
            for r in self.rows
        ]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(c.ljust(w) for c, w in zip(x, widths, strict=True)).rstrip() for x in lines)


def evaluate(
    policy: Batch,
    *,
    against: str | Sequence[str],
    game: str = "indian",
    games: int = 1000,
    both_seats: bool = True,
    seed: int = 1,
    name: str = "policy",
    preset: str | None = None,
    rules: Mapping[str, int | str] | None = None,
    fields: str | None = None,
    tables: int = 256,
    workers: int = 0,
    max_steps: int = MAX_STEPS,
    confidence: float = 0.95,
) -> Evaluation:
    """Play games of a policy against each opponent, at tables for two.

    The policy gets the observations and the legal actions of the tables at which it has to
    move, copies that it may keep, and returns an action for each. The method ``act`` of
    :class:`rummygym.policy.Policy` returns probabilities too: pass
    ``lambda o, m: p.act(o, m)[0]``.

    :param against: agents of the engine that ``rummygym agents`` lists.
    :param games: against each opponent; with both_seats an even number, two for each deal.
    :param both_seats: False plays each deal from the first seat only.
    :param seed: of the deals and the opponents. Use one that training has not used.
    :param name: of the policy in the results.
    :param fields: groups of observation fields of the policy, see :class:`rummygym.Tables`.
    :param tables: maximum number of games at the same time, the largest M of a call. The results
        depend on it only if the policy does.
    :param max_steps: decisions after which a game ends without winner and points, 0: never.
    :raises ConfigError: if an argument is not valid.
    :raises IllegalActionError: if the policy returns an action that is not legal.
    """
    opponents = [against] if isinstance(against, str) else list(against)
    seats = (0, 1) if both_seats else (0,)
    if not opponents:
        raise ConfigError("against is empty: want at least one agent")
    if games < len(seats) or games % len(seats):
        raise ConfigError(f"games is {games}: want a number above 0, even with both_seats")
    if tables < 1:
        raise ConfigError(f"tables is {tables}: want at least 1")
    if not 0 < confidence < 1:
        raise ConfigError(f"confidence is {confidence}: want a number between 0 and 1")
    deals = games // len(seats)
    engine: dict[str, Any] = {"preset": preset, "rules": rules, "workers": workers, "max_steps": max_steps}
    if fields is not None:
        engine["fields"] = fields
    rows = []
    for opponent in opponents:
        outcomes = []
        for seat in seats:
            n = min(tables, deals)
            with Tables(game, tables=n, opponents=opponent, seat=seat, autoreset="disabled", **engine) as t:
                if t.spec.seats != 2:
                    raise ConfigError(f"the rules have {t.spec.seats} seats: want 2")
                outcomes.append(_play(policy, t, deals, seed))
                spec = t.spec
        endings = Counter(ending(spec, o) for seat in outcomes for o in seat)
        rows.append(_row(np.stack(outcomes), _rules(spec), name, opponent, seed, confidence, dict(endings)))
    return Evaluation(game, confidence, tuple(rows))


def _play(policy: Batch, t: Tables, deals: int, seed: int) -> NDArray[np.int32]:
    """Play the first deals of a seed. Return their rows of ``Tables.outcomes``."""
    n = len(t)
    outcomes = np.empty((deals, 3 + t.spec.seats), np.int32)
    at = np.arange(n)  # the deal of each table, deals or more: none
    seeds = np.full(n, seed, np.uint64)
    t.reset(seeds, episode=at)
    begun = n
    while (playing := at < deals).any():
        moves = playing & (t.players >= 0)
        t.actions[:] = -1
        if moves.any():
            actions = np.asarray(policy(t.observations[moves], t.masks[moves] != 0))
            if actions.shape != (moves.sum(),) or actions.dtype.kind not in "iu":
                raise ConfigError(
                    f"the policy returned {actions.dtype} of shape {actions.shape}: "
                    f"want whole numbers of shape ({moves.sum()},), one action for each row"
                )
            t.actions[moves] = actions
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
    """Return the preset, and the options that differ from it, such as ``eaai episode=hand``."""
    usual = describe(spec.game, preset=spec.preset).rules
    return " ".join([spec.preset, *(f"{k}={v}" for k, v in spec.rules.items() if v != usual[k])])


def _row(
    outcomes: NDArray[np.int32],
    rules: str,
    agent: str,
    opponent: str,
    seed: int,
    confidence: float,
    endings: Mapping[str, int],
) -> Row:
    """Return the statistics of outcomes [seats, deals, 5]; in the first the agent has seat 0, in the second seat 1."""
    seats, deals = outcomes.shape[:2]
    wins = np.stack([outcomes[s, :, 1] == s for s in range(seats)]).astype(float)
    gains = np.stack([outcomes[s, :, 3 + s] for s in range(seats)]).astype(float)
    win, win_se = _mean(wins.mean(axis=0))
    gain, gain_se = _mean(gains.mean(axis=0))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    low, high = _rate_interval(win, win_se, deals, z)
    by_seat = [(float(wins[s].mean()), float(gains[s].mean())) for s in range(seats)]
    by_seat += [(math.nan, math.nan)] * (2 - seats)
    return Row(
        rules,
        agent,
        opponent,
        seed,
        seats * deals,
        deals,
        win,
        win_se,
        low,
        high,
        gain,
        gain_se,
        gain - z * gain_se,
        gain + z * gain_se,
        *by_seat[0],
        *by_seat[1],
        float(outcomes[:, :, 2].mean()),
        endings,
    )


def _mean(x: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    return float(x.mean()), float(x.std(ddof=1) / math.sqrt(len(x))) if len(x) > 1 else math.nan


def _rate_interval(rate: float, se: float, n: int, z: float) -> tuple[float, float]:
    """Return Wilson's interval of a rate over n deals, for the number of trials that has this standard error.

    A rate of 0 or 1 has the interval of n trials. Package stats of the engine computes the same.
    """
    if math.isnan(se):
        return 0.0, 1.0
    variance = rate * (1 - rate)
    if variance > 0 and se == 0:
        return rate, rate
    trials = variance / se**2 if variance > 0 else n
    centre = rate + z * z / (2 * trials)
    half = z * math.sqrt(variance / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low, high = (centre - half) / scale, (centre + half) / scale
    return (0.0 if rate == 0 else low), (1.0 if rate == 1 else high)
