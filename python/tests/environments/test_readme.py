"""The snippets of the package's README, and the repository's ten lines, run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[2]
PAGE = (PYTHON / "README.md").read_text(encoding="utf-8")
SNIPPETS = [s for s in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "datasets" not in s]


def test_snippets_run(capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as a reader runs them; those of datasets have tests of their own."""
    pytest.importorskip("pettingzoo")
    names: dict[str, object] = {}
    assert len(SNIPPETS) >= 5
    for snippet in SNIPPETS:
        exec(compile(snippet, "README.md", "exec"), names)
    out = capsys.readouterr().out
    assert "points a match" in out
    assert "seat 0" in out


def test_ten_lines_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Those on the first screen of the repository's README."""
    page = (PYTHON.parent / "README.md").read_text(encoding="utf-8")
    (snippet,) = (s for s in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "gymnasium.make" in s)
    exec(compile(snippet, "README.md", "exec"), {})
    assert "points gained:" in capsys.readouterr().out
