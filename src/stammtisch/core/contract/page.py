"""Page: what a page shows of a game that follows from its rules, so that the page needs to know none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stammtisch.core.contract.part import Part
from stammtisch.core.contract.text import Row
from stammtisch.core.game import Move
from stammtisch.core.position import Position


@dataclass(frozen=True)
class Shown:
    """A position for a board that suits every game."""

    rows: tuple[Row, ...]
    """What lies on the table."""
    seats: tuple[tuple[str, ...], ...]
    """What each player has, by seat."""

    def to_json(self) -> dict[str, Any]:
        return {"rows": [row.to_json() for row in self.rows], "seats": [list(cells) for cells in self.seats]}


class Page(Part):
    FILE = "page"

    def figures(self, position: Position) -> dict[str, Any]:
        """What the board shows besides the state."""
        return {}

    def drawn(self, before: Position, event: Sequence[int] | Move) -> dict[str, Any] | None:
        """How a run of outcomes, or a move, is drawn in a line of the log; None: its sentence says it."""
        return None


def figures(position: Position, names: Sequence[str]) -> dict[str, Any]:
    """For the game's own board; of a game without one, what a board that suits every game shows."""
    page = position.game.part(Page)
    if page.defines("figures"):
        return page.figures(position)
    return _shown(position, names).to_json()


def _shown(position: Position, names: Sequence[str]) -> Shown:
    """The score stands beside each player's name anyway."""
    rows = position.game.text.rows(position, names)
    scores = [position.game.text.SCORE.count(score) for score in position.scores]
    seats = [[cell for row in rows if row.seat == p for cell in row.cells] for p in range(len(names))]
    return Shown(
        rows=tuple(row for row in rows if row.seat is None),
        seats=tuple(tuple(each for each in cells if each != scores[p]) for p, cells in enumerate(seats)),
    )
