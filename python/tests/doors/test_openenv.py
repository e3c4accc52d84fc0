"""The games in OpenEnv, over a real server."""

import collections
import contextlib
import functools
import json
import os
import re
import runpy
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import script
import tomllib
import uvicorn
import yaml
from openenv.cli.__main__ import app as cli
from openenv.cli.commands import push
from openenv.validation import run_validation
from openenv.validation.runtime.collector import collect_runtime_evidence
from openenv.validation.runtime.contracts import RuntimePlan
from openenv.validation.types import ProviderCapability
from typer.testing import CliRunner

import rummygym
from hub import hubs
from rummygym.text import judge
from rummygym.text import openenv as door

PYTHON = Path(__file__).parents[2]
FOLDER = PYTHON / "hub" / "openenv"


@contextlib.contextmanager
def server(**table):
    """Serves a table and yields its address."""
    with pytest.MonkeyPatch.context() as patch, socket.create_server(("127.0.0.1", 0)) as listening:
        patch.setenv("RUMMYGYM_TABLE", json.dumps(table))
        serving = uvicorn.Server(uvicorn.Config(door.app(), log_level="warning"))
        thread = threading.Thread(target=serving.run, args=([listening],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            serving.should_exit = True
            thread.join()


def play(client, seed, answer=script.answer):
    """Plays a game at all seats that the server leaves to the client, and returns the last result."""
    result = client.reset(seed=seed)
    chats = collections.defaultdict(list)
    while not result.done:
        chats[result.observation.seat] += result.observation.messages
        result = client.step(door.RummyAction(answer=answer(script.joined(chats[result.observation.seat]))))
    return result


def records(name, seeds, opponents, answer, table):
    """Returns the records of games."""
    with server(game=name, opponents=opponents, **table) as url, door.RummyClient(base_url=url).sync() as client:
        return [play(client, seed, answer).observation.score["record"] for seed in seeds]


def reward(table):
    """Returns the reward of a game against an agent."""
    with server(**table) as url, door.RummyClient(base_url=url).sync() as client:
        return play(client, 0).reward


def test_reward_state_and_answers():
    with server(retries=1, **script.TABLE["gin"]) as url, door.RummyClient(base_url=url).sync() as client:
        for seed in range(3):
            result, table = play(client, seed), script.game("gin", seed, "simple")
            assert result.observation.score["gain"] == table.result.gains[0]
            assert result.reward == result.observation.score["result"] and result.done
            assert client.state().step_count == table.answers
        result = client.reset(seed=1)
        assert [m["role"] for m in result.observation.messages] == ["system", "user"] and not result.observation.score
        result = client.step(door.RummyAction(answer="hm"))
        assert result.observation.invalid == "no-move" and result.reward == 0 and len(result.observation.messages) == 1
        result = client.step(door.RummyAction(answer="hm"))
        assert result.done and result.reward == -1 and result.observation.score["forfeited"]


def test_all_seats():
    """Each observation is for its seat: its own messages, and the reward of the seat that moved last."""
    table = script.TABLE["gin"]
    with server(opponents=None, **table) as url, door.RummyClient(base_url=url).sync() as client:
        same = script.game("gin", 3)
        result, seen = client.reset(seed=3), {0: [], 1: []}
        while not result.done:
            seat = result.observation.seat
            seen[seat] += [m["content"] for m in result.observation.messages]
            assert f"You are seat {seat} of seats 0 to 1." in seen[seat][1] and result.observation.gains == []
            result = client.step(door.RummyAction(answer=script.answer("\n".join(seen[seat]))))
        for seat, chat in enumerate(same.transcripts):
            assert seen[seat] == [m["content"] for m in chat.messages if m["role"] != "assistant"]
        last = result.observation
        assert last.gains == list(same.result.gains) and last.score["gain"] == last.gains[last.seat]
        assert result.reward == (last.gains[last.seat] > 0) - (last.gains[last.seat] < 0)


def test_a_game_that_ends_before_the_first_decision():
    table = {"game": "indian", "opponents": "min-dist:drop=1", "seat": 1}
    with server(**table) as url, door.RummyClient(base_url=url).sync() as client:
        result = client.reset(seed=1)
        assert result.done and result.reward == 1 and result.observation.score["ending"] == "first-drop"


def test_costs_of_decisions():
    judged = {"judge": "review", "rollouts": 100, **script.TABLE["gin"]}
    with server(cost_weight=0.25, **judged) as url, door.RummyClient(base_url=url).sync() as client:
        result, chat, costs = client.reset(seed=1), [], []
        while not result.done:
            assert not costs or result.reward == pytest.approx(-0.25 * costs[-1])
            chat += result.observation.messages
            result = client.step(door.RummyAction(answer=script.answer(script.joined(chat))))
            costs.append(result.observation.cost or 0.0)
            assert (result.observation.cost is None) == (result.observation.cost_error is None)
        assert result.reward == pytest.approx(result.observation.score["result"] - 0.25 * costs[-1])
        want = script.game("gin", 1, "simple", **judged).score(0)
        assert result.observation.score["mean_cost"] == want["mean_cost"] == pytest.approx(sum(costs) / want["judged"])
    with pytest.raises(rummygym.ConfigError, match="cost_weight is 1 without a judge"), server(cost_weight=1):
        pass


class Container:
    """Runs what the image of the folder runs, as a process: a provider for "openenv validate" without Docker."""

    name, capabilities = "process", frozenset({ProviderCapability.IMAGE_BUILD})
    supported_network_modes = frozenset({"no-network"})

    def __init__(self):
        text = (FOLDER / "Dockerfile").read_text()
        table, command = re.search(r"RUMMYGYM_TABLE='(.*?)'", text)[1], re.search(r"^CMD (.*)$", text, re.MULTILINE)[1]
        command = [{"8000": "0", "0.0.0.0": "127.0.0.1"}.get(word, word) for word in json.loads(command)]
        environment = {**os.environ, "RUMMYGYM_TABLE": table}
        self.table = json.loads(table)
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command], stderr=subprocess.PIPE, text=True, env=environment
        )

    @functools.cached_property
    def base_url(self):
        return next(found[1] for line in self.process.stderr if (found := re.search(r"running on (\S+)", line)))

    def build(self, root, execution):
        assert (root / execution.dockerfile).is_file() and (root / execution.context).samefile(FOLDER)
        return "sha256:" + "0" * 64

    def start(self, spec):
        return self

    def inspect(self):
        return {}

    def stop(self):
        pass


