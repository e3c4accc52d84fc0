"""A player that sees nothing but the text decides as the agent does that sees the observation: the text lacks nothing.

``reader.py`` is the player. It plays at a TextEnv, as a program of the agent protocol and as a model behind an endpoint;
tests/doors has it at the doors to other libraries. "make test-text-long" plays 2,000 games each.
"""

import json
import subprocess
import sys

import pytest

from rummygym import Agent, arena
from rummygym.text import TextEnv

from . import reader
from .stub import Model

GAMES = [20, pytest.param(2000, marks=pytest.mark.long)]
PLAYED = {
    "gin": {"agent": "simple", "opponents": "sigra", "rules": {}},
    "indian": {"agent": "min-dist", "opponents": "min-dist-opp", "rules": {}},
}
PATIENT = ":start=10m:move=10m"  # so that a busy machine costs no game
PROGRAM = f"exec:{{{sys.executable} {reader.__file__}}}{PATIENT}"


def play(env, agent, seed, episode):
    """Plays a game at all seats of the caller as the reader decides, and returns the number of decisions.

    The agent must decide the same at each of them.
    """
    env.reset(seed=seed, episode=episode)
    readers, decisions = {}, 0
    while (seat := env.seat) is not None:
        messages = env.transcripts[seat].messages
        if seat not in readers:
            readers[seat] = reader.reader(messages[0]["content"], reader.agent_seed(seed, episode, seat))
        move = readers[seat].move(messages[-1]["content"])
        same = env.spec.actions[agent.act(env)[0]]
        assert move == same, f"seed {seed}, episode {episode}:\n{messages[-1]['content']}"
        assert env.act(reader.say(move, decisions)).move == move
        decisions += 1
    return decisions


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("game", PLAYED)
def test_decides_as_the_agent(game, games):
    """At every decision, so that its results are those of the agent."""
    table = dict(PLAYED[game])
    agent = Agent(table.pop("agent"))
    gains, decisions = [], 0
    for seat in range(2):
        with TextEnv(game, seat=seat, **table) as env:
            for deal in range(games // 2):
                decisions += play(env, agent, 1, deal)
                gains.append(env.result.gains[seat])
    row = arena.evaluate(agent, against=table.pop("opponents"), game=game, games=games, seed=1, **table).rows[0]
    print(f"\n{game}: {games} games, {decisions} decisions, none differs; {row}")
    assert sum(gains) / games == pytest.approx(row.gain_mean)
    assert sum(gain > 0 for gain in gains) / games == pytest.approx(row.win_rate)


RULES = [
    *(("gin", preset, {}) for preset in ("eaai", "openspiel", "classic", "uk")),
    *(("indian", preset, {}) for preset in ("paper52", "club", "released")),
    ("indian", "club", {"seats": 4, "declaring": "any-cards"}),
]


@pytest.mark.parametrize("games", [1, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "preset", "rules"), RULES)
def test_decides_as_the_agent_under_all_rules(game, preset, rules, games):
    """At all seats, and against players that do anything."""
    agent, decisions = Agent(PLAYED[game]["agent"]), 0
    for opponents in (None, "random"):
        with TextEnv(game, preset=preset, rules=rules, opponents=opponents) as env:
            decisions += sum(play(env, agent, 2, episode) for episode in range(games))
    print(f"\n{game} {preset} {rules}: {decisions} decisions, none differs")


def results(binary, game, agent, games):
    """Returns the results of an agent in eval."""
    rules = [word for name, value in PLAYED[game]["rules"].items() for word in (f"--{name}", str(value))]
    command = [binary, "eval", agent, "--against", PLAYED[game]["opponents"], "--game", game, *rules]
    command += ["--games", str(games), "--seed", "1", "--workers", "1", "--format", "json", "--on-failure", "stop"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)["rows"]
    return row


def without_names(row):
    return {name: value for name, value in row.items() if name not in ("agent", "seconds")}


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("game", PLAYED)
def test_program_has_the_results_of_the_agent(binary, game, games):
    """``exec:`` with the texts of the protocol."""
    row, same = results(binary, game, PROGRAM, games), results(binary, game, PLAYED[game]["agent"], games)
    print(f"\n{row}\n{same}")
    assert without_names(row) == without_names(same)


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("game", PLAYED)
def test_program_plays_the_games_of_the_environment(binary, tmp_path, game, games):
    """The records of the reader through ``exec:`` and at a TextEnv are the same, byte for byte."""
    played = PLAYED[game]
    rules = [word for name, value in played["rules"].items() for word in (f"--{name}", str(value))]
    agents = f"{PROGRAM},{played['opponents']}"
    command = ["collect", "--game", game, *rules, "--agents", agents, "--games", str(games), "--seating", "fixed"]
    for words in ([*command, "--seed", "1", "--out", "data"], ["dataset", "export", "--records", "games", "data"]):
        subprocess.run([binary, *words], cwd=tmp_path, check=True, capture_output=True)
    records = (tmp_path / "games").read_text().split('{"type":"game"')[1:]
    with TextEnv(game, opponents=played["opponents"], rules=played["rules"]) as env:
        for episode, record in enumerate(records):
            env.reset(seed=1, episode=episode)
            player = reader.reader(env.spec.rules_text, reader.agent_seed(1, episode, 0))
            while env.seat is not None:
                env.act(player.move(env.observe()))
            assert env.record().partition("\n")[2] == record.partition("\n")[2]
    assert len(records) == games


def test_model_plays_the_games_of_the_agent(binary):
    """The reader behind an endpoint, asked by ``rummygym.text.player``."""
    models, deals = reader.Models(), 3
    for deal in range(deals):  # the model knows the games by how they begin
        for seat in range(2):
            with TextEnv("gin", seat=seat, **{n: x for n, x in PLAYED["gin"].items() if n != "agent"}) as env:
                env.reset(seed=1, episode=deal)
                models.seeds[models.FIRST.search(env.observe())[0]] = reader.agent_seed(1, deal, seat)
    with Model(lambda body, _: models("\n".join(m["content"] for m in body["messages"]))) as model:
        player = f"{sys.executable} -m rummygym.text.player --base-url {model.url} --model reader --memory game"
        row = results(binary, "gin", f"exec:{{{player}}}{PATIENT}", 2 * deals)
    assert without_names(row) == without_names(results(binary, "gin", PLAYED["gin"]["agent"], 2 * deals))
