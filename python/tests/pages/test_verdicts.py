"""Verdicts of docs/reproduction.md name the difference that they may have missed, and decide nothing if it is above .10."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TABLES = re.findall(r"(?:^\|.*\n)+", (ROOT / "docs/reproduction.md").read_text(encoding="utf-8"), re.MULTILINE)
DETECTS = re.compile(r"(reproduced|undecided)[^|]*?\(± (\d*\.?\d+)( %)?\)")


def rows(table: str) -> list[dict[str, str]]:
    names, _, *lines = ([cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])] for line in table.splitlines())
    return [dict(zip(names, cells, strict=True)) for cells in lines]


def test_verdicts_name_what_they_may_have_missed() -> None:
    """A printed rate is reproduced by one with an error only within a difference that is named."""
    seen = 0
    for row in (r for table in TABLES for r in rows(table) if "verdict" in r):
        verdict, ours = row["verdict"], " ".join(v for k, v in row.items() if k not in ("verdict", "printed", "what"))
        if verdict.startswith("reproduced") and row.get("printed") != "" and re.search(r"±|\[\.\d", ours):
            assert DETECTS.search(verdict), row
        for word, x, percent in DETECTS.findall(verdict):
            seen += 1
            assert (float(x) / (100 if percent else 1) <= 0.1) == (word == "reproduced"), row
    assert seen > 25


def test_verdicts_are_those_of_the_legend() -> None:
    """The legend has six verdicts at most, each verdict begins with one of them, and the page begins with three lines a source."""
    page = (ROOT / "docs/reproduction.md").read_text(encoding="utf-8")
    legend = re.findall(r"^- \*\*([a-z ,]+?)(?: \(± x\))?\*\*:", page, re.MULTILINE)
    assert 4 <= len(legend) <= 6, legend
    words = tuple(word for verdict in legend for word in verdict.split(", "))
    verdicts = [r["verdict"] for t in TABLES for r in rows(t) if "verdict" in r]
    assert len(verdicts) > 60
    assert [v for v in verdicts if not v.startswith(words)] == []
    sources = re.findall(r"^## ([a-z]+\d{4}[a-z]*)$", page, re.MULTILINE)
    headlines = TABLES[0].splitlines()[2:]
    assert [re.search(r"\[(\w+)\]", line)[1] for line in headlines[::3]] == sources and len(headlines) == 3 * len(sources)


def test_the_papers_own_reading_of_its_set_is_marked() -> None:
    """The attempts share both hands in the paper's text, which both pages quote; the recipe shares one."""
    (table,) = (rows(t) for t in TABLES if "what the attempts share" in t)
    own = [r["what the attempts share"] for r in table if "paper's text" in r["what the attempts share"]]
    assert own == ["both hands (the paper's text)"] * 2
    for page in ("reproduction", "rules-gin"):
        text = " ".join((ROOT / f"docs/{page}.md").read_text(encoding="utf-8").split())
        assert "samples for each initial pair of hands is recorded" in text


def test_table_1_follows_from_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdicts on the networks are those of the notebook for one full-size run, with the spread of five small ones."""
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(ROOT / "notebooks")
    verdict = sys.modules.get("analyses") or __import__("analyses")
    (table,) = (rows(t) for t in TABLES if "the authors' network" in t.splitlines()[0])
    assert len(table) == 14
    for row in table:
        printed, ours, deviation = (float(row[k]) for k in ("paper, ± .006 to .008", "ours, full size", "s.d."))
        assert row["verdict"] == verdict.verdict(printed, ours, deviation, 5), row
    assert verdict.verdict(0.5, 0.502, 0.18, 3, 3).startswith("undecided"), "a spread that hides everything"
