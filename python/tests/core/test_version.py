"""The version stands in rummygym/__init__.py; what repeats it for people agrees."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rummygym

ROOT = Path(__file__).parents[3]


def test_citation_and_changelog_have_the_version() -> None:
    if not (ROOT / "CITATION.cff").exists():
        pytest.skip("the tests of a source archive, which has neither")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    (version,) = re.findall(r"^version: (\S+)$", citation, re.MULTILINE)
    (date,) = re.findall(r'^date-released: "(\S+)"$', citation, re.MULTILINE)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## \[(\d[^\]]*)\] - (\S+)$", changelog, re.MULTILINE)
    assert version == rummygym.__version__
    described = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    package = (ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8")
    (license,) = re.findall(r'^license = "(\S+)"$', package, re.MULTILINE)
    assert described["version"] == rummygym.__version__
    assert described["license"] == f"https://spdx.org/licenses/{license}"
    assert f"license: {license}\n" in citation
    assert json.loads((ROOT / "npm/package.json").read_text(encoding="utf-8"))["version"] == rummygym.__version__
    (authors,) = re.findall(r"^authors = \[(.*)\]$", package, re.MULTILINE)
    names = re.findall(r"^  - name: (.+)$", citation, re.MULTILINE)
    assert re.findall(r'name = "([^"]+)"', authors) == names, "authors of pyproject.toml and of CITATION.cff"
    assert releases or "## [Unreleased]" in changelog
    assert releases[:1] in ([], [(version, date)]), "the newest release of CHANGELOG.md is not that of CITATION.cff"
