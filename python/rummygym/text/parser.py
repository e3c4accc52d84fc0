"""Finds the move in an answer of a language model.

>>> from rummygym.text import parse
>>> parse("I hold two kings.\\n[throw the ten of hearts]", ["9C", "TH", "KD"])
'TH'
>>> parse("discard 10H or KD", ["9C", "TH", "KD"])
Traceback (most recent call last):
rummygym.text.parser.InvalidAnswer: ambiguous: "discard 10H or KD" is not a plain move: it has the word "or". Name one move, and nothing else

The move is read from the first of these forms that the answer contains:

1. the last JSON object with a member ``move`` or ``action``, whose card may be the member ``card``;
2. the last tag ``<move>…</move>``, ``<action>`` or ``<answer>``, or the last ``\\boxed{…}``;
3. moves in square brackets;
4. the last line that begins with ``Move:``, ``Action:`` or ``Answer:``;
5. the whole answer, if its words name exactly one move.

Cards may be written as TH, 10H, H10, 10♥, ten of hearts, JK or joker. The result is the one
move that the answer names, or an error with the reason. Nothing is guessed.
"""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

__all__ = ["MAX_ANSWER", "InvalidAnswer", "Kind", "listed", "parse"]

MAX_ANSWER = 1 << 16
"""The maximum number of characters of an answer, without what stands between ``<think>`` and ``</think>``."""

Kind = Literal["empty", "too-long", "unfinished", "malformed", "no-move", "incomplete", "ambiguous", "illegal"]
"""What is wrong with an answer.

``empty``: it has no text. ``too-long``: it has more than MAX_ANSWER characters. ``unfinished``: a JSON object, a tag or
the thinking has no end. ``malformed``: its JSON object is broken, or its move is not one string. ``no-move``: it names no move.
``incomplete``: it names a move without its card, or a draw without the pile. ``ambiguous``: it can be read in several ways. ``illegal``: the move that it
names is not legal now.
"""


class InvalidAnswer(ValueError):
    """An answer that does not name exactly one legal move. ``reason`` is a sentence for the model."""

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(f"{kind}: {reason}")
        self.kind: Kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[type[InvalidAnswer], tuple[Kind, str]]:
        return InvalidAnswer, (self.kind, self.reason)


Legal = Mapping[str, str]  # what the legal moves do, by name


def listed(text: str, names: Iterable[str]) -> dict[str, str]:
    """Returns what the moves of a text of the engine do, by name, "" where it does not say that.

    >>> listed("Legal moves:\\n  draw upcard: take 8S from the pile\\n  pass\\n", ["draw upcard", "pass"])
    {'draw upcard': 'take 8S from the pile', 'pass': ''}
    """
    does = dict.fromkeys(names, "")
    for line in text.rpartition("Legal moves:\n")[2].splitlines():
        name, _, words = line.strip().partition(": ")
        if name in does:
            does[name] = words.partition(" (")[0]
    return does


def parse(answer: str, legal: Sequence[str] | Mapping[str, str]) -> str:
    """Returns the move of an answer, one of the names in ``legal``.

    Args:
        answer: All that the model wrote.
        legal: The names of the legal moves, or a mapping from the names to what the moves do in words, which
            an answer may use too.

    Raises:
        InvalidAnswer: The answer does not name exactly one legal move.
    """
    if answer in legal:
        return answer
    if not isinstance(legal, Mapping):
        legal = dict.fromkeys(legal, "")
    answer = _plain(answer)
    _before, thought, after = answer.rpartition("</think>")
    answer = (after if thought else answer).strip()
    if "<think>" in answer:
        raise InvalidAnswer("unfinished", "The thinking has no end: </think> is missing")
    if not answer:
        raise InvalidAnswer("empty", "The answer is empty" + (" after the thinking" if thought else ""))
    if len(answer) > MAX_ANSWER:
        raise InvalidAnswer("too-long", f"The answer has {len(answer):,} characters: want at most {MAX_ANSWER:,}")
    for form in (_object, _tagged, _bracketed, _labelled):
        if found := form(answer, legal):
            return found
    return _read(answer, legal, free=True)


# ---- Forms ----

_MAX_BRACES = 500  # of an answer: each is a place where a JSON object may begin


_LIKE_OBJECT = re.compile(r"""\{[^{}]{0,2000}?["']?\b(?:move|action)["']?\s*:""")


