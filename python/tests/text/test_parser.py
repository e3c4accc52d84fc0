"""The reader of answers: one legal move, or an error that says why."""

import itertools
import pickle
import random

import pytest

import rummygym
from rummygym.text import InvalidAnswer, TextEnv, parse
from rummygym.text.parser import MAX_ANSWER, listed

HAND = ["9C", "TH", "KD", "AS"]
DRAW = ["draw upcard", "draw stock"]
INDIAN_DRAW = ["draw stock", "draw pile", "drop"]
INDIAN = ["discard 9C", "discard TH", "discard JK", "declare TH"]
MELD = ["meld AC2C3C", "meld AC2C3C4C", "pass"]
KNOCK = ["knock", "pass"]
LEGEND = (
    "A card is called by its rank and its suit. Ranks: me is the ace, go is the two, la is the three, po is the four, ku is the five, "
    "de is the six, fi is the seven, te is the eight, ni is the nine, ru is the ten, vi is the jack, ba is the queen, sa is the king. "
    "Suits: y is clubs, w is diamonds, x is hearts, z is spades.\n"
)
MADE_UP = listed(LEGEND, ["discard kuy", "discard saw", "draw stock"])
BARE = listed(LEGEND, ["kuy", "saw"])
TAKE = {"draw upcard": "take 9S from the pile", "draw stock": "draw from the stock"}
FIRST = {"draw upcard": "take 9S from the pile", "pass": ""}
ASKED = {"rejoin": "join again for 100 points", "leave": "leave the match"}
SHARE = {"split": "share the pool", "play on": "play on for the whole pool"}

