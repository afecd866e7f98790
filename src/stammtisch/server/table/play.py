"""The game in play at a table: its position, and the moves and outcomes that led to it, nothing more.

Positions of the past are not kept — thousands of tables share one machine — but played again when somebody takes back.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stammtisch.core.constants import CHANCE, EVERYBODY, SPECTATOR
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.core.record import Record
from stammtisch.core.turn import Event, LastTurns, Turn


def fallen(game: Game, state: Record, outcomes: Sequence[str]) -> list[Move]:
    """A run of outcomes from their names. They are played on this state; nobody sees the positions between."""
    rules, o, made = game.rules, game.options, []
    for name in outcomes:
        outcome = game.outcome(name, rules.outcomes(state, o))
        made.append(outcome)
        rules.play(state, o, int(outcome))
    return made


class _Found(NamedTuple):
    """Where the turn began that was looked at last: after how many events, at which position; and the turn before."""

    events: int
    start: Position
    before: Turn | None


class Play:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._position = game.start()
        self._ahead: Record | None = None  # the state after what was played again, until somebody wants to see it
        self._made = array("h")  # moves and outcomes
        self._by = array("b")  # who made them
        self.drafts = game.text.DRAFTS
        """Are the moves of a turn shown to others only when it is done?"""
        self._by_hand = game.text.BY_HAND
        self._settled = self._position
        self._drafted = 0  # moves since
        self._found = self._nothing_found()

    def to_json(self) -> dict[str, Any]:
        """What it is made from; see `from_json`."""
        return {"made": self._made.tolist(), "by": self._by.tolist(), "drafted": self._drafted}

    @classmethod
    def from_json(cls, game: Game, data: dict[str, Any]) -> Play:
        """The same game: its moves and outcomes, which were found good before, are played again."""
        play = cls(game)
        play._made, play._by, play._drafted = array("h", data["made"]), array("b", data["by"]), data["drafted"]
        state, settled = play._position.state.copy(), play.settled_events
        for number, made in enumerate(play._made):
            if number == settled:
                play._settled = Position.unchecked(game, state.copy())
            game.rules.play(state, game.options, made)
        play._position = Position.unchecked(game, state)
        if not play._drafted:
            play._settled = play._position
        return play

    @property
    def position(self) -> Position:
        if self._ahead is not None:
            self._settled = self._position = Position.owning(self.game, self._ahead)
            self._ahead = None
        return self._position

    @property
    def settled(self) -> Position:
        """The position that others see: without a turn that is still being drafted."""
        return self._settled if self._drafted else self.position

    def play(self, move: int | str) -> Move:
        return self._make(self.position.check(move))

    def replay(self, move: str) -> None:
        """Play a decision that was found good before: it stands in the log."""
        made = self.game.move(move)
        if self.drafts:
            self._make(made)
            return
        state = self._going_on()
        self._by.append(self.game.rules.turn(state, self.game.options))
        self._made.append(made)
        self.game.rules.play(state, self.game.options, int(made))

    def fall(self, outcomes: Sequence[str]) -> None:
        """Let a throw of the log fall again."""
        self._note(fallen(self.game, self._going_on(), outcomes))

    def _going_on(self) -> Record:
        """The state to play on. After a restart thousands of games are played again: positions that nobody sees are
        not made."""
        if self._ahead is None:
            self._ahead = self._position.to_play_on()
        return self._ahead

    def _note(self, outcomes: Sequence[Move]) -> None:
        self._made.extend(outcomes)
        self._by.extend([CHANCE] * len(outcomes))
        self._drafted = 0

    def _make(self, made: Move) -> Move:
        before = self.position.turn
        self._position = self.position.after(made)
        self._made.append(made)
        self._by.append(before)
        self._settle(before)
        return made

    def _settle(self, mover: int) -> None:
        self._drafted += 1
        if not self.drafts or mover == CHANCE or self._position.turn != mover:
            self._settled = self._position
            self._drafted = 0

    def throw(self, draw: Callable[[int], int], *, of_turn: bool = False) -> list[Move]:
        """Throw one run of outcomes with the same audience: `draw(n)` gives a lot from 0 to n - 1. The outcomes.

        `of_turn`: it ends with the turn (core/match.py)."""
        game, rules, o = self.game, self.game.rules, self.game.options
        state, audience = self.position.to_play_on(), self.position.audience
        turn, sees, outcomes, spread, outcome, play = (
            rules.turn, rules.sees, rules.outcomes, rules.spread, rules.outcome, rules.play
        )  # fmt: skip  # a throw has up to a dozen dice, and every die asks all of them
        made: list[Move] = []
        kinds: list[Move] = []
        begun = state.turns
        while turn(state, o) == CHANCE and sees(state, o) == audience:
            if of_turn and state.turns != begun:
                break
            if len(kinds) != (count := outcomes(state, o)):
                kinds = game.outcomes(count)
            fell = kinds[outcome(state, o, draw(spread(state, o)))]
            made.append(fell)
            play(state, o, int(fell))
        self._settled = self._position = Position.owning(game, state)
        self._note(made)
        return made

    def tried(self, draw: Callable[[int], int], *, of_turn: bool = False) -> tuple[Play, list[Move]]:
        """What a throw would give, without throwing it: the game after it, and the outcomes."""
        trial = object.__new__(type(self))
        trial.__dict__.update(self.__dict__)
        trial._made, trial._by = self._made[:], self._by[:]
        trial._ahead = self._ahead and self._ahead.copy()
        return trial, trial.throw(draw, of_turn=of_turn)

    @property
    def turn_so_far(self) -> Turn:
        """The turn that is played, with all its events so far, whoever may see them."""
        return self._last_turns(len(self._made), self.position.turns).now

    @property
    def is_drafting(self) -> bool:
        return self._drafted > 0

    def drafted(self) -> list[str]:
        """The moves of the turn that is being drafted."""
        return [str(self.game.moves[m]) for m in self._made[len(self._made) - self._drafted :]] if self._drafted else []

    @property
    def events(self) -> int:
        return len(self._made)

    @property
    def settled_events(self) -> int:
        """Those that others know of: without a turn that is being drafted."""
        return len(self._made) - self._drafted

    def undoable(self, seat: int) -> bool:
        """May this seat take its last move back? Never past a throw or somebody else's move."""
        return bool(self._by) and self._by[-1] == seat

    def last_decision(self, seat: int) -> int | None:
        """How many events must be taken back until this seat's last decision is undone; None: it made none."""
        for back in range(1, len(self._by) + 1):
            if self._by[-back] == seat:
                return back
        return None

    def undo(self, count: int) -> None:
        """Take the last events back, by playing the others again: those of a draft, or all of them."""
        made, by = self._made[: len(self._made) - count], self._by[: len(self._by) - count]
        start = len(self._made) - self._drafted if self.drafts and count <= self._drafted else 0
        self._position, self._ahead = self.settled if start else self.game.start(), None
        self._settled, self._drafted = self._position, 0
        self._made, self._by = made[:start], by[:start]
        if self._found.events > len(made):
            self._found = self._nothing_found()
        for move, who in zip(made[start:], by[start:], strict=True):
            self._position = self._position.after(move)  # it was legal then
            self._made.append(move)
            self._by.append(who)
            self._settle(who)

    def view(self, seat: int | None) -> Position:
        """The position as a seat, or a spectator, may see it."""
        if self.position.is_over:
            return self.position
        own = seat is not None and seat == self.position.turn
        return (self.position if own else self.settled).view(SPECTATOR if seat is None else seat)

    @property
    def is_open(self) -> bool:
        """Does everybody see the same of it?"""
        return self.position.is_over or not (self.game.hides or self.drafts)

    def last_turns(self, seat: int | None) -> LastTurns:
        """What happened in the turn that is played and in the one before, as a seat, or a spectator, may know it."""
        is_over = self.position.is_over
        own = is_over or (seat is not None and seat == self.position.turn)
        end = len(self._made) - (0 if own else self._drafted)
        found = self._last_turns(end, (self.position if own else self.settled).turns)
        return found if is_over else found.view(SPECTATOR if seat is None else seat)

    def _last_turns(self, end: int, number: int) -> LastTurns:
        """Those of the first so many events, which led to turn `number`.

        Only what came after the turn that was found last is played again, and only when another turn has begun.
        """
        if self._found.events > end:  # somebody else has seen more: a draft that goes on into the next turn
            self._found = self._nothing_found()
        begun, start, before = self._found
        if number != start.turns:
            state, rules, o = start.to_play_on(), self.game.rules, self.game.options
            for at in range(begun, end):
                rules.play(state, o, self._made[at])
                if state.turns != start.turns:
                    before = Turn(start, self._events(begun, at + 1))
                    begun, start = at + 1, Position.unchecked(self.game, state.copy())
        self._found = _Found(begun, start, before)
        return LastTurns(Turn(start, self._events(begun, end)), before)

    def _nothing_found(self) -> _Found:
        return _Found(0, self.game.start(), None)

    def _events(self, begin: int, end: int) -> tuple[Event, ...]:
        game = self.game
        return tuple(
            Event(who, game.outcomes(made + 1)[made] if who == CHANCE else game.moves[made])
            for made, who in zip(self._made[begin:end], self._by[begin:end], strict=True)
        )

    @property
    def begins_turn(self) -> bool:
        """Does the throw that is due begin a turn that players like to begin themselves? No decision has led to it."""
        return self._by_hand and (not self._by or self._by[-1] != self.position.thrower)

    @property
    def audience(self) -> int | None:
        """Of the throw that is due: the one seat that may see it, or None for everybody."""
        return None if self.position.audience == EVERYBODY else self.position.audience
