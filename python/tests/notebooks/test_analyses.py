"""The analyses of the notebooks give the numbers of the commands that computed them before.

``analyses.json`` holds what ``rummygym tune``, ``shapley``, ``hands`` and ``transitions`` printed at commit 09a9df79,
the last one that has them.
"""

import json
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
RECORDED = json.loads(Path(__file__).with_name("analyses.json").read_text())


@pytest.fixture(scope="module")
def analyses(binary):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUMMYGYM_BINARY", binary)
        patch.syspath_prepend(NOTEBOOKS)
        import analyses

        yield analyses
    sys.modules.pop("analyses")
    sys.modules.pop("program")


def cases(name):
    return pytest.mark.parametrize("case", RECORDED[name], ids=lambda c: c["arguments"].get("agent"))


def same(rows: list[dict], want: list[dict], key: str) -> None:
    """Compare all numbers of the rows with those that are recorded."""
    assert len(rows) == len(want)
    for got, row in zip(rows, want, strict=True):
        for name in row.keys() - {key}:
            assert got[name] == pytest.approx(row[name], abs=1e-9), (row[key], name)


@cases("tune")
def test_tune(analyses, case):
    same(analyses.tune(**case["arguments"]).to_dicts(), case["rows"], "agent")


@cases("shapley")
def test_shapley(analyses, case):
    found = analyses.shapley(**case["arguments"])
    assert found["option"].to_list() == [row["option"] for row in case["rows"]]
    assert sum(found["win_rate"][:-1]) == pytest.approx(found["win_rate"][-1], abs=1e-9)
    same(found.to_dicts(), case["rows"], "option")


def test_luck(analyses):
    """Players who are the same and choose without chance have nothing but the luck of the deal; others have their mean gain."""
    same = analyses.luck("simple:ties=highest", "simple:ties=highest", "--preset", "openspiel", game="gin", games=200)
    assert (same["gain"], same["luck_of_deal"], same["games"]) == (0, pytest.approx(1), np.inf)
    found = analyses.luck("min-dist", "random", game="indian", games=200, seed=2)
    deals = analyses.by_deal("min-dist", "random", game="indian", games=200, seed=2)
    assert found["gain"] == pytest.approx(deals[:, 1].mean())
    twice = 2 * (1.6448536 / found["gain"]) ** 2 * deals[:, 1].var(ddof=1)
    assert found["games_twice"] == pytest.approx(twice)
    for name in ("gain", "luck_of_deal", "games", "games_twice"):
        assert found[f"{name}_low"] < found[name] < found[f"{name}_high"]


@cases("hands")
def test_hands(analyses, case):
    from rummygym.hands import min_dist, min_score

    hands, wild = analyses.dealt_hands(**case["arguments"])
    for measured, want in ((min_score(hands, wild, capped=False), case["min_score"]), (min_dist(hands, wild), case["min_dist"])):
        values, counts = np.unique(measured, return_counts=True)
        assert dict(zip(map(str, values), counts, strict=True)) == {k: n for k, n in want.items() if n}


@cases("turns")
def test_turns(analyses, case):
    turns = analyses.turns(**case["arguments"])
    change, pile = pl.col("after").cast(int) - pl.col("before"), pl.col("pile")
    falls = change < 0
    sums = [falls, change == 0, change > 0, ~pile, pile, falls & ~pile, falls & pile]
    by_dist = turns.group_by("before").agg([s.sum().alias(str(i)) for i, s in enumerate(sums)]).sort("before")
    assert [list(row) for row in by_dist.iter_rows()] == case["before"]
    by_turn = turns.group_by("turn").agg(pl.len(), pl.col("before").mean().alias("mean")).sort("turn")
    assert by_turn["turn"].to_list() == list(range(1, len(case["turn"]) + 1))
    assert by_turn["len"].to_list() == [n for n, _ in case["turn"]]
    assert by_turn["mean"].to_list() == pytest.approx([mean for _, mean in case["turn"]], abs=1e-9)
