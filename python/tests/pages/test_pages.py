"""The snippets of the documentation's pages run as printed, and its tables are those of the engine.

A page's blocks of ``sh`` and ``python`` run in order, in a folder of its own; those of Python share
their names. Programs in Go are included from files with tests of their own. The program adds flags to
long commands, which make them small: the last value of a flag counts.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rummygym

ROOT = Path(__file__).parents[3]
PAGES = [
    "README.md",
    "python/README.md",
    "docs/index.md",
    "docs/getting-started.md",
    "docs/evaluate.md",
    "docs/train.md",
    "docs/learning.md",
    "docs/language-models.md",
    "docs/matches.md",
    "docs/text.md",
    "docs/agent.md",
    "docs/datasets.md",
    "docs/exact.md",
    "docs/apps.md",
]
# Flags that make a command small; those that wait for a person, or never end, only explain themselves.
SMALL = {
    "collect": "--games=60",
    "eval": "--games=20",
    "eval search": "--games=2",
    "ladder": "--games=20",
    "ladder --agents random,": "--help",  # ladders with search, which "make ladder" records
    "ladder --game gin": "--help",
    "review": "--rollouts=100",
    "tournament": "--games=20",
    "tournament --agents search": "--games=1",
    "train data": "--steps=10 --batch=64",
    "train data --head discard": "--epochs=1",
    "train mc": "--steps=2 --games=16 --batch=64 --updates=4 --eval-games=20",
    "train ppo": "--steps=1 --tables=16 --horizon=16 --batch=64 --eval-games=20",
    "play": "--help",
    "serve": "--help",
    "watch": "--help",
}
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def program(tmp_path: Path, binary: str, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a program ``rummygym`` on the path, and in ``bin``, that adds the flags of SMALL.

    Answers are of the first positions of the frozen set.
    """
    longest = sorted(SMALL.items(), key=lambda item: -len(item[0]))  # the first case that fits counts
    cases = "".join(f'  "{command}"*) set -- "$@" {flags};;\n' for command, flags in longest)
    script = f'#!/bin/sh\ncase "$*" in\n{cases}esac\nexec "{binary}" "$@"\n'
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "rummygym").write_text(script)
    (folder / "rummygym").chmod(0o755)
    shutil.copytree(made / "first", tmp_path / "first")
    script = '#!/bin/sh\ncase "$*" in *"--positions gin "*) set -- "$@" --positions first/positions.jsonl;; esac\n'
    (folder / "python").write_text(f'{script}exec "{sys.executable}" "$@"\n')
    (folder / "python").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # play keeps its files in rummygym below
    (tmp_path / "rummygym").symlink_to(".")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize("page", PAGES)
