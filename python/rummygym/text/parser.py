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
4. the last line that begins with ``Move:``, ``Action:`` or ``Answer:``, or the first line after such a word alone;
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


class _Legal(dict[str, str]):
    """What the legal moves do, by name. ``legend`` is the sentence of the text that tells made-up names of cards."""

    legend = ""


def listed(text: str, names: Iterable[str]) -> _Legal:
    """Returns what the moves of a text of the engine do, by name, "" where it does not say that.

    >>> listed("Legal moves:\\n  draw upcard: take 8S from the pile\\n  pass\\n", ["draw upcard", "pass"])
    {'draw upcard': 'take 8S from the pile', 'pass': ''}
    """
    does = _Legal(dict.fromkeys(names, ""))
    if legend := re.search(r"^A card is called by .*", text, re.M):
        does.legend = legend[0]
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
    if not isinstance(legal, _Legal):
        legal = _Legal(legal if isinstance(legal, Mapping) else dict.fromkeys(legal, ""))
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
        if move := form(answer, legal):
            break
    else:
        move = _read(answer, legal, free=True)
    for piece in _PIECE.split(answer):  # also beside the form
        if (said := _SAID.fullmatch(piece)) and (said["i"] or not said["alone"]):
            verb = (said["alone"] or "declare").lower()
            if verb != _meaning(move, legal).verb and any(_meaning(name, legal).verb == verb for name in legal):
                raise InvalidAnswer("ambiguous", f"The answer says {_quoted(piece)}, and names {move}. Name one move")
    return move


# ---- Forms ----

_MAX_BRACES = 500  # of an answer: each is a place where a JSON object may begin


_LIKE_OBJECT = re.compile(r"""\{[^{}]{0,2000}?["']?\b(?:move|action)["']?\s*:""")


def _object(answer: str, legal: _Legal) -> str | None:
    """Reads the last JSON object that has a move."""
    if answer.count("{") > _MAX_BRACES:
        raise InvalidAnswer("malformed", f"The answer has more than {_MAX_BRACES} braces")
    last: InvalidAnswer | list[object] | None = None
    end, after = 0, -1
    decoder = json.JSONDecoder(object_pairs_hook=list)  # a dict would hide a member that is there twice
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
            if isinstance(last, list) and answer[after:begin].strip() == ",":
                raise InvalidAnswer("ambiguous", "There is a list of moves. Name one move")
            last, after = moves, end
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


def _tagged(answer: str, legal: _Legal) -> str | None:
    """Reads the last tag or box, and one directly before it."""
    text, end = None, 0
    for tag in [*re.finditer(r"<(move|action|answer)>|\\boxed{", answer, re.I)][-2:]:
        close = f"</{tag[1]}>" if tag[1] else "}"
        closed = re.search(close, answer[tag.end() :], re.I)
        if not closed:
            raise InvalidAnswer("unfinished", f"{_quoted(answer[tag.start() :])} has no end: {close} is missing")
        before = f"{text}\n" if text and end <= tag.start() and not answer[end : tag.start()].strip() else ""
        text, end = before + answer[tag.end() :][: closed.start()], tag.end() + closed.end()
    return None if text is None else _read(text, legal)


def _bracketed(answer: str, legal: _Legal) -> str | None:
    """Reads the moves in square brackets."""
    found = {text: [*_mentions(text, legal, False)] for text in re.findall(r"\[([^\[\]]{1,200})\]", answer)}
    moves = {_read(text, legal) for text, named in found.items() if len(named) == 1 or any(m.verb for m in named)}
    if len(moves) > 1:
        raise InvalidAnswer(
            "ambiguous", f"There are several moves in brackets: {', '.join(sorted(moves))}. Name one move"
        )
    return moves.pop() if moves else None


_LABELLED = re.compile(r"^\W*(?:(?:final|my|next|chosen) )*(?:move|action|answer)\W*?[:=]\s*(\S.*)$", re.I | re.M)


def _labelled(answer: str, legal: _Legal) -> str | None:
    """Reads the last line with a label, or the line after a label alone, and one directly before it."""
    text, end = None, 0
    for line in [*_LABELLED.finditer(answer)][-2:]:
        before = f"{text}\n" if text and not answer[end : line.start()].strip() else ""
        text, end = before + line[1], line.end()
    return None if text is None else _read(text, legal)


