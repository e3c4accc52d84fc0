"""The snippets and outputs of docs/openspiel.md are those of OpenSpiel as it is installed."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "openspiel.md"
SCRIPTS = sorted((Path(__file__).parent / "upstream").glob("*.py"))


def test_snippets_run(capsys):
    text = re.sub(r"^## Kaggle$.*?^## ", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)  # tests/kaggle
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    exec(compile("\n".join(blocks), PAGE, "exec"), {"__name__": "snippet"})
    assert len(capsys.readouterr().out.splitlines()) >= 7


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_faults_of_openspiel(script):
    """A failure means that a new OpenSpiel has mended a fault: the page and what works around it change then."""
    text = PAGE.read_text(encoding="utf-8")
    assert f"tested with OpenSpiel {version('open_spiel')}" in " ".join(text.split())
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    printed = re.search(rf"\(\S*upstream/{script.name}\) prints\n\n```text\n(.*?)```", text, re.DOTALL)
    assert printed and printed[1] == done.stdout
