"""What the notebooks of the papers compute from recorded games, and from hands of Indian Rummy.

``rummygym eval --checkpoint`` writes one row per game. Deal i of a seed is the same for every agent, and each deal is
played from both seats. So one deal is one sample of an agent, and the differences between agents are paired by deal,
which cancels most of the luck of the cards.
"""

import itertools
import math
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
from program import rummygym
from scipy import stats

from rummygym import Tables, datasets
from rummygym.hands import CARDS, min_dist


def by_deal(agent: str, against: str, *, game: str, games: int, seed: int) -> np.ndarray:
    """Play an agent against opponents, and return the share of games won and the mean gain of each deal, [deals, 2]."""
    rows = played(agent, against, game=game, games=games, seed=seed)
    deals = rows.group_by("game").agg(won=(pl.col("winner") == pl.col("seat")).mean(), gain=pl.col("gain").mean())
    return deals.sort("game").select("won", "gain").to_numpy()


def played(agent: str, against: str, *options: object, game: str, games: int, seed: int) -> pl.DataFrame:
    """Play an agent against opponents, and return its games with its seat and gain, and options of ``rummygym eval``."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.arrow"
        plan = ("--game", game, "--games", games, "--seed", seed, *options)
        rummygym("eval", agent, "--against", against, *plan, "--checkpoint", file)
        rows = pl.read_ipc(file.read_bytes()).with_columns(seat=pl.col("lineup") % 2)
    return rows.with_columns(gain=pl.when(pl.col("seat") == 0).then("gain_first").otherwise("gain_second"))


def luck(agent: str, against: str, *options: object, game: str, games: int, seed: int = 1, sure: float = 0.95) -> dict[str, float]:
    """Return how much of an agent's results is luck of the deal, and how long it takes until the better player leads.

    The gain of a game is the mean gain, plus what the cards give to the seat, plus the rest: random choices, and how the cards suit
    either agent. If the agents change seats, the second part changes its sign. So its variance is minus the covariance of the two
    games of a deal, and ``luck_of_deal`` is its share of the variance of a game. ``games`` is the number of games on different deals,
    and ``games_twice`` that of games on deals played from both seats, after which the better one has more points with the
    probability ``sure``, by the normal distribution. Ends of intervals, ``…_low`` and ``…_high``, are the 2.5th and 97.5th percentile of
    1,000 resamples of deals.
    """
    rows = played(agent, against, *options, game=game, games=games, seed=seed).sort("game", "seat")
    gains = rows["gain"].to_numpy().reshape(-1, 2).astype(float)  # of a deal, by seat

    def values(gains: np.ndarray) -> dict[str, float]:
        (first, both), (_, second) = np.cov(gains.T)
        spread = np.array([(first + second) / 2, 2 * gains.mean(axis=1).var(ddof=1)])  # twice: a deal is two games
        with np.errstate(divide="ignore", invalid="ignore"):  # of players of equal strength
            games, twice = spread * (stats.norm.ppf(sure) / gains.mean()) ** 2
        return {"gain": gains.mean(), "luck_of_deal": -2 * both / (first + second), "games": games, "games_twice": twice}

    rng, found = np.random.default_rng(seed), values(gains)
    resamples = [values(gains[rng.integers(len(gains), size=len(gains))]) for _ in range(1000)]
    for name in tuple(found):
        low, high = np.percentile([r[name] for r in resamples], (2.5, 97.5), method="inverted_cdf")
        found |= {f"{name}_low": low, f"{name}_high": high}
    return found


def estimates(samples: np.ndarray, suffix: str = "") -> dict[str, float]:
    """Return the means of the columns of by_deal and their standard errors."""
    mean, error = samples.mean(axis=0), samples.std(axis=0, ddof=1) / math.sqrt(len(samples))
    win_rate, gain = "win_rate" + suffix, "gain" + suffix
    return {win_rate: mean[0], win_rate + "_se": error[0], gain: mean[1], gain + "_se": error[1]}


def tune(
    agent: str, options: Mapping[str, Iterable[object]], against: str, *, game: str, games: int, seed: int = 1
) -> pl.DataFrame:
    """Play an agent as given, and with each combination of values of some options, on the same deals.

    The columns ``…_from_first`` are the paired differences from the first row, the agent as given.
    """
    rows, first = [], None
    for values in [(), *itertools.product(*options.values())]:
        chosen = dict(zip(options, map(str, values), strict=False))  # none of the agent as given
        candidate = agent + "".join(f":{name}={value}" for name, value in chosen.items())
        samples = by_deal(candidate, against, game=game, games=games, seed=seed)
        first = samples if first is None else first
        row = {"agent": candidate} | {name: chosen.get(name) for name in options}
        rows.append(row | estimates(samples) | estimates(samples - first, "_from_first"))
    return pl.DataFrame(rows, infer_schema_length=None)


def shapley(agent: str, options: Sequence[str], against: str, *, game: str, games: int, seed: int = 1) -> pl.DataFrame:
    """Return what each switch of an agent adds, averaged over all orders in which the switches can be turned on.

    All combinations of the switches play the same deals. The columns ``…_first`` and ``…_last`` are what a switch adds
    when all others are off, and when all others are on. The last row is all switches together.
    """
    n, played = len(options), {}
    for on in itertools.product((False, True), repeat=n):
        candidate = agent + "".join(f":{name}={'on' if x else 'off'}" for name, x in zip(options, on, strict=True))
        played[on] = by_deal(candidate, against, game=game, games=games, seed=seed)
    rows = []
    for i, option in enumerate(options):
        # Of the n! orders, k! (n-1-k)! turn on exactly a given set of k switches before this one.
        steps = [(sum(on), played[(*on[:i], True, *on[i + 1 :])] - played[on]) for on in played if not on[i]]
        value = sum(step * (math.factorial(k) * math.factorial(n - 1 - k) / math.factorial(n)) for k, step in steps)
        ends = estimates(steps[0][1], "_first") | estimates(steps[-1][1], "_last")
        rows.append({"option": option} | estimates(value) | ends)
    everything = played[(True,) * n] - played[(False,) * n]
    return pl.DataFrame([*rows, {"option": "all"} | estimates(everything)], infer_schema_length=None)


def verdict(printed: float, ours: float, deviation: float, runs: int, of: int = 1) -> str:
    """Return what the mean of ``of`` training runs says about a printed win rate of one run.

    The standard deviation of single runs is measured on ``runs`` runs. Half of the 95 % interval of the difference is what
    may have been missed; above .10 a difference within it decides nothing.
    """
    x = stats.t.ppf(0.975, runs - 1) * deviation * math.sqrt(1 + 1 / of)
    word = "above" if ours - printed > x else "below" if printed - ours > x else "reproduced" if x <= 0.1 else "undecided"
    return f"{word} (± {x:.2f})".replace("0.", ".")


def dealt_hands(number: int, seed: int, preset: str = "paper") -> tuple[np.ndarray, np.ndarray]:
    """Return the hands [number, 53] and the wild ranks of seat 0 in the first deals of a seed of Indian Rummy."""
    with Tables("indian", num_envs=number, preset=preset, fields="own-cards,wild-rank", dtype="uint8") as tables:
        tables.reset(seed)
        fields = tables.spec.split(tables.observations)
        return fields["hand"].copy(), fields["wild_rank"].argmax(axis=1)


def turns(agents: str, games: int, seed: int, preset: str = "paper") -> pl.DataFrame:
    """Play games of Indian Rummy, and return one row per turn that ended in a discard or a declaration.

    The columns are the ``game``, the ``player``, the ``round``, the number of the turn of this player, MinDist ``before`` the
    draw and ``after`` the discard, the MinScore (``score``) before the draw, and whether the card came from the open ``pile``.
    """
    with tempfile.TemporaryDirectory() as folder:
        plan = ("--agents", agents, "--games", games, "--seed", seed, "--preset", preset, "--seating", "fixed")
        rummygym("collect", *plan, "--fields", "own-cards,wild-rank,progress,score,distance", "--out", Path(folder) / "data")
        names = ("hand", "wild_rank", "from_pile", "round", "turns", "min_score", "min_dist")
        data = datasets.load(Path(folder) / "data").scan_polars()
        rows = data.select("episode", "player", "phase", "action", *("obs_" + name for name in names)).collect()
    at = np.flatnonzero(rows["phase"] == "discard")  # the row before is the draw of the same turn
    fields = {name: rows["obs_" + name].to_numpy() for name in names}
    hands = fields["hand"][at].copy()
    discards = (rows["action"].to_numpy()[at] - 3) % len(CARDS)  # after 3 other actions, one per card to discard, to declare
    hands[np.arange(len(at)), discards] -= 1
    return pl.DataFrame(
        {
            "game": rows["episode"].to_numpy()[at],
            "player": rows["player"].to_numpy()[at],
            "round": fields["round"][at],
            "turn": fields["turns"][at, 0],
            "score": fields["min_score"][at - 1].astype(int),
            "before": fields["min_dist"][at - 1],
            "after": min_dist(hands, fields["wild_rank"][at].argmax(axis=1)),
            "pile": fields["from_pile"][at] == 1,
        }
    )
