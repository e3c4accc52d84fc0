"""The games in OpenEnv, over a real server."""

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
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        serving.should_exit = True
        thread.join()


def play(client, seed):
    """Plays a game and returns the last result."""
    result = client.reset(seed=seed)
    chat = []
    while not result.done:
        chat += result.observation.messages
        result = client.step(door.RummyAction(answer=script.answer(script.joined(chat))))
    return result


def records(name, seeds, opponents):
    """Returns the records of games, which need opponents here."""
    with (
        server(game=name, opponents=opponents, **script.TABLE[name]) as url,
        door.RummyClient(base_url=url).sync() as client,
    ):
        return [play(client, seed).observation.score["record"] for seed in seeds]


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


def test_files():
    """The files of the container start this application, and a wrong table is an error of the start."""
    folder = Path(__file__).parents[2] / "openenv"
    manifest = yaml.safe_load((folder / "openenv.yaml").read_text())
    assert manifest["app"] == "rummygym.text.openenv:app" and manifest["app"] in (folder / "Dockerfile").read_text()
    with pytest.raises(rummygym.ConfigError, match="nobody"), server(opponents="nobody"):
        pass
