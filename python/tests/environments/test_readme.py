"""The snippets of the package's README and of the repository's README run as printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rummygym

PYTHON = Path(__file__).parents[2]
PAGE = (PYTHON / "README.md").read_text(encoding="utf-8")
SNIPPETS = [s for s in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "datasets" not in s]


def test_snippets_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In order, in one namespace. Those of datasets have other tests."""
    pytest.importorskip("pettingzoo")
    pytest.importorskip("safetensors")
    monkeypatch.chdir(tmp_path)  # one writes a file
    names: dict[str, object] = {}
    assert len(SNIPPETS) >= 6
    for snippet in SNIPPETS:
        exec(compile(snippet, "README.md", "exec"), names)
    out = capsys.readouterr().out
    assert "points a match" in out
    assert "seat 0" in out


def test_default_fields_are_listed() -> None:
    (part,) = re.findall(r"<!-- default fields.*?-->\n(.*?)<!-- /default fields -->", PAGE, re.DOTALL)
    for game, item in zip(("indian", "gin"), part.split("- ")[1:], strict=True):
        spec = rummygym.describe(game)
        assert item.startswith(f'{spec.title}, `fields="{spec.fields}"`')
        assert re.findall(r"`(\w+)`", item) == [f.name for f in spec.observation]


def test_ten_lines_run(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python lines on the first screen of the repository's README."""
    page = (PYTHON.parent / "README.md").read_text(encoding="utf-8")
    (snippet,) = (s for s in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "gymnasium.make" in s)
    exec(compile(snippet, "README.md", "exec"), {})
    assert "points gained:" in capsys.readouterr().out
