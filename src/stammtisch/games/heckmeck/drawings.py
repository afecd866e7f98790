"""The drawings of Heckmeck's book."""

from __future__ import annotations

from stammtisch.core.contract.drawings import Drawing
from stammtisch.games.drawing import WIDTH, WOOD, arrow, at, piece
from stammtisch.games.heckmeck.rules import LOWEST, POINTS, TILES, worms
from stammtisch.games.keeping import WORM
from stammtisch.games.keeping import drawing as keeping

STORY = (((0, 0, 1, 2, 3, 4, WORM, WORM), WORM), ((3, 3, 4, WORM, WORM, WORM), 3), ((1, 1, 1, 3), 1))
"""The turn that the book tells: the symbols of each roll, and the one that is kept. It takes the 24."""
TAKEN = 24


def grill() -> Drawing:
    """The sixteen tiles, eight in a row."""
    tiles = [at(t % 8 * 42 + 3, t // 8 * 66 + 2, _tile(LOWEST + t)) for t in range(TILES)]
    return Drawing(WIDTH, 134, "".join(tiles))


def dice() -> Drawing:
    return keeping.dice(POINTS)


def stack() -> Drawing:
    """Three tiles on top of each other; of the lower two only the edges can be seen."""
    buried = "".join(at(6 * i, 14 - 6 * i, piece(54, 82, WOOD), opacity=0.7) for i in range(2))
    return Drawing(76, 102, at(2, 4, buried, at(12, 2, keeping.numbered(28, 2, 54, 82))))


def turn() -> Drawing:
    """The rolls of the story, and below what was set aside and what that takes."""
    rows, aside = [], list[int]()
    for number, (faces, kept) in enumerate(STORY):
        aside += [kept] * faces.count(kept)
        rows.append(at(5, 5 + number * 46, keeping.roll(POINTS, faces, kept, sum(POINTS[kind] for kind in aside))))
    taken = arrow(263, 176, dx=20) + at(WIDTH - 45, 145, _tile(TAKEN))
    return Drawing(WIDTH, 210, "".join(rows) + at(5, 160, keeping.kept(POINTS, aside)) + taken)


def _tile(number: int) -> str:
    return keeping.numbered(number, worms(number - LOWEST), 40, 62)


DRAWINGS = {"grill": grill, "dice": dice, "stack": stack, "turn": turn}
