"""What decisions cost: by the reviewer, and by exact quantities of the hand."""

import functools
import itertools
import json
import random
import re
import subprocess
from collections import namedtuple

import pytest

from rummygym import ConfigError, hands
from rummygym.text import TextEnv, judge

AGENTS = {"gin": "simple", "indian": "min-dist"}

Made = namedtuple("Made", "move legal hand")


def table(game, **options):
    """A table at which the answer "?" is a move of an agent."""
    return TextEnv(game, retries=0, fallback=AGENTS[game], **options)


def play(env, seed, choose):
    """Plays a game by the answers of a function of table and seat, and returns the decisions of each seat."""
    env.reset(seed=seed)
    made = [[] for _ in range(env.spec.seats)]
    while (seat := env.seat) is not None and env.answers < 300:
        line = next((x for x in env.observe().splitlines() if x.startswith("Your hand")), ": .")
        hand, legal = line.split(": ")[1].rstrip(".").replace("|", "").split(), env.legal
        made[seat].append(Made(env.act(choose(env, made[seat])).move, legal, hand))
    return made


def at_random(seed, rate):
    """Returns a function for play: that share of the moves is random."""
    rng = random.Random(seed)
    return lambda env, _: rng.choice([m for m in env.legal if m != "drop"]) if rng.random() < rate else "?"


@functools.cache
def brute_deadwood(cards):
    """Returns the deadwood of a tuple of cards: the first card is in no meld, or in any one that there is."""
    if not cards:
        return 0
    first, *rest = cards
    number = "A23456789TJQK".index
    best = min(10, number(first[0]) + 1) + brute_deadwood(tuple(rest))
    alike = [c for c in rest if c[0] == first[0] or c[1] == first[1]]
    for n in range(2, len(alike) + 1):
        for others in itertools.combinations(alike, n):
            ranks = sorted(number(c[0]) for c in (first, *others))
            run = len({c[1] for c in (first, *others)}) == 1 and ranks == list(range(ranks[0], ranks[0] + n + 1))
            if run or len(set(ranks)) == 1:
                best = min(best, brute_deadwood(tuple(c for c in rest if c not in others)))
    return best


def lost(found, made, size, measure):
    """Checks the costs of the discards of a seat by a function of a hand, and returns them."""
    found = [d for d in found if not d.action.startswith("draw")]
    want = [i for i, m in enumerate(made) if len(m.hand) == size and m.move[-2:] in m.hand and "decl" not in m.move]
    assert [d.index for d in found] == [i for i in want if len(made[i].legal) > 1]
    for d in found:
        _, legal, hand = made[d.index]
        kept = {}
        for move in legal:
            if (card := move[-2:]) in hand and "decl" not in move:
                rest = list(hand)
                rest.remove(card)
                kept[move] = measure(rest)
        assert d.action == made[d.index].move and d.error == d.rollouts == 0
        assert d.cost == kept[d.action] - min(kept.values()) and kept[d.best] == min(kept.values())
        assert (d.best == d.action) == (d.cost == 0)
    return [d.cost for d in found]


@pytest.mark.parametrize("preset", ["eaai", "classic"])
def test_deadwood_lost_is_that_of_brute_force(preset):
    costs = []
    with table("gin", preset=preset) as env:
        for seed in range(3):
            made = play(env, seed, at_random(seed, 0.3))
            for seat in range(2):
                costs += lost(judge(env, seat, "deadwood"), made[seat], 11, lambda h: brute_deadwood(tuple(h)))
    assert min(costs) == 0 < max(costs)


