"""Puzzles: which positions of a game make one, and how its moves are checked again without its solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from stammtisch.core.contract.part import Part
from stammtisch.core.game import Move
from stammtisch.core.position import Position


class Puzzles(Part):
    """puzzles.py: which positions of the game make a puzzle. The puzzles lie beside it, in puzzles.jsonl.gz."""

    FILE = "puzzles"

    LEAD: float = 0.1
    """By how much the best move must lead the next one, in the unit of the game's analysis."""
    LEAD_PLAYED: float = 0.0
    """By how much it must lead where that is checked by playing on: small leads take too many games to be seen."""
    OFTEN: float = 0.7
    """What a beginner finds more often than this is too easy."""
    VARIANTS: Sequence[Mapping[str, object]] = ({},)
    """The options of the matches in which puzzles are looked for, in turn."""
    TWO_MOVES: float = 0.25
    """At most this share of the puzzles has only two legal moves."""
    KINDS: int = 1
    """A match gives puzzles of one in so many moves only, in every match others. So those that are best most often
    leave room for the rest, in games with few moves."""
    WHOLE_GAME: bool = True
    """Do values count what the whole game brings? False: what the turn brings."""
    POSITIONS: int = 100_000
    """A turn with more positions than this is not looked at whole: it is played on."""
    PLAYS_ON: str = "master"
    """The bot that plays on from both moves, where that is how a puzzle is checked."""

    play_on: Callable[[Position, Move, int, int], Sequence[Sequence[int]]] | None = None
    """play_on(view, move, seed, games): how the scores grow after a move, by seat, in so many games with seeds from
    this one on. None: PLAYS_ON plays them, one after another."""

    def is_small(self, view: Position) -> bool:
        """Can everything be looked at that can happen until the end of this turn?"""
        return True

    def worth(self, gained: Sequence[int], seat: int) -> Fraction:
        """What it is worth to a seat that the scores have grown so: by how much more than the average rival's."""
        rivals = len(gained) - 1
        return gained[seat] - Fraction(sum(gained) - gained[seat], rivals) if rivals else Fraction(gained[seat])
