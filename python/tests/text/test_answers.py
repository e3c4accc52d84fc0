"""The answers of a model to positions: the module, the program and a server of a model, as a user runs them."""

import json
import os
import subprocess
import sys

import pytest

from rummygym.positions import load
from rummygym.text.answers import ask
from rummygym.text.endpoint import Endpoint, EndpointError

from .stub import Model, legal, whole

KEY = "sk-never-shown-0123456789"


def last(body, _):
    """Answers with the last legal move."""
    return f'{{"move": "{legal(body["messages"][1]["content"])[-1]}"}}'


def run(url, out, positions, *more):
    command = [
        sys.executable,
        "-m",
        "rummygym.text.answers",
        "--base-url",
        url,
        "--model",
        "m",
        "--positions",
        positions,
    ]
    env = {**os.environ, "OPENAI_API_KEY": KEY}
    return subprocess.run([*command, "--out", out, *more], capture_output=True, text=True, env=env, check=False)


@pytest.fixture
def some(tmp_path):
    """A file of 40 positions."""
    path = tmp_path / "some.jsonl"
    path.write_text("".join(json.dumps(e["metadata"]) + "\n" for e in load("gin")[::50]))
    return path


def test_a_model_becomes_a_row(tmp_path, some, binary):
    out, board = tmp_path / "answers.jsonl", tmp_path / "board.json"
    with Model(last) as model:
        done = run(model.url, out, some, "--option", "temperature=0")
        assert done.returncode == 0, done.stderr
        assert len(model.requests) == 40 and model.requests[0][2]["temperature"] == 0
        assert all("gain or lose in this deal" in r[2]["messages"][0]["content"] for r in model.requests)
        lines = out.read_text().splitlines()
        out.write_text("\n".join(lines[:25]) + "\n")
        assert run(model.url, out, some).returncode == 0  # asks for the 15 that are missing
        assert len(model.requests) == 55
    answers = [json.loads(line) for line in out.read_text().splitlines()]
    entries = [json.loads(line) for line in some.read_text().splitlines()]
    assert [(a["id"], a["answer"]) for a in answers] == [(e["id"], e["moves"][-1]["name"]) for e in entries]
    assert KEY not in out.read_text() + done.stderr
    prices = ["--input-price", "1", "--output-price", "10"]
    score = [binary, "positions", "score", out, "--positions", some, "--leaderboard", board, "--name", "m", *prices]
    subprocess.run(score, check=True, stdout=subprocess.DEVNULL)
    (row,) = json.loads(board.read_text())["rows"]
    mean = sum(e["moves"][-1]["cost"] for e in entries) / 40
    assert (
        row["cost"] == pytest.approx(mean) and row["kind"] == "model" and row["missing"] == 0 and row["set"] == "some"
    )
    assert row["prompt_tokens"] == 4000 and row["completion_tokens"] == 400 and row["spent"] == pytest.approx(0.008)


def test_bad_answers_are_counted():
    """A bad answer is no move; with retries the model gets the reason and another try."""
    entries = load("gin")[:12]
    kinds = {0: "", 1: "I do not know.", 2: '{"move": "discard"', 3: (400, {"error": KEY})}

    def answer(body, number):
        return kinds[number % 4]

    with Model(answer) as model:
        endpoint = Endpoint(model.url, "m", KEY, stream=False)
        lines = list(ask(entries, endpoint, workers=1))
        assert [line["answer"] for line in lines] == [None] * 12
        want = ["no-move", "unfinished", "endpoint", "empty"] * 3
        assert [line["invalid"] for line in lines] == want and KEY not in json.dumps(lines)
    with Model(lambda body, n: "?" if len(body["messages"]) == 2 else last(body, n)) as model:
        lines = list(ask(entries, Endpoint(model.url, "m"), retries=1))
        assert all(line["answer"] and line["invalid"] is None for line in lines)
        assert "This is not accepted" in model.requests[-1][2]["messages"][-1]["content"] and len(model.requests) == 24
        assert lines[0]["prompt_tokens"] == 200
    with Model(lambda body, n: lambda h: h.send(200, whole("{", finish="length"))) as model:
        assert next(ask(entries[:1], Endpoint(model.url, "m", stream=False)))["invalid"] == "unfinished"


def test_faults_end_the_run(tmp_path, some):
    out = tmp_path / "answers.jsonl"
    with Model(lambda *_: (401, {"error": f"wrong key {KEY}"})) as model:
        done = run(model.url, out, some)
        assert done.returncode == 1 and "401" in done.stderr and KEY not in done.stderr
        with pytest.raises(EndpointError):
            list(ask(load("gin")[:3], Endpoint(model.url, "m", KEY)))
        assert "want gin" in run(model.url, out, "whist").stderr
        out.write_text("no json\n")
        assert run(model.url, out, some).returncode == 1