GOOD = [
    # cards
    ("TH", HAND, "TH"),
    ("th", HAND, "TH"),
    ("10H", HAND, "TH"),
    ("10h.", HAND, "TH"),
    ("H10", HAND, "TH"),
    ("HT", HAND, "TH"),
    ("10♥", HAND, "TH"),
    ("10♥️", HAND, "TH"),
    ("10 ♥", HAND, "TH"),
    ("♥10", HAND, "TH"),
    ("T♡", HAND, "TH"),
    ("10-♥", HAND, "TH"),
    ("ten of hearts", HAND, "TH"),
    ("the Ten of Hearts", HAND, "TH"),
    ("10 of hearts", HAND, "TH"),
    ("10 hearts", HAND, "TH"),
    ("ten-of-hearts", HAND, "TH"),
    ("Ace of Spades", HAND, "AS"),
    ("ace of spade", HAND, "AS"),
    ("discard as", [*HAND, "discard AS"], "discard AS"),
    ("１０Ｈ", HAND, "TH"),
    ("**10H**", HAND, "TH"),
    ("discard joker", INDIAN, "discard JK"),
    ("Discard the printed Joker", INDIAN, "discard JK"),
    ("discard 🃏", INDIAN, "discard JK"),
    ("I throw away the nine of clubs.", HAND, "9C"),
    ("discard my 9♣ card please", INDIAN, "discard 9C"),
    ("JK", INDIAN, "discard JK"),
    ("declare ten of hearts", INDIAN, "declare TH"),
    ("Declaring with 10H", INDIAN, "declare TH"),
    # piles
    ("Draw from the stock", DRAW, "draw stock"),
    ("stock", DRAW, "draw stock"),
    ("draw a card from the deck", DRAW, "draw stock"),
    ("I'll take the top card of the discard pile", DRAW, "draw upcard"),
    ("pick up the up-card", DRAW, "draw upcard"),
    ("take the face-up card", DRAW, "draw upcard"),
    ("draw from the discard pile", INDIAN_DRAW, "draw pile"),
    ("Draw pile", INDIAN_DRAW, "draw pile"),
    ("draw from the closed deck", INDIAN_DRAW, "draw stock"),
    ("draw from the open pile", INDIAN_DRAW, "draw pile"),
    ("drop", INDIAN_DRAW, "drop"),
    # melds
    ("meld AC 2C 3C", MELD, "meld AC2C3C"),
    ("meld 3c, 2c, ac", MELD, "meld AC2C3C"),
    ("meld A♣ 2♣ 3♣ and 4♣", MELD, "meld AC2C3C4C"),
    ("Melding ace of clubs, two of clubs, three of clubs", MELD, "meld AC2C3C"),
    ("meld A♣2♣3♣", MELD, "meld AC2C3C"),
    # forms
    ('{"move": "10H"}', HAND, "TH"),
    ('Thinking: [KD]?\n```json\n{"reason": "no {use}", "move": "discard 10H"}\n```', HAND, "TH"),
    ('{"move": "KD"} No: {"action": "TH"}', HAND, "TH"),
    ('{"name": "play", "arguments": {"move": "TH"}}', HAND, "TH"),
    ('[{"move": "TH"}]', HAND, "TH"),
    ('{"action": "discard", "card": "10♥"}', HAND, "TH"),
    ('{"action": "discard 10H", "card": "TH"}', HAND, "TH"),
    ('{"move": "draw stock", "card": null}', DRAW, "draw stock"),
    ("<move>KD</move> no, <move>\n10H\n</move>", HAND, "TH"),
    ("<think>[KD] or [9C]</think><Answer>discard TH</Answer>", HAND, "TH"),
    (r"\boxed{10H}", HAND, "TH"),
    ("I hold a run [1]. [discard 10H]", HAND, "TH"),
    ("My hand is [9C TH KD]. Discard 10H.", HAND, "TH"),
    ("KD is a high card.\n**Final move:** 10H", HAND, "TH"),
    ("Action: draw stock", DRAW, "draw stock"),
    ("The 9C is in a run. Discard TH.", HAND, "TH"),
    ("I knock!", KNOCK, "knock"),
    ("I keep 9C and discard KD.", HAND, "KD"),
    ('{"move": "I discard kuy"}', MADE_UP, "discard kuy"),
    ("[Kuy]", BARE, "kuy"),
    # words of the prompt
    ("Draw from the pile", TAKE, "draw upcard"),
    ("I take 9S.", TAKE, "draw upcard"),
    ("take the nine of spades", TAKE, "draw upcard"),
    ("take 9♠ from the discard pile", TAKE, "draw upcard"),
    ("draw: stock", TAKE, "draw stock"),
    ("take", FIRST, "draw upcard"),
    ("I take the first upcard", FIRST, "draw upcard"),
    ("I pass.", FIRST, "pass"),
    ("yes", ASKED, "rejoin"),
    ("Yes, I join again.", ASKED, "rejoin"),
    ("No.", ASKED, "leave"),
    ("No, I leave.", ASKED, "leave"),
    ('{"move": "yes"}', SHARE, "split"),
    ("I agree to share the pool", SHARE, "split"),
    ("I refuse; I play on", SHARE, "play on"),
    # a label, and the move on another line
    ("Move:\nTH", HAND, "TH"),
    ("I keep KD.\n**Move:**  \n\n  discard TH", HAND, "TH"),
    ("discard  SAW", MADE_UP, "discard saw"),
]


@pytest.mark.parametrize(("answer", "legal", "move"), GOOD)
def test_good_answers(answer, legal, move):
    assert parse(answer, legal) == move


