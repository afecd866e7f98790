"""Turn: the position that a turn began with, and its events. Whoever tells or draws the last turn reads it here.

So a position holds only what the rules need: what happened before is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from stammtisch.core.constants import CHANCE, EVERYBODY
from stammtisch.core.game import Move
from stammtisch.core.position import Position


@dataclass(frozen=True)
class Event:
    """What happened: a move of a seat, or one outcome of chance."""

    seat: int
    """Who moved; -1 (CHANCE) for an outcome of chance."""
    move: Move
    """The move, or the outcome."""


@dataclass(frozen=True)
class Turn:
    """A turn: the position that it began with, and its events so far."""

    start: Position
    """The position that it began with."""
    events: tuple[Event, ...] = ()
    """What has happened in it, in order."""

    @property
    def player(self) -> int:
        """Whose turn it is, by the position that it began with."""
        return self.start.thrower

    @property
    def decisions(self) -> Iterator[Event]:
        """What the players did in it."""
        return (event for event in self.events if event.seat != CHANCE)

    @property
    def drawn(self) -> int:
        """How many outcomes of chance there were in it: the index of its next draw."""
        return sum(event.seat == CHANCE for event in self.events)

    def after(self, count: int | None = None) -> Position:
        """The position after so many of its events, or after all; after(-1) is the one before the last event.

        In a view events may be missing that are hidden from the viewer, so only whole turns can be played again.
        """
        rules, o, state = self.start.game.rules, self.start.game.options, self.start.state.copy()
        for event in self.events[:count]:
            rules.play(state, o, int(event.move))
        return Position.unchecked(self.start.game, state, self.start.viewer)

    def view(self, seat: int) -> Turn:
        """As a seat may know it: without what others drew in secret."""
        if not (self.start.game.defines("hide") or self.start.game.defines("sees")):
            return self
        seen = zip(self.events, self._audiences, strict=True)
        return Turn(self.start.view(seat), tuple(event for event, to in seen if to in (EVERYBODY, seat)))

    @cached_property
    def _audiences(self) -> tuple[int, ...]:
        """Who may know each event. Decisions are open to all."""
        rules, o, state, found = self.start.game.rules, self.start.game.options, self.start.state.copy(), []
        for number, event in enumerate(self.events):
            if number:
                rules.play(state, o, int(self.events[number - 1].move))
            found.append(rules.sees(state, o) if event.seat == CHANCE else EVERYBODY)
        return tuple(found)


class LastTurns(NamedTuple):
    """The turn that is played, or that was the last one of a game, and the turn before it."""

    now: Turn
    """The turn that is played, with its events so far."""
    before: Turn | None = None
    """The turn before; None: there was none."""

    def view(self, seat: int) -> LastTurns:
        """As a seat may know them."""
        return LastTurns(self.now.view(seat), self.before and self.before.view(seat))

    def ended(self, position: Position) -> Turn | None:
        """The turn that ended last, at this position: the turn before, or the last one of a game that is over."""
        return self.now if position.is_over else self.before