# ---- Words ----


class _Move(NamedTuple):
    """A move as it is written."""

    verb: str  # "" for a card alone
    cards: tuple[str, ...]  # sorted
    text: str


_SUITS = {"c": "C", "♣": "C", "d": "D", "♦": "D", "h": "H", "♥": "H", "s": "S", "♠": "S"}
_RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "T", "jack": "J", "queen": "Q", "king": "K", "10": "T",
}  # fmt: skip
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


@functools.lru_cache(maxsize=64)
def _made_up(legend: str) -> tuple[re.Pattern[str], re.Pattern[str], dict[str, str]]:
    """Returns the pattern of cards, that of one card with a made-up name, and what made-up ranks and suits stand for."""
    ranks = {made: _rank(word) for made, word in re.findall(r"(\w+) is the (\w+)", legend)}
    suits = {made: word[0].upper() for made, word in re.findall(r"(\w+) is (\w+)s\b", legend)}
    one = rf"({'|'.join(ranks)})(?:[ -](?:of[ -](?:the[ -])?)?)?({'|'.join(suits)})"
    card = rf"(?!lay[ -]off)(?P<made>(?:{one}){{1,15}})(?![^\W_])|{_CARD.pattern}" if legend else _CARD.pattern
    return re.compile(card, re.I), re.compile(one, re.I), ranks | suits


_DRAW = r"(?:draw|take|pick(?: up)?)(?:s|ing)?"
_TAKE = _DRAW + r"(?: (?:up|a|one|the|top|new|my|first|card|from|of))* "
_DISCARDS = r"(?:up-?card|up card|discards?(?: pile)?|open (?:card|pile|deck)|face-?up card)\b"
_STOCK = r"(?:stock(?:-?pile| pile)?|deck|closed (?:deck|pile))\b"
_VERBS = [
    (verb, re.compile(pattern, re.I))
    for verb, pattern in (
        ("draw upcard", _TAKE + rf"(?:{_DISCARDS}|(?<=[mf] )pile\b|(?<=[mf] the )pile\b)"),
        ("draw stock", _TAKE + _STOCK),
        ("draw pile", r"draw pile\b"),
        ("upcard", r"(?:up-?card|up card|discard pile)\b"),
        ("stock", r"stock(?:-?pile| pile)?\b"),
        ("draw", _DRAW + r"\b"),
        ("discard", r"(?:discard(?:s|ing)?|throw(?:s|ing)?(?: away)?)\b"),
        ("lay off", r"lay(?:s|ing)?[ -]?off\b"),
        ("declare", r"(?:declares?|declaring)\b"),
        ("show", r"(?:show(?:s|ing)?|finish(?:es|ing)?|go(?:ing)? out)\b"),  # as players call a declaration
        ("meld", r"meld(?:s|ing)?\b"),
        ("knock", r"knock(?:s|ing)?\b"),
        ("pass", r"pass(?:es|ing)?\b"),
        ("drop", r"drop(?:s|ping)?\b"),
    )
]
_ASKED = [  # between the deals of a match
    ("accept", re.compile(r"(?:yes|rejoin|join again|split|share the pool|agree)\b", re.I)),
    ("refuse", re.compile(r"(?:no(?=\s*(?:[,.!;:]|$))|leave|play on|refuse|decline)", re.I)),
]
_ANSWERS = {"rejoin", "leave", "split", "play on"}  # their moves
_ALONE = {"draw upcard", "draw stock", "knock", "pass", "drop", "take", "accept", "refuse"}  # they need no card
_NOUNS = {"upcard": "draw upcard", "stock": "draw stock"}  # moves if they stand alone
_WITH_CARDS = {"draw", "take", "discard", "lay off", "declare", "meld", "knock", "drop", "pass"}
_FILLERS = {
    "the", "a", "an", "my", "card", "cards", "with", "of", "from", "and", "i", "will", "i'll", "to", "out", "please",
}  # fmt: skip
_DOUBTS = re.compile(
    r"(?<![^\W_])(?:no|not|never|don't|dont|cannot|can't|won't|wouldn't|shouldn't|isn't|n't|or|either|neither|nor|if|unless|maybe|perhaps"
    r"|might|may|could|would|should|instead|rather|avoid|except|without|than|versus|vs|before|after|then|when|whether|was|were|had"
    r"|opponent|opponents|opponent's|they|he|she|his|her|their)(?![^\W_])",
    re.I,
)
_ENGLISH = re.compile(r"[a-zA-Z][a-z]")  # such as "as": not a card in a sentence
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SENTENCE = re.compile(r"[.!?]+(?:\s|$)|\n+")
_PIECE = re.compile(r"[.!,;:()\[\]{}<>\"\n]+")
_SAID = re.compile(  # a piece of an answer that says what is done, without a card
    r"(?:[^\w?]|(?:and|so|then|now|here|therefore|please|yes)\b)*(?:(?P<i>i|i'll|i will|i want to|let me|i am|i'm) )?"
    r"(?:(?P<alone>knock|pass|drop)(?:p?ing)?|declare|declaring|show|finish(?:ing)?)(?: and win| now| this turn)*[^\w?]*",
    re.I,
)