BAD = [
    ("", HAND, "empty"),
    (" \n\t", HAND, "empty"),
    ("<think>I discard TH</think>", HAND, "empty"),
    ("<think>I discard TH", HAND, "unfinished"),
    ("TH " * MAX_ANSWER, HAND, "too-long"),
    ("x" * 1_000_000, HAND, "too-long"),
    ('{"move": "discard T', HAND, "unfinished"),
    ('TH\n{"move": ', HAND, "unfinished"),
    ("<move>TH", HAND, "unfinished"),
    ("<move>KD</move><move>TH", HAND, "unfinished"),
    (r"\boxed{TH", HAND, "unfinished"),
    ("{'move': 'TH'}", HAND, "malformed"),
    ("{move: TH}", HAND, "malformed"),
    ('{"move": TH}', HAND, "malformed"),
    ('{"move": 3}', HAND, "malformed"),
    ('{"move": null}', HAND, "malformed"),
    ('{"move": ["TH"]}', HAND, "malformed"),
    ('{"move": {"card": "TH"}}', HAND, "malformed"),
    ('{"move": "TH", "move": "KD"}', HAND, "malformed"),
    ('{"move": "TH", "action": "KD"}', HAND, "malformed"),
    ("{" * 1000, HAND, "malformed"),
    ('{"a":' * 400, HAND, "no-move"),
    ("hello", HAND, "no-move"),
    ('{"move": ""}', HAND, "no-move"),
    ('{"thought": "hm"}', HAND, "no-move"),
    ("<move></move>", HAND, "no-move"),
    ("I resign", HAND, "no-move"),
    ("I will keep TH", HAND, "no-move"),
    ("11H", HAND, "no-move"),
    ("5X", HAND, "no-move"),
    ("THE", HAND, "no-move"),
    ("1", HAND, "no-move"),
    ("\0\x1b[31m", HAND, "no-move"),
    ("I saw the stock", MADE_UP, "ambiguous"),
    ("As an AI model I cannot play cards.", HAND, "no-move"),
    ("discard", HAND, "incomplete"),
    ("Discard the 5", HAND, "incomplete"),
    ("I discard as little as I can", HAND, "incomplete"),
    ("draw", DRAW, "incomplete"),
    ("meld", MELD, "incomplete"),
    ("TH KD", HAND, "ambiguous"),
    ("discard TH or KD", HAND, "ambiguous"),
    ("Discard TH. Discard KD.", HAND, "ambiguous"),
    ("[TH] [KD]", HAND, "ambiguous"),
    ("draw stock, then discard TH", DRAW, "ambiguous"),
    ("draw from the draw pile", INDIAN_DRAW, "ambiguous"),
    ("the draw pile", DRAW, "ambiguous"),
    ("TH", ["discard TH", "declare TH"], "ambiguous"),
    ("I will not pass", KNOCK, "ambiguous"),
    ("Never knock here", KNOCK, "ambiguous"),
    ("If I knock he wins", KNOCK, "ambiguous"),
    ("My opponent may pass", KNOCK, "ambiguous"),
    ('{"action": "discard", "card": "TH or KD"}', HAND, "ambiguous"),
    ('{"move": "TH", "card": "KD"}', HAND, "ambiguous"),
    ('{"move": "discard TH", "card": "KD"}', HAND, "illegal"),
    ('{"action": "discard", "card": "12"}', HAND, "incomplete"),
    ('{"action": "pass", "card": "TH"}', KNOCK, "illegal"),
    ('{"move": "not discard TH"}', HAND, "ambiguous"),
    ('{"move": "not TH"}', HAND, "no-move"),
    ('{"move": "discard saw, discard kuy"}', MADE_UP, "ambiguous"),
    ("[kuy saw]", BARE, "ambiguous"),
    ("discard goz", MADE_UP, "illegal"),
    ("take 8S", TAKE, "illegal"),
    ("take 8S from the pile", TAKE, "illegal"),
    ("take 9S from the stock", TAKE, "ambiguous"),
    ("take it", TAKE, "incomplete"),
    ("draw from the draw pile", TAKE, "ambiguous"),
    ("yes", HAND, "no-move"),
    ("Yes and no", ASKED, "ambiguous"),
    ("I do not agree", SHARE, "ambiguous"),
    ("No, I rejoin", ASKED, "ambiguous"),
    ("Move: ", HAND, "no-move"),
    ("I knock.\n[TH]", [*HAND, "knock"], "ambiguous"),
    ("Move: TH\nMove: KD", HAND, "ambiguous"),
    ("<move>TH</move> <action>KD</action>", HAND, "ambiguous"),
    ('[{"move": "TH"}, {"move": "KD"}]', HAND, "ambiguous"),
    ("KH", HAND, "illegal"),
    ("discard KH", HAND, "illegal"),
    ("discard TH KD", HAND, "illegal"),
    ("knock", HAND, "illegal"),
    ("knock with TH", HAND, "illegal"),
    ("lay off 9C", INDIAN, "illegal"),
    ("drop TH", INDIAN_DRAW, "illegal"),
    ("draw stock", HAND, "illegal"),
    ("meld AC 2C", MELD, "illegal"),
    ("meld AC2C3C4C5C", MELD, "illegal"),
    ("pass", DRAW, "illegal"),
    ("declare 9C", INDIAN, "illegal"),
    ('{"move": "KD"} {"move": "QD"}', HAND, "illegal"),
]


