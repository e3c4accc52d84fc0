"""The bots of gin-rummy-engine at rummygym's tables and at theirs: make test-rivals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BINARY, PROGRAM = os.environ.get("RUMMYGYM_BINARY", ""), os.environ.get("RUMMYGYM_RIVALS", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="RUMMYGYM_RIVALS is not set: make test-rivals builds the program")
RULE_BASED = ["heuristic", "gold", "marjj"]


def output(*words: object, **options: object) -> str:
    """Returns what a program that succeeds prints."""
    return subprocess.run(
        [str(word) for word in words], check=True, text=True, stdout=subprocess.PIPE, **options
    ).stdout


@pytest.mark.parametrize("bot", RULE_BASED)
def test_matches_without_failures_that_follow_from_the_seed(bot: str) -> None:
    def play(workers: int) -> str:
        rival = f'exec:{{"{PROGRAM}" serve {bot}}}:move=10m:start=10m'
        command = [BINARY, "eval", "simple", "--game", "gin-match", "--against", rival, "--games", 10, "--seed", 3]
        return output(*command, "--on-failure", "stop", "--format", "json", "--workers", workers)

    assert play(1) == play(2)
    assert json.loads(play(1))["rows"][0]["games"] == 10


@pytest.mark.parametrize("bot", ["heuristic", "gold", "mc:4"])
def test_a_bot_decides_from_events_as_at_its_own_table(bot: str) -> None:
    # Both players of these matches are the same bot, one of them over the protocol: exchanged, they play the same match.
    lines = output(PROGRAM, "arena", bot, 5, 0, 10, PROGRAM, "serve", bot).splitlines()
    scores = [json.loads(line)["scores"] for line in lines]
    assert len(scores) == 20 and scores[::2] == scores[1::2]


@pytest.mark.parametrize("bot", RULE_BASED)
def test_our_agent_at_their_tables(bot: str) -> None:
    lines = output(PROGRAM, "arena", bot, 5, 0, 10, BINARY, "bot", "run", "simple").splitlines()
    assert all(max(json.loads(line)["scores"]) >= 100 for line in lines) and len(lines) == 20


def test_games_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    def play(matches: int, seed: int = 1) -> tuple[dict[str, bytes], list[dict[str, object]]]:
        options = ["--binary", BINARY, "--program", PROGRAM, "--agent", "simple", "--out", tmp_path]
        output(
            sys.executable, Path(__file__).with_name("play.py"), *options, "--matches", matches, "--seed", seed, "gold"
        )
        games = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix in (".arrow", ".jsonl")}
        return games, json.loads((tmp_path / "rivals.json").read_text())

    games, rows = play(4)
    assert play(4)[0] == games
    more, rows = play(6)
    assert more["gold-1.jsonl"].startswith(games["gold-1.jsonl"]) and [row["matches"] for row in rows] == [6, 6]
    rows = play(2, seed=2)[1]
    assert [row["matches"] for row in rows] == [8, 8]
    for row in rows:
        assert row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] and 0 < row["sign_p"] <= 1


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["serve", "mc:0"], "number of samples"),
        (["serve", "greedy"], "there is no bot"),
        (["arena", "gold", "x", "0", "1", "cat"], "want a number"),
        ([], "usage"),
    ],
)
def test_mistakes_are_named(words: list[str], error: str) -> None:
    done = subprocess.run([PROGRAM, *words], text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 1 and error in done.stderr


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("no JSON", "line 1"),
        ('{"type":"hello","game":"gin","rules":{}}', "want gin-match"),
        ('{"type":"hello","game":"gin-match","rules":{}}', "as in the preset eaai"),
        ('{"type":"act","table":0,"seat":2,"seed":"1","events":[],"legal":["AC","2C"]}', "want 0 or 1"),
        ('{"type":"act","table":0,"seat":0,"seed":"-1","events":[],"legal":["AC","2C"]}', "64-bit number"),
        ('{"type":"act","table":0,"seat":0,"events":[],"legal":["AC","2C"]}', "without a seed"),
        ('{"type":"act","table":0,"seat":0,"seed":"1","events":[],"legal":["AC","2C"]}', "before the first deal"),
        (
            '{"type":"act","table":0,"seat":0,"seed":"1","events":[{"type":"discard","seat":0,"card":"1C"}],"legal":[]}',
            "1C",
        ),
    ],
)
def test_lines_that_are_wrong(line: str, error: str) -> None:
    done = subprocess.run([PROGRAM, "serve", "gold"], text=True, capture_output=True, input=line + "\n", check=False)
    assert done.returncode == 1 and error in done.stderr
