"""The games in verifiers, with a model behind a real endpoint."""

import asyncio
import collections
import json
import os
import random
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
import rummygym_verifiers
import script
import tomllib
import verifiers.v1 as vf
from text.stub import Model, legal
from verifiers.v1.clients import EvalClientConfig

import rummygym
from hub import hubs

PYTHON = Path(__file__).parents[2]


def episodes(answer, taskset, rollouts=1, **env):
    """Plays the first games of a taskset with a model that answers a conversation."""
    taskset = {**taskset}
    games = taskset.pop("games")

    async def play(url):
        data = {"taskset": {"id": "rummygym-verifiers", **taskset}, **env}
        config = vf.env_config_type("rummygym-verifiers").model_validate(data)
        env_ = vf.load_environment(config)
        context = vf.ModelContext(model="script", client=EvalClientConfig(base_url=url, api_key_var="RUMMYGYM_NO_KEY"))
        async with env_.serving():
            slots = [slot for task in env_.taskset.take(games) for slot in env_.slots(task, rollouts)]
            some = asyncio.Semaphore(32)

            async def run(slot):
                async with some:
                    return await env_.run_slot(slot, context)

            return await asyncio.gather(*map(run, slots))

    with Model(lambda body, _: answer(script.joined(body["messages"]))) as model:
        return asyncio.run(play(model.url))


def reward(table):
    """Returns the reward of a game against an agent."""
    return episodes(script.answer, {"games": 1, "seat": 0, **table})[0].traces[0].reward


def records(name, seeds, opponents, answer, table):
    """Returns the records of games."""
    taskset = {"game": name, "first_seed": seeds[0], "games": len(seeds), "opponents": opponents, "seat": 0, **table}
    return [e.traces[0].info["rummygym"]["record"] for e in episodes(answer, taskset)]


@pytest.mark.parametrize("opponents", [None, "simple"])
def test_rewards_and_metrics(opponents):
    taskset = {"games": 2 if opponents else 1, "opponents": opponents, "seat": 0, **script.TABLE["gin"]}
    for seed, episode in enumerate(episodes(script.answer, taskset)):
        table = script.game("gin", seed, opponents)
        assert episode.ok and [t.agent.name for t in episode.traces if t.task.data.seat == 0] == ["player0"]
        assert len(episode.traces) == (1 if opponents else 2)
        total = 0
        for trace in episode.traces:
            seat = trace.task.data.seat
            gain = table.result.gains[seat]
            assert trace.rewards["result"].value == (gain > 0) - (gain < 0) == trace.reward
            assert trace.metrics["gain"] == gain and not trace.metrics["forfeited"] and not trace.metrics["fallbacks"]
            total += trace.metrics["invalid_answers"]
            assert trace.num_turns == trace.metrics["decisions"] + trace.metrics["invalid_answers"]
            said = [m.content for m in trace.branches[-1].messages]
            assert said == [m["content"] for m in table.transcripts[seat].messages]
        assert total == sum(table.invalid.values())


def test_costs_of_decisions():
    judged = {"judge": "deadwood", **script.TABLE["gin"]}
    taskset = {"games": 2, "opponents": "simple", "seat": 0, "cost_weight": 0.5, **judged}
    for seed, episode in enumerate(episodes(script.answer, taskset)):
        [trace], table = episode.traces, script.game("gin", seed, "simple", **judged)
        want = table.score(0)
        assert trace.metrics["mean_cost"] == want["mean_cost"] > 0 and trace.metrics["judged"] == want["judged"] > 3
        assert trace.reward == pytest.approx(want["result"] - 0.5 * want["mean_cost"])
        by_turn = trace.info["rummygym"]["costs"]
        assert by_turn == want["costs"] and len(by_turn) == trace.num_turns
        assert [x for x in by_turn if x is not None] == [d.cost for d in table.decisions[0]]
    config = vf.taskset_config_type("rummygym-verifiers").model_validate({"id": "rummygym-verifiers", "cost_weight": 1})
    with pytest.raises(rummygym.ConfigError, match=r"cost_weight is 1\.0 without a judge"):
        next(iter(rummygym_verifiers.RummyTaskset(config)))


def test_tasks():
    """Seats in turn, seeds from the first one, and only plain data, which other processes read."""
    config = vf.taskset_config_type("rummygym-verifiers").model_validate({"id": "rummygym-verifiers", "first_seed": 7})
    tasks = list(rummygym_verifiers.RummyTaskset(config).take(3))
    assert [(t.data.seed, t.data.seat, t.data.idx) for t in tasks] == [(7, 0, 0), (8, 1, 1), (9, 0, 2)]
    assert rummygym.describe("gin").rules_text.strip() in tasks[0].data.system_prompt
    assert "not how many. At each" in tasks[0].data.system_prompt
    assert len({t.key for t in tasks}) == 3 and tasks[0].data == type(tasks[0].data).model_validate_json(
        tasks[0].data.model_dump_json()
    )


