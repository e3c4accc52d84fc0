"""The table at which answers in words are played."""

import copy
import pickle
import random

import pytest
from gymnasium.error import ResetNeeded

import rummygym
from rummygym import arena
from rummygym.text import TextEnv

from .stub import legal
from .test_parser import BAD


def play(env, choose):
    """Plays a game, and returns its turns."""
    turns = []
    while env.seat is not None:
        turns.append(env.act(choose(env)))
    return turns


@pytest.mark.parametrize("game", ["gin", "indian"])
def test_all_seats(game):
    rng = random.Random(1)
    with TextEnv(game) as env:
        for seed in range(2):
            assert env.reset(seed=seed).startswith(env.spec.title)
            assert f"You are seat {env.seat} of seats 0 to 1." in env.observe()
            turns = play(env, lambda e: rng.choice([m for m in e.legal if m != "drop"]))
            assert env.result.ending in env.spec.endings and sum(env.result.gains) == 0
            assert env.legal == [] and "The game is over" in env.observe(1)
            assert {t.seat for t in turns} == {0, 1} and env.answers == len(turns)
            assert not env.invalid and env.fallbacks == 0
            for seat, chat in enumerate(env.transcripts):
                roles = [m["role"] for m in chat.messages]
                n = sum(t.seat == seat for t in turns)
                assert roles == ["system", *["user", "assistant"] * n]
                assert env.spec.rules_text.strip() in chat.messages[0]["content"]
                assert all(f"You are seat {seat}" in m["content"] for m in chat.messages if m["role"] == "user")


def test_plays_as_tables_do():
    """The same seeds and moves give the same games, against agents too."""
    with TextEnv("gin", opponents="simple", seat=1) as env:
        tables = rummygym.Tables("gin", opponents="simple", seat=1, autoreset="disabled")
        env.reset(seed=7, episode=2)
        tables.reset(seed=7, episode=2)
        while env.seat is not None:
            names = [env.spec.actions[a] for a in tables.masks[0].nonzero()[0]]
            assert env.legal == names and sorted(legal(env.observe())) == sorted(names)
            env.act(f"I think hard.\nMove: {names[-1]}")
            tables.step([env.spec.actions.index(names[-1])])
        assert list(env.result.gains) == tables.outcomes[0, 3:].tolist()


@pytest.mark.parametrize("text", [{"relabel": "SHCD"}, {"names": 3}, {"cards": "symbols"}])
@pytest.mark.parametrize("game", ["gin", "indian"])
def test_other_names_of_cards(game, text):
    """A game is the same whatever its cards are called."""
    plain, other = TextEnv(game), TextEnv(game, text=text)
    plain.reset(seed=3)
    other.reset(seed=3)
    rng = random.Random(2)
    while plain.seat is not None:
        i = rng.randrange(len(plain.legal))
        answer = other.legal[i]
        assert f"  {answer}" in other.observe()
        plain.act(plain.legal[i])
        assert other.act(f'{{"move": "{answer}"}}').move == answer
    assert plain.result == other.result


def test_a_declaration_in_a_sentence_is_played():
    """A player that says how it declares plays as one that names the move."""
    agent, declared = rummygym.Agent("min-dist"), 0
    with TextEnv("indian", opponents="min-dist") as env:
        for seed in range(10):
            env.reset(seed=seed)
            while env.seat is not None:
                move = env.spec.actions[agent.act(env)[0]]
                verb, _, card = move.partition(" ")
                assert env.act(f"I declare, discarding {card}." if verb == "declare" else move).move == move
                declared += verb == "declare"
    assert declared > 2


@pytest.mark.parametrize("answer", [b"TH", None, {"move": "TH"}, 3, ["TH"]])
def test_an_answer_is_a_str(answer):
    """Anything else is an error before it enters the transcript."""
    with TextEnv("gin") as env:
        env.reset(seed=1)
        chat = list(env.transcripts[env.seat].messages)
        with pytest.raises(rummygym.ConfigError, match=r"answer is .*: want a str"):
            env.act(answer)
        assert env.transcripts[env.seat].messages == chat and env.answers == 0
        env.act(env.legal[0])


def test_invalid_answers_and_forfeit():
    with TextEnv("gin", opponents="simple", seat=0, retries=2) as env:
        env.reset(seed=1)
        asked = env.observe()
        for n, (answer, kind) in enumerate([("", "empty"), ("knock", "illegal")]):
            turn = env.act(answer)
            assert (turn.move, turn.invalid.kind, env.seat) == (None, kind, 0)
            assert env.observe() == asked and env.result is None
            last = env.transcripts[0].messages[-1]
            assert last["role"] == "user" and turn.invalid.reason in last["content"]
            assert env.answers == n + 1
        assert env.act("draw stock or pass").invalid.kind == "ambiguous"
        assert env.seat is None and env.result == rummygym.text.Result("forfeit", (-125, 125), 1, 0)
        assert env.invalid == {"empty": 1, "illegal": 1, "ambiguous": 1}
        with pytest.raises(ResetNeeded):
            env.act("pass")
        env.reset(seed=1)
        assert env.observe() == asked and not env.invalid and env.answers == 0


def test_a_valid_answer_gives_all_retries_again():
    with TextEnv("gin", retries=1) as env:
        env.reset(seed=1)
        for _ in range(10):
            assert env.act("hm").move is None
            assert env.act(env.legal[-1]).move
        assert env.invalid == {"no-move": 10}


