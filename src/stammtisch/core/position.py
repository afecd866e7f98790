"""Position: one moment of a game, immutable and hashable. Playing a move gives a new position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, overload

from stammtisch.core import position_reading, position_text
from stammtisch.core.constants import CHANCE, OVER, PASS, SPECTATOR
from stammtisch.core.contract.text import why_in_words
from stammtisch.core.errors import GameOver, IllegalMove, OptionError, OutOfTurn, ParseError
from stammtisch.core.game import Game, Move, spaced
from stammtisch.core.places import winners
from stammtisch.core.record import Record
from stammtisch.core.throw import Throw, fair_chances, number_of
from stammtisch.core.translation import say

SHORT = 200  # letters; a text that is not longer is shown as the position itself


_set = object.__setattr__


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: a sequence of Move, in the order of their numbers.

    `in` takes a move, its number or its name.

    Examples:
        >>> import stammtisch
        >>> legal = stammtisch.load("heckmeck").match(seed=1).legal_moves
        >>> legal
        [keep 1, keep 2, keep 4, keep worm]
        >>> "keep worm" in legal, legal[0]
        (True, Move(1, 'keep 1'))
    """

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
    """One moment of a game, immutable and hashable. `play` gives the position after a move.

    `Game.start`, `Match.position` and `stammtisch.position` give positions. A position is whole, or a view: what one
    seat may see of it. `str()` shows the board in words.

    Examples:
        >>> import stammtisch
        >>> position = stammtisch.load("heckmeck").start()
        >>> position.is_chance, position.outcomes[5]
        (True, (Move(5, 'worm'), Fraction(1, 6)))
        >>> for face in ["worm", "worm", "worm", "worm", "5", "5", "5", "5"]:
        ...     position = position.play(face)
        >>> position.legal_moves
        [keep 5, keep worm]
    """

    __slots__ = ("_frozen", "_key", "_legal", "_state", "game", "turn", "viewer")

    game: Game
    """The game, with its options."""
    viewer: int | None
    """The seat whose view this is, -1 for somebody who only watches; None: the position is whole."""
    turn: int
    """The seat to move, from 0; -1 (CHANCE) before an outcome of chance, -2 (OVER) after the end."""
    _state: Record  # only the rules get it: some lay a tile and take it back to find what is legal
    _frozen: Record | None
    _legal: LegalMoves | None
    _key: tuple[object, ...] | None

    def __init__(self, game: Game, state: Record, viewer: int | None = None) -> None:
        """The position with the facts of a state that somebody has made or changed.

        Raises:
            ParseError: The rules could not have led there. The error says what is wrong.
        """
        self._fill(game, *position_reading.from_state(game, state, viewer))

    @classmethod
    def unchecked(cls, game: Game, state: Record, viewer: int | None = None) -> Position:
        """The same for a state that the rules have made: it is not checked. Compiled play crashes on a wrong one."""
        return cls._of(game, state.copy(), viewer)

    @classmethod
    def _of(cls, game: Game, state: Record, viewer: int | None) -> Position:
        """The position of a state that nobody else holds."""
        position = object.__new__(cls)
        position._fill(game, state, viewer)
        return position

    @classmethod
    def owning(cls, game: Game, state: Record) -> Position:
        """The whole position of a state that nobody else holds. It is not copied: whoever made it lets it go."""
        return cls._of(game, state, None)

    def to_play_on(self) -> Record:
        """Its facts in a record of the caller's own, for the rules to change: `state.copy()`, but sooner."""
        return self._state.copy()

    def _fill(self, game: Game, state: Record, viewer: int | None) -> None:
        _set(self, "game", game)
        _set(self, "viewer", viewer)
        _set(self, "turn", game.rules.turn(state, game.options))
        _set(self, "_state", state)
        _set(self, "_frozen", None)
        _set(self, "_legal", None)
        _set(self, "_key", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position cannot be changed; play(move) gives the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a position cannot be changed; play(move) gives the next one")

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.unchecked, (self.game, self._state, self.viewer)

    @property
    def state(self) -> Record:
        """Its facts by the names that the game's rules give them, to be read. `state.copy()` gives one to change."""
        if self._frozen is None:
            _set(self, "_frozen", self._state.frozen())
        return self._frozen  # type: ignore[return-value]

    @property
    def is_chance(self) -> bool:
        """Must an outcome of chance come next: a die that falls, a tile that is drawn?"""
        return self.turn == CHANCE

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.turn == OVER

    @property
    def legal_moves(self) -> LegalMoves:
        """What the player to move may do, in the order of the moves' numbers; empty at a throw and after the end."""
        if self._legal is None:
            numbers: list[int] = []
            if self.turn >= 0:
                out = [0] * self.game.rules.MOVES
                numbers = out[: self.game.rules.moves(self._state, self.game.options, out)]
            _set(self, "_legal", LegalMoves(self.game, tuple(numbers)))
        return self._legal  # type: ignore[return-value]

    @property
    def turns(self) -> int:
        """The number of this turn in the game, from 1. Every game's state counts them."""
        return int(self._state.turns)

    @property
    def lots(self) -> int:
        """At a throw: how many equally likely lots there are, each of which stands for an outcome; otherwise 0."""
        return self.game.rules.spread(self._state, self.game.options) if self.is_chance else 0

    def drawn(self, lot: int) -> Move:
        """At a throw: the outcome that a lot stands for, a number from 0 to `lots - 1`."""
        return self._kinds()[self.game.rules.outcome(self._state, self.game.options, lot)]

    @property
    def outcomes(self) -> list[tuple[Move, Fraction]]:
        """At a throw: every outcome that can come, with its exact probability; otherwise empty."""
        lots = self.lots
        found = []
        for kind in self._kinds():
            share = self._weight(kind)
            if share:
                found.append((kind, Fraction(share, lots)))
        return found

    @property
    def audience(self) -> int:
        """At a throw: the one seat that may see the outcome, or -1 (EVERYBODY)."""
        return self.game.rules.sees(self._state, self.game.options)

    @property
    def thrower(self) -> int:
        """At a throw: the seat that throws or draws. Every game's state names it `player`."""
        return int(self._state.player)

    def _kinds(self) -> list[Move]:
        return self.game.outcomes(self.game.rules.outcomes(self._state, self.game.options) if self.is_chance else 0)

    def _weight(self, kind: int) -> int:
        return self.game.rules.weight(self._state, self.game.options, kind)

    @property
    def exchangeable(self) -> int:
        """At a throw: how many outcomes, from the next one on, come in an order that does not matter; otherwise 0."""
        return self.game.rules.exchangeable(self._state, self.game.options) if self.is_chance else 0

    @property
    def throws(self) -> list[tuple[Throw, Fraction]]:
        """At a throw: everything that can fall at once, with its exact probability; otherwise empty.

        Each throw has as many outcomes as are `exchangeable`. They are in the order of their numbers: that is the
        lexicographic order of their outcomes. So solvers and searches need not look at dice one by one.

        Examples:
            >>> import stammtisch
            >>> start = stammtisch.load("heckmeck").start()
            >>> len(start.throws), 6**8
            (1287, 1679616)
            >>> throw, chance = start.throws[1]
            >>> str(throw), chance
            ('1 1 1 1 1 1 1 2', Fraction(1, 209952))
        """
        throws = self._all_throws()
        if throws and not self.game.defines("weight"):
            return list(zip(throws, fair_chances(len(self._kinds()), self.exchangeable), strict=True))
        found = []
        for throw in throws:
            ways, lots, _ = self.game.rules.begin_throw(self._state.copy(), self.game.options, throw.number)
            if ways:
                found.append((throw, Fraction(ways, lots)))
        return found

    def throw(self, given: Throw | int | Iterable[int | str]) -> Throw:
        """At a throw: the throw with this number, or with these outcomes in any order.

        Outcomes are given by name, by number or as Moves. To be understood it need not be possible: in the game's bag
        there may be less.

        Raises:
            IllegalMove: Nothing is thrown now.
            ParseError: There is no such throw here.
        """
        if not self.is_chance:
            raise IllegalMove(f"nothing is thrown now: {self.expects}")
        throws = self._all_throws()
        if isinstance(given, Throw):
            number = given.number
        elif isinstance(given, int):
            number = given
        else:
            outcomes = [self.game.outcome(each, len(self._kinds())) for each in given]
            if len(outcomes) != self.exchangeable:
                raise ParseError(f"a throw has {self.exchangeable} outcomes here, not {len(outcomes)}")
            number = number_of(len(self._kinds()), outcomes)
        if not 0 <= number < len(throws) or (isinstance(given, Throw) and given != throws[number]):
            raise ParseError(f"{given} is no throw here; numbers go from 0 to {len(throws) - 1}")
        return throws[number]

    def play_throw(self, throw: Throw | int | Iterable[int | str]) -> Position:
        """The position after all outcomes of a throw, which is given as to `throw`.

        Raises:
            IllegalMove: Nothing is thrown now, or this cannot come.
            ParseError: There is no such throw here.
        """
        found = self.throw(throw)
        state = self._state.copy()
        ways, _ = self.game.rules.play_throw(state, self.game.options, found.number)
        if not ways:
            raise IllegalMove(f"{found} cannot come now")
        return Position._of(self.game, state, self.viewer)

    def _all_throws(self) -> tuple[Throw, ...]:
        """Also those that cannot come."""
        return self.game.throws(len(self._kinds()), self.exchangeable) if self.is_chance else ()

    def play(self, move: int | str, seat: int | None = None) -> Position:
        """The position after a move or, at a throw, after an outcome. Both are given by name, by number or as a Move.

        `seat` says who moves; without it, whoever is to move does.

        Raises:
            IllegalMove: The rules forbid the move now; the error names the paragraph and the legal moves.
            OutOfTurn: It is not this seat's turn.
            GameOver: The game has ended.
            ParseError: The game has no such move.

        Examples:
            >>> import stammtisch
            >>> position = stammtisch.load("heckmeck").match(seed=1).position
            >>> position.play("keep worm").legal_moves
            [roll, stop]
            >>> position.play("keep 5")
            Traceback (most recent call last):
            stammtisch.core.errors.IllegalMove: keep 5 is not allowed, because ... [H2.2]; the legal moves are: ...
        """
        return self.after(self.check(move, seat))

    def after(self, made: int) -> Position:
        """The position after a move that `check` has found good. It is not checked again."""
        state = self._state.copy()
        self.game.rules.play(state, self.game.options, int(made))  # a plain int: rules may store it in the state
        return Position._of(self.game, state, self.viewer)

    def check(self, move: int | str, seat: int | None = None) -> Move:
        """The move meant by a name or a number, if it may be made now. It raises what `play` raises."""
        if self.is_over:
            raise GameOver(f"the game is over: '{move}' comes too late; the final scores are {self.scores}")
        if self.is_chance:
            outcome = self.game.outcome(move, self.game.rules.outcomes(self._state, self.game.options))
            if seat is not None and seat != CHANCE:
                raise OutOfTurn(f"chance is to move, so seat {seat} may not play '{outcome}'")
            if not self._weight(outcome):
                possible = ", ".join(str(kind) for kind, _ in self.outcomes)
                raise IllegalMove(f"{outcome} cannot come now; possible are {possible}")
            return outcome
        found = self.game.move(move, map(str, self.legal_moves) if isinstance(move, str) else ())
        if seat is not None and seat != self.turn:
            raise OutOfTurn(f"it is seat {self.turn}'s turn, so seat {seat} may not play '{found}'")
        if found not in self.legal_moves:
            raise self._refusal(found)
        return found

    def _refusal(self, move: Move) -> IllegalMove:
        code = self.why_not(move)
        paragraph = self.game.rulebook.name(code) if code else ""
        why = why_in_words(self.game.text, self._own_view(), move, code)
        choices = ", ".join(str(each) for each in self.legal_moves)
        if paragraph:
            words = say(
                "{move} is not allowed, because {why} [{paragraph}]; the legal moves are: {choices}",
                move=move,
                why=why,
                paragraph=paragraph,
                choices=choices,
            )
        else:
            words = say("{why}; the legal moves are: {choices}", why=why, choices=choices)
        return IllegalMove(words, paragraph, why)

    def why_not(self, move: int | str) -> int:
        """0 if a move is legal, else the paragraph of the rules that forbids it, as a number: 304 is 3.4.

        To pass is forbidden whenever there is another move; 0 if the game has no paragraph about that.
        """
        move = self.game.move(move)
        if move in self.legal_moves:
            return 0
        if move == PASS:
            return self.game.text.passing(self._own_view())
        return self.game.rules.forbids(self._state, self.game.options, move)

    def _own_view(self) -> Position:
        """What the player to move may see; of a view, no more than that shows."""
        return self.view(self.turn) if self.viewer is None else self

    def view(self, player: int) -> Position:
        """The position as one seat may see it, or somebody who only watches (-1). What is hidden from it is blank.

        Raises:
            OptionError: There is no such seat.
        """
        if player not in range(SPECTATOR, self.game.players):
            last = self.game.players - 1
            raise OptionError(f"there is no seat {player}; seats go from 0 to {last}, and {SPECTATOR} only watches")
        seen = self._state
        if self.game.hides:
            seen = seen.copy()
            self.game.rules.hide(seen, self.game.options, player)
        return Position._of(self.game, seen, player)

    def observation(self, seat: int) -> list[int]:
        """What a seat sees, as whole numbers: whoever looks is seat 0. `game.observation` says what each is about.

        Raises:
            StammtischError: The game does not say what the fields of its state mean.
            OptionError: There is no such seat, or this is the view of another one.
        """
        if seat not in range(self.game.players):
            raise OptionError(f"there is no seat {seat} that could look; seats go from 0 to {self.game.players - 1}")
        if self.viewer not in (None, seat):
            raise OptionError(f"this is what seat {self.viewer} sees; seat {seat} sees something else")
        return self.game.observation.of(self.view(seat)._state, seat)

    def tensor(self, seat: int) -> list[float]:
        """The same as numbers from 0 to 1, with the names `game.observation.tensor_names`."""
        return self.game.observation.tensor(self.observation(seat))

    def to_show(self) -> dict[str, int | list[int]]:
        """Its facts as plain JSON."""
        return self._state.to_json()

    @property
    def scores(self) -> list[int]:
        """Every seat's score so far, in the game's own unit."""
        score = self.game.rules.score
        return [score(self._state, self.game.options, p) for p in range(self.game.players)]

    @property
    def places(self) -> list[int]:
        """Every seat's place, from 1; those who share a place have the same. Before the end: as if it ended now."""
        place = self.game.rules.place
        return [place(self._state, self.game.options, p) for p in range(self.game.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won: several if they share the first place, none before the end."""
        return winners(self.places) if self.is_over else []

    def key(self) -> tuple[object, ...]:
        """Everything that makes it what it is, as one hashable value: positions with the same key are equal."""
        if self._key is None:
            _set(self, "_key", (self.game._identity(), self.viewer, self._state.key()))
        return self._key  # type: ignore[return-value]

    def digest(self) -> str:
        """A fingerprint of 16 hexadecimal digits, the same in every process and on every machine."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def to_json(self) -> dict[str, Any]:
        """Everything that is needed to go on from here, as plain JSON. `stammtisch.position` reads it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": self.game.options.to_json(),
            "viewer": self.viewer,
            "state": self._state.to_json(),
        }

    def to_text(self) -> str:
        """The same as one line of text, for people to pass on. `stammtisch.position` reads it as well.

        Examples:
            >>> import stammtisch
            >>> position = stammtisch.load("heckmeck", players=3).match(seed=7).position
            >>> position.to_text()
            'stammtisch/1 heckmeck/1 players=3 : phase=1 falling=0 thrown=1*4,0,4'
            >>> stammtisch.position(position.to_text()) == position
            True
        """
        return position_text.write(self)

    @classmethod
    def from_json(cls, game: Game, data: Any) -> Position:
        """The position of this game that `to_json` wrote; `Game.position` reads either form."""
        return cls._of(game, *position_reading.from_json(game, data))

    @classmethod
    def from_text(cls, game: Game, text: str) -> Position:
        """The position of this game that `to_text` wrote; `Game.position` reads either form."""
        return cls._of(game, *position_reading.from_text(game, text))

    def __str__(self) -> str:
        names = [say("seat {seat}", seat=p) for p in range(self.game.players)]
        return str(self.game.text.board(self, names))

    def __repr__(self) -> str:
        text = self.to_text()
        if len(text) <= SHORT:
            return f"stammtisch.position({text!r})"
        return f"<Position of {self.game.name}, {self.game.players} players: {self.expects}>"

    @property
    def expects(self) -> str:
        """What comes next, in words: who may do what."""
        if self.is_over:
            return f"over, scores {self.scores}"
        return "a throw" if self.is_chance else f"seat {self.turn} may {', '.join(str(m) for m in self.legal_moves)}"
