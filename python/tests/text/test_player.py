"""A model as an agent: the program, the player and a server of a model, as a user runs them."""

import json
import os
import subprocess
import sys
import threading

import pytest

from rummygym.text import TextEnv, parse, report

from .stub import Model, legal
from .test_parser import BAD

KEY = "sk-never-shown-0123456789"


def first(body, _):
    """Plays the last legal move."""
    return f'Let me see. {{"move": "{legal(body["messages"][-1]["content"])[-1]}"}}'


class Run:
    """A run of ``rummygym eval`` of a model against simple in hands of Gin Rummy."""

    def __init__(self, binary, folder, answer, *player, games=4, options=":retries=2", **environment):
        self.log, errors = folder / "log.jsonl", folder / "errors.txt"
        with Model(answer) as model:
            command = [sys.executable, "-m", "rummygym.text.player", "--base-url", model.url, "--model", "m"]
            command += ["--log", str(self.log), *player]
            words = " ".join(f"'{word}'" for word in command)
            agent = f"exec:{{{words}}}{options}:log={{{errors}}}"
            run = [
                binary,
                "eval",
                agent,
                "--against",
                "simple",
                "--game",
                "gin",
                "--games",
                str(games),
            ]
            self.done = subprocess.run(
                [*run, "--seed", "1", "--workers", "1", "--format", "json"],
                capture_output=True,
                text=True,
                env={**os.environ, "OPENAI_API_KEY": KEY, **environment},
            )
            self.requests = model.requests
        self.errors = errors.read_text() if errors.exists() else ""
        self.lines = [json.loads(line) for line in self.log.read_text().splitlines()]
        self.answers = [line for line in self.lines if line["type"] == "answer"]
        for shown in (self.done.stdout, self.done.stderr, self.errors, self.log.read_text()):
            assert KEY not in shown

    @property
    def row(self):
        assert self.done.returncode == 0, self.done.stderr + self.errors
        (row,) = json.loads(self.done.stdout)["rows"]
        return row

    @property
    def report(self):
        return report.read(self.log.read_text().splitlines())["m"]