def _plain(text: str) -> str:
    """Returns a text with one form of each symbol, and without Markdown's signs of emphasis."""
    text = unicodedata.normalize("NFKC", text).replace("\ufe0e", "").replace("\ufe0f", "")
    return re.sub(r"[*`]", "", text.translate(_SYMBOLS))


_SYMBOLS = str.maketrans("♧♢♡♤’‘“”‐‑–—", "♣♦♥♠''\"\"----")


def _read(text: str, legal: _Legal, free: bool = False) -> str:
    """Returns the legal move that a text names. Free text is a whole answer, which may contain other words."""
    text = _plain(text)
    bare = " ".join(text.split()).strip(" .!,;:\"'()").casefold()
    for name, does in legal.items():
        if bare in (name.casefold(), does.casefold()) and bare:
            return name
    for name, does in legal.items():
        if len(does.split()) > 2 and _name(name, legal.legend):  # such as "take 8S from the pile"
            text = re.sub(rf"(?<!\w){re.escape(_plain(does))}(?!\w)", name, text, flags=re.I)
    found: dict[tuple[str, tuple[str, ...]], _Move] = {}
    lacking: list[tuple[str, bool]] = []  # verbs without their cards, and whether their sentences doubt
    doubts: list[tuple[str, str]] = []
    for sentence in _SENTENCE.split(text):
        moves = [*_mentions(sentence, legal, free)]
        doubt = _DOUBTS.search(_ASKED[1][1].sub("", sentence) if _ANSWERS & legal.keys() else sentence)
        for move in moves:
            if not move.cards and move.verb not in _ALONE:
                lacking.append((move.verb, doubt is not None))
            else:
                found.setdefault(move[:2], move)
                doubts += [(sentence, doubt[0].lower())] if doubt else []
    fits = {tuple(name for name in legal if _fits(move, name, legal)): move for move in found.values()}
    if len(fits) > 1 or (len(found) > 1 and len(*fits) != 1):
        texts = ", ".join(_quoted(move.text) for move in found.values())
        raise InvalidAnswer("ambiguous", f"The answer names several moves: {texts}. Name one")
    for sentence, word in doubts:
        raise InvalidAnswer(
            "ambiguous",
            f'{_quoted(sentence)} is not a plain move: it has the word "{word}". Name one move, and nothing else',
        )
    for fit, move in fits.items():
        if len(fit) > 1:
            raise InvalidAnswer("ambiguous", f"{_quoted(move.text)} can be {' or '.join(fit)}: write one of them")
        if not fit:
            raise InvalidAnswer("illegal", f"{_quoted(move.text)} is not a legal move now. Legal: {_listed(legal)}")
        verb, verbs = _meaning(fit[0], legal).verb, {_meaning(name, legal).verb.split(" ")[0] for name in legal}
        for more, doubtful in lacking:
            if more.split()[0] == verb.split(" ")[0] or (more == "discard" and verb in ("", "declare")):
                continue  # it is the verb of the move
            if more.split()[0] in verbs or (more == "declare" and not doubtful):
                raise InvalidAnswer(
                    "ambiguous", f'The answer names {fit[0]}, and has the verb "{more}" as well. Name one move'
                )
        return fit[0]
    if any(verb == "draw pile" for verb, _ in lacking):
        raise InvalidAnswer("ambiguous", f'"draw pile" can be the stock or the discard pile. Legal: {_listed(legal)}')
    for verb, _ in lacking:
        what = "from which pile" if verb == "draw" else "which card"
        raise InvalidAnswer("incomplete", f'"{verb}" does not say {what}. Legal: {_listed(legal)}')
    raise InvalidAnswer("no-move", f"{_quoted(text)} names no move. Legal: {_listed(legal)}")


