"""Draws a scene of :mod:`rummygym.render` with Pillow.

From the top: the state of the game beside stock, pile and wildcard, then a panel for
each seat with its melds and cards. The seat to move has a gold edge, and the card just
drawn a gold background. Known cards of a hidden hand are tinted, and its other cards are
face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from ._cardfaces import HEIGHT, WIDTH, Color, back, blank, face, font, rounded

__all__ = ["draw_scene"]

_TABLE = (22, 84, 58)
_PANEL = (18, 68, 47)
_LINE = (40, 108, 78)
_LIGHT = (236, 242, 234)
_DIM = (164, 194, 174)
_GOLD = (250, 204, 70)

# Lengths in pixels.
_STEP = 60  # from one card to the next, if all cards fit
_MARGIN, _PAD = 16, 12  # outside and inside the panels
_GAP = 10  # after a meld
_TITLE = 28  # height of the titles of a panel
_TOP = _MARGIN + 24 + HEIGHT + _MARGIN  # height of the part above the panels
_ROW = _PAD + _TITLE + HEIGHT + _PAD  # height of a panel
_SIZE = 2 * (_MARGIN + _PAD) + 13 * _STEP + WIDTH  # width of the picture: fourteen cards


class _Sheet:
    """The picture while it is drawn."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (_SIZE, height), _TABLE)
        self._draw = ImageDraw.Draw(self.image)

    def text(self, x: int, y: int, words: str, color: Color = _LIGHT, size: int = 17, anchor: str = "ls") -> None:
        """Write words at (x, y). The anchor is one of Pillow's, by default the left end of the baseline."""
        self._draw.text((x, y), words, color, font(size), anchor=anchor)

    def put(self, x: int, y: int, sprite: Image.Image) -> None:
        """Draw an image with its upper left corner at (x, y)."""
        self.image.paste(sprite, (x, y), sprite)

    def card(self, x: int, y: int, name: str, wild: str | None, *, tinted: bool = False, drawn: bool = False) -> None:
        """Draw a card, face up."""
        if drawn:
            self.put(x - 4, y - 4, rounded(WIDTH + 8, HEIGHT + 8, 9, _GOLD, _GOLD))
        self.put(x, y, face(name, tinted=tinted, wild=name[0] == wild))

    def stack(self, x: int, y: int, size: int, top: Image.Image) -> None:
        """Draw a stack of cards, up to three visible, or the outline of an empty place."""
        if not size:
            self.put(x, y, rounded(WIDTH, HEIGHT, 6, _PANEL, _LINE, 1.5))
        for i in range(min(size, 3) - 1, 0, -1):
            self.put(x + 2 * i, y + 2 * i, blank())
        if size:
            self.put(x, y, top)