def _object(answer: str, legal: Legal) -> str | None:
    """Reads the last JSON object that has a move."""
    if answer.count("{") > _MAX_BRACES:
        raise InvalidAnswer("malformed", f"The answer has more than {_MAX_BRACES} braces")
    last: InvalidAnswer | list[object] | None = None
    end, decoder = 0, json.JSONDecoder(object_pairs_hook=list)  # a dict would hide a member that is there twice
    while (begin := answer.find("{", end)) >= 0:
        try:
            value, end = decoder.raw_decode(answer, begin)
        except (ValueError, RecursionError):
            end = begin + 1
            if _LIKE_OBJECT.match(answer, begin):
                kind: Kind = "malformed" if "}" in answer[begin:] else "unfinished"
                last = InvalidAnswer(kind, f"{_quoted(answer[begin:])} is not a whole JSON object")
            continue
        if moves := [v for k, v in value if k in ("move", "action")]:
            last = moves
            for card in (v for k, v in value if k == "card"):
                if len(moves) == 1 and isinstance(moves[0], str) and isinstance(card, str):
                    named, more = (
                        {c for move in _mentions(_plain(text), legal, False) for c in move.cards}
                        for text in (moves[0], card)
                    )
                    if not named or more - named:
                        last = moves = [f"{moves[0]} {card}"]
        else:
            end = begin + 1  # it may be within
    if last is None:
        return None
    if isinstance(last, InvalidAnswer):
        raise last
    if len(last) > 1 or not isinstance(last[0], str):
        raise InvalidAnswer("malformed", 'The JSON object does not hold one text: want {"move": "…"}')
    return _read(last[0], legal)


def _tagged(answer: str, legal: Legal) -> str | None:
    """Reads the last tag or box."""
    found: list[tuple[int, str]] = []
    for begin, end in (*((f"<{tag}>", f"</{tag}>") for tag in ("move", "action", "answer")), (r"\\boxed{", "}")):
        for last in [*re.finditer(begin, answer, re.I)][-1:]:
            closed = re.search(end, answer[last.end() :], re.I)
            if not closed:
                raise InvalidAnswer("unfinished", f"{_quoted(answer[last.start() :])} has no end: {end} is missing")
            found.append((last.start(), answer[last.end() :][: closed.start()]))
    return _read(max(found)[1], legal) if found else None


def _bracketed(answer: str, legal: Legal) -> str | None:
    """Reads the moves in square brackets."""
    texts = [
        text
        for text in re.findall(r"\[([^\[\]]{1,200})\]", answer)
        if len([*_mentions(text, legal, False)]) == 1 or _made_up(text, legal)
    ]
    moves = {_read(text, legal) for text in dict.fromkeys(texts)}
    if len(moves) > 1:
        raise InvalidAnswer(
            "ambiguous", f"There are several moves in brackets: {', '.join(sorted(moves))}. Name one move"
        )
    return moves.pop() if moves else None


def _labelled(answer: str, legal: Legal) -> str | None:
    """Reads the last line with a label."""
    lines = re.findall(r"(?im)^\W*(?:(?:final|my|next|chosen) )*(?:move|action|answer)\W*?[:=](.+)$", answer)
    return _read(lines[-1], legal) if lines else None


# ---- Words ----


class _Move(NamedTuple):
    """A move as it is written."""

    verb: str  # "" for a card alone
    cards: tuple[str, ...]  # sorted
    text: str


_SUITS = {"c": "C", "♣": "C", "d": "D", "♦": "D", "h": "H", "♥": "H", "s": "S", "♠": "S"}
_RANKS = {
    "ace": "A",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
}
_RANKS |= {"ten": "T", "jack": "J", "queen": "Q", "king": "K", "10": "T"}
_R, _S, _SYMBOL = "(?:10|[2-9tjqka])", "[cdhs]", "[♣♦♥♠]"
_CARD = re.compile(
    rf"(?:{_R}(?:{_S}|{_SYMBOL})){{1,15}}(?![^\W_])"  # AC, AC2C3C, 10♥
    rf"|(?:(?:{_S}|{_SYMBOL}){_R}){{1,15}}(?![^\W_])"  # H10, ♥10
    rf"|{_R}[ -]?{_SYMBOL}"
    rf"|(?:{_R}|{'|'.join(_RANKS)})(?:[ -]of|[ -]of[ -]the)?[ -]?(?P<suit>club|diamond|heart|spade)s?\b"
    r"|(?P<joker>jk|(?:printed )?jokers?|🃏)(?![^\W_])",
    re.I,
)
_ONE = re.compile(rf"({_R}|{'|'.join(_RANKS)})|([♣♦♥♠cdhs])", re.I)

