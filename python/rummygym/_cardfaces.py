"""Images of single cards, drawn with Pillow and cached.

Shapes are drawn at :data:`_SCALE` times their size and then reduced, which smooths their
edges. Importing this module needs Pillow 10.1 or later, whose default font has any size.
That font has no suit symbols, so suits are polygons.
"""

from __future__ import annotations

import functools
import math

from PIL import Image, ImageDraw, ImageFont

__all__ = ["HEIGHT", "WIDTH", "Color", "back", "blank", "face", "font", "rounded"]

Color = tuple[int, int, int]
Point = tuple[float, float]

#: Size of a card in pixels.
WIDTH, HEIGHT = 56, 80

_SCALE = 4
_RADIUS = 6
_EDGE = (70, 74, 80)
_PAPER = (253, 252, 247)
_TINTED = (214, 228, 250)
_PATTERN = (40, 72, 138)
_LINES = (150, 174, 224)

#: A colour for each suit, and for the star of jokers and wild cards.
_COLORS: dict[str, Color] = {
    "C": (16, 118, 58),
    "D": (28, 88, 196),
    "H": (204, 28, 44),
    "S": (26, 26, 32),
    "*": (126, 44, 156),
}


@functools.cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return Pillow's built-in font; size is in pixels."""
    chosen = ImageFont.load_default(size)
    assert isinstance(chosen, ImageFont.FreeTypeFont)  # always true if a size is given
    return chosen


@functools.cache
def rounded(width: int, height: int, radius: int, fill: Color, edge: Color, line: float = 1) -> Image.Image:
    """Return a rectangle with rounded corners on a transparent background (RGBA); lengths are in pixels."""
    image = Image.new("RGBA", (width * _SCALE, height * _SCALE))
    box = (0, 0, image.width - 1, image.height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, radius * _SCALE, fill, edge, round(line * _SCALE))
    return image.reduce(_SCALE)


@functools.cache
def face(name: str, *, tinted: bool = False, wild: bool = False) -> Image.Image:
    """Return a card, face up (RGBA): rank and suit in a corner, and a large suit.

    A tinted card is a known card of a hidden hand. A wild card has a star.
    """
    image, draw = _paper(_TINTED if tinted else _PAPER)
    rank, suit = ("JK", "*") if name == "JK" else (name[:-1].replace("T", "10"), name[-1])
    size, x = (20, 14) if len(rank) == 1 else (17, 15)
    letters = font(size * _SCALE)
    draw.text((x * _SCALE, 13 * _SCALE), rank, _COLORS[suit], letters, anchor="mm", stroke_width=2)
    _stamp(draw, suit, x, 31, 6)
    _stamp(draw, suit, 34, 54, 16)
    if wild and name != "JK":
        _stamp(draw, "*", 46, 11, 6.5)
    return image.reduce(_SCALE)


@functools.cache
def back() -> Image.Image:
    """Return a card, face down (RGBA)."""
    image, draw = _paper(_PAPER)
    inset, gap = 5 * _SCALE, 7 * _SCALE
    pattern = Image.new("RGB", image.size, _PATTERN)
    lines = ImageDraw.Draw(pattern)
    for at in range(-image.height, image.width + image.height, gap):
        lines.line((at, 0, at + image.height, image.height), _LINES, _SCALE)
        lines.line((at, 0, at - image.height, image.height), _LINES, _SCALE)
    mask = Image.new("L", image.size)
    box = (inset, inset, image.width - 1 - inset, image.height - 1 - inset)
    ImageDraw.Draw(mask).rounded_rectangle(box, 3 * _SCALE, 255)
    image.paste(pattern, (0, 0), mask)
    draw.rounded_rectangle(box, 3 * _SCALE, None, _PATTERN, _SCALE)
    return image.reduce(_SCALE)


@functools.cache
def blank() -> Image.Image:
    """Return a card without a face (RGBA), for the lower cards of a stack."""
    return _paper(_PAPER)[0].reduce(_SCALE)


def _paper(color: Color) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return an empty card at :data:`_SCALE` times its size, and its drawing context."""
    image = Image.new("RGBA", (WIDTH * _SCALE, HEIGHT * _SCALE))
    draw = ImageDraw.Draw(image)
    box = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(box, _RADIUS * _SCALE, color, _EDGE, _SCALE)
    return image, draw


def _stamp(draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, radius: float) -> None:
    """Draw a suit centred at (x, y); coordinates and radius are in pixels of the reduced card."""
    for outline in _outlines(suit):
        draw.polygon([((x + radius * u) * _SCALE, (y + radius * v) * _SCALE) for u, v in outline], _COLORS[suit])


@functools.cache
def _outlines(suit: str) -> list[list[Point]]:
    """Return the polygons of a suit, or of the star "*". x and y are in [-1, 1], y points down."""
    stem = [(-0.08, 0.1), (0.08, 0.1), (0.14, 0.6), (0.38, 1), (-0.38, 1), (-0.14, 0.6)]
    match suit:
        case "C":
            return [_circle(0, -0.52, 0.44), _circle(-0.52, 0.18, 0.44), _circle(0.52, 0.18, 0.44), stem]
        case "D":
            return [[(0, -1), (0.74, 0), (0, 1), (-0.74, 0)]]
        case "H":
            return [_heart()]
        case "S":
            return [[(x, 0.82 * -y - 0.1) for x, y in _heart()], stem]
        case _:
            tips = [(1 - 0.6 * (i % 2), math.pi * i / 5) for i in range(10)]
            return [[(r * math.sin(a), -r * math.cos(a)) for r, a in tips]]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    turns = [math.tau * i / 48 for i in range(48)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns]


def _heart() -> list[Point]:
    """Return the heart curve x = sin³ t, y = 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t, scaled."""
    turns = [math.tau * i / 96 for i in range(96)]
    across = [0.95 * math.sin(a) ** 3 for a in turns]
    down = [13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a) for a in turns]
    return [(x, -(y + 2.5) / 15.2) for x, y in zip(across, down, strict=True)]
