"""Agents of this package in OpenSpiel's gin_rummy."""

import collections
import random
import statistics

import pyspiel
import pytest
from playouts import playout

import rummygym
from rummygym import openspiel

GAME = pyspiel.load_game("gin_rummy")


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"oklahoma": True},
        {"knock_card": 5, "gin_bonus": 20, "undercut_bonus": 10},
        {"oklahoma": True, "knock_card": 0},
    ],
)
def test_random_hands_are_followed(parameters, rng, hands):
    """At every decision the table has the cards, the seat, the legal actions and the points of OpenSpiel's state."""
    game = pyspiel.load_game("gin_rummy", parameters)
    names = openspiel.action_names()
    lacking = collections.Counter()

    def compare(state):
        with openspiel.tables_of(state) as tables:
            seat, shown = state.current_player(), tables.show(0)
            assert tables.players[0] == seat
            for p, hand in enumerate(state.hands()):
                held = shown["seats"][p]["cards"]
                assert sorted(held) == sorted(names[c] for c in hand)
            assert shown["knock_limit"] == state.knock_card()
            legal = {names[a] for a in state.legal_actions()}
            ours = {tables.spec.actions[a] for a in tables.masks[0].nonzero()[0]}
            assert legal <= ours
            lacking.update(ours - legal)  # OpenSpiel's faults: docs/openspiel.md
        if 55 in state.legal_actions() and rng.random() < 0.5:
            return 55
        return None

    for _ in range(hands(4, 200)):
        state = playout(game.new_initial_state(), rng, compare)
        with openspiel.tables_of(state) as tables:
            assert tables.terminated[0]
            assert tables.outcomes[0, 3:].tolist() == state.returns()
    assert set(lacking) <= {"knock"}


def test_sees_its_seat_only(rng, monkeypatch):
    """The agent is told the same in two states that differ in what the seat cannot know."""
    told = []

    def spy(message):
        told.append(message)
        return {"action": message["legal"][0]}

    monkeypatch.setattr(rummygym.Tables, "_server", lambda tables, agent: spy)
    for seat in (0, 1):
        history = playout(
            GAME.new_initial_state(), rng, until=lambda s, seat=seat: s.current_player() == seat
        ).history()
        mine = history[10 * seat : 10 * seat + 10]
        unseen = [c for c in range(52) if c not in mine and c != history[20]]
        questions = []
        for _ in range(5):
            others = rng.sample([c for c in unseen if c not in history[21:]], 10)
            dealt = [mine, others] if seat == 0 else [others, mine]
            state = GAME.new_initial_state()
            for a in [*dealt[0], *dealt[1], *history[20:]]:
                state.apply_action(a)
            told.clear()
            bot = openspiel.Bot("simple", GAME, seat)
            bot.step(state)
            questions.append(told[-1])
        assert all(q == questions[0] for q in questions)
        hidden = {openspiel.action_names()[c] for c in others}
        assert not hidden & set(str(questions[-1]["events"]).split("'"))


def test_same_seed_same_moves(rng):
    """A bot that chooses at random repeats itself with its seed, and differs with another one."""

    def moves(seed):
        with openspiel.Bot("random", GAME, 0, seed=seed) as bot:
            chance = random.Random(3)
            return [
                playout(
                    GAME.new_initial_state(), chance, lambda s: bot.step(s) if s.current_player() == 0 else None
                ).history()
                for _ in range(2)
            ]

    assert moves(4) == moves(4) != moves(5)


def test_evaluate_bots(hands):
    """learned:standard against OpenSpiel's simple bot in OpenSpiel's own loop, in which no move is illegal."""
    simple = [pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), p) for p in range(2)]
    won, points, games = 0, [], hands(20, 1000)
    with openspiel.Bot("learned:standard", GAME, 0) as first, openspiel.Bot("learned:standard", GAME, 1) as second:
        for i in range(games):
            bots = [first, simple[1]] if i % 2 == 0 else [simple[0], second]
            returns = pyspiel.evaluate_bots(GAME.new_initial_state(), bots, i)
            assert sum(returns) == 0
            points.append(returns[i % 2])
            won += returns[i % 2] > 0
    error = statistics.stdev(points) / games**0.5
    print(f"{games} hands: won {won / games:.3f}, {statistics.mean(points):+.2f} ± {error:.2f} points a hand")
    assert games < 1000 or (won / games > 0.38 and statistics.mean(points) > 5)


