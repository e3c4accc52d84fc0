"""Agents of this package in Kaggle's gin rummy."""

import json
import random
import re
import subprocess
from pathlib import Path

import pytest
from kaggle_environments import make

import rummygym_program
from rummygym.openspiel.kaggle import player

PAGE = Path(__file__).parents[3] / "docs" / "openspiel.md"


def play(seed, players, **parameters):
    """Plays a game and returns it. An illegal move or an error of a player fails."""
    configuration = {
        "seed": seed,
        "includeLegalActions": True,
        "strictMode": True,
        "openSpielGameParameters": parameters,
    }
    random.seed(seed)  # of Kaggle's random player
    env = make("open_spiel_gin_rummy", configuration=configuration)
    steps = env.run(players)
    assert [seat.status for seat in steps[-1]] == ["DONE", "DONE"], env.info
    return env


def rewards(env):
    return [seat.reward for seat in env.steps[-1]]


@pytest.mark.parametrize("seat", [0, 1])
def test_games(seat):
    """20 games in all against Kaggle's random player: no move is illegal, and the network wins nearly all."""
    agent = player("learned:standard")
    gains = [
        rewards(play(seed, [agent, "random"] if seat == 0 else ["random", agent]))[seat]
        for seed in range(10 * seat, 10 * seat + 10)
    ]
    print(f"seat {seat}: {gains}")
    assert sum(r > 0 for r in gains) >= 8


def test_both_seats_and_other_rules(tmp_path):
    """One function plays both seats, and games with other parameters after one another. Their replays become records."""
    agent = player("simple")
    games = [
        play(seed, [agent, agent], **rules)
        for rules in ({}, {"oklahoma": True}, {"knock_card": 3})
        for seed in range(2)
    ]
    assert any(rewards(game)[0] for game in games)
    for game in games:
        replay = tmp_path / "replay.json"
        replay.write_text(json.dumps(game.toJSON()))
        command = [rummygym_program.path(), "record", "convert", "--from", "kaggle", str(replay)]
        record = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert json.loads(record.splitlines()[-1])["gains"] == rewards(game)


def test_page(capsys):
    text = PAGE.read_text(encoding="utf-8").split("## Kaggle\n")[1].split("\n## ")[0]
    (block,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    exec(compile(block, PAGE, "exec"), {"__name__": "snippet"})
    assert "DONE" in capsys.readouterr().out
