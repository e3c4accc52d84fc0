"""The snippets of the doors' pages run as printed."""

import re
from pathlib import Path

import pytest
import script

PAGES = Path(__file__).parents[3] / "docs" / "doors"


@pytest.mark.parametrize("door", script.DOORS)
def test_snippets_run(door):
    page = PAGES / f"{door}.md"
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE))
    assert text
    exec(compile(text, page, "exec"), {"__name__": "snippet"})