def test_simple_and_its_model(hands):
    """Our ``simple`` was written after OpenSpiel's bot: the decisions in which they differ are of a few kinds."""
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    agent, asked, differ = rummygym.Agent("simple"), 0, collections.Counter()

    def kind(state, theirs, ours):
        phase, hand = state.current_phase(), state.hands()[state.current_player()]
        if phase in (pyspiel.gin_rummy.Phase.DRAW, pyspiel.gin_rummy.Phase.FIRST_UPCARD):
            return "takes the upcard" if theirs == 52 else "does not take the upcard"
        if len(hand) > 10 and max(theirs, ours) < 52:
            left = [utils.min_deadwood([c for c in hand if c != discard]) for discard in (theirs, ours)]
            return "discards for equal deadwood" if left[0] == left[1] else f"discards for {left}"
        if min(theirs, ours) >= 56:
            return "declares another meld"
        assert theirs == 54
        return "does not lay off" if ours < 52 else "does not declare melds"

    with openspiel.Bot("learned:standard", GAME, 0) as first, openspiel.Bot("learned:standard", GAME, 1) as second:
        for i in range(hands(10, 1000)):
            bot = (first, second)[i % 2]
            bot.restart()
            simple = pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), 1 - i % 2)

            def choose(state, i=i, bot=bot, simple=simple):
                nonlocal asked
                if state.current_player() == i % 2:
                    return bot.step(state)
                theirs = simple.step(state)
                with openspiel.tables_of(state) as tables:
                    ours = int(openspiel.to_openspiel(agent.act(tables, seed=0))[0])
                asked += 1
                if theirs != ours:
                    differ[kind(state, theirs, ours)] += 1
                return theirs

            playout(GAME.new_initial_state(), random.Random(i), choose)
    print(f"of {asked} decisions of OpenSpiel's bot, these are not those of simple: {differ}")
    for what in ("takes the upcard", "does not take the upcard", "does not lay off"):
        assert differ.pop(what, 0) < max(4, 0.02 * asked)
    assert set(differ) <= {"discards for equal deadwood", "declares another meld", "does not declare melds"}


def test_plays_as_at_our_table(rng, hands):
    """A bot decides as the agent does that is asked at a table of this package. The network has no ties to break at random."""
    agent = rummygym.Agent("learned:standard")
    names = openspiel.action_names()
    with openspiel.Bot("learned:standard", GAME, 0) as bot:
        for _ in range(hands(5, 100)):
            bot.restart()

            def choose(state):
                if state.current_player() == 1:
                    return None
                action = bot.step(state)
                with openspiel.tables_of(state) as tables:
                    assert names[action] == tables.spec.actions[agent.act(tables, seed=1)[0]]
                return action

            playout(GAME.new_initial_state(), rng, choose)


def test_a_state_that_does_not_continue_begins_a_hand(rng):
    """A bot may be asked about any states one after another."""
    with openspiel.Bot("simple", GAME, 1) as bot, openspiel.Bot("simple", GAME, 1) as fresh:
        states = [
            playout(GAME.new_initial_state(), rng, until=lambda s: s.current_player() == 1 and s.move_number() > 30)
            for _ in range(4)
        ]
        states = [s for s in states if not s.is_terminal()]
        answers = [bot.step(s) for s in states]
        assert [fresh.step(s) for s in reversed(states)] == answers[::-1]
        assert bot.player_id() == 1 and not bot.provides_policy()


def test_refuses():
    with pytest.raises(rummygym.ConfigError, match="hand_size of gin_rummy is 7: want 10"):
        openspiel.Bot("simple", pyspiel.load_game("gin_rummy", {"hand_size": 7}), 0)
    with pytest.raises(rummygym.ConfigError, match="player_id is 2"):
        openspiel.Bot("simple", GAME, 2)
    with pytest.raises(rummygym.ConfigError, match='agent "clever"'):
        openspiel.Bot("clever", GAME, 0)
    state = GAME.new_initial_state()
    with openspiel.Bot("simple", GAME, 0) as bot, pytest.raises(rummygym.ConfigError, match="player -1 is to move"):
        bot.step(state)
    with pytest.raises(rummygym.ConfigError, match="waits for a card"):
        openspiel.tables_of(state)


def test_closed(rng):
    state = playout(GAME.new_initial_state(), rng, until=lambda s: s.current_player() == 0)
    bot = openspiel.Bot("simple", GAME, 0)
    bot.close()
    bot.close()
    with pytest.raises(rummygym.ClosedError, match="closed"):
        bot.step(state)