@pytest.mark.parametrize(
    "rules", [{}, {"throwing-back": "allowed"}, {"ranks": 6, "suits": 3, "hand-size": 4, "knock-limit": 0}]
)
def test_expected_deadwood_of_draws_is_that_of_brute_force(rules):
    """Every card that the seat has not seen is as likely to be the next of the stock."""
    costs = []
    with table("gin", rules=rules) as env:
        want = [{}, {}]

        def choose(env, made):
            if set(env.legal) == {"draw upcard", "draw stock"}:
                cards = "[A2-9TJQK][CDHS]"
                text = env.observe()
                hand = re.findall(cards, re.search("^Your hand.*", text, re.M)[0])
                pile = re.findall(cards, re.search("^Stock.*", text, re.M)[0])
                known = re.findall(cards, (re.search("among them ([^;.]*)", text) or [""])[0])
                least = lambda card, keep=None: min(  # noqa: E731
                    brute_deadwood(tuple(c for c in [card, *hand] if c != gone))
                    for gone in [*hand, card]
                    if gone != keep
                )
                pack = {r + s for s in "CDHS"[: rules.get("suits")] for r in "A23456789TJQK"[: rules.get("ranks")]}
                unseen = pack - {*hand, *pile, *known}
                stock = sum(map(least, unseen)) / len(unseen)
                want[env.seat][len(made)] = {
                    "draw stock": stock,
                    "draw upcard": least(pile[0], None if "throwing-back" in rules else pile[0]),
                }
            return at_random(len(made) + env.seat, 0.3)(env, made)

        made = play(env, 2, choose)
        for seat in range(2):
            found = [d for d in judge(env, seat, "deadwood") if d.action.startswith("draw")]
            assert [d.index for d in found] == list(want[seat])
            for d in found:
                kept = want[seat][d.index]
                assert d.action == made[seat][d.index].move and d.error == 0
                assert d.cost == pytest.approx(kept[d.action] - min(kept.values()))
                assert kept[d.best] == min(kept.values())
                costs.append(d.cost)
    assert min(costs) == 0 < max(costs) and len(costs) > 5


@pytest.mark.parametrize(
    ("game", "method", "options"),
    [
        ("gin", "deadwood", {"preset": "openspiel"}),
        ("gin", "deadwood", {"opponents": "simple", "seat": 1}),
        ("indian", "mindist", {}),
        ("indian", "minscore", {"rules": {"seats": 3}, "opponents": "min-dist", "max_steps": 40}),
    ],
)
def test_moves_are_judged_as_they_are_played(game, method, options):
    """What a turn costs is what the judge finds in the record."""
    with table(game, judge=method, **options) as env, table(game, **options) as plain:
        for seed in range(2):
            turns = []
            for e in (env, plain):
                e.reset(seed=seed)
                chosen = at_random(seed, 0.4)
                while e.seat is not None and e.answers < 60:
                    turns.append(e.act(chosen(e, None)))
            half = len(turns) // 2
            assert [t.move for t in turns[:half]] == [t.move for t in turns[half:]]
            assert env.record() == plain.record() and "judged" not in plain.score(0)
            for seat in range(env.spec.seats):
                own = [t for t in turns[:half] if t.seat == seat and t.decision]
                found = judge(plain, seat, method)
                if options.get("opponents") is None or seat == options.get("seat", 0):
                    assert [t.decision for t in own] == found != []
                answered = [t.decision for t in own if not t.fallback]
                assert env.decisions[seat] == answered
                assert env.score(seat)["judged"] == len(answered)
                assert env.score(seat)["mean_cost"] * len(answered) == pytest.approx(sum(d.cost for d in answered))
            assert all(t.reward == (0 if t.fallback or not t.decision else -t.decision.cost) for t in turns)
            assert not any(t.decision for t in turns[half:])


