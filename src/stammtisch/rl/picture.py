"""Picture: the board in colour as pixels, for `render_mode="rgb_array"`.

It is what the terminal shows, each game's own `picture`, drawn cell by cell. Pillow brings the letters.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.core.extras import optional_imports
from stammtisch.core.position import Position
from stammtisch.core.translation import ENGLISH, speaking
from stammtisch.pictures.cells import CELL, COLUMNS, LETTERS, LINE, PAPER, Cells, lines_of

with optional_imports():
    from PIL import Image, ImageDraw, ImageFont

HEADER = 40


def picture(view: Position) -> NDArray[np.uint8]:
    """The board as its viewer sees it: rows of pixels, each red, green, blue. All pictures of a game have one size."""
    game = view.game
    with speaking(ENGLISH):
        names = [f"seat {p}" for p in range(game.players)]
        markup = game.text.picture(view, names)
        heading = f"{game.title}   turn {view.turns}" if not view.is_over else f"{game.title}   the game is over"
    rows = max(17, 10 + game.players)
    image = Image.new("RGB", (COLUMNS * CELL, HEADER + rows * LINE), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, COLUMNS * CELL, HEADER - 8), fill=game.about.COLOUR[0])
    pen.text((CELL, (HEADER - 8) / 2), heading, fill=(255, 255, 255), font=_font(LETTERS), anchor="lm")
    Cells(pen, _runs).draw(lines_of(markup)[:rows], 0, HEADER)
    return np.array(image, np.uint8)


def _runs(word: str, size: int) -> list[tuple[str, Any]]:
    return [(word, _font(size))]


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)
