"""Match: a game being played. It holds the position, throws the dice and remembers every event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stammtisch.core.constants import CHANCE
from stammtisch.core.dice import DrawBuffer
from stammtisch.core.errors import RecordError, UndoError
from stammtisch.core.game import Game, Move
from stammtisch.core.position import LegalMoves, Position
from stammtisch.core.turn import Event, LastTurns, Turn

if TYPE_CHECKING:
    from stammtisch.core.notation import MatchRecord


class Match:
    """A game being played: the position now, and all that led to it. `Game.match` makes one.

    With a seed it throws all dice itself, so that somebody is always to move until the end. Fed, it waits at each throw
    for `play` or `throw`.

    Examples:
        >>> import stammtisch
        >>> match = stammtisch.load("heckmeck").match(seed=7)
        >>> match.play("keep worm")
        Move(6, 'keep worm')
        >>> bot = match.game.bots["first"]
        >>> while not match.is_over:
        ...     move = match.play(bot.choose(match.position.view(match.turn), seed=1))
        >>> match.scores, match.winners
        ([6, 4], [0])
    """

    game: Game
    """The game, with its options."""
    seed: int | None
    """What its dice come from; None: they are fed."""
    events: list[Event]
    """Everything that has happened, moves and outcomes, in order."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.game = game
        self.seed = seed
        self.events = []
        self._positions = [game.start()]
        self._buffer = DrawBuffer()
        self._throw()

    @property
    def position(self) -> Position:
        """How it stands, whole. What a player may see of it is `position.view(seat)`."""
        return self._positions[-1]

    @property
    def history(self) -> list[Position]:
        """The start, and the position after every event: one more than there are events."""
        return list(self._positions)

    @property
    def last_turns(self) -> LastTurns:
        """What happened in the turn that is played, and in the one before."""
        return self.last_turns_at(len(self.events))

    def last_turns_at(self, count: int) -> LastTurns:
        """The same after so many events."""
        begun = self._turn_began(count)
        now = Turn(self._positions[begun], tuple(self.events[begun:count]))
        if begun == 0:
            return LastTurns(now)
        before = self._turn_began(begun - 1)
        return LastTurns(now, Turn(self._positions[before], tuple(self.events[before:begun])))

    @property
    def drawn(self) -> int:
        """How many outcomes of chance the turn that is played has had so far: the index of its next draw."""
        return self.last_turns.now.drawn

    def _turn_began(self, count: int) -> int:
        """How many events came before the turn of the position after so many."""
        turns = self._positions[count].turns
        while count and self._positions[count - 1].turns == turns:
            count -= 1
        return count

    @property
    def legal_moves(self) -> LegalMoves:
        """What the player to move may do."""
        return self.position.legal_moves

    @property
    def turn(self) -> int:
        """The seat to move, from 0; -1 if dice are to be fed, -2 after the end."""
        return self.position.turn

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.position.is_over

    @property
    def scores(self) -> list[int]:
        """Every seat's score so far."""
        return self.position.scores

    @property
    def places(self) -> list[int]:
        """Every seat's place, from 1. Before the end: as if it ended now."""
        return self.position.places

    @property
    def winners(self) -> list[int]:
        """The seats that have won: several if they share the first place, none before the end."""
        return self.position.winners

    def play(self, move: int | str, seat: int | None = None) -> Move:
        """Make a move; with a seed, the dice that follow are thrown. In a fed match, an outcome is given so as well.

        The move is given by name, by number or as a Move; the answer is the Move. `seat` says who moves; without it,
        whoever is to move does. It raises what `Position.play` raises, and then nothing has changed.
        """
        made = self._add(move, seat)
        self._throw()
        return made

    def throw(self, draw: Callable[[int], int], *, of_turn: bool = False) -> list[Move]:
        """Feed a whole throw, that is all outcomes that come next and that the same people see; the answer is these.

        `draw(n)` is called for each of them and gives a number from 0 to n - 1, all equally likely. `of_turn`: a throw
        ends with the turn, as it must where draws are keyed by turns.
        """
        audience, turn = self.position.audience, self.position.turns
        made: list[Move] = []
        while (now := self.position).is_chance and now.audience == audience and (now.turns == turn or not of_turn):
            made.append(self._add(now.drawn(draw(now.lots)), None))
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
        """May the last event be taken back? A throw never may, nor what came before one."""
        return bool(self.events) and self.events[-1].seat != CHANCE

    def undo(self) -> Move:
        """Take back the last move; the answer is that move.

        Raises:
            UndoError: Nothing has been played, or dice have been thrown since.
        """
        if not self.undoable:
            reason = "dice have been thrown since the last move" if self.events else "nothing has been played"
            raise UndoError(f"there is nothing to take back: {reason}")
        self._positions.pop()
        return self.events.pop().move

    def record(self, *, complete: bool = True, seats: list[str] | None = None) -> MatchRecord:
        """The match so far, written down.

        A complete record lists every outcome of chance; a short one has only the seed that they come from. `seats` are
        the names of those who play. `str(record)` is its form for people, `record.to_jsonl()` the one for programs, and
        `stammtisch.read` reads both.

        Raises:
            RecordError: As many names as seats are needed; or a match with fed dice has no short record.

        Examples:
            >>> import stammtisch
            >>> match = stammtisch.load("heckmeck").match(seed=7)
            >>> move = match.play("keep worm")
            >>> text = str(match.record(seats=["Ann", "Ben"]))
            >>> stammtisch.read(text).match.position == match.position
            True
        """
        from stammtisch.core.notation import MatchRecord

        if not complete and self.seed is None:
            raise RecordError("a match with fed dice has no seed, so its record must be complete")
        return MatchRecord.of(self, complete=complete, seats=seats)

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {len(self.events)} events: {self.position.expects}>"