def test_reviewed_moves_are_those_of_costs():
    with TextEnv("gin", judge="review", rollouts=100) as env:
        env.reset(seed=3)
        for k in range(8):
            legal, moves = env.legal, env._tables.costs(rollouts=100, seed=env._made[env.seat])
            move = legal[k % len(legal)]
            turn, cost = env.act(move), next(m for m in moves if m.name == move)
            if len(legal) == 1:
                assert turn.decision is None
                continue
            d = turn.decision
            assert (d.action, d.cost, d.error, d.rollouts) == (move, cost.cost, cost.cost_error, 100)
            assert d.best == (move if cost.cost <= 0 else moves[0].name) and turn.reward == -d.cost
        assert {d.index for d in env.decisions[0]} <= set(range(4)) and len(env.decisions[1]) >= 2
    with pytest.raises(ConfigError, match="method is 'mindist', and the game is 'gin'"):
        TextEnv("gin", judge="mindist")
    with pytest.raises(ConfigError, match="rollouts is 99"):
        TextEnv("gin", judge="review", rollouts=99)


@pytest.mark.parametrize(("method", "measure"), [("mindist", hands.min_dist), ("minscore", hands.min_score)])
def test_distance_and_score_lost_are_those_of_hands(method, measure):
    costs = []
    with table("indian") as env:
        for seed in range(3):
            made = play(env, seed, at_random(seed, 0.3))
            of = functools.partial(measure, wild=env._tables.show()["wild"])
            for seat in range(2):
                costs += lost(judge(env, seat, method), made[seat], 14, of)
    assert min(costs) == 0 < max(costs)


@pytest.mark.parametrize(
    ("game", "preset", "rules"),
    [
        ("gin", "openspiel", {}),
        ("gin", "eaai", {"melding": "chosen", "laying-off": "chosen", "answer": "lay-offs-first"}),
        ("gin", "classic", {"knock-order": "knock-then-discard"}),
        ("indian", "club", {}),
        ("indian", "paper", {"seats": 3}),
    ],
)
def test_decisions_are_numbered_as_the_seat_made_them(game, preset, rules):
    with table(game, preset=preset, rules=rules) as env:
        for seat, made in enumerate(play(env, 1, at_random(1, 0.1))):
            found = judge(env, seat, "deadwood" if game == "gin" else "mindist")
            assert found
            assert [d.action for d in found] == [made[d.index].move for d in found]
            assert judge(env.record(), seat, "deadwood" if game == "gin" else "mindist") == found


def test_a_knock_with_the_upcard_at_the_end_of_the_stock_is_one_decision():
    """In the record it is a draw and a knock."""
    others = at_random(94, 0.6)
    with table("gin", preset="openspiel") as env:
        made = play(env, 94, lambda e, m: "knock" if set(e.legal) == {"pass", "knock"} else others(e, m))
        knock = next(i for i, m in enumerate(made[0]) if m.move == "knock")
        events = [json.loads(line) for line in env.record().splitlines()[1:]]
        draw = next(i for i, e in enumerate(events) if e["type"] == "knock") - 1
        assert len(made[0][knock].hand) == 10 and events[draw]["from"] == "pile" and events[draw]["seat"] == 0
        last = judge(env, 0, "deadwood")[-1]  # the discard after it
        assert (last.index, last.event) == (knock + 1, draw + 3)
        found = judge(env, 0, rollouts=100)
        assert [d.index for d in found] == [i for i, m in enumerate(made[0]) if len(m.legal) > 1]
        assert next((d.action, d.event) for d in found if d.index == knock) == ("knock", draw + 1)


@pytest.mark.parametrize(
    ("game", "method", "member"), [("gin", "deadwood", "points"), ("indian", "mindist", "distance")]
)
def test_a_review_finds_the_blunder(game, method, member):
    """A player throws away the card that it needs most, once."""
    blunder = []

    def choose(env, made):
        if env.seat == 1 or blunder or len(made) < 5 or len(env.legal) < 11:
            return "?"
        blunder.append(len(made))
        position = json.loads(env._tables.position(0, 0, numbers=True))
        return max((m for m in position["legal"] if member in m), key=lambda m: m[member])["name"]

    with table(game) as env:
        made = play(env, 2, choose)[0]
        rollouts = 2000 if game == "gin" else 600
        found = judge(env, 0, rollouts=rollouts)
        assert [d.index for d in found] == [i for i, m in enumerate(made) if len(m.legal) > 1]
        assert all(d.action == made[d.index].move and d.best in made[d.index].legal for d in found)
        assert all(d.cost == d.error == 0 for d in found if d.best == d.action)
        assert {d.rollouts for d in found} == {rollouts}
        worst = max(found, key=lambda d: d.cost)
        assert worst.index == blunder[0] and worst.cost > 4 * worst.error > 0
        assert max(judge(env, 0, method), key=lambda d: d.cost).index == blunder[0]


