"""Sheet: the score sheet of a tournament as it is filled in at a table, and what cannot be true on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stammtisch.core.contract.part import Part
from stammtisch.core.options import BaseOptions
from stammtisch.core.record import Record


class Sheet(Part):
    """sheet.py: the score sheet of a tournament, and what cannot be true on it."""

    FILE = "sheet"

    MARK: str = ""
    """What breaks a tie of scores in a game, such as the highest tile; empty: equal scores share the place."""
    NEEDED: bool = False
    """Is the mark written down for everybody, not only to break a tie?"""
    MARKS_ADD_UP: bool = False
    """May the sum of somebody's marks break a tie of the standings?"""
    SCORES_COUNT: bool = False
    """Do scores of games count into the standings unless a scheme says otherwise? Large ones would drown the places."""
    NEGATIVE: bool = True
    """Can a score be below zero?"""

    def fault(self, names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
        """A sentence that says why a line cannot be true, whatever the others are, or ""; a mark of 0 is none."""
        return ""

    def doubt(self, names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
        """A sentence that says why lines that could each be true cannot be the end of a game by the rules, or ""."""
        return ""

    def mark(self, state: Record, seat: int) -> int:
        """The mark of a player at the end of a game, or 0."""
        return 0

    def sample(self, players: int, below: Callable[[int], int], options: BaseOptions) -> list[tuple[int, int]]:
        """Scores and marks of an end that could be, to simulate with; `below(n)` draws a number from 0 to n - 1."""
        return [(below(100), 0) for _ in range(players)]
