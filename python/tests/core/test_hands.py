"""Functions of hands: against the authors' numbers and the Go program, in every form of a hand."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from rummygym import ConfigError, Tables, deadwood, min_dist, min_score, outs, solve
from rummygym.hands import CARDS

ROOT = Path(__file__).parents[3]
INDIAN = ROOT / "features/mindist/testdata"
GIN = ROOT / "env/deadwood/testdata/gin-deadwood.jsonl"


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def counts(hands, kinds=53):
    """Return the arrays of hands in text, counted without the package."""
    return np.array([[list(h).count(card) for card in CARDS[:kinds]] for h in hands], np.int8)


def random_hands(seed, n, most, packs, jokers):
    """Return hands of 1 to most cards and wild ranks."""
    rng = np.random.default_rng(seed)
    deck = list(CARDS[:52]) * packs + ["JK"] * jokers
    hands = [[str(c) for c in rng.permutation(deck)[: rng.integers(1, most + 1)]] for _ in range(n)]
    return hands, [str(w) for w in rng.choice(list("A23456789TJQK"), n)]


def solved(binary, requests, *options):
    """Return the answers of ``rummygym solve``."""
    text = "".join(json.dumps(r) + "\n" for r in requests)
    done = subprocess.run([binary, "solve", *options], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", ["indian-hands-authors.jsonl", "indian-hands.jsonl"])
def test_indian_numbers_are_known(name):
    known = lines(INDIAN / name)
    assert len(known) >= 1000
    hands, wild = [k["cards"] for k in known], [k["wild"] for k in known]
    for form in (counts(hands), hands, [" ".join(h) for h in hands]):
        assert min_score(form, wild).tolist() == [k["minscore"] for k in known]
        assert min_dist(form, wild).tolist() == [k["mindist"] for k in known]


def test_deadwood_is_known():
    known = lines(GIN)
    assert len(known) >= 1000
    hands = [k["cards"] for k in known]
    want = [k["deadwood"] for k in known]
    arrays = counts(hands, 52)
    for form in (arrays, arrays.astype(np.float32), arrays.reshape(-1, 4, 13), hands):
        assert deadwood(form).tolist() == want


def test_numbers_are_those_of_the_program(binary):
    hands, wild = random_hands(1, 400, 14, 2, 4)
    asked = [{"cards": h, "wild": w, "decks": 2, "printed": 4} for h, w in zip(hands, wild, strict=True)]
    answers = solved(binary, asked)
    assert min_score(hands, wild).tolist() == [a["minscore"] for a in answers]
    assert min_score(hands, wild, capped=False).tolist() == [a["minscore_uncapped"] for a in answers]
    assert min_dist(hands, wild).tolist() == [a["mindist"] for a in answers]
    hands, _ = random_hands(2, 400, 11, 1, 0)
    answers = solved(binary, [{"cards": h} for h in hands], "--game", "gin")
    assert deadwood(hands).tolist() == [a["deadwood"] for a in answers]


def test_solve_is_the_program(binary):
    rng = np.random.default_rng(6)
    hands, wild = random_hands(5, 150, 14, 2, 4)
    asked = [{"cards": h, "wild": w, "decks": 2, "printed": 4} for h, w in zip(hands, wild, strict=True)]
    answers = solved(binary, asked)
    assert solve(hands, wild, decks=np.int64(2), printed=4) == answers
    assert [solve(" ".join(h), w, decks=2, printed=4) for h, w in zip(hands, wild, strict=True)] == answers
    hands, wild = random_hands(7, 60, 14, 1, 2)
    gone = [[str(c) for c in rng.permutation([c for c in CARDS if c not in h])[:20]] for h in hands]
    asked = [{"cards": h, "wild": w, "gone": g} for h, w, g in zip(hands, wild, gone, strict=True)]
    answers = solved(binary, asked)
    assert [solve(h, w, gone=" ".join(g)) for h, w, g in zip(hands, wild, gone, strict=True)] == answers
    hands, _ = random_hands(8, 150, 11, 1, 0)
    assert solve(hands, game="gin") == solved(binary, [{"cards": h} for h in hands], "--game", "gin")
    cards = ["7S", "8S", "KS", "2D", "3D", "4D", "9H", "9C", "AC", "AD"]
    knock = {"cards": cards, "knocker": [["4S", "5S", "6S"], ["KC", "KD", "KH"]]}
    (answer,) = solved(binary, [knock], "--game", "gin")
    assert solve(cards, game="gin", knocker=["4S 5S 6S", ["KC", "KD", "KH"]]) == answer


def test_solve_of_arrays_is_that_of_cards_in_order():
    hands, wild = random_hands(9, 50, 14, 2, 2)
    ordered = [sorted(h, key=CARDS.index) for h in hands]
    assert solve(counts(hands), wild, decks=2) == solve(ordered, wild, decks=2)
    assert solve(counts(hands)[0], wild[0], decks=2) == solve(ordered[0], wild[0], decks=2)
    hands, _ = random_hands(10, 50, 11, 1, 0)
    ordered = [sorted(h, key=CARDS.index) for h in hands]
    assert solve(counts(hands, 52).reshape(-1, 4, 13), game="gin") == solve(ordered, game="gin")
    assert solve(np.empty((0, 53)), "7") == []


def test_outs_are_draws_that_lower_min_dist():
    hands, wild = random_hands(3, 40, 13, 2, 2)
    before = min_dist(hands, wild)
    for hand, rank, distance, found in zip(hands, wild, before, outs(hands, wild), strict=True):
        after = min_dist([[*hand, card] for card in CARDS], rank)
        assert found == [card for card, d in zip(CARDS, after, strict=True) if d < distance]
    assert outs("3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH", "7") != []
    declaration = "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH KD"
    assert min_dist(declaration, "2") == 0
    assert outs(declaration, "2") == []


@pytest.mark.parametrize("function", [min_dist, min_score, outs])
def test_batch_equals_single_hands(function):
    hands, wild = random_hands(4, 70, 13, 3, 3)
    ranks = np.array(["A23456789TJQK".index(w) for w in wild])
    arrays = counts(hands)
    of_arrays, of_texts = function(arrays, ranks), function(hands, wild)
    assert of_arrays.shape == (arrays.shape if function is outs else (70,))
    assert of_arrays.dtype == (np.bool_ if function is outs else np.int32)
    for i, (hand, rank) in enumerate(zip(hands, wild, strict=True)):
        singles = [
            function(hand, rank),
            function(" ".join(hand), rank),
            function(",".join(hand).lower(), int(ranks[i])),
        ]
        single = function(arrays[i], rank)
        if function is outs:
            assert single.tolist() == of_arrays[i].tolist()
            assert singles == [of_texts[i]] * 3 == [[CARDS[c] for c in np.flatnonzero(single)]] * 3
        else:
            assert type(single) is int
            assert [*singles, of_arrays[i], of_texts[i]] == [single] * 5


def test_forms_of_a_hand():
    assert min_dist("10S js QS", "10") == min_dist(("TS", "JS", "QS"), 9) == min_dist(np.array(["TS", "JS", "QS"]), "t")
    assert min_score(["AS KD", "JK"], "7").tolist() == [20, 0]
    assert min_score(["AS", "KD"], "7") == 20
    assert min_score([["AS"], ["KD"]], "7").tolist() == [10, 10]
    assert min_dist(np.empty((0, 53)), "7").shape == (0,)
    assert outs(np.empty((0, 53), np.int8), []).shape == (0, 53)
    some = counts([["AS", "2S"], ["JK"]])
    assert min_dist(np.asfortranarray(some), ["A", "2"]).tolist() == min_dist(some.tolist(), [0, 1]).tolist()
    assert min_dist(some[::-1], 0).tolist() == min_dist(some, 0).tolist()[::-1]


def test_hands_of_tables():
    with Tables("indian", num_envs=32) as t:
        t.reset(seed=5)
        fields = {f.name: t.observations[:, f.offset : f.offset + f.size] for f in t.spec.observation}
        wild = fields["wild_rank"].argmax(axis=1)
        assert min_dist(fields["hand"], wild).tolist() == fields["min_dist"][:, 0].tolist()
        assert min_score(fields["hand"], wild).tolist() == fields["min_score"][:, 0].tolist()
    with Tables("gin", num_envs=32) as t:
        t.reset(seed=5)
        fields = {f.name: t.observations[:, f.offset : f.offset + f.size] for f in t.spec.observation}
        assert deadwood(fields["hand"]).tolist() == fields["deadwood"][:, 0].tolist()


ONE = np.eye(53, dtype=np.int8)[3]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: min_dist("AS 2X", "7"), "hand 0: card 2: '2X' is not a card"),
        (lambda: min_dist(["AS 2S", "AS 3S ZZ"], "7"), "hand 1: card 3: 'ZZ'"),
        (lambda: min_dist("AS AS AS AS", "7"), "hand 0: 4 of AS: want 0 to 3"),
        (lambda: min_dist("AS " * 1000, "7"), "hand 0: more than 100 of AS"),
        (lambda: min_dist("", "7"), "hand 0: 0 cards: want 1 to 14"),
        (lambda: min_dist([], "7"), "no hand"),
        (lambda: min_dist(None, "7"), "hands are an array of object"),
        (lambda: min_dist(5, "7"), r"int64 and shape \(\)"),
        (lambda: min_dist([1, "AS"], "7"), "hands are an array of <U"),
        (lambda: min_dist([[1, 2], [3]], "7"), "hands cannot be an array"),
        (lambda: min_dist(ONE[:52], "7"), r"shape \(52,\): want text, or numbers of shape \(53,\) or \(M, 53\)"),
        (lambda: min_dist(np.zeros((2, 2, 53)), "7"), r"shape \(2, 2, 53\)"),
        (lambda: min_dist(ONE * 0.5, "7"), "hand 0: 0.5 of 4C: want a whole number"),
        (lambda: min_dist(ONE * np.nan, "7"), "hand 0: nan of"),
        (lambda: min_dist(ONE.astype(int) * 257, "7"), "hand 0: 257 of 4C"),
        (lambda: min_dist(np.stack([ONE, -ONE]), "7"), "hand 1: -1 of 4C: want a whole number"),
        (lambda: min_score([CARDS[:15]], "7"), "hand 0: 15 cards: want 1 to 14"),
        (lambda: outs(CARDS[:14], "7"), "hand 0: 14 cards: want 1 to 13"),
        (lambda: min_dist(ONE, "1"), "wild: '1' is not a rank"),
        (lambda: min_dist([["AS"], ["2S"]], ["7", "X"]), "wild of hand 1: 'X' is not a rank"),
        (lambda: min_dist(ONE, 13), "wild is 13: want"),
        (lambda: min_dist(ONE, None), "wild is None: want"),
        (lambda: min_dist(ONE, 0.5), "wild is 0.5: want"),
        (lambda: min_dist(ONE[None], ["7", "7"]), r"wild has shape \(2,\): want one rank, or one for each of 1 hands"),
        (lambda: deadwood("AS JK"), "hand 0: card 2: 'JK' is not a card"),
        (lambda: deadwood("AS AS"), "hand 0: 2 of AS: want 0 to 1"),
        (lambda: deadwood(CARDS[:12]), "hand 0: 12 cards: want 1 to 11"),
        (lambda: deadwood(ONE), r"want text, or numbers of shape \(52,\) or \(M, 52\), or planes of shape \(4, 13\)"),
        (lambda: solve("AS"), 'hand 0: field "wild" is missing'),
        (lambda: solve([["AS"], ["AS", "AS"]], "7"), "hand 1: card 2 of the hand: the deck has no further AS"),
        (lambda: solve("AS 2X", "7"), 'hand 0: field "cards", card 2: "2X" is not a card'),
        (lambda: solve("AS", "7", decks=4), "decks is 4"),
        (lambda: solve("AS", "7", decks=1.5), '"decks" is a JSON number 1.5, want a whole number'),
        (lambda: solve("AS", "7", gone="AS"), "card 1 of the cards gone"),
        (lambda: solve("AS", "7", gone=["2S 3S", "4S"]), "gone is .*: want cards in text"),
        (lambda: solve("AS", "7", knocker=["2S 3S 4S"]), "knocker is not for hands of indian"),
        (lambda: solve("AS", "7", game="gin"), "wild is not for hands of gin"),
        (lambda: solve("AS", gone="2S", game="gin"), "gone is not for hands of gin"),
        (lambda: solve("AS", game="gin", knocker=["2S 3S"]), "meld 1 of the knocker: 2S 3S is not a meld"),
        (lambda: solve("AS", game="gin", knocker=[5]), "knocker, meld 1 is 5: want cards in text"),
        (lambda: solve("AS", "7", game="bridge"), '"bridge" is not a game'),
        (lambda: solve(-ONE, "7"), "hand 0: -1 of 4C"),
    ],
)
def test_wrong_input_is_named(call, words):
    with pytest.raises(ConfigError, match=words):
        call()