def test_fallback_plays_on():
    """A player without a valid answer is the fallback agent: the games are those of this agent."""
    with TextEnv("gin", opponents="simple", retries=0, fallback="simple") as env:
        for seed in range(5):
            env.reset(seed=seed)
            turns = play(env, lambda _: "I resign.")
            assert all(t.fallback and t.invalid and t.move for t in turns)
            assert env.fallbacks == len(turns) == env.invalid["no-move"]
            same = arena.evaluate("simple", against="simple", game="gin", games=1, both_seats=False, seed=seed)
            assert env.result.gains[0] == same.rows[0].gain_mean


def test_no_bad_answer_stops_a_game():
    """Each is refused, or is the legal move that it names; the fallback agent decides after two."""
    with TextEnv("gin", retries=1, fallback="simple") as env:
        env.reset(seed=4)
        for answer, _, _ in BAD * 2:
            names, prompt = env.legal, env.observe()
            turn = env.act(answer)
            if turn.invalid:
                assert turn.fallback or (turn.move is None and env.observe() == prompt)
            else:
                assert turn.move in names
            if env.seat is None:
                assert env.result.ending != "forfeit"
                env.reset()
        assert sum(env.invalid.values()) <= env.answers and env.fallbacks > 0


@pytest.mark.parametrize("reward", ["result", "gain"])
@pytest.mark.parametrize("opponents", [None, "min-dist"])
def test_a_limit_is_lost(opponents, reward):
    """Whoever plays on cannot lose more. Without opponents a limit of steps is one of both seats."""
    with TextEnv("indian", opponents=opponents, max_steps=3, reward=reward) as env:
        env.reset(seed=1)
        turns = len(play(env, lambda e: e.legal[1]))
        assert turns == (2 if opponents else 3) and env.result.ending == "truncated"
        assert env.result.gains == ((-80, 80) if opponents else (-80, -80)) and env.result.forfeited is None
        assert env.score(0)["reward"] == -1 and env.transcripts[0].messages[-1]["role"] == "assistant"


def test_a_limit_of_one_seat():
    """Others have limits too; a score of a game in progress is one."""
    with TextEnv("indian", rules={"seats": 4, "packs": 2}, opponents=["min-dist", None, "min-dist"], seat=1) as env:
        env.reset(seed=1)
        env.limit()
        assert env.seat is None and env.result.gains == (160, -240, 160, -240) and env.score(3)["result"] == -1
        with pytest.raises(ResetNeeded, match="no game in progress"):
            env.limit()
        env.reset(seed=1)
        assert env.score(3)["gain"] == -240 and env.result.gains == (80, 80, 80, -240)


@pytest.mark.parametrize("game", ["gin", "gin-match"])
@pytest.mark.parametrize("reward", ["result", "gain"])
def test_the_value_of_a_position(game, reward):
    """For evaluation a limit is worth what the best move is worth, of a match by the chance to win it."""
    options = {"opponents": "simple", "reward": reward}
    with TextEnv(game, **options) as played, TextEnv(game, on_limit="value", max_steps=8, **options) as env:
        for seed in range(5):
            env.reset(seed=seed)
            played.reset(seed=seed)
            for turn in play(env, lambda e: e.legal[-1]):
                played.act(turn.move)
            assert env.result.ending == "truncated" and played.seat == 0
            goal = "win" if reward == "result" or game == "gin-match" else "points"
            best = played._tables.costs(rollouts=600, goal=goal, seed=len(played.transcripts[0].messages) // 2 - 1)[0]
            share, most = 2 * best.win - 1, played.spec.forfeit
            gain = share * most if game == "gin-match" else best.points
            x = env.score(0)
            assert (x["result"], x["gain"]) == env.result.values[:1] + env.result.gains[:1] == (share, gain)
            assert x["reward"] == (share if reward == "result" else gain / most) and -1 < x["reward"] < 1
            assert env.score(1)["reward"] == -x["reward"]


def test_what_is_asked_is_what_is_scored():
    for reward, aim in (("result", "not how many"), ("gain", "not whether you win")):
        with TextEnv("gin", reward=reward) as env:
            env.reset(seed=1)
            system = env.transcripts[0].messages[0]["content"]
            assert "only points count" in system and f"{aim}. At each" in system


def test_the_reward_by_gain():
    with TextEnv("gin", reward="gain") as env:
        for seed in range(5):
            env.reset(seed=seed)
            play(env, lambda e: e.legal[-1])
            x = env.score(0)
            assert x["reward"] == env.result.gains[0] / 125 and x["result"] == (x["gain"] > 0) - (x["gain"] < 0)


def test_a_game_that_ends_before_the_first_decision():
    with TextEnv("indian", opponents="min-dist:drop=1", seat=1) as env:
        for seed in range(3):
            assert "Seat 0 drops out of the game" in env.reset(seed=seed)
            assert env.seat is None and env.result == rummygym.text.Result("first-drop", (-20, 20), 1)
            assert env.score(1)["result"] == 1


def test_wrong_arguments():
    with pytest.raises(rummygym.ConfigError, match="retries is -1"):
        TextEnv("gin", retries=-1)
    for argument in ("on_limit", "reward"):
        with pytest.raises(rummygym.ConfigError, match=f"{argument} is 'zero': want"):
            TextEnv("gin", **{argument: "zero"})
    with pytest.raises(rummygym.ConfigError, match="bridge"):
        TextEnv("bridge")
    with pytest.raises(rummygym.ConfigError, match="nobody"):
        TextEnv("gin", fallback="nobody")
    with pytest.raises(ResetNeeded):
        TextEnv("gin").act("pass")
    with pytest.raises(rummygym.ConfigError, match="poem"):
        TextEnv("gin", text={"history": "poem"}).reset(seed=1)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_copies_are_refused(how):
    """They would play at the table of the original."""
    env = TextEnv("gin", opponents="simple")
    with pytest.raises(TypeError, match="a TextEnv cannot be copied"):
        how(env)
