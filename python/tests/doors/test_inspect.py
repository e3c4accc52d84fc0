"""The games in Inspect, with its model mockllm."""

import pytest
import script
from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from rummygym.text.inspect import rummy


def model(answer):
    """Returns a model that answers a conversation."""

    def output(messages, *_):
        said = ModelOutput.from_content("mockllm", answer("\n".join(m.text for m in messages)))
        said.usage = ModelUsage()  # otherwise mockllm loads a tokenizer from the internet
        return said

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def run(answer, limit=None, **arguments):
    """Evaluates a model that answers a conversation, and returns the log."""
    [log] = evaluate(rummy(**arguments), model=model(answer), display="none", message_limit=limit)
    assert log.status == "success", log.error
    return log


def records(name, seeds, opponents, answer, table):
    """Returns the records of games."""
    log = run(answer, game=name, first_seed=seeds[0], games=len(seeds), opponents=opponents, seat=0, **table)
    samples = {sample.metadata["seed"]: sample for sample in log.samples}  # the log sorts them by their names
    return [samples[seed].store["rummygym"]["record"] for seed in seeds]


def metrics(log):
    return {s.name: s.metrics["mean"].value for s in log.results.scores}


def reward(table):
    """Returns the result of a game against an agent."""
    return metrics(run(script.answer, games=1, **table))["result"]


def test_scores():
    log = run(script.answer, games=4, first_seed=5, **script.TABLE["gin"])
    games = []
    for i, sample in enumerate(log.samples):
        table = script.game("gin", 5 + i, "simple", seat=i % 2)
        games.append(table)
        assert sample.id == f"gin-{5 + i}"
        value = sample.scores["game_score"].value
        assert value["gain"] == table.result.gains[i % 2] and value["finished"] == 1 and value["forfeited"] == 0
        assert value["invalid_answers"] == table.invalid.total()
        assert [m.text for m in sample.messages] == [m["content"] for m in table.transcripts[i % 2].messages]
    assert metrics(log)["gain"] == pytest.approx(sum(t.result.gains[i % 2] for i, t in enumerate(games)) / 4)


def test_forfeit_and_limit():
    expected = {"result": -1, "gain": -125, "forfeited": 1, "invalid_answers": 3, "fallbacks": 0, "finished": 1}
    log = run(lambda _: "Default output from mockllm/model", games=1)
    assert metrics(log) == expected
    log = run(script.answer, limit=6, games=1)
    assert metrics(log)["finished"] == 0 and metrics(log)["result"] == -1 and log.samples[0].limit.type == "message"


def test_a_model_for_the_other_seats():
    """The role "opponent" names it. The scores are those of the evaluated model, whatever the other one does."""
    task = rummy(games=2, opponents=None)
    roles = {"opponent": model(lambda _: "I resign.")}
    [log] = evaluate(task, model=model(script.answer), model_roles=roles, display="none")
    assert log.status == "success", log.error
    for sample in log.samples:
        value = sample.scores["game_score"].value
        assert value["result"] == 1 and value["gain"] == 125 and value["forfeited"] == 0 and value["finished"] == 1
        assert not any("I resign" in m.text for m in sample.messages)


def test_costs_of_decisions():
    judged = {"judge": "deadwood", **script.TABLE["gin"]}
    [sample] = run(script.answer, games=1, seat=0, **judged).samples
    value, want = sample.scores["game_score"].value, script.game("gin", 0, "simple", **judged).score(0)
    assert value["mean_cost"] == want["mean_cost"] > 0 and value["judged"] == want["judged"] > 3