@pytest.mark.parametrize(("answer", "legal", "kind"), BAD, ids=lambda x: str(x)[:40])
def test_bad_answers_are_errors(answer, legal, kind):
    """None is replaced by a move, and the reason is one sentence of moderate length."""
    with pytest.raises(InvalidAnswer) as caught:
        parse(answer, legal)
    assert caught.value.kind == kind
    assert 10 < len(caught.value.reason) < 300
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_words_of_the_text():
    """An answer may use the words with which the text of the engine tells what a move does."""
    text = "You: took 7S.\nLegal moves:\n  draw upcard: take 8S from the pile (outs 3)\n  QH: knock with QH\n  pass: do not knock\n"
    legal = listed(text, ["draw upcard", "QH", "pass"])
    assert legal == {"draw upcard": "take 8S from the pile", "QH": "knock with QH", "pass": "do not knock"}
    assert parse("I take 8S from the pile!", legal) == "draw upcard"
    assert parse("do not knock", legal) == parse('{"move": "I do not knock."}', legal) == "pass"
    assert parse("Knock with the queen of hearts.", legal) == parse("Q♥", legal) == "QH"
    for answer in ["discard QH", "knock", "I will not take 8S from the pile", "take 9S from the pile"]:
        with pytest.raises(InvalidAnswer):
            parse(answer, legal)


DECLARES = [
    "declare",
    "I declare",
    "I will declare",
    "declaring",
    "Declare now",
    "I declare and win",
    "show",
    "I finish",
]
DISCARDS = ["discard {}", "discarding {}", "I discard {}", "throw {}", "throwing away {}", "I will discard the {}"]
ORDERS = [
    *(
        "{0}, {1}",
        "{0} ({1})",
        "{0} and {1}",
        "{0}: {1}",
        "{0} - {1}",
        "{0} by {1}",
        "{0}. {1}.",
        "{0}! {1}",
        "{0}\n{1}",
    ),
    *(
        "{1}, {0}",
        "{1} and {0}",
        "{1} to {0}",
        "{1} ({0})",
        "{1}. {0}.",
        "{1}\n{0}",
        "{0} / {1}",
        "{0}; then {1}",
        "{0}? {1}",
    ),
]
WHOLE = [
    *(
        "{}",
        "My hand is complete. {}",
        "[{}]",
        "<move>{}</move>",
        "Move: {}",
        '{{"move": "{}"}}',
        '{{"action": "{}", "card": "{card}"}}',
    ),
    *(
        '{{"declare": true, "move": "discard {card}"}}',
        "Move: {}\nMove: discard {card}",
        "I declare.\n[discard {card}]",
    ),
    *(
        '[{{"action": "declare"}}, {{"action": "discard", "card": "{card}"}}]',
        'I declare: {{"move": "discard {card}"}}',
    ),
    *(
        "<action>declare</action><action>discard {card}</action>",
        "[declare] [discard {card}]",
        "Move: discard {card}\nDeclare: yes",
    ),
]


