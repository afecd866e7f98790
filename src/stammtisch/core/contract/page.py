"""Page: what a page shows of a game that follows from its rules, so that the page needs to know none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from stammtisch.core.contract.part import Part
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns


class Drawn(TypedDict):
    """How a line of the log is drawn."""

    pieces: list[str]
    """A kind and what it shows: "die 5". None: there is nothing to see."""
    told: bool
    """The sentence belongs to it."""


class Page(Part):
    """page.py: what the game's own board shows that follows from the rules."""

    FILE = "page"

    def figures(self, position: Position, turns: LastTurns | None = None) -> Mapping[str, object]:
        """What the game's own board shows besides the state. It is asked only of games that have one.

        `turns` tell what led to the position, as far as its viewer may know it; None: nobody knows.
        A game declares what it gives as a TypedDict in its figures.py; tools/figures.py makes the types of its board
        from that.
        """
        return {}

    def drawn(self, before: Position, event: Sequence[int] | Move) -> Drawn | None:
        """How a run of outcomes, or a move, is drawn in a line of the log; None: its sentence says it."""
        return None
