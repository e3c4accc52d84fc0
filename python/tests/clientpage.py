"""The snippets of docs/clients.md: each section runs where its library is installed."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "clients.md"

SECTIONS = {
    "Stable-Baselines3": "clients",
    "TorchRL": "clients",
    "Tianshou": "clients",
    "AgileRL": "clients",
    "RLlib": "ray",
    "Minari": "pages",
}
"""The folder of tests that runs each section: ``clients`` by make test-clients, ``ray`` by make test-ray."""


def snippets():
    """Return the Python of each section by its heading."""
    found = {}
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        found[heading] = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    return found


def run(heading):
    """Run a section, and return the names that it defines."""
    names = {}
    exec(compile(snippets()[heading], f"{PAGE}: {heading}", "exec"), names)
    return names


def of(folder):
    """Return the headings of the sections that the tests of a folder run."""
    return [heading for heading, where in SECTIONS.items() if where == folder]
