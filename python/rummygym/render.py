"""Tables as pictures and as text.

A *scene* is what the engine tells of a table, as all or as one seat sees it; see
:meth:`rummygym.core.Tables.show`. :func:`picture` draws it with NumPy alone, and
:func:`colored` adds colours for a terminal to its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._glyphs import LETTERS, SUITS

__all__ = ["RENDER_MODES", "colored", "picture"]

#: The render modes of all environments. ``human`` prints the coloured text.
RENDER_MODES = ["human", "ansi", "rgb_array"]

_TABLE = (24, 92, 62)
_PAPER = (252, 251, 246)
_EDGE = (60, 60, 60)
_BLACK = (25, 25, 30)
_RED = (196, 24, 36)
_BLUE = (38, 66, 128)
_PALE = (214, 224, 246)
_LIGHT = (235, 240, 232)
_GOLD = (250, 204, 70)

_CARD_H, _CARD_W, _STEP, _MARGIN = 66, 46, 50, 14
_LINE = 20  # height of a line of text
_COLORS = {"D": _RED, "H": _RED, "C": _BLACK, "S": _BLACK, "*": _BLUE}


class _Canvas:
    """A picture in the making; ``pixels`` is uint8 [height, width, 3]."""

    def __init__(self, height: int, width: int) -> None:
        self.pixels = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = _TABLE

    def box(self, y: int, x: int, h: int, w: int, color: Sequence[int]) -> None:
        self.pixels[y : y + h, x : x + w] = color

    def stamp(self, y: int, x: int, shape: np.ndarray, color: Sequence[int], scale: int = 1) -> None:
        shape = shape.repeat(scale, 0).repeat(scale, 1)
        area = self.pixels[y : y + shape.shape[0], x : x + shape.shape[1]]
        area[shape[: area.shape[0], : area.shape[1]]] = color

    def text(self, y: int, x: int, words: str, color: Sequence[int] = _LIGHT, scale: int = 2) -> int:
        """Writes words and returns the x after them."""
        for letter in words.upper():
            self.stamp(y, x, LETTERS.get(letter, LETTERS["?"]), color, scale)
            x += 6 * scale
        return x

    def frame(self, y: int, x: int, color: Sequence[int], fill: Sequence[int]) -> None:
        """Draws an empty card with its corners cut."""
        self.box(y, x + 2, _CARD_H, _CARD_W - 4, color)
        self.box(y + 2, x, _CARD_H - 4, _CARD_W, color)
        self.box(y + 2, x + 2, _CARD_H - 4, _CARD_W - 4, fill)

    def card(self, y: int, x: int, name: str, *, mark: bool = False) -> None:
        """Draws a card, face up, on a gold ground if it is to be marked."""
        if mark:
            self.box(y - 4, x - 3, _CARD_H + 8, _CARD_W + 6, _GOLD)
        self.frame(y, x, _EDGE, _PAPER)
        if name == "JK":
            self.text(y + 7, x + 5, "JKR", _BLUE)
            self.stamp(y + 29, x + 7, SUITS["*"], _BLUE, 3)
            return
        rank, suit = name[:-1].replace("T", "10"), name[-1]
        color = _COLORS[suit]
        end = x + 5
        for digit in rank:
            self.stamp(y + 6, end, LETTERS[digit], color, 3)
            end += 16 if rank == "10" else 18
        self.stamp(y + 30, x + 7, SUITS[suit], color, 3)

    def back(self, y: int, x: int) -> None:
        """Draws a card, face down."""
        self.frame(y, x, _EDGE, _PALE)
        rows, columns = np.ogrid[: _CARD_H - 10, : _CARD_W - 10]
        self.stamp(y + 5, x + 5, (rows + columns) % 6 < 2, _BLUE)
        self.stamp(y + 5, x + 5, (rows - columns) % 6 < 2, _BLUE)


def picture(scene: Mapping[str, Any]) -> np.ndarray:
    """Returns a picture of the scene, uint8 [height, width, 3].

    The size depends only on the number of seats, so that the pictures of an episode
    make a film.
    """
    seats = scene["seats"]
    row = _LINE + _CARD_H + 16
    head = 2 * _LINE + row
    width = 2 * _MARGIN + 15 * _STEP
    canvas = _Canvas(head + len(seats) * row + _MARGIN, width)
    canvas.text(_MARGIN - 4, _MARGIN, _progress(scene))
    canvas.text(_MARGIN - 4 + _LINE, _MARGIN, _situation(scene))
    _middle(canvas, 2 * _LINE + _MARGIN, scene)
    for s, seat in enumerate(seats):
        _seat(canvas, head + s * row + 4, s, seat, scene)
    return canvas.pixels


def _progress(scene: Mapping[str, Any]) -> str:
    """Says how far the game has come."""
    named = {"hand": "hand_number", "round": "round", "turn": "turn", "knock with": "knock_limit"}
    return ", ".join(f"{name} {scene[key]}" for name, key in named.items() if scene.get(key) is not None)


def _situation(scene: Mapping[str, Any]) -> str:
    """Says who has to do what, or how the game ended."""
    outcome = scene["outcome"]
    if outcome["over"]:
        winner = outcome["winner"]
        return f"over by {outcome['ending']}: " + (f"seat {winner} wins" if winner >= 0 else "nobody wins")
    if scene["mover"] < 0:
        return "cut short by the step limit"
    return f"seat {scene['mover']}: {scene['phase'].replace('-', ' ')}"


def _middle(canvas: _Canvas, y: int, scene: Mapping[str, Any]) -> None:
    """Draws stock, pile and wildcard."""
    x, below = _MARGIN, y + _LINE
    canvas.text(y, x, f"stock {scene['stock_size']}")
    if scene["stock_size"]:
        canvas.back(below, x)
    x += 3 * _STEP
    canvas.text(y, x, f"pile {scene['pile_size']}")
    if scene.get("top"):
        canvas.card(below, x, scene["top"])
    if scene.get("wildcard"):
        x += 3 * _STEP
        canvas.text(y, x, f"wildcard, wild: {(scene.get('wild') or '-').replace('T', '10')}")
        canvas.card(below, x, scene["wildcard"])


def _seat(canvas: _Canvas, y: int, s: int, seat: Mapping[str, Any], scene: Mapping[str, Any]) -> None:
    """Draws a seat: its title, its melds, and the other cards it holds."""
    moves, over = scene["mover"] == s, scene["outcome"]["over"]
    canvas.text(y, _MARGIN, _title(s, seat, scene, moves, over), _GOLD if moves else _LIGHT)
    y += _LINE
    x = _MARGIN
    melds = seat.get("melds") or []
    shown = list(seat["cards"])
    known = list(seat.get("known") or []) if seat["hidden"] else []
    backs = max(seat["hidden"] - len(known), 0)
    count = sum(map(len, melds)) + len(shown) + len(known) + backs
    room = canvas.pixels.shape[1] - 2 * _MARGIN - _CARD_W - 8 * len(melds)
    step = min(_STEP, room // max(count - 1, 1))
    for meld in melds:
        for name in meld:
            canvas.card(y, x, name)
            x += step
        x += 8
    drawn = seat.get("drawn")
    for name in shown + known:
        canvas.card(y, x, name, mark=name == drawn)
        if name == drawn:
            drawn = None
        x += step
    for _ in range(backs):
        canvas.back(y, x)
        x += step


def _title(s: int, seat: Mapping[str, Any], scene: Mapping[str, Any], moves: bool, over: bool) -> str:
    """Returns the words above the cards of a seat."""
    words = f"{'>' if moves else ' '} seat {s}"
    if seat.get("score") is not None:
        words += f", score {seat['score']}"
    if seat.get("knocked"):
        words += ", knocks"
    if not seat.get("active", True):
        words += ", out"
    if over:
        words += f", gain {scene['outcome']['gains'][s]:+d}"
    return words


_CARD = re.compile(r"\b([2-9TJQKA](?:[CDHS])|JK)\b")
_STYLE = {"D": "\x1b[91m", "H": "\x1b[91m", "K": "\x1b[94m", "C": "\x1b[1m", "S": "\x1b[1m"}


def colored(text: str) -> str:
    """Returns the text of a scene with its cards coloured by ANSI escapes."""
    return _CARD.sub(lambda m: f"{_STYLE[m[0][-1]]}{m[0]}\x1b[0m", text)