@pytest.fixture(scope="module", autouse=True)  # it starts while others run
def container():
    running = Container()
    yield running
    running.process.kill()
    running.process.communicate()


def test_openenv_validate(container):
    """All checks that this version of openenv has pass; those without a grader are below. Only Docker cuts off the network."""
    checks = {r.check_id: r for r in run_validation(FOLDER, provider=container).results}
    skipped = {name for name, r in checks.items() if r.status.value == "skip"}
    assert {name for name, r in checks.items() if r.status.value == "pass"} == checks.keys() - skipped
    assert checks.keys() - skipped >= {"static.manifest", "runtime.startup", "runtime.reward_well_formed"}
    assert checks.keys() - skipped >= {"runtime.observation_schema", "runtime.state_contract"}
    reasons = {" ".join(checks[name].evidence) for name in skipped - {"runtime.network_policy"}}
    assert reasons == {"grader not implemented in this build"}
    for arguments in ([str(FOLDER), "--level", "static"], ["--url", container.base_url]):
        result = CliRunner().invoke(cli, ["validate", *arguments])
        assert result.exit_code == 0, result.output


def test_checks_without_a_grader(container, monkeypatch, capsys):
    """What openenv calls oracle, canaries, floor, leakage, determinism, portability, replayability and resources."""
    declared = yaml.safe_load((FOLDER / "openenv.yaml").read_text())["validation"]
    (low, high), named = declared["reward"]["range"], declared["capabilities"]
    monkeypatch.setattr(sys, "argv", ["oracle.py", container.base_url])
    runpy.run_path(str(FOLDER / named["oracle"]["location"]))
    assert float(capsys.readouterr().out) >= high - declared["reward"]["oracle_tolerance"]
    with door.RummyClient(base_url=container.base_url).sync() as client:
        for canary in json.loads((FOLDER / named["canaries"]).read_text()):
            result = client.reset(seed=canary["seed"])
            for answer in canary["answers"]:
                assert not result.done, canary
                result = client.step(door.RummyAction(answer=answer))
            assert result.done and result.reward == low <= high - declared["reward"]["floor_margin"], canary
    plan = RuntimePlan.model_validate_json((FOLDER / "validation" / "runtime.json").read_text())
    with server(**container.table) as other:
        played = [
            collect_runtime_evidence(url, plan, episode_timeout_s=60) for url in (container.base_url,) * 2 + (other,)
        ]
    assert played[0].failure_reason is None and played[0] == played[1] == played[2]
    steps = [json.loads(x.response_json)["data"] for x in played[0].exchanges if x.operation != "state"]
    assert all(x["observation"]["score"] == {} and x["observation"]["gains"] == [] for x in steps[:-1])
    end = steps[-1]["observation"]["score"]
    deal = json.loads(end["record"].splitlines()[1])
    seen = set(re.findall(r"\b[A2-9TJQK][CDHS]\b", steps[0]["observation"]["messages"][-1]["content"]))
    assert set(deal["hands"][0]) <= seen and not set(deal["hands"][1]) & seen
    assert len(judge(end["record"], 0, "deadwood")) > 1  # which plays the record again
    used = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{container.process.pid}/status").read_text())
    assert int(used[1]) < 1024 * declared["resources"]["memory_mb"]


