"""The score sheet of Barbecue as it is filled in at a table: points, and the highest plates where they are equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stammtisch.core.options import BaseOptions
from stammtisch.core.record import Record
from stammtisch.core.translation import say, to_say
from stammtisch.games.barbecue.rules import LOWEST, PLACES, Options, State, worms_at

MARK = to_say("highest plate")
NEEDED = False
NEGATIVE = False
HIGHEST = LOWEST + PLACES - 1


def fault(names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
    """A sentence that says why a line cannot be true, whatever the others are, or ""; a mark of 0 is no plate."""
    for name, score, mark in zip(names, scores, marks, strict=True):
        if score < 0:
            return say("{name} cannot have fewer than 0 points.", name=name)
        if mark and not LOWEST <= mark <= HIGHEST:
            return say("{name}'s highest plate cannot lie on {place}: places go from 23 to 36.", name=name, place=mark)
    return ""


def doubt(names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
    """A sentence that says why lines that could each be true cannot be the end of a game by the rules, or ""."""
    assert isinstance(options, Options)
    for p, (name, score, mark) in enumerate(zip(names, scores, marks, strict=True)):
        if mark and score < worms_at(options, mark - LOWEST):  # [B3.6]
            return say("{name} has a plate on {place}, so must have at least its worms.", name=name, place=mark)
        if mark and mark in marks[:p]:
            first = names[marks.index(mark)]
            return say("{one} and {other} cannot both have a plate on {place}.", one=first, other=name, place=mark)
    return ""


def mark(state: Record, seat: int) -> int:
    """The place of a player's highest plate at the end of a game, or 0."""
    assert isinstance(state, State)
    return max((LOWEST + g for g in range(PLACES) if state.holds[g] == seat and state.plates[g]), default=0)


def sample(players: int, below: Callable[[int], int], options: BaseOptions) -> list[tuple[int, int]]:
    """An end that could be: plates on some places, the worms they stand for, and snails."""
    assert isinstance(options, Options)
    scores, marks = [3 * below(4) for _ in range(players)], [0] * players
    for g in range(PLACES):
        owner = below(players + 2)
        if owner < players:
            scores[owner] += worms_at(options, g)
            marks[owner] = LOWEST + g
    return list(zip(scores, marks, strict=True))
