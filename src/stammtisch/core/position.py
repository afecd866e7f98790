"""Position: one moment of a game, immutable and hashable. Playing a move gives a new position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, overload

from stammtisch.core.constants import CHANCE, OVER, PASS, SPECTATOR
from stammtisch.core.contract.text import why_in_words
from stammtisch.core.errors import GameOver, IllegalMove, OutOfTurn, ParseError
from stammtisch.core.game import Game, Move, spaced
from stammtisch.core.record import Record
from stammtisch.core.translation import say

AHEAD = 16  # plies for which a position from outside is tried out: enough for a throw, a choice and what follows


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in the order of their numbers. `in` takes a move, its number or its text."""

    def __init__(self, game: Game, numbers: Sequence[int]) -> None:
        self._game = game
        self._numbers = numbers

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._game.moves[m] for m in self._numbers[index]]
        return self._game.moves[self._numbers[index]]

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Move]:
        return (self._game.moves[m] for m in self._numbers)

    def __contains__(self, given: object) -> bool:
        if isinstance(given, str):
            return spaced(given) in map(str, self)
        return given in self._numbers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"[{', '.join(str(move) for move in self)}]"


class Position:
    """A game's position, whole or as one seat sees it (`viewer`). `state` is not to be changed."""

    __slots__ = ("_key", "_legal", "game", "state", "turn", "viewer")

    def __init__(self, game: Game, state: Record, viewer: int | None = None) -> None:
        self.game = game
        self.state = state
        self.viewer = viewer
        self.turn = game.rules.turn(state, game.options)
        """The seat to move, CHANCE (-1) or OVER (-2)."""
        self._legal: LegalMoves | None = None
        self._key: tuple[object, ...] | None = None

    @property
    def is_chance(self) -> bool:
        return self.turn == CHANCE

    @property
    def is_over(self) -> bool:
        return self.turn == OVER

    @property
    def legal_moves(self) -> LegalMoves:
        """What the player to move may do; empty at a throw and after the end."""
        if self._legal is None:
            numbers: list[int] = []
            if self.turn >= 0:
                out = [0] * self.game.rules.MOVES
                numbers = out[: self.game.rules.moves(self.state, self.game.options, out)]
            self._legal = LegalMoves(self.game, numbers)
        return self._legal

    @property
    def outcomes(self) -> list[tuple[Move, Fraction]]:
        """At a throw: every outcome that can come, with its probability; otherwise empty."""
        lots = self.game.rules.spread(self.state, self.game.options) if self.is_chance else 0
        found = []
        for kind in self._kinds():
            share = self._weight(kind)
            if share:
                found.append((kind, Fraction(share, lots)))
        return found

    @property
    def audience(self) -> int:
        """At a throw: EVERYBODY (-1), or the one seat that may see the outcome."""
        return self.game.rules.sees(self.state, self.game.options)

    @property
    def thrower(self) -> int:
        """At a throw: the seat that throws or draws. Every game's state names it `player`."""
        return int(self.state.player)

    @property
    def turns(self) -> int:
        """The number of the turn, from 1."""
        return int(self.state.turns)

    def _kinds(self) -> list[Move]:
        return self.game.outcomes(self.game.rules.outcomes(self.state, self.game.options) if self.is_chance else 0)

    def _weight(self, kind: int) -> int:
        return self.game.rules.weight(self.state, self.game.options, kind) if self.game.defines("weight") else 1

    def play(self, move: int | str, seat: int | None = None) -> Position:
        """The position after a move — or, at a throw, after an outcome. `seat` says who claims to move."""
        return self.after(self.check(move, seat))

    def after(self, made: int) -> Position:
        """The position after a move that `check` has found good."""
        state = self.state.copy()
        self.game.rules.play(state, self.game.options, int(made))  # a plain int: rules may store it in the state
        return Position(self.game, state, self.viewer)

    def check(self, move: int | str, seat: int | None = None) -> Move:
        """The move meant by a number or a text, if it may be made now; else the error that says why not."""
        if self.is_over:
            raise GameOver(f"the game is over: '{move}' comes too late; the final scores are {self.scores}")
        if self.is_chance:
            outcome = self.game.outcome(move, self.game.rules.outcomes(self.state, self.game.options))
            if seat is not None and seat != CHANCE:
                raise OutOfTurn(f"chance is to move, so seat {seat} may not play '{outcome}'")
            if not self._weight(outcome):
                possible = ", ".join(str(kind) for kind, _ in self.outcomes)
                raise IllegalMove(f"{outcome} cannot come now; possible are {possible}")
            return outcome
        found = self.game.move(move)
        if seat is not None and seat != self.turn:
            raise OutOfTurn(f"it is seat {self.turn}'s turn, so seat {seat} may not play '{found}'")
        if found not in self.legal_moves:
            raise self._refusal(found)
        return found

    def _refusal(self, move: Move) -> IllegalMove:
        choices = ", ".join(str(each) for each in self.legal_moves)
        if move == PASS:
            words = say(
                "you can pass only when you have no other move; the legal moves are: {choices}", choices=choices
            )
            return IllegalMove(words)
        code = self.why_not(move)
        paragraph = self.game.rulebook.name(code)
        words = say(
            "{move} is not allowed, because {why} [{paragraph}]; the legal moves are: {choices}",
            move=move,
            why=why_in_words(self.game.text, code),
            paragraph=paragraph,
            choices=choices,
        )
        return IllegalMove(words, paragraph)

    def why_not(self, move: int) -> int:
        """0 if the move is legal, else the paragraph that forbids it as a number (304 is 3.4)."""
        return 0 if move in self.legal_moves else self.game.rules.forbids(self.state, self.game.options, move)

    def view(self, player: int) -> Position:
        """The position as one seat may see it, or SPECTATOR (-1)."""
        seen = self.state.copy()
        self.game.rules.hide(seen, self.game.options, player)
        return Position(self.game, seen, player)

    @property
    def scores(self) -> list[int]:
        score = self.game.rules.score
        return [score(self.state, self.game.options, p) for p in range(self.game.players)]

    @property
    def places(self) -> list[int]:
        """Every seat's place, from 1; shared places are equal. Before the end: as if it ended now."""
        place = self.game.rules.place
        return [place(self.state, self.game.options, p) for p in range(self.game.players)]

    def key(self) -> tuple[object, ...]:
        if self._key is None:
            self._key = (self.game._identity(), self.viewer, self.state.key())
        return self._key

    def digest(self) -> str:
        """A short fingerprint, the same in every process and on every machine."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def to_json(self) -> dict[str, Any]:
        """Everything needed to go on from here, as plain JSON; `stammtisch.position` reads it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": self.game.options.to_json(),
            "viewer": self.viewer,
            "state": self.state.to_json(),
        }

    @classmethod
    def from_json(cls, game: Game, data: Any) -> Position:
        if not isinstance(data, dict) or "state" not in data:
            raise ParseError("a position must be an object with 'game', 'version', 'options' and 'state'")
        for name, mine in (("game", game.name), ("version", game.version), ("options", game.options.to_json())):
            if data.get(name, mine) != mine:
                raise ParseError(f"the position's {name} is {data[name]!r}, but this game's is {mine!r}")
        viewer = data.get("viewer")
        if viewer is not None and not (type(viewer) is int and SPECTATOR <= viewer < game.players):
            seats = f"a seat from 0 to {game.players - 1}, {SPECTATOR} for a spectator,"
            raise ParseError(f"a position's viewer must be {seats} or null, not {viewer!r}")
        state = game.module.State.from_json(data["state"])
        try:
            _try_out(game, state, AHEAD if viewer is None else 0)
        except Exception as error:  # whatever a rule stumbles over, it is the position that is wrong
            raise ParseError(f"this position cannot come about in {game.title}: its numbers do not fit") from error
        return cls(game, state, viewer)

    def __str__(self) -> str:
        names = [say("seat {seat}", seat=p) for p in range(self.game.players)]
        return str(self.game.text.board(self, names))

    def __repr__(self) -> str:
        return f"<Position of {self.game.name}, {self.game.players} players: {self._to_move()}>"

    def _to_move(self) -> str:
        if self.is_over:
            return f"over, scores {self.scores}"
        return "a throw" if self.is_chance else f"seat {self.turn} may {', '.join(str(m) for m in self.legal_moves)}"


def _try_out(game: Game, state: Record, plies: int) -> None:
    """Ask a state that comes from outside everything, and play on for some plies; nonsense fails here, not later.

    A view is only asked: without the hidden hands it cannot be played on.
    """
    rules, o, s = game.rules, game.options, state.copy()
    for seat in range(game.players):
        rules.score(s, o, seat)
        rules.place(s, o, seat)
    out = [0] * rules.MOVES
    for ply in range(plies + 1):
        turn = rules.turn(s, o)
        if not OVER <= turn < game.players:
            raise IndexError(f"there is no seat {turn}")
        if turn == OVER:
            return
        if turn == CHANCE:
            move = rules.outcome(s, o, rules.spread(s, o) // 2)
        else:
            move = out[rules.moves(s, o, out) - 1]
        if ply < plies:
            rules.play(s, o, move)