def _mentions(text: str, legal: _Legal, free: bool) -> Iterator[_Move]:
    """Yields the moves that a sentence names: verbs with the cards after them; or else cards and piles, if there is no other word."""
    pattern, one, made_up = _made_up(legal.legend)
    table = _ASKED if _ANSWERS & legal.keys() else _VERBS
    verbs: list[tuple[str, int, list[str], int]] = []  # verb, begin, cards, end
    bare: list[tuple[str, int, list[str], int]] = []
    others, attach, at = False, False, 0
    while at < len(text):
        if at and (text[at - 1].isalnum() or not (text[at].isalnum() or text[at] in "♣♦♥♠🃏")):
            at += 1
            continue
        card = pattern.match(text, at)
        if card and not (free and _ENGLISH.fullmatch(card[0]) and not (attach and verbs[-1][0] == "meld")):
            made = "made" in pattern.groupindex and card["made"]
            cards = [made_up[r.lower()] + made_up[s.lower()] for r, s in one.findall(made)] if made else _cards(card)
            if attach:
                verb, begin, held, _ = verbs[-1]
                verbs[-1] = verb, begin, held + cards, card.end()
            else:
                bare.append(("", at, cards, card.end()))
            at = card.end()
            continue
        for verb, words in table:
            if not (hit := words.match(text, at)):
                continue
            if (
                verb == "draw pile"
                and "draw pile" in legal
                and not re.search(r"\b(the|a|from|this|that|your)\s+$", text[:at], re.I)
            ):
                verb = "draw upcard"  # as the project calls it
            elif verb == "draw" and hit[0][0] in "tTpP" and "draw upcard" in legal and "draw stock" not in legal:
                verb = "take"
            elif verb == "show":
                if not any(name.startswith("declare") for name in legal):
                    continue
                verb = "declare"
            if verb in _NOUNS:
                of = verbs if attach and verbs[-1][0] in ("draw", "take") else bare
                of.append((_NOUNS[verb], at, [], hit.end()))
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
    both = [] if others or "/" in text else sorted(verbs)
    if [(verb, len(cards)) for verb, _, cards, _ in both] == [("declare", 0), ("discard", 1)]:
        verbs = [("declare", min(b for _, b, _, _ in both), both[1][2], max(e for *_, e in both))]
    for verb, begin, cards, end in verbs or ([] if others else bare):
        yield _Move(verb, tuple(sorted(cards)), text[begin:end])


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
def _name(name: str, legend: str) -> _Move | None:
    """Returns how the name of a move is read, None if it has no usual form."""
    legal = _Legal({name: ""})
    legal.legend = legend
    moves = list(_mentions(_plain(name), legal, False))
    return moves[0] if len(moves) == 1 and (moves[0].cards or moves[0].verb in _ALONE) else None


def _meaning(name: str, legal: _Legal) -> _Move:
    """Returns the move of a name. What is done with a card may stand in the words only."""
    move, words = _name(name, legal.legend) or _Move(name, (), name), _name(legal[name], legal.legend)
    return words if words and not move.verb and words.cards == move.cards else move


def _fits(move: _Move, name: str, legal: _Legal) -> bool:
    """Reports whether a move of an answer is that of a name."""
    meant, words = _meaning(name, legal), _name(legal[name], legal.legend)
    if move.verb in ("draw", "take"):  # such as "take 8S from the pile"
        return meant.verb == "draw upcard" and words is not None and move.cards in (words.cards, ())
    if move.cards != meant.cards:
        return False
    if move.verb == meant.verb:
        return True
    cards = {"", "discard", "lay off"}
    return len(move.cards) == 1 and (
        (meant.verb == "" and move.verb in cards) or (move.verb == "" and meant.verb in _WITH_CARDS)
    )


def _quoted(text: str) -> str:
    """Returns the beginning of a text in quotes."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= 60 else f'"{text[:60]}…"'


def _listed(legal: _Legal) -> str:
    """Returns the legal moves."""
    return ", ".join(legal)