def test_files():
    """The folder starts this application and installs what exists, and a wrong table is an error of the start."""
    manifest = yaml.safe_load((FOLDER / "openenv.yaml").read_text())
    assert manifest["app"] == "rummygym.text.openenv:app" and manifest["app"] in (FOLDER / "Dockerfile").read_text()
    [needed] = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]["dependencies"]
    project = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]
    name, extra = re.fullmatch(r"(\w+)\[(\w+)\]", needed).groups()
    assert name == project["name"] and extra in project["optional-dependencies"]
    with pytest.raises(rummygym.ConfigError, match="nobody"), server(opponents="nobody"):
        pass


def test_hub(tmp_path):
    """``make hub-openenv``: "openenv validate" passes, and "openenv push" finds all that it wants before it asks the Hub."""
    (tmp_path / "rummygym-1-py3-none-any.whl").write_bytes(b"")
    hubs.main(["openenv", str(tmp_path / "hub"), "--wheel", str(tmp_path / "rummygym-1-py3-none-any.whl")])
    result = CliRunner().invoke(cli, ["validate", str(tmp_path / "hub"), "--level", "static"])
    assert result.exit_code == 0, result.output
    name, _ = push._validate_openenv_directory(tmp_path / "hub")
    push._prepare_staging_directory(tmp_path / "hub", name, tmp_path / "staged", push._load_ignore_patterns(tmp_path / "hub", None))
    assert {p.name for p in (tmp_path / "staged").iterdir()} >= {"Dockerfile", "README.md", "rummygym-1-py3-none-any.whl"}
    _, header, text = (tmp_path / "staged" / "README.md").read_text().split("---\n", 2)
    assert yaml.safe_load(header)["app_port"] == 8000 and re.search(r"`learned:standard` \| built-in \| 0\.\d+", text)
    assert runpy.run_path(str(tmp_path / "hub" / "client.py"))["RummyClient"] is door.RummyClient