def test_a_declaration_is_never_read_as_a_discard():
    """However the two are put together: the answer declares with the card, or is ambiguous."""
    cards = {"9C": "9C", "10♥": "TH", "joker": "JK", "ace of spades": "AS"}
    legal = [f"{verb} {name}" for name in cards.values() for verb in ("discard", "declare")]
    read, tried = 0, 0
    for card, declare, discard, order, whole in zip(
        itertools.cycle(cards), *zip(*itertools.product(DECLARES, DISCARDS, ORDERS, WHOLE), strict=True), strict=False
    ):
        said = order.format(declare, discard.format(card))
        if "\n" in said and "\nMove" in whole:
            continue
        answer = whole.format(said, card=card)
        tried += 1
        try:
            move = parse(answer, legal)
        except InvalidAnswer:
            continue
        assert move == f"declare {cards[card]}", answer
        read += 1
    assert tried > 10_000
    assert read > tried / 10  # those that can mean nothing else
    for answer in [
        "declare, discarding 9C",
        "I declare (discard 9C)",
        '{"action": "declare and discard", "card": "9C"}',
    ]:
        assert parse(answer, legal) == "declare 9C"
        with pytest.raises(InvalidAnswer, match="illegal"):
            parse(answer, ["discard 9C"])
    for answer in [
        "Discard 9C.",
        "I keep TH and discard 9C",
        'I cannot declare. {"move": "discard 9C"}',
        "Move: discard 9C",
    ]:
        assert parse(answer, legal) == "discard 9C"


SENTENCES = [
    *(
        "discard {}",
        "I discard {}.",
        "I will discard the {}",
        "Discard my {} please",
        "throw away {}",
        "Discarding {}!",
    ),
    *(
        "I keep the {other} and discard {}.",
        "The {other} is in a run. Discard {}.",
        "My choice is to discard {}",
        "[{}]",
    ),
    *("Move: {}", "Move:\n{}", '{{"action": "discard", "card": "{}"}}', "I think that {other} helps; discard {}"),
]


@pytest.mark.parametrize("names", [None, 1, 7])
def test_sentences_with_made_up_names(names):
    """They are read as those with the usual names, and so are rank and suit apart."""
    with TextEnv("indian", text={} if names is None else {"names": names}) as env:
        env.reset(seed=2)
        env.act("draw stock")
        moves = [move for move in env.legal if move.startswith("discard") and "JK" not in move]
        legal = listed(env.observe(), env.legal)
        for move, kept in itertools.pairwise(moves):
            card, other = move.split()[1], kept.split()[1]
            for sentence in SENTENCES:
                assert parse(sentence.format(card, other=other), legal) == move, sentence
            if names is not None:
                assert parse(f"Discard {card[:2]} of {card[2]}", legal) == move
            with pytest.raises(InvalidAnswer, match="ambiguous"):
                parse(f"discard {card} or {other}", legal)


RANKS = dict(
    zip(
        "A23456789TJQK",
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
        strict=True,
    )
)
SUITS = {"C": ("♣", "clubs"), "D": ("♦", "diamonds"), "H": ("♥", "hearts"), "S": ("♠", "spades")}


def spellings(card):
    """Returns the ways in which a card is written."""
    if card == "JK":
        return ["JK", "joker", "Joker"]
    rank, (symbol, suit) = card[0], SUITS[card[1]]
    number = "10" if rank == "T" else rank
    return [
        card,
        number + card[1],
        card[1] + number,
        number + symbol,
        symbol + number,
        f"{number} {symbol}",
        f"{RANKS[rank]} of {suit}",
        f"{number} of {suit}",
        f"{RANKS[rank].title()} of {suit.title()}",
    ]