def draw_scene(scene: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    """Return the picture of a scene, uint8 [height, width, 3]. Its size depends only on the number of seats."""
    seats = scene["seats"]
    sheet = _Sheet(_TOP + len(seats) * (_ROW + _MARGIN))
    over = scene["outcome"]["over"]
    sheet.text(_MARGIN, _MARGIN + 22, scene["title"], size=24)
    sheet.text(_MARGIN, _MARGIN + 56, _progress(scene), _DIM)
    sheet.text(_MARGIN, _MARGIN + 82, _situation(scene), _LIGHT if over else _GOLD)
    _middle(sheet, scene)
    for s, seat in enumerate(seats):
        _panel(sheet, _TOP + s * (_ROW + _MARGIN), s, seat, scene)
    return np.array(sheet.image)


def _progress(scene: Mapping[str, Any]) -> str:
    """Return the numbers of hand, round and turn, and the knock limit, as far as the scene has them."""
    named = {"hand": "hand_number", "round": "round", "turn": "turn", "knock with": "knock_limit"}
    return ", ".join(f"{name} {scene[key]}" for name, key in named.items() if scene.get(key) is not None)


def _situation(scene: Mapping[str, Any]) -> str:
    """Return the seat to move and its phase, or how the game ended."""
    outcome = scene["outcome"]
    if outcome["over"]:
        winner = outcome["winner"]
        ending = outcome["ending"].replace("-", " ")
        return f"over by {ending}: " + (f"seat {winner} wins" if winner >= 0 else "nobody wins")
    if scene["mover"] < 0:
        return "truncated by the step limit"
    return f"seat {scene['mover']}: {scene['phase'].replace('-', ' ')}"


def _middle(sheet: _Sheet, scene: Mapping[str, Any]) -> None:
    """Draw stock, pile and wildcard, each under its caption."""
    wild = scene.get("wild")
    x, y = _SIZE // 2, _MARGIN + 24
    places = [
        (f"stock {scene['stock_size']}", scene["stock_size"], back()),
        (f"pile {scene['pile_size']}", scene["pile_size"], _top(scene)),
    ]
    if scene.get("wildcard"):
        rank = (wild or "-").replace("T", "10")
        places.append((f"wildcard, wild: {rank}", 1, face(scene["wildcard"], wild=scene["wildcard"][0] == wild)))
    for caption, size, top in places:
        sheet.text(x, _MARGIN + 14, caption, _DIM)
        sheet.stack(x, y, size, top)
        x += 2 * _STEP


def _top(scene: Mapping[str, Any]) -> Image.Image:
    """Return the top card of the pile, or a blank card if it is not known."""
    name = scene.get("top")
    return face(name, wild=name[0] == scene.get("wild")) if name else blank()


def _panel(sheet: _Sheet, y: int, s: int, seat: Mapping[str, Any], scene: Mapping[str, Any]) -> None:
    """Draw the panel of a seat: its titles, melds and other cards."""
    moves = scene["mover"] == s
    edge, line = (_GOLD, 2) if moves else (_LINE, 1)
    sheet.put(_MARGIN, y, rounded(_SIZE - 2 * _MARGIN, _ROW, 10, _PANEL, edge, line))
    left, base = _MARGIN + _PAD, y + _PAD + 14
    sheet.text(left, base, _title(s, seat), _GOLD if moves else _LIGHT)
    sheet.text(_SIZE - left, base, _account(s, seat, scene), anchor="rs")
    wild, drawn = scene.get("wild"), seat.get("drawn")
    melds = seat.get("melds") or []
    known = list(seat.get("known") or []) if seat["hidden"] else []
    backs = max(seat["hidden"] - len(known), 0)
    count = sum(map(len, melds)) + len(seat["cards"]) + len(known) + backs
    room = _SIZE - 2 * left - WIDTH - _GAP * len(melds)
    step = min(_STEP, room // max(count - 1, 1))
    x, y = left, y + _PAD + _TITLE
    for meld in melds:
        for name in meld:
            sheet.card(x, y, name, wild)
            x += step
        x += _GAP
    for i, name in enumerate([*seat["cards"], *known]):
        sheet.card(x, y, name, wild, tinted=i >= len(seat["cards"]), drawn=name == drawn)
        if name == drawn:
            drawn = None
        x += step
    for _ in range(backs):
        sheet.put(x, y, back())
        x += step


def _title(s: int, seat: Mapping[str, Any]) -> str:
    """Return the text above the cards of a seat, on the left: its state."""
    words = f"seat {s}"
    if seat["hidden"]:
        words += f", {seat['hidden']} cards"
        if known := seat.get("known"):
            words += f", {len(known)} known"
    if seat.get("knocked"):
        words += ", knocks"
    if not seat.get("active", True):
        words += ", out"
    return words


def _account(s: int, seat: Mapping[str, Any], scene: Mapping[str, Any]) -> str:
    """Return the text above the cards of a seat, on the right: its score and gain."""
    words = [] if seat.get("score") is None else [f"score {seat['score']}"]
    if scene["outcome"]["over"]:
        words.append(f"gain {scene['outcome']['gains'][s]:+d}")
    return ", ".join(words)
