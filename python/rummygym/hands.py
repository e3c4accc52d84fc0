"""Exact functions of hands: MinScore, MinDist, outs and deadwood, and their analysis.

A hand is one of

- a text of cards separated by spaces or commas, such as ``"AS TD JK"`` (JK is a printed joker),
- a sequence of texts of one card each, such as ``["AS", "TD", "JK"]``,
- an array of the number of each card, in the order of the observation field ``hand``: [53] for Indian
  Rummy, [52] or [4, 13] for Gin Rummy. :data:`CARDS` has the names in this order.

A batch is an array of M rows, such as [M, 53], or a sequence of M hands in text: ``["AS TD JK", "2C"]`` or
``[["AS", "TD", "JK"], ["2C"]]``. A sequence of texts that have one card each is one hand, not a batch.
One hand gives one result, and a batch M results. Numbers of a batch are int32 [M], computed in one call of the
engine on all cores.

The wild rank of Indian Rummy is a text, such as ``"7"`` or ``"K"``, or a number, 0 for ace to 12 for king;
or a sequence or array of M of them, one for each hand of a batch.

Wrong hands raise :class:`rummygym.ConfigError`, which names the hand and the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _abi
from ._abi import ConfigError
from .app import hand
from .options import Game

RANKS = "A23456789TJQK"
CARDS = (*(rank + suit for suit in "CDHS" for rank in RANKS), "JK")
"""The cards in the order of arrays: clubs, diamonds, hearts and spades from ace to king, printed joker."""

Hands: TypeAlias = "str | Sequence[str] | Sequence[Sequence[str]] | ArrayLike"
Wild: TypeAlias = "str | int | Sequence[str] | ArrayLike"

_NUMBER = {name: i for i, name in enumerate(CARDS)} | {"10" + suit: CARDS.index("T" + suit) for suit in "CDHS"}
_RANK = {rank: i for i, rank in enumerate(RANKS)} | {"10": 9}


def min_score(hands: Hands, wild: Wild, *, capped: bool = True) -> int | NDArray[np.int32]:
    """Returns MinScore of hands of Indian Rummy: the minimum score in points.

    Args:
        hands: One hand or a batch, of 1 to 14 cards with up to three copies of each. Of 14 cards the best 13 count.
        wild: The wild rank.
        capped: Whether scores above 80 points count as 80, as in a game.

    Source: saha2025mindist, section IV.A.
    """
    return _numbers("min-score" if capped else "min-score-uncapped", hands, wild)


def min_dist(hands: Hands, wild: Wild) -> int | NDArray[np.int32]:
    """Returns MinDist of hands of Indian Rummy: the minimum number of cards to replace for a valid declaration.

    It is in [0, 9] for 13 or 14 cards. It ignores which cards are left in the deck; ``mindist_avail`` of
    :func:`solve` takes this into account.

    Args:
        hands: One hand or a batch, of 1 to 14 cards with up to three copies of each. Of 14 cards the best 13
            count; smaller hands are completed to 13 cards.
        wild: The wild rank.

    Source: saha2025mindist, sections IV.B and VI.
    """
    return _numbers("min-dist", hands, wild)


def outs(hands: Hands, wild: Wild) -> list[str] | list[list[str]] | NDArray[np.bool_]:
    """Returns the cards whose draw lowers MinDist of hands of Indian Rummy, whether or not a copy is left.

    A hand in text gives a list of cards, and a batch in text a list of such lists. An array [53] or [M, 53]
    gives a bool array of the same shape. A hand with MinDist 0 has no outs.

    Args:
        hands: One hand or a batch, of 1 to 13 cards with up to three copies of each.
        wild: The wild rank.
    """
    counts, single, text = _counts(hands, 53)
    results = _measure("outs", counts, _ranks(wild, len(counts))).reshape(counts.shape).astype(np.bool_)
    if text:
        lists = [[CARDS[i] for i in np.flatnonzero(row)] for row in results]
        return lists[0] if single else lists
    out: NDArray[np.bool_] = results[0] if single else results
    return out


def deadwood(hands: Hands) -> int | NDArray[np.int32]:
    """Returns the deadwood of hands of Gin Rummy: the minimum number of points outside melds.

    Args:
        hands: One hand or a batch, of 1 to 11 different cards without printed jokers.
    """
    counts, single, _ = _counts(hands, 52)
    results = _measure("deadwood", counts, None)
    return int(results[0]) if single else results


def solve(
    hands: Hands,
    wild: Wild | None = None,
    *,
    game: Game = "indian",
    decks: int | None = None,
    printed: int | None = None,
    gone: str | Sequence[str] = (),
    knocker: Sequence[str | Sequence[str]] = (),
) -> dict[str, Any] | list[dict[str, Any]]:
    """Returns the analysis of hands that ``rummygym solve`` writes; its ``--help`` describes every key.

    One hand gives a dict, and a batch a list of dicts. For Indian Rummy it holds ``minscore``,
    ``minscore_uncapped``, ``mindist``, ``mindist_avail`` and the melds of the best grouping; for Gin Rummy
    the best melds, ``deadwood``, the deadwood after each discard of 11 cards, and lay-offs. The other
    functions are faster if you need one number for each of many hands.

    Args:
        hands: One hand or a batch, of 1 to 14 cards of the deck; for Gin Rummy 1 to 11.
        wild: The wild rank of Indian Rummy: one for all hands, or one for each hand.
        game: ``"indian"`` or ``"gin"``.
        decks: Indian Rummy: number of packs of 52 cards in the deck, 1 to 3; None is 1.
        printed: Indian Rummy: number of printed jokers in the whole deck; None is 2.
        gone: Indian Rummy: cards that cannot be drawn any more, as a hand in text.
        knocker: Gin Rummy: melds to lay off on, each as a hand in text.
    """
    if not isinstance(game, str):
        raise ConfigError(f"game is {game!r}: want 'indian' or 'gin'")
    indian = game != "gin"
    if not isinstance(gone, str | Sequence) or not isinstance(knocker, Sequence):
        name, given = ("knocker", knocker) if isinstance(gone, str | Sequence) else ("gone", gone)
        raise ConfigError(f"{name} is {given!r}: want cards in text")
    for name, foreign in {
        "knocker": indian and len(knocker) > 0,
        "wild": not indian and wild is not None,
        "decks": not indian and decks is not None,
        "printed": not indian and printed is not None,
        "gone": not indian and len(gone) > 0,
    }.items():
        if foreign:
            raise ConfigError(f"{name} is not for hands of {game}: leave it out")
    common: dict[str, Any] = {name: x for name, x in (("decks", decks), ("printed", printed)) if x is not None}
    if len(gone):
        common["gone"] = _hand(gone, "gone")
    if len(knocker):
        common["knocker"] = [_hand(meld, f"knocker, meld {i + 1}") for i, meld in enumerate(knocker)]
    batch, single = _texts(hands) or _listed(*_counts(hands, 53 if indian else 52)[:2])
    ranks = [] if wild is None else _ranks(wild, len(batch)).tolist()
    answers = []
    for i, cards in enumerate(batch):
        request = common | {"cards": cards} | ({"wild": RANKS[ranks[i]]} if ranks else {})
        try:
            answers.append(hand(game, request))
        except ConfigError as e:
            raise ConfigError(f"hand {i}: {e}") from None
    return answers[0] if single else answers


def _hand(given: str | Sequence[str], name: str) -> list[str]:
    """Returns the cards of one hand in text."""
    texts = _texts(given)
    if texts is None or not texts[1]:
        raise ConfigError(f"{name} is {given!r}: want cards in text, such as 'AS TD' or ['AS', 'TD']")
    return texts[0][0]


def _listed(counts: NDArray[np.int8], single: bool) -> tuple[list[list[str]], bool]:
    """Returns rows of counts as cards in text, and single."""
    return [[card for card, n in zip(CARDS, row, strict=False) for _ in range(n)] for row in counts.tolist()], single


def _numbers(measure: str, hands: Hands, wild: Wild) -> int | NDArray[np.int32]:
    """Returns one number for one hand of Indian Rummy, or an array for a batch."""
    counts, single, _ = _counts(hands, 53)
    results = _measure(measure, counts, _ranks(wild, len(counts)))
    return int(results[0]) if single else results


def _measure(measure: str, counts: NDArray[np.int8], wild: NDArray[np.int8] | None) -> NDArray[np.int32]:
    """Returns a function of each row of counts."""
    results = np.empty(counts.size if measure == "outs" else len(counts), np.int32)
    _abi.call("measure", measure, counts, wild, results)
    return results


def _counts(hands: Hands, kinds: int) -> tuple[NDArray[np.int8], bool, bool]:
    """Returns the counts [M, kinds] of hands, whether they are one hand, and whether they are text."""
    texts = _texts(hands)
    if texts is None:
        counts, single = _rows(_array(hands, "hands"), kinds)
        return counts, single, False
    batch, single = texts
    counts = np.zeros((len(batch), kinds), np.int8)
    for i, cards in enumerate(batch):
        for j, card in enumerate(cards):
            number = _NUMBER.get(card.upper())
            if number is None or number >= kinds:
                game = "a rank (A 2-9 T J Q K) and a suit (C D H S) as in TD" + (", or JK" if kinds == 53 else "")
                raise ConfigError(f"hand {i}: card {j + 1}: {card!r} is not a card: want {game}")
            if counts[i, number] == 100:
                raise ConfigError(f"hand {i}: more than 100 of {card}")
            counts[i, number] += 1
    return counts, single, True


def _texts(hands: Any) -> tuple[list[list[str]], bool] | None:
    """Returns the cards of each hand in text and whether it is one hand, or None if hands are not text."""
    if isinstance(hands, np.ndarray):
        if hands.dtype.kind != "U":
            return None
        hands = hands.tolist()
    if isinstance(hands, str):
        return [_split(hands)], True
    if not isinstance(hands, Iterable):
        return None
    hands = list(hands)
    if not hands:
        raise ConfigError(
            "no hand: want the cards of a hand, or a batch of hands; np.empty((0, 53)) is a batch of none"
        )
    if all(isinstance(x, str) for x in hands):
        batch = [_split(x) for x in hands]
        if any(len(cards) > 1 for cards in batch):
            return batch, False
        return [[card for cards in batch for card in cards]], True
    if all(not isinstance(x, np.ndarray) and isinstance(x, Sequence) and x and isinstance(x[0], str) for x in hands):
        return [_split(x) if isinstance(x, str) else [str(card) for card in x] for x in hands], False
    return None


def _split(text: str) -> list[str]:
    """Returns the cards of a text."""
    return text.replace(",", " ").split()


def _array(given: Any, name: str) -> NDArray[Any]:
    """Returns an argument as an array."""
    try:
        return np.asarray(given)
    except (TypeError, ValueError) as e:
        raise ConfigError(f"{name} cannot be an array: {e}") from e


def _rows(given: NDArray[Any], kinds: int) -> tuple[NDArray[np.int8], bool]:
    """Returns an array of counts as [M, kinds], and whether it is one hand."""
    if kinds == 52 and given.shape[-2:] == (4, 13):
        given = given.reshape(*given.shape[:-2], 52)
    if given.dtype.kind not in "biuf" or given.ndim not in (1, 2) or given.shape[-1] != kinds:
        want = f"numbers of shape ({kinds},) or (M, {kinds})" + (", or planes of shape (4, 13)" if kinds == 52 else "")
        raise ConfigError(f"hands are an array of {given.dtype} and shape {given.shape}: want text, or {want}")
    rows = given.reshape(-1, kinds)
    with np.errstate(invalid="ignore"):
        counts = np.ascontiguousarray(rows, np.int8)
    wrong = np.argwhere((counts != rows) | (counts < 0))
    if len(wrong):
        i, card = wrong[0]
        raise ConfigError(f"hand {i}: {rows[i, card]} of {CARDS[card]}: want a whole number of copies, 0 to 127")
    return counts, given.ndim == 1


def _ranks(wild: Any, hands: int) -> NDArray[np.int8]:
    """Returns the wild rank of each of a number of hands."""
    if isinstance(wild, str):
        return np.full(hands, _rank(wild, "wild"), np.int8)
    given = _array(wild, "wild")
    if given.ndim > 1 or (given.ndim == 1 and len(given) != hands):
        raise ConfigError(f"wild has shape {given.shape}: want one rank, or one for each of {hands} hands")
    if given.dtype.kind == "U":
        texts = enumerate(given.reshape(-1).tolist())
        ranks = np.array([_rank(text, f"wild of hand {i}") for i, text in texts], np.int8).reshape(given.shape)
    elif given.dtype.kind in "iuf" and ((given >= 0) & (given <= 12) & (given == np.floor(given))).all():
        ranks = given.astype(np.int8)
    else:
        raise ConfigError(f"wild is {wild!r}: want ranks such as '7' or 'K', or numbers from 0 (ace) to 12 (king)")
    return np.ascontiguousarray(np.broadcast_to(ranks, hands))


def _rank(text: str, place: str) -> int:
    """Returns the number of a rank."""
    rank = _RANK.get(text.upper())
    if rank is None:
        raise ConfigError(f"{place}: {text!r} is not a rank: want A, 2-9, T (or 10), J, Q or K")
    return rank
