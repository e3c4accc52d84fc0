"""The games in verifiers, with a model behind a real endpoint."""

import asyncio

import pytest
import script
import verifiers.v1 as vf
from text.stub import Model
from verifiers.v1.clients import EvalClientConfig

import rummygym
import rummygym_verifiers


def episodes(answer, taskset, **env):
    """Plays all games of a taskset with a model that answers a conversation."""

    async def play(url):
        data = {"taskset": {"id": "rummygym-verifiers", **taskset}, **env}
        config = vf.env_config_type("rummygym-verifiers").model_validate(data)
        env_ = vf.load_environment(config)
        context = vf.ModelContext(model="script", client=EvalClientConfig(base_url=url, api_key_var="RUMMYGYM_NO_KEY"))
        async with env_.serving():
            slots = [slot for task in env_.taskset for slot in env_.slots(task)]
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
    taskset = {"games": 2, "opponents": opponents, "seat": 0, **script.TABLE["gin"]}
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
    config = vf.taskset_config_type("rummygym-verifiers").model_validate({"id": "rummygym-verifiers", "cost_weight": 1})
    with pytest.raises(rummygym.ConfigError, match=r"cost_weight is 1\.0 without a judge"):
        list(rummygym_verifiers.RummyTaskset(config))


def test_tasks():
    """Seats in turn, seeds from the first one, and only plain data, which other processes read."""
    config = vf.taskset_config_type("rummygym-verifiers").model_validate(
        {"id": "rummygym-verifiers", "games": 3, "first_seed": 7}
    )
    tasks = list(rummygym_verifiers.RummyTaskset(config))
    assert [(t.data.seed, t.data.seat, t.data.idx) for t in tasks] == [(7, 0, 0), (8, 1, 1), (9, 0, 2)]
    assert rummygym.describe("gin").rules_text.strip() in tasks[0].data.system_prompt
    assert len({t.key for t in tasks}) == 3 and tasks[0].data == type(tasks[0].data).model_validate_json(
        tasks[0].data.model_dump_json()
    )


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
