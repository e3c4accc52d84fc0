"""Configuration of the documentation site: see "make docs"."""

import os
import re
import shutil
import sys
from pathlib import Path

from pygments.lexers.special import TextLexer

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "python"))

project = "rummygym"
author = "the rummygym authors"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon", "sphinx.ext.viewcode", "sphinxcontrib.bibtex"]
exclude_patterns = ["conf.py", "pictures.py", "_templates"]

# Markdown. Headings have the anchors that code hosts give them, so that a link works in both places.
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # sections of generated parts may skip a level
smartquotes = False  # "--games" is two hyphens

# The notebooks are shown as they are in the repository, without outputs: python/tests/notebooks runs them.
nb_custom_formats = {".py": ["jupytext.reads", {"fmt": "py:percent"}]}
nb_execution_mode = "off"

bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "alpha"

# The Python API. Names of other libraries have no pages here: a build needs no internet.
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!rummygym).*"), ("py:.*", r"rummygym\..*\._.*")]
autodoc_mock_imports = ["anyio", "httpx", "inspect_ai", "openai", "openenv", "ray", "sb3_contrib", "stable_baselines3", "textarena", "torch", "verifiers"]  # which tests install on their own
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_numpy_docstring = False
templates_path = ["_templates"]  # the page of a module, which autosummary writes into docs/api

html_theme = "furo"
html_title = "rummygym"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False

# Files of the repository that are pages of the site too, in docs/repository. Git does not keep that
# folder, nor docs/api, nor docs/commands, which "rummygym man" writes.
COPIES = {
    "CHANGELOG.md": "repository/changelog.md",
    "CONTRIBUTING.md": "repository/contributing.md",
    "notebooks/README.md": "repository/notebooks.md",
    "internal/agents/learned/standard.md": "repository/standard.md",
    "internal/agents/learned/standard-seats.md": "repository/standard-seats.md",
    "internal/agents/learned/standard-gin.md": "repository/standard-gin.md",
    **{
        f"notebooks/{file.name}": f"repository/{file.name}"
        for file in (ROOT / "notebooks").glob("*.py")
        if file.read_text(encoding="utf-8").startswith("# ---\n# jupyter:")
    },
}
ORIGINS = {copy.rpartition(".")[0]: ROOT / file for file, copy in COPIES.items()}
# What the site has in place of other files and folders.
INSTEAD = COPIES | {
    "README.md": "index.md",
    "docs": "index.md",
    "docs/references.bib": "about.md",
    "python/README.md": "python.md",
    "notebooks": "repository/notebooks.md",
}

# Pages link to files of the repository that are not pages. With RUMMYGYM_SOURCE, the address of the
# repository's files such as https://example.com/you/rummygym/blob/main/, the site links to them;
# without it, it names them.
SOURCE = os.environ.get("RUMMYGYM_SOURCE", "")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def resolve_links(text: str, origin: Path, page: Path) -> str:
    """Return the Markdown of the file ``origin``, as its links are right on the page ``page``."""

    def replace(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        file = Path(os.path.normpath(origin.parent / target))
        name = file.relative_to(ROOT).as_posix()
        if name in INSTEAD:
            file = ROOT / "docs" / INSTEAD[name]
        elif not file.exists():
            return match[0]  # of which the build warns
        if file.is_relative_to(ROOT / "docs") and file.suffix in (".md", ".py"):
            return f"[{words}]({os.path.relpath(file, page.parent)}{anchor})"
        if SOURCE:
            return f"[{words}]({SOURCE}{name})"
        return words if name in words else f"{words} (`{name}`)"

    return LINK.sub(replace, text)


def read(app, docname: str, source: list[str]) -> None:
    page = Path(app.env.doc2path(docname))
    source[0] = resolve_links(source[0], ORIGINS.get(docname, page), page)


def setup(app) -> None:
    (ROOT / "docs" / "repository").mkdir(exist_ok=True)
    for file, copy in COPIES.items():
        shutil.copy2(ROOT / file, ROOT / "docs" / copy)
    app.add_lexer("mermaid", TextLexer)
    app.connect("source-read", read)