def test_snippets_run(page: str, program: None) -> None:
    """Every block, in order; each fails if one of its commands does."""
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    names: dict[str, object] = {}
    for language, text in blocks:
        if language == "python":
            exec(compile(text, page, "exec"), names)
            continue
        ran = subprocess.run(["bash", "-euo", "pipefail", "-c", text], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{page}:\n{text}\n{ran.stderr}"


# Blocks of command lines that are indented and not fenced, which may have descriptions after two spaces.
LINES = re.compile(r"^(?: {4}.*\n)+", re.MULTILINE)
DESCRIPTION = re.compile(r" {2,}(?![-\\]).*$", re.MULTILINE)


def command_blocks(page: Path) -> list[str]:
    """The indented blocks of a page that begin with a command line of the program."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    blocks = [re.sub(r"^ {4}", "", b, flags=re.MULTILINE) for b in LINES.findall(text)]
    return [DESCRIPTION.sub("", b.replace("\\\n", " ")) for b in blocks if b.startswith("rummygym ")]


# adding-a-game.md has the commands of a program with one more game: toygame_test.go.
COMMANDS = [
    p.relative_to(ROOT).as_posix() for p in sorted((ROOT / "docs").rglob("*.md")) if p.name != "adding-a-game.md"
]
COMMANDS = [p for p in COMMANDS if not {"commands", "repository"} & set(Path(p).parts) and command_blocks(ROOT / p)]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, binary: str) -> Path:
    """What the command lines of pages read: a dataset, records of games, a game of play, a run of train, positions."""
    folder = tmp_path_factory.mktemp("made")
    for line in (
        "collect --agents min-dist-opp,min-score --games 15 --out data",
        "dataset export --records games.jsonl data",
        "dataset export --records play.jsonl --episode 3 data",
        "train mc --out run --steps 2 --games 16 --batch 64 --updates 4 --start-steps 1 --eval-games 20 --eval-every 2",
    ):
        subprocess.run([binary, *line.split()], cwd=folder, capture_output=True, check=True)
    shown = subprocess.run([binary, "positions", "show", "gin", "--format", "json"], capture_output=True, check=True)
    (folder / "first").mkdir()
    (folder / "first" / "positions.jsonl").write_bytes(b"".join(shown.stdout.splitlines(keepends=True)[:50]))
    return folder


@pytest.mark.parametrize("page", COMMANDS)
def test_command_lines_run(page: str, program: None, made: Path, tmp_path: Path) -> None:
    """Every block of command lines, in order, beside what other pages make."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for text in command_blocks(ROOT / page):
        written = {"games.jsonl", "play.jsonl"} & set(re.findall(r"--records (\S+)", text))
        for name in written:
            (tmp_path / name).unlink()
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert ran.returncode == 0, f"{page}:\n{text}\n{ran.stderr}"


def test_guide_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The snippets of docs/python.md, in order and in one namespace. Those of datasets have other tests."""
    pytest.importorskip("pettingzoo")
    pytest.importorskip("safetensors")
    monkeypatch.chdir(tmp_path)  # one writes a file
    blocks = [t for _, t in BLOCK.findall((ROOT / "docs/python.md").read_text(encoding="utf-8")) if "datasets" not in t]
    assert len(blocks) >= 6
    names: dict[str, object] = {"improve": lambda policy, envs: policy}  # "your learner"
    for text in blocks:
        exec(compile(text, "docs/python.md", "exec"), names)
    out = capsys.readouterr().out
    assert "points a hand" in out
    assert "seat 0" in out


def test_default_fields_are_listed() -> None:
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    (part,) = re.findall(r"<!-- default fields.*?-->\n(.*?)<!-- /default fields -->", page, re.DOTALL)
    for game, item in zip(("indian", "gin"), part.split("- ")[1:], strict=True):
        spec = rummygym.describe(game)
        assert item.startswith(f'{spec.title}, `fields="{spec.fields}"`')
        assert re.findall(r"`(\w+)`", item) == [f.name for f in spec.observation]


def test_every_page_with_snippets_is_run() -> None:
    """No page of the site has blocks of Python or of the shell that no test runs."""
    # tests/doors and tests/openspiel run two pages. The scripts of scale-out.md run in a test of Go, its Python in tests/ray. Of clients.md, see test_clients.py.
    elsewhere = {"docs/python.md", "docs/scale-out.md", "docs/clients.md", "docs/language-model-libraries.md", "docs/openspiel.md"}
    pages = [p for p in (ROOT / "docs").rglob("*.md") if not {"commands", "repository"} & set(p.parts)]
    found = {p.relative_to(ROOT).as_posix() for p in pages if BLOCK.search(p.read_text(encoding="utf-8"))}
    assert found <= {*PAGES, *elsewhere}


LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|<(https?://[^>\s]+)>|(?:src|srcset)=\"([^\"]+)\"")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def test_links_lead_somewhere() -> None:
    """Links of all pages of the repository: files and anchors exist, other addresses have a good form."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    broken, seen = [], 0
    for name in listed.stdout.split():
        page = ROOT / name
        text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for target in filter(None, (t for found in LINK.findall(text) for t in found)):
            seen += 1
            if "://" in target:
                good = re.fullmatch(r"https?://[\w.-]+\.\w{2,}(:\d+)?(/[^\s]*)?", target)
            else:
                path, _, anchor = target.partition("#")
                file = page.parent / path if path else page
                good = file.exists() and (not anchor or anchor in anchors(file))
            if not good:
                broken.append(f"{name}: {target}")
    assert not broken
    assert seen > 200


def test_the_paper_cites_entries_of_the_bibliography() -> None:
    """And it has the length that the journal asks for, 750 to 1,750 words."""
    paper = (ROOT / "paper/paper.md").read_text(encoding="utf-8")
    (bibliography,) = re.findall(r"^bibliography: (\S+)$", paper, re.MULTILINE)
    entries = re.findall(r"^@\w+\{(\S+),$", (ROOT / "paper" / bibliography).read_text(encoding="utf-8"), re.MULTILINE)
    cited = re.findall(r"@(\w+)", paper.split("\n---\n", 1)[1])
    assert set(cited) <= set(entries)
    assert cited
    assert 750 <= len(paper.split("\n---\n", 1)[1].split()) <= 1750