def ways(name):
    """Returns the ways in which a move is written."""
    verb, _, rest = name.rpartition(" ")
    if name in ("draw stock", "draw upcard", "draw pile", "pass", "knock", "drop"):
        more = {
            "draw stock": "draw from the stock",
            "draw upcard": "take the upcard",
            "draw pile": "draw from the discard pile",
        }
        return [name, name.upper(), more.get(name, name)]
    cards = [rest[i : i + 2] for i in range(0, len(rest), 2)]
    written = [" ".join(cs) for cs in zip(*map(spellings, cards), strict=True)]
    if len(cards) > 1:
        written += [", ".join(reversed(cards)), "".join(cards)]
    return [f"{verb} {w}".strip() for w in written] + ([f"discard {w}" for w in written] if not verb else [])


FORMS = ["{}", '{{"move": "{}"}}', "<move>{}</move>", "[{}]", "Hm.\nMove: {}", "I {}.", "**{}**"]


@pytest.mark.parametrize(
    ("game", "preset", "rules"),
    [
        ("indian", "paper", None),
        ("indian", "club", {"packs": 2, "declaring": "any-cards"}),
        ("gin", "eaai", None),
        ("gin", "openspiel", None),
        ("gin", "eaai", {"melding": "chosen", "laying-off": "chosen", "knock-order": "knock-then-discard"}),
    ],
)
def test_every_legal_move_in_every_spelling(game, preset, rules):
    """A legal move of a position is read as itself, however it is written."""
    rng = random.Random(5)
    seen = set()
    with rummygym.Tables(game, preset=preset, rules=rules, num_envs=8, autoreset="same-step") as tables:
        tables.reset(seed=3)
        for _ in range(150):
            for mask in tables.masks:
                legal = [tables.spec.actions[a] for a in mask.nonzero()[0]]
                if tuple(legal) in seen:
                    continue
                seen.add(tuple(legal))
                for name in rng.sample(legal, min(3, len(legal))):
                    way, form = rng.choice(ways(name)), rng.choice(FORMS)
                    one_word = form == "I {}." and " " not in name and name == name.upper()  # "I TH." is no sentence
                    answer = (FORMS[0] if one_word else form).format(way)
                    if game == "indian" and " " not in way:
                        continue
                    assert parse(answer, legal) == name, (answer, legal)
            tables.step([rng.choice(mask.nonzero()[0]) for mask in tables.masks])
    assert len(seen) > 100


def test_text_at_random_is_never_another_move():
    """What is read from a text is a legal move that the text names, or an error."""
    rng = random.Random(1)
    pieces = [
        "{",
        "}",
        '"move"',
        ":",
        '"',
        "[",
        "]",
        "<move>",
        "</move>",
        "TH",
        "10",
        "♥",
        "KD",
        "discard ",
        "draw ",
        "\\boxed{",
        " of ",
        "hearts",
        "\n",
        ".",
        "I ",
        "not ",
        "é",
        "🃏",
        "{{",
        "the ",
    ]
    read = 0
    for _ in range(20_000):
        answer = "".join(rng.choices(pieces, k=rng.randrange(1, 9)))
        try:
            move = parse(answer, HAND)
        except InvalidAnswer:
            continue
        read += 1
        plain = answer.replace("10", "T").replace("♥", "H").replace("hearts", "H")
        assert all(part in plain for part in move), answer
    assert read > 100


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        '{"',
        '{"a":',
        "[",
        "[[",
        "<move>",
        "\\boxed{",
        "move:",
        "draw ",
        "discard ",
        "discard 5H ",
        "AC",
        "A♣",
        "♣",
        "10 ",
        "I'",
        "the ",
        "take from the ",
        ".",
    ],
)
def test_long_answers_end(piece):
    """The time grows with the length, not with its square, which would take an hour."""
    answer = (piece * MAX_ANSWER)[: MAX_ANSWER - 1]
    with pytest.raises(InvalidAnswer):
        parse(answer, HAND)
