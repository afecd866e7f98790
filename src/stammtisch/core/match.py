"""Match: a game being played. It holds the position, throws the dice and remembers every event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stammtisch.core.constants import CHANCE
from stammtisch.core.dice import DrawBuffer
from stammtisch.core.errors import RecordError, UndoError
from stammtisch.core.game import Game, Move
from stammtisch.core.position import LegalMoves, Position

if TYPE_CHECKING:
    from stammtisch.core.notation import MatchRecord


@dataclass(frozen=True)
class Event:
    """A move by a seat, or (seat CHANCE) one outcome of chance."""

    seat: int
    move: Move


class Match:
    """One match. With a seed it throws all dice itself; without, it waits at each throw to be fed by `play`."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.game = game
        self.seed = seed
        self.events: list[Event] = []
        self._positions = [game.start()]
        self._buffer = DrawBuffer()
        self._throw()

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def history(self) -> list[Position]:
        """The start and the position after every event."""
        return list(self._positions)

    @property
    def legal_moves(self) -> LegalMoves:
        return self.position.legal_moves

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def scores(self) -> list[int]:
        return self.position.scores

    @property
    def places(self) -> list[int]:
        return self.position.places

    @property
    def winners(self) -> list[int]:
        return self.position.winners

    def play(self, move: int | str, seat: int | None = None) -> Move:
        """Make a move (or, fed, give a throw's outcome); then the dice that follow are thrown. The move, by name."""
        made = self._add(move, seat)
        self._throw()
        return made

    def throw(self, draw: Callable[[int], int]) -> list[Move]:
        """Feed one run of outcomes with the same audience: `draw(n)` gives a lot from 0 to n - 1. The outcomes."""
        audience = self.position.audience
        made = []
        while self.position.is_chance and self.position.audience == audience:
            position = self.position
            made.append(self._add(position.drawn(draw(position.lots)), None))
        return made

    def _add(self, move: int | str, seat: int | None) -> Move:
        before = self.position
        made = before.check(move, seat)
        self._positions.append(before.after(made))
        self.events.append(Event(before.turn, made))
        return made

    def _throw(self) -> None:
        """Throw until somebody is to move. The k-th draw of a turn is keyed by the turn, see core/dice.py."""
        if self.seed is None:
            return
        while self.position.is_chance:
            position = self.position
            lot = self.game.rules.draw_next(self._buffer, self.seed, position.turns, position.lots)
            self._add(position.drawn(lot), None)

    @property
    def undoable(self) -> bool:
        """May the last event be taken back? Never a throw, and never what came before a throw."""
        return bool(self.events) and self.events[-1].seat != CHANCE

    def undo(self) -> Move:
        """Take back the last move and give it."""
        if not self.undoable:
            reason = "dice have been thrown since the last move" if self.events else "nothing has been played"
            raise UndoError(f"there is nothing to take back: {reason}")
        self._positions.pop()
        return self.events.pop().move

    def record(self, *, complete: bool = True, seats: list[str] | None = None) -> MatchRecord:
        """The match so far as a record: complete (every outcome listed) or short (the seed only)."""
        from stammtisch.core.notation import MatchRecord

        if not complete and self.seed is None:
            raise RecordError("a match with fed dice has no seed, so its record must be complete")
        return MatchRecord.of(self, complete=complete, seats=seats)

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {len(self.events)} events: {self.position.expects}>"