def test_mix():
    """Tables by weight, for both seats alike, the same ones each time, without end; an entry can replace any field."""
    mix = [
        {"weight": 3, "opponents": "random"},
        {"opponents": "min-dist", "game": "indian", "seat": 1, "memory": "decision"},
    ]
    config = vf.taskset_config_type("rummygym-verifiers").model_validate({"id": "rummygym-verifiers", "mix": mix})
    taskset = rummygym_verifiers.RummyTaskset(config)
    assert type(taskset).INFINITE and not taskset.bounded  # prime-rl asks the class
    data = [task.data for task in taskset.take(2000)]
    assert [d.seed for d in data] == list(range(2000)) and data[:50] == [t.data for t in taskset.take(50)]
    found = collections.Counter((d.table["opponents"], d.table["game"], d.memory, d.seat) for d in data)
    indian = found.pop(("min-dist", "indian", "decision", 1))
    assert found.keys() == {("random", "gin", "game", 0), ("random", "gin", "game", 1)}
    assert indian == pytest.approx(500, abs=70) and list(found.values()) == pytest.approx([750, 750], abs=100)
    for wrong, message in [({"oponents": "random"}, "oponents"), ({"weight": 0}, "greater than 0")]:
        with pytest.raises(ValueError, match=message):
            next(
                iter(
                    rummygym_verifiers.RummyTaskset(type(config).model_validate(config.model_dump() | {"mix": [wrong]}))
                )
            )


def test_memory_of_a_decision():
    """Each decision is a conversation of its own: a branch of the trace, which is a sample for a trainer."""
    [episode] = episodes(script.answer, {"games": 1, "seat": 0, "memory": "decision", **script.TABLE["gin"]})
    [trace], table = episode.traces, script.game("gin", 0, "simple")
    assert len(trace.branches) == trace.metrics["decisions"] and table.invalid
    said = [m.content for branch in trace.branches for m in branch.messages[1:]]
    assert said == [m["content"] for m in table.transcripts[0].messages[1:]]


def test_more_than_two_models():
    taskset = {"game": "indian", "opponents": None, "rules": {"seats": 3, "packs": 2}, "max_steps": 20}
    [episode] = episodes(script.answer, {"games": 1, **taskset})
    assert episode.ok and {t.agent.name: t.task.data.seat for t in episode.traces} == {
        f"player{i}": i for i in range(3)
    }


@pytest.mark.parametrize("name", ["eval", "rl"])
def test_configurations_of_prime_rl(name):
    """Its sources play. What GRPO learns from are differences between the games of one seed."""
    config = tomllib.loads((PYTHON / "hub" / "prime" / "configs" / f"{name}.toml").read_text())
    top, rng = config["orchestrator"]["train"] if name == "rl" else config["eval"], random.Random(1)
    for source in top["source"]:
        taskset = {"games": 1, "rollouts": 100, "max_steps": 8, **source["env"].pop("taskset")}
        group = episodes(lambda said: rng.choice([m for m in legal(said) if m != "drop"]), taskset, 4, **source["env"])
        traces = [trace for episode in group for trace in episode.traces]
        assert all(e.ok for e in group) and len(traces) == 4 and all(t.agent.trainable for t in traces)
        assert {t.agent.name for t in traces} == {"player0"} and all(t.metrics["judged"] for t in traces)
        assert len({t.task.data.seed for t in traces}) == 1 and (name == "eval" or len({t.reward for t in traces}) > 1)


def test_forfeit_and_limit():
    taskset = {"games": 1, "opponents": "simple", "seat": 0, "retries": 1}
    [episode] = episodes(lambda _: "I resign.", taskset)
    trace = episode.traces[0]
    assert trace.reward == -1 and trace.metrics["forfeited"] == 1 and trace.metrics["invalid_answers"] == 2
    [episode] = episodes(script.answer, taskset, player0={"max_turns": 3})
    trace = episode.traces[0]
    assert trace.info["rummygym"]["ending"] == "truncated" and trace.reward == -1 and trace.num_turns == 3
    [episode] = episodes(script.answer, taskset | {"opponents": None}, player1={"max_turns": 1})
    assert {t.agent.name: t.reward for t in episode.traces} == {"player0": 1, "player1": -1}


def test_endpoint_fails():
    [episode] = episodes(lambda _: (400, b"no such model"), {"games": 1})
    assert not episode.ok and "no such model" in str(episode.errors or episode.traces[0].errors)


def test_hub(tmp_path):
    """``make hub-prime``: the folder installs beside verifiers, and vf-eval plays its games with a model behind an endpoint."""
    hubs.main(["prime", str(tmp_path / "hub")])
    assert "| `learned:standard` | built-in | 0." in (tmp_path / "hub" / "README.md").read_text()
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", tmp_path / "site"]
    subprocess.run([*pip, tmp_path / "hub"], check=True)
    [installed] = metadata.distributions(path=[str(tmp_path / "site")])
    assert installed.version == rummygym.__version__ and "verifiers>=0.4" in installed.requires  # hence v1 for "prime env push"
    path = os.pathsep.join([str(tmp_path / "site"), str(PYTHON)])
    with Model(lambda body, _: script.answer(script.joined(body["messages"]))) as model:
        command = ["-n", "2", "-m", "stub", "--client.base-url", model.url, "--client.api-key-var", "RUMMYGYM_NO_KEY"]
        command += ["--no-push", "-o", str(tmp_path / "out"), "--env.taskset.opponents", "random"]
        program = Path(sys.executable).with_name("vf-eval")
        subprocess.run([program, "rummygym-verifiers", *command], env={**os.environ, "PYTHONPATH": path}, check=True)
    [traces] = (tmp_path / "out").glob("*/traces.jsonl")
    episodes = [json.loads(line) for line in traces.read_text().splitlines()]
    played = {e["task"]["data"]["seed"]: e["traces"][0]["info"]["rummygym"]["record"] for e in episodes}
    assert played == {seed: script.game("gin", seed, "random", seat=seed % 2).record() for seed in range(2)}
