"""Positions with answers, and puzzles about single facts, as questions with scored answers.

>>> entries = rummygym.positions.load("gin")  # the frozen set of 2,000 positions
>>> rummygym.positions.score_answer("draw stock", entries[0])
1.0

An entry has the keys ``question``, ``answer`` and ``metadata``, as in reasoning-gym. :class:`Puzzles` makes
any number of puzzles.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from ._abi import ConfigError
from .hands import CARDS, RANKS, deadwood, min_dist, min_score, outs
from .recipe import run

Entry: TypeAlias = "dict[str, Any]"

_GIN = (
    "In Gin Rummy a meld is a set of three or four cards of a rank, or a run of three or more consecutive cards of a suit, "
    "in which the ace is low. A card is in one meld at most. The ace counts 1 point, J, Q and K count 10. "
)
_INDIAN = (
    "In Indian Rummy with 13 cards a pure sequence is three or more consecutive ranks of a suit, without a joker that stands for "
    "another card; the ace is low or high. A sequence may have jokers in place of cards, and so may a set: three or four "
    "cards of a rank and of different suits. Three or more jokers alone are a sequence. Jokers are JK and all cards of rank {wild}. A hand is a valid declaration if all 13 "
    "cards are in such melds, of which one is a pure sequence, and a second one a sequence, pure or not. "
)


def read(path: str | os.PathLike[str]) -> list[Entry]:
    """Returns the positions of a file as entries.

    The file is in JSON Lines format, and may be compressed with gzip. ``metadata`` is the row of the file,
    with the costs of all moves.
    """
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    return [_entry(line, f"{os.fspath(path)}, line {n}") for n, line in enumerate(data.decode().splitlines(), 1)]


def load(name: str) -> list[Entry]:
    """Returns the positions of a frozen set, which is part of the program, such as ``"gin"``.

    They are the same in every installation of a version. ``rummygym positions list`` prints the SHA-256 of each set.
    """
    return [_entry(row, name) for row in run("positions show", set=name, progress=False).rows]


def _entry(row: Any, place: str) -> Entry:
    """Returns a position, or a line of a file that has one, as an entry."""
    try:
        row = json.loads(row) if isinstance(row, str) else row
        question = f"{row['rules'].strip()}\n\n{row['aim']}\n\n{row['text']}\nAnswer with the name of one legal move."
        row["moves"][0]["cost"]
        return {"question": question, "answer": row["best"], "metadata": row}
    except (ValueError, TypeError, KeyError, IndexError) as e:
        raise ConfigError(f"{place}: {e!r}: want a position of a set") from e


def score_answer(answer: str | None, entry: Entry) -> float:
    """Returns what an answer to an entry is worth, in [0, 1].

    For a position it is 1 for the best move and for moves that cost nothing, and 0 for the worst move and for an answer
    that is not a legal move; between these it falls linearly with the cost. A puzzle is right (1) or wrong (0); the order
    of cards, spaces and upper case do not matter.
    """
    if not isinstance(answer, str):
        return 0.0
    row = entry["metadata"]
    if "moves" not in row:
        return float(_plain(answer) == _plain(entry["answer"]))
    asked = " ".join(answer.split()).casefold()
    for move in row["moves"]:
        if asked in (move["name"].casefold(), move["text"].casefold()):
            worst: float = max(m["cost"] for m in row["moves"])
            if move["name"] == row["best"] or move["cost"] <= 0:
                return 1.0
            return float(1 - move["cost"] / worst)
    return 0.0


def _plain(text: str) -> list[str]:
    """Returns the words of an answer, sorted."""
    return sorted(re.sub(r"[\s,;.]+", " ", text).casefold().replace("10", "t").split())


class Puzzles(Sequence[Entry]):
    """Puzzles of one kind. Equal arguments give equal puzzles.

    >>> puzzles = rummygym.positions.Puzzles("deadwood", size=100, seed=1)
    >>> puzzles.score_answer("17", puzzles[0])

    Args:
        kind: ``"deadwood"`` of ten cards, ``"min-score"`` or ``"min-dist"`` of 13, ``"declaration"`` (is the hand
            a valid one?) or ``"completes"`` (which cards complete it?).
        size: Number of puzzles.
        seed: Seed of the hands.
    """

    def __init__(self, kind: str, size: int = 500, seed: int = 0) -> None:
        if kind not in _KINDS:
            raise ConfigError(f"kind is {kind!r}: want {', '.join(_KINDS)}")
        if size < 1:
            raise ConfigError(f"size is {size}: want 1 or more")
        self.kind, self.size, self.seed = kind, size, seed

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.size))]
        i = range(self.size)[index]
        rng = random.Random(f"{self.kind}/{self.seed}/{i}")
        question, answer, hand, wild = _KINDS[self.kind](rng)
        metadata = {"source_dataset": f"rummygym-{self.kind}", "source_index": i, "hand": hand, "wild": wild}
        return {"question": question, "answer": answer, "metadata": metadata}

    def __iter__(self) -> Iterator[Entry]:
        return (self[i] for i in range(self.size))

    score_answer = staticmethod(score_answer)


_Puzzle: TypeAlias = "tuple[str, str, list[str], str | None]"  # question, answer, hand, wild rank


def _ask(hand: list[str], wild: str | None, ask: str, form: str, answer: object) -> _Puzzle:
    rules = _GIN if wild is None else _INDIAN.format(wild=wild)
    return f"{rules}{ask} {' '.join(hand)}\nAnswer with {form}.", str(answer), hand, wild


def _deadwood(rng: random.Random) -> _Puzzle:
    hand = sorted(rng.sample(CARDS[:52], 10), key=CARDS.index)
    ask = "What is the deadwood of this hand, the least number of points outside melds?"
    return _ask(hand, None, ask, "a number", deadwood(hand))


def _min_dist(rng: random.Random) -> _Puzzle:
    hand, wild = _near(rng, rng.randrange(8))
    ask = "What is the least number of cards of this hand that must be replaced to make it a valid declaration?"
    return _ask(hand, wild, ask, "a number", min_dist(hand, wild))


def _min_score(rng: random.Random) -> _Puzzle:
    hand, wild = _near(rng, rng.randrange(8))
    ask = (
        "What is the least number of points that this hand costs? With a pure sequence and a second sequence, the cards "
        "outside melds cost points; with a pure sequence alone, all cards outside it; without one, all cards. A, J, Q and "
        "K count 10 points, 2 to 10 their rank, jokers nothing. More than 80 points count as 80."
    )
    return _ask(hand, wild, ask, "a number", min_score(hand, wild))


def _declaration(rng: random.Random) -> _Puzzle:
    hand, wild = _near(rng, rng.randrange(2))
    return _ask(hand, wild, "Is this a valid declaration?", "yes or no", "yes" if min_dist(hand, wild) == 0 else "no")


def _completes(rng: random.Random) -> _Puzzle:
    hand, wild = _near(rng, 1)
    while min_dist(hand, wild) != 1:
        hand, wild = _near(rng, 1)
    ask = (
        "This hand is one card short of a valid declaration. Which cards, drawn in place of one of the hand, complete it, "
        "whether or not a copy is left?"
    )
    cards = [str(card) for card in outs(hand, wild)]
    return _ask(hand, wild, ask, "the cards, separated by spaces", " ".join(cards))


def _near(rng: random.Random, replaced: int) -> tuple[list[str], str]:
    """Returns a valid declaration of which some cards are replaced by random ones, and the wild rank."""
    while True:
        wild, deck = rng.choice(RANKS), [*CARDS, "JK"]
        sizes, hand = rng.choice([[3, 3, 3, 4], [4, 3, 3, 3], [5, 4, 4], [4, 5, 4]]), []
        for i, n in enumerate(sizes):
            suits, low = rng.sample("CDHS", 4), rng.randrange(13)
            if i < 2 or rng.random() < 0.3 or n > 4:
                meld = [(RANKS + "A")[r : r + 1] + suits[0] for r in range(low, low + n)]
            else:
                meld = [RANKS[low] + s for s in suits[:n]]
            if i > 0 and rng.random() < 0.3:
                meld[rng.randrange(n)] = rng.choice(["JK", wild + rng.choice("CDHS")])
            hand += meld
        for _ in range(replaced):
            hand[rng.randrange(13)] = rng.choice(deck)
        if all(hand.count(c) <= deck.count(c) for c in hand) and (replaced > 0 or min_dist(hand, wild) == 0):
            return sorted(hand, key=CARDS.index), wild


_KINDS: dict[str, Callable[[random.Random], _Puzzle]] = {
    "deadwood": _deadwood,
    "min-score": _min_score,
    "min-dist": _min_dist,
    "declaration": _declaration,
    "completes": _completes,
}
