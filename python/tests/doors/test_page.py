"""The snippets of docs/language-model-libraries.md run as printed, each section by itself."""

import re
from pathlib import Path

import pytest
import script

PAGE = Path(__file__).parents[3] / "docs" / "language-model-libraries.md"


@pytest.mark.parametrize("door", script.DOORS)
def test_snippets_run(door):
    sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (section,) = [s for s in sections if s.split("\n")[0].lower() == door]
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", section, re.DOTALL | re.MULTILINE))
    assert text
    exec(compile(text, PAGE, "exec"), {"__name__": "snippet"})