def test_plays_the_same_games_as_the_environment(binary, tmp_path):
    run = Run(binary, tmp_path, first, "--memory", "game", "--option", "temperature=0", games=6)
    gains = []
    for deal in range(3):
        for seat in range(2):
            with TextEnv("gin", opponents="simple", seat=seat) as env:
                env.reset(seed=1, episode=deal)
                while env.seat is not None:
                    env.act(legal(env.observe())[-1])
                gains.append(env.result.gains[seat])
    assert run.row["gain_mean"] == pytest.approx(sum(gains) / 6)
    assert run.row["retries_agent"] == 0
    assert len(run.requests) == len(run.answers) == run.report.decisions
    assert all(h["Authorization"] == f"Bearer {KEY}" and b["temperature"] == 0 for _, h, b in run.requests)
    assert run.report.games == 6 and run.report.usage.prompt_tokens == 100 * len(run.requests)
    assert run.report.cost(2, 5) == pytest.approx(len(run.requests) * (100 * 2 + 10 * 5) / 1e6)
    roles = [[m["role"] for m in b["messages"]] for _, _, b in run.requests]
    assert max(map(len, roles)) > 10
    assert all(r == ["system", *["user", "assistant"] * (len(r) // 2 - 1), "user"] for r in roles)


def test_an_invalid_answer_is_asked_for_again_with_the_reason(binary, tmp_path):
    def answer(body, n):
        asked = body["messages"][-1]["content"]
        if "This is not accepted. " not in asked and n % 3 == 0:
            return ["Hm.", "knock or pass", '{"move": "fly"}', "x" * 1_000_000][n // 3 % 4]
        return first({"messages": [m for m in body["messages"] if "Legal moves" in m["content"]]}, n)

    run = Run(binary, tmp_path, answer)
    bad = [a for a in run.answers if a["invalid"]]
    assert run.row["retries_agent"] == len(bad) == sum(run.report.invalid.values()) > 3
    assert set(run.report.invalid) >= {"no-move", "too-long"}
    assert run.report.forfeits == run.report.fallbacks == 0 and run.row.get("forfeits_agent", 0) == 0
    for a in run.answers:
        assert ("This is not accepted" in a["prompt"]) == (a["trial"] > 0)
        assert (a["move"] is None) == (a["invalid"] is not None)
    assert all(len(b["messages"]) == 2 or b["messages"][2]["role"] == "assistant" for _, _, b in run.requests)


def test_no_bad_answer_stops_a_run(binary, tmp_path):
    """All of the table, by the way of the protocol."""
    bad = [answer for answer, _, _ in BAD]
    run = Run(binary, tmp_path, lambda _, n: bad[n % len(bad)], "--fallback", "simple", "--tables", "2", games=12)
    assert run.row["games"] == 12 and run.report.forfeits == 0
    assert len(run.answers) > len(bad) and len({line["process"] for line in run.lines}) == 1
    for a in run.answers:
        assert (a["move"] is None) == (a["invalid"] is not None)
        if a["trial"] == 0:
            assert {a["move"], a["fallback"]} - {None} <= set(legal(a["prompt"]))
    assert set(run.report.invalid) >= {
        "empty",
        "too-long",
        "unfinished",
        "malformed",
        "no-move",
        "incomplete",
        "ambiguous",
    }


def test_games_are_lost_without_a_valid_answer(binary, tmp_path):
    run = Run(binary, tmp_path, lambda *_: "I resign.")
    assert run.row["win_rate"] == 0 and run.row["gain_mean"] == -125
    assert run.row["retries_agent"] == 2 * 4
    assert run.report.forfeits == 4 and run.report.invalid == {"no-move": 12}
    assert "invalid answer, no-move" in run.errors


def test_the_fallback_agent_plays_its_own_game(binary, tmp_path):
    """A model that never answers well, with simple in its place, is simple."""
    run = Run(binary, tmp_path, lambda *_: "I resign.", "--fallback", "simple", options=":retries=1")
    command = [binary, "eval", "simple", "--against", "simple", "--game", "gin", "--games", "4"]
    same = subprocess.run([*command, "--seed", "1", "--format", "json"], capture_output=True, check=True)
    assert run.row["gain_mean"] == json.loads(same.stdout)["rows"][0]["gain_mean"]
    assert run.report.fallbacks == run.report.decisions == run.row["retries_agent"] > 10
    assert run.report.forfeits == 0


def test_a_faulty_endpoint_costs_no_game(binary, tmp_path):
    def answer(body, n):
        faults = [(429, {}), (500, b"oops"), lambda h: h.stream("half", end=False), (200, b"{")]
        return faults[n // 5 % 4] if n % 5 == 0 else first(body, n)

    run = Run(binary, tmp_path, answer, games=2)
    assert run.row["retries_agent"] == 0 and run.report.forfeits == 0
    assert run.report.usage.requests == len(run.requests) > run.report.decisions


def test_a_late_answer_costs_its_game_only(binary, tmp_path):
    def answer(body, n):
        return (lambda h: h.rfile.read(1)) if n == 3 else first(body, n)

    run = Run(binary, tmp_path, answer, "--tables", "1", options=":move=3s:retries=2")
    assert run.report.forfeits == 1 and run.report.invalid == {"endpoint": 3}
    assert run.row["retries_agent"] == 2
    assert len({line["process"] for line in run.lines}) == 1 and run.report.games == 4


def test_a_refused_key_ends_the_player(binary, tmp_path):
    run = Run(binary, tmp_path, lambda *_: (401, {"error": f"Incorrect API key provided: {KEY}"}), games=2)
    assert run.row["gain_mean"] == -125
    assert "401" in run.errors and "[key]" in run.errors


def test_several_tables_at_once(binary, tmp_path):
    """The first four questions wait for each other."""
    together = threading.Barrier(4)

    def answer(body, n):
        if n <= 4:
            together.wait(30)
        return first(body, n)

    run = Run(binary, tmp_path, answer, "--tables", "4", games=8)
    assert run.row["games"] == 8 and run.report.forfeits == 0


def test_other_names_of_cards(binary, tmp_path):
    """The moves of a text whose suits are exchanged, or whose cards have made-up names, are those of the game."""
    for n, option in enumerate(["relabel=SHCD", "names=7", "cards=symbols"]):
        (folder := tmp_path / str(n)).mkdir()
        run = Run(binary, folder, first, "--text", option, "--text", "history=all", games=2)
        assert run.row["retries_agent"] == 0 and run.report.forfeits == 0
        assert any(parse(a["answer"], [a["move"]]) not in TextEnv("gin").spec.actions for a in run.answers) == (n > 0)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "the following arguments are required: --base-url, --model"),
        (["--base-url", "host", "--model", "m"], "the base URL is not http"),
        (["--base-url", "http://h", "--model", "m", "--tables", "0"], "is not a number from 1 to 1024"),
        (["--base-url", "http://h", "--model", "m", "--option", "x"], "'x' is not KEY=VALUE"),
        (["--base-url", "http://h", "--model", "m", "--log", "/no/such/folder/log"], "No such file or directory"),
    ],
)
def test_wrong_arguments(arguments, error):
    run = subprocess.run([sys.executable, "-m", "rummygym.text.player", *arguments], capture_output=True, text=True)
    assert run.returncode == 2 and error in run.stderr


def test_report(tmp_path):
    log = tmp_path / "log"
    log.write_text("{}\n")
    command = [sys.executable, "-m", "rummygym.text.report", str(log)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 1 and "line 1 is not of a log" in run.stderr
