"""The games in OpenEnv, over a real server."""

import collections
import contextlib
import json
import socket
import threading
from pathlib import Path

import pytest
import script
import uvicorn
import yaml

import rummygym
from rummygym.text import openenv as door


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


def test_files():
    """The files of the container start this application, and a wrong table is an error of the start."""
    folder = Path(__file__).parents[2] / "openenv"
    manifest = yaml.safe_load((folder / "openenv.yaml").read_text())
    assert manifest["app"] == "rummygym.text.openenv:app" and manifest["app"] in (folder / "Dockerfile").read_text()
    with pytest.raises(rummygym.ConfigError, match="nobody"), server(opponents="nobody"):
        pass
