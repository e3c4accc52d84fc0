"""Tables as pictures and as text.

A *scene* is the view of a table, of one seat or with all hands, as
:meth:`rummygym.Tables.show` returns it. :func:`picture` draws a scene, which needs
Pillow (``pip install './python[render]'``). :func:`colored` colours its text for a
terminal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._libraries import need

__all__ = ["RENDER_MODES", "colored", "picture"]

#: The render modes of all environments. ``human`` prints the coloured text.
RENDER_MODES = ["human", "ansi", "rgb_array"]


def picture(scene: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    """Returns a picture of the scene, uint8 [height, width, 3].

    The size depends only on the number of seats, so that the pictures of an episode can
    form a video. Raises MissingLibrary, an ImportError, if Pillow is not installed.
    """
    need("PIL", "a picture of a table", "'./python[render]'")
    from ._picture import draw_scene

    return draw_scene(scene)


_CARD = re.compile(r"\b([2-9TJQKA](?:[CDHS])|JK)\b")
_STYLE = {"D": "\x1b[91m", "H": "\x1b[91m", "K": "\x1b[94m", "C": "\x1b[1m", "S": "\x1b[1m"}


def colored(text: str) -> str:
    """Returns the text with its cards coloured by ANSI escape sequences."""
    return _CARD.sub(lambda m: f"{_STYLE[m[0][-1]]}{m[0]}\x1b[0m", text)