def test_a_review_repeats():
    with table("gin") as env:
        play(env, 2, at_random(1, 0.3))
        found = judge(env, 1, rollouts=200)
        assert judge(env.record(), 1, rollouts=200, workers=1) == found != judge(env, 1, rollouts=200, seed=2)
        other = judge(env, 1, rollouts=200, goal="win", agent="simple")
        assert [d.index for d in other] == [d.index for d in found] and max(d.cost for d in other) < 1
        timed = judge(env, 1, seconds=0.5)
        assert judge(env, 1, rollouts=timed[0].rollouts) == timed
        assert {d.rollouts for d in judge(env, 1, seconds=1e-9)} == {100}


def test_a_game_in_progress():
    with table("indian") as env:
        env.reset(seed=2)
        assert judge(env, 0, "mindist") == judge(env, 0, rollouts=100) == []
        for _ in range(5):
            env.act("?")
        assert (
            {d.index for d in judge(env, 0, "mindist")} <= {d.index for d in judge(env, 0, rollouts=100)} == {0, 1, 2}
        )


def test_what_one_seat_saw(binary, tmp_path):
    """Exact methods need no hidden cards."""
    with table("gin", preset="openspiel") as env:
        play(env, 3, at_random(3, 0.3))
        file = tmp_path / "game.jsonl"
        file.write_text(env.record())
        command = [binary, "record", "convert", "--seat", "1", file]
        view = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert judge(view, 1, "deadwood") == judge(env, 1, "deadwood") != []
        with pytest.raises(ConfigError, match="seat is 0: want 1, the one that saw this"):
            judge(view, 0, "deadwood")
        with pytest.raises(ConfigError, match="the record is what seat 1 saw: want that of the whole game"):
            judge(view, 1)


def test_wrong_arguments():
    with table("gin") as env:
        play(env, 1, at_random(1, 0))
        record = env.record()
    lines = record.splitlines(keepends=True)
    swapped = "".join([*lines[:2], *lines[3:]])
    for game, seat, options, message in [
        (record, 2, {}, "seat is 2: want 0 to 1"),
        (record, -1, {}, "seat is -1: want a whole number, at least 0"),
        (record, 0, {"method": "luck"}, "method is 'luck': want 'review', 'deadwood', 'mindist' or 'minscore'"),
        (record, 0, {"method": "mindist"}, "method is 'mindist', and the game is 'gin': want 'indian'"),
        (record, 0, {"goal": "fun"}, "goal is 'fun': want 'points' or 'win'"),
        (record, 0, {"rollouts": 99}, "rollouts is 99: want 100 to 1000000"),
        (record, 0, {"seconds": 0}, "seconds is 0: want more than 0"),
        (record, 0, {"agent": "nobody"}, "nobody"),
        (record + record, 0, {}, "the record has several games: want one"),
        ("", 0, {}, "the record is not one game in JSON lines"),
        ("[1]\n", 0, {}, "the record is not one game in JSON lines"),
        (record[:-20], 0, {}, "the record is not one game in JSON lines"),
        (swapped, 0, {}, "event 2 (pass): seat 1 is not to move"),
        (swapped, 0, {"method": "deadwood"}, "event 2 (pass): seat 1 is not to move"),
        (lines[0], 0, {}, "events"),
    ]:
        with pytest.raises(ConfigError, match=re.escape(message)):
            judge(game, seat, **options)