_TAKE = r"(?:draw|take|pick(?: up)?)(?:s|ing)?(?: (?:up|a|one|the|top|new|my|card|from|of))* "
_DISCARDS = r"(?:up-?card|up card|discards?(?: pile)?|open (?:card|pile|deck)|face-?up card)\b"
_STOCK = r"(?:stock(?:-?pile| pile)?|deck|closed (?:deck|pile))\b"
_VERBS = [
    (verb, re.compile(pattern, re.I))
    for verb, pattern in (
        ("draw upcard", _TAKE + _DISCARDS),
        ("draw stock", _TAKE + _STOCK),
        ("draw pile", r"draw pile\b"),
        ("upcard", r"(?:up-?card|up card|discard pile)\b"),
        ("stock", r"stock(?:-?pile| pile)?\b"),
        ("draw", r"draw(?:s|ing)?\b"),
        ("discard", r"(?:discard(?:s|ing)?|throw(?:s|ing)?(?: away)?)\b"),
        ("lay off", r"lay(?:s|ing)?[ -]?off\b"),
        ("declare", r"(?:declares?|declaring)\b"),
        ("meld", r"meld(?:s|ing)?\b"),
        ("knock", r"knock(?:s|ing)?\b"),
        ("pass", r"pass(?:es|ing)?\b"),
        ("drop", r"drop(?:s|ping)?\b"),
    )
]
_ALONE = {"draw upcard", "draw stock", "knock", "pass", "drop"}  # they need no card
_NOUNS = {"upcard": "draw upcard", "stock": "draw stock"}  # moves if they stand alone
_WITH_CARDS = {"discard", "lay off", "declare", "meld", "knock", "drop", "pass"}
_FILLERS = {
    "the",
    "a",
    "an",
    "my",
    "card",
    "cards",
    "with",
    "of",
    "from",
    "and",
    "i",
    "will",
    "i'll",
    "to",
    "out",
    "please",
}
_DOUBTS = re.compile(
    r"(?<![^\W_])(?:no|not|never|don't|dont|cannot|can't|won't|wouldn't|shouldn't|isn't|n't|or|either|neither|nor|if|unless|maybe|perhaps"
    r"|might|may|could|would|should|instead|rather|avoid|except|without|than|versus|vs|before|after|then|when|whether|was|were|had"
    r"|opponent|opponents|opponent's|they|he|she|his|her|their)(?![^\W_])",
    re.I,
)
_ENGLISH = re.compile(r"[a-zA-Z][a-z]")  # such as "as": not a card in a sentence
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SENTENCE = re.compile(r"[.!?]+(?:\s|$)|\n+")


def _plain(text: str) -> str:
    """Returns a text with one form of each symbol, and without Markdown's signs of emphasis."""
    text = unicodedata.normalize("NFKC", text).replace("\ufe0e", "").replace("\ufe0f", "")
    return re.sub(r"[*`]", "", text.translate(_SYMBOLS))


_SYMBOLS = str.maketrans("♧♢♡♤’‘“”‐‑–—", "♣♦♥♠''\"\"----")


def _read(text: str, legal: Legal, free: bool = False) -> str:
    """Returns the legal move that a text names. Free text is a whole answer, which may contain other words."""
    text = _plain(text)
    bare = " ".join(text.split()).strip(" .!,;:\"'()").casefold()
    for name, does in legal.items():
        if bare in (name.casefold(), does.casefold()) and bare:
            return name
    found: dict[tuple[str, tuple[str, ...]], tuple[_Move, str]] = {}
    unfinished: list[str] = []
    for name, does in legal.items():
        if len(does.split()) > 2 and (move := _name(name)) and move.verb:  # such as "take 8S from the pile"
            text = re.sub(rf"(?<!\w){re.escape(_plain(does))}(?!\w)", name, text, flags=re.I)
    for sentence in _SENTENCE.split(text):
        for move in _mentions(sentence, legal, free):
            if move.cards or move.verb in _ALONE:
                found.setdefault(move[:2], (move, sentence))
            else:
                unfinished.append(move.verb)
        for move in () if free else _made_up(sentence, legal):
            found.setdefault(move[:2], (move, sentence))
    if len(found) > 1:
        texts = ", ".join(_quoted(move.text) for move, _ in found.values())
        raise InvalidAnswer("ambiguous", f"The answer names several moves: {texts}. Name one")
    for move, sentence in found.values():
        if doubt := _DOUBTS.search(sentence):
            why = f'it has the word "{doubt[0].lower()}"'
            raise InvalidAnswer(
                "ambiguous", f"{_quoted(sentence)} is not a plain move: {why}. Name one move, and nothing else"
            )
        fit = [name for name, does in legal.items() if _fits(move, _meaning(name, does))]
        if len(fit) == 1:
            return fit[0]
        if fit:
            raise InvalidAnswer("ambiguous", f"{_quoted(move.text)} can be {' or '.join(fit)}: write one of them")
        raise InvalidAnswer("illegal", f"{_quoted(move.text)} is not a legal move now. Legal: {_listed(legal)}")
    if "draw pile" in unfinished:
        raise InvalidAnswer("ambiguous", f'"draw pile" can be the stock or the discard pile. Legal: {_listed(legal)}')
    if unfinished:
        what = "from which pile" if unfinished[0] == "draw" else "which card"
        raise InvalidAnswer("incomplete", f'"{unfinished[0]}" does not say {what}. Legal: {_listed(legal)}')
    raise InvalidAnswer("no-move", f"{_quoted(text)} names no move. Legal: {_listed(legal)}")


def _mentions(text: str, legal: Legal, free: bool) -> Iterator[_Move]:
    """Yields the moves that a sentence names: verbs with the cards after them; or else cards and piles, if there is no other word."""
    verbs: list[tuple[str, int, list[str], int]] = []  # verb, begin, cards, end
    bare: list[tuple[str, int, list[str], int]] = []
    others, attach, at = False, False, 0
    while at < len(text):
        if at and (text[at - 1].isalnum() or not (text[at].isalnum() or text[at] in "♣♦♥♠🃏")):
            at += 1
            continue
        card = _CARD.match(text, at)
        if card and not (free and _ENGLISH.fullmatch(card[0]) and not (attach and verbs[-1][0] == "meld")):
            cards = _cards(card)
            if attach:
                verb, begin, held, _ = verbs[-1]
                verbs[-1] = verb, begin, held + cards, card.end()
            else:
                bare.append(("", at, cards, card.end()))
            at = card.end()
            continue
        for verb, pattern in _VERBS:
            if not (hit := pattern.match(text, at)):
                continue
            if (
                verb == "draw pile"
                and "draw pile" in legal
                and not re.search(r"\b(the|a|from|this|that|your)\s+$", text[:at], re.I)
            ):
                verb = "draw upcard"  # as the project calls it
            if verb in _NOUNS:
                bare.append((_NOUNS[verb], at, [], hit.end()))
            else:
                verbs.append((verb, at, [], hit.end()))
                attach = verb in _WITH_CARDS
            at = hit.end()
            break
        else:
            if word := _WORD.match(text, at):
                if word[0].lower() not in _FILLERS:
                    others, attach = True, False
                at = word.end()
            else:
                at += 1
    chosen = verbs or ([] if others else bare)
    for verb, begin, cards, end in chosen:
        yield _Move(verb, tuple(sorted(cards)), text[begin:end])


def _made_up(text: str, legal: Legal) -> list[_Move]:
    """Returns the moves in a sentence whose names have no usual form, as with made-up names of cards."""
    found = [name for name in legal if not _name(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.I)]
    return [_Move(name, (), name) for name in found if not any(name != more and name in more for more in found)]


def _cards(found: re.Match[str]) -> list[str]:
    """Returns the cards of a match, in the project's notation."""
    if found["joker"]:
        return ["JK"]
    if found["suit"]:
        rank = re.match(rf"{'|'.join(_RANKS)}|.", found[0], re.I)
        assert rank
        return [_rank(rank[0]) + found["suit"][0].upper()]
    parts = [(rank, suit) for rank, suit in _ONE.findall(found[0])]
    ranks = [_rank(rank) for rank, _ in parts if rank]
    return [rank + _SUITS[suit.lower()] for rank, suit in zip(ranks, (s for _, s in parts if s), strict=True)]


def _rank(text: str) -> str:
    return _RANKS.get(text.lower(), text.upper())


@functools.lru_cache(maxsize=4096)
def _name(name: str) -> _Move | None:
    """Returns how the name of a move is read, None if it has no usual form."""
    moves = list(_mentions(_plain(name), {name: ""}, False))
    return moves[0] if len(moves) == 1 and (moves[0].cards or moves[0].verb in _ALONE) else None


def _meaning(name: str, does: str) -> _Move:
    """Returns the move of a name. What is done with a card may stand in the words only."""
    move, words = _name(name) or _Move(name, (), name), _name(does)
    return words if words and not move.verb and words.cards == move.cards else move


def _fits(move: _Move, name: _Move) -> bool:
    """Reports whether a move of an answer is that of a name."""
    if move.cards != name.cards:
        return False
    if move.verb == name.verb:
        return True
    cards = {"", "discard", "lay off"}
    return len(move.cards) == 1 and (
        (name.verb == "" and move.verb in cards) or (move.verb == "" and name.verb in _WITH_CARDS)
    )


def _quoted(text: str) -> str:
    """Returns the beginning of a text in quotes."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= 60 else f'"{text[:60]}…"'


def _listed(legal: Legal) -> str:
    """Returns the legal moves."""
    return ", ".join(legal)
