"""Game: one game with its options. It knows the moves' names and makes positions and matches."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module, resources
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from stammtisch.core import defaults, throws
from stammtisch.core.bind import Rules, bind
from stammtisch.core.book import Book
from stammtisch.core.contract.about import About
from stammtisch.core.contract.bots import Bots
from stammtisch.core.contract.check import Check
from stammtisch.core.contract.part import Part
from stammtisch.core.contract.text import Text
from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import OptionError, ParseError
from stammtisch.core.excerpt import excerpt, quoted
from stammtisch.core.options import BaseOptions
from stammtisch.core.rulebook import Rulebook
from stammtisch.core.suggest import closest
from stammtisch.core.throw import Throw, multisets
from stammtisch.core.translation import ENGLISH, language, speaking

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from stammtisch.core.match import Match
    from stammtisch.core.observation import Observation
    from stammtisch.core.position import Position


class Move(int):
    """A move, or an outcome of chance: an int that knows its name.

    The number is the game's own and means nothing outside it. `str(move)` is the name, which is English in every
    language, and which every method that takes a move understands as well.

    Examples:
        >>> import stammtisch
        >>> move = stammtisch.load("heckmeck").move("take 21")
        >>> move
        Move(8, 'take 21')
        >>> str(move), int(move)
        ('take 21', 8)
    """

    name: str
    """Its name, in English: what records hold and what one types."""
    _words: str | Callable[[int], str]

    def __new__(cls, number: int, words: str | Callable[[int], str]) -> Move:
        move = super().__new__(cls, number)
        if isinstance(words, str):
            move.name = words
        else:
            with speaking(ENGLISH):
                move.name = words(number)
        move._words = words
        return move

    @property
    def said(self) -> str:
        """Its name in the language that is spoken: for people to read, not to type or to store."""
        return self._words if isinstance(self._words, str) else self._words(int(self))

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Move({int(self)}, {self.name!r})"

    def __getnewargs__(self) -> Any:
        return int(self), self._words


class Bot(Protocol):
    """Anybody who can choose a move from what a player may see.

    A class of your own needs these three names and no base class. A bot that needs nothing compiled says
    `instant = True` as well: then it plays where the extra `fast` is not installed.
    """

    name: str
    """What people type to have it play."""

    @property
    def about(self) -> str:
        """How it plays, in a sentence of the language that is spoken."""
        ...

    def choose(self, view: Position, seed: int) -> Move:
        """A legal move of `view`, the position as the player to move sees it.

        Its random choices come from `seed`, a number from 0 to 2**63 - 1: the same view and seed give the same move.
        """
        ...


CommonBots: TypeAlias = Callable[[], Mapping[str, Bot]]
"""Gives the bots that play any game, by name, weakest first."""

P = TypeVar("P", bound=Part)

SHOWN = 8  # names that are listed to somebody whose word is near none of them


def spaced(text: str) -> str:
    """Typed text as names are written: lower case, single spaces."""
    return " ".join(text.lower().split())


@cache
def bound(rules: ModuleType) -> Rules:
    """A game's interpreted rules, bound once."""
    return bind(rules, throws)


@cache
def _text(own: ModuleType) -> Text:
    return Text(own)


@cache
def _rulebook(folder: str, letter: str, wanted: str) -> Rulebook:
    return Rulebook(letter, _page(folder, "rules", wanted).read_text("utf-8"))


@cache
def _book(folder: str, wanted: str) -> Book | None:
    page = _page(folder, "book", wanted)
    return Book(page.read_text("utf-8")) if page.is_file() else None


def _page(folder: str, name: str, wanted: str) -> Traversable:
    """A page of a game's folder in this language, or in English."""
    files = resources.files(folder)
    page = files / f"{name}.{wanted}.md"
    return page if page.is_file() else files / f"{name}.md"


class Game:
    """A game with its options. `stammtisch.load` makes one; games that are equal are interchangeable.

    A game is never changed: it makes positions and matches, and knows the names of all moves.

    Examples:
        >>> import stammtisch
        >>> game = stammtisch.load("heckmeck", players=3)
        >>> game
        stammtisch.load('heckmeck', players=3)
        >>> game.title, game.players, len(game.moves)
        ('Heckmeck am Bratwurmeck', 3, 25)
    """

    name: str
    """The name that `load` takes: that of its folder."""
    version: int
    """The version of its rules. Records and positions name it, and old versions stay readable."""
    options: BaseOptions
    """Its options, of a class of the game's own."""
    moves: list[Move]
    """All its moves, in the order of their numbers. Move 0 is to pass, which is legal only if nothing else is."""
    module: ModuleType
    """The module of its rules."""
    rules: Rules
    """The functions of the rules, bound for interpreted play."""
    hides: bool
    """Is anything ever hidden from anybody?"""
    text: Text
    """What it calls everything: the contract of text.py."""

    def __init__(
        self,
        name: str,
        rules: ModuleType,
        text: ModuleType | Text,
        options: Mapping[str, object],
        common_bots: CommonBots = dict,
    ) -> None:
        """`common_bots` gives the bots that play any game, weakest first: the game has those that it lacks itself."""
        self.name = name
        self.module = rules
        self.rules = bound(rules)
        self.hides = self.rules.hide.__code__ is not defaults.hide.__code__
        self.text = text if isinstance(text, Text) else _text(text)
        self.version = rules.VERSION
        self.options = rules.Options.read(options, self.text.OPTIONS)
        self.moves = [Move(m, self.text.move_name) for m in range(rules.MOVES)]
        self._common_bots = common_bots
        self._by_name = {str(move): move for move in self.moves}
        self._outcomes: list[Move] = []
        self._outcome_names: dict[str, Move] = {}
        self._throws: dict[tuple[int, int], tuple[Throw, ...]] = {}

    @property
    def title(self) -> str:
        """Its full name, as on the box."""
        return self.text.TITLE

    @property
    def short(self) -> str:
        """What people call it for short."""
        return self.about.NAME or self.title

    @property
    def about(self) -> About:
        """What it looks like in a list of games: colour, mark, how many play, how long it takes."""
        return self.part(About)

    def part(self, contract: type[P]) -> P:
        """A file of this game's folder by its contract, with defaults for what the file leaves out.

        A contract is a class of `stammtisch.core.contract`. The answer is false if the game has no such file.

        Raises:
            MissingExtra: The file needs a package that is not installed.
        """
        return contract.of(self.module.__package__ or "")

    @property
    def newest(self) -> ModuleType:
        """Its rules; of older rules that tell only what was different, the newer ones."""
        newest: ModuleType = getattr(self.module, "NEWER", self.module)
        return newest

    def defines(self, name: str) -> bool:
        """Does the rules file have this itself, rather than by default?"""
        return hasattr(self.module, name)

    @property
    def players(self) -> int:
        """How many play. Seats are numbered from 0 to `players - 1`."""
        return self.options.players

    @property
    def rulebook(self) -> Rulebook:
        """Its rules in the language that is spoken; in English as long as nobody has translated them."""
        return _rulebook(self.module.__package__ or "", self.text.LETTER, language())

    @property
    def book(self) -> Book | None:
        """What a person reads to learn it, in the language that is spoken, or in English; None: it has no book.md."""
        return _book(self.module.__package__ or "", language())

    @cached_property
    def bots(self) -> Mapping[str, Bot]:
        """Its bots by name: some to compare with, then the levels beginner, regular, expert and master."""
        own = self.part(Bots).BOTS
        return {**{name: bot for name, bot in self._common_bots().items() if name not in own}, **own}

    @cached_property
    def observation(self) -> Observation:
        """How its positions look as numbers, for programs that learn.

        Raises:
            StammtischError: The game does not say what the fields of its state mean.
        """
        from stammtisch.core.observation import Observation

        return Observation(self)

    def having(self, options: Mapping[str, object]) -> Game:
        """The same game and version with these options; what is not given has its default.

        Raises:
            OptionError: There is no such option, or it cannot have this value.
        """
        return Game(self.name, self.module, self.text, options, self._common_bots)

    def start(self) -> Position:
        """The position before the first throw or move, whole: nothing is hidden in it."""
        return self._start

    @cached_property
    def _start(self) -> Position:
        """It never changes, so all matches share it: a server has thousands."""
        from stammtisch.core.position import Position

        state = self.module.State()
        self.rules.setup(state, self.options)
        return Position.owning(self, state)

    def match(self, seed: int | None = None, *, fed: bool = False) -> Match:
        """A new match.

        Its dice come from `seed`, a whole number from 0 to 2**63 - 1; if none is given, one is drawn. The same seed and
        moves give the same match. With `fed=True` there is no seed: the match waits at every throw until its outcomes
        are given, for dice that fall elsewhere.

        Raises:
            OptionError: The seed is no such number, or is given although the dice are fed.

        Examples:
            >>> import stammtisch
            >>> match = stammtisch.load("heckmeck").match(seed=1)
            >>> match.turn, match.legal_moves
            (0, [keep 1, keep 2, keep 4, keep worm])
        """
        from stammtisch.core.match import Match

        if fed:
            if seed is not None:
                raise OptionError("a match has either a seed or fed dice, not both")
            return Match(self, None)
        if seed is None:
            seed = secrets.randbelow(SEEDS)
        if not (type(seed) is int and 0 <= seed < SEEDS):
            raise OptionError(f"a seed must be a whole number from 0 to 2**63 - 1, not {quoted(seed)}")
        return Match(self, seed)

    @property
    def checks(self) -> Check:
        """What its positions must be in form. Older rules share it if they name NEWER ones; else they have none."""
        return self.part(Check) if self.newest.__name__.endswith(".rules") else Check(None)

    def position(self, written: str | Mapping[str, Any]) -> Position:
        """The position that `Position.to_text` or `Position.to_json` wrote, if it is one of this game.

        Raises:
            ParseError: It is no position, it is one of another game or other options, or the rules cannot reach it.
        """
        from stammtisch.core.position import Position

        return Position.from_text(self, written) if isinstance(written, str) else Position.from_json(self, written)

    def move(self, given: int | str, likely: Iterable[str] = ()) -> Move:
        """A move from its number or its name. Upper case and more spaces do not matter.

        Understanding a move says nothing about whether it is legal: `Position.check` does.

        Raises:
            ParseError: The game has no such move; the error names the nearest ones, first of those that are `likely`.
        """
        return self._named(given, self._by_name, self.moves, "move", list(likely))

    def outcomes(self, count: int) -> list[Move]:
        """The first `count` outcomes of chance, in the order of their numbers."""
        for m in range(len(self._outcomes), count):
            self._outcomes.append(Move(m, self.text.outcome_name))
            self._outcome_names[str(self._outcomes[m])] = self._outcomes[m]
        return self._outcomes[:count]

    def throws(self, kinds: int, size: int) -> tuple[Throw, ...]:
        """All throws of so many outcomes of so many kinds, in the order of their numbers."""
        if (kinds, size) not in self._throws:
            outcomes = self.outcomes(kinds)
            self._throws[kinds, size] = tuple(
                Throw(number, tuple(outcomes[m] for m in made)) for number, made in enumerate(multisets(kinds, size))
            )
        return self._throws[kinds, size]

    @cached_property
    def most_throws(self) -> int:
        """The most throws there can be at once; their numbers are always smaller. 0: the game has no chance.

        It is the `THROWS` of the rules. A game that declares none has as many as outcomes wherever something falls.

        Examples:
            >>> import stammtisch
            >>> stammtisch.load("heckmeck").most_throws, stammtisch.load("zocken").most_throws
            (1287, 6)
        """
        if self.rules.THROWS:
            return self.rules.THROWS
        position = self.start()
        for _ in range(self.rules.LENGTH):
            if position.turn < 0:
                break
            position = position.after(position.legal_moves[0])
        return self.rules.outcomes(position.to_play_on(), self.options) if position.is_chance else 0

    def outcome(self, given: int | str, count: int) -> Move:
        """One of the first `count` outcomes of chance, from its name, or from its number where that cannot mislead.

        The face "4" of a die is outcome 3, since numbers begin with 0. So a bare 3 could mean either, and is refused.

        Raises:
            ParseError: There is no such outcome, or the number could mean another one.
        """
        if isinstance(given, str):
            found = self._outcome_names.get(given)
            if found is not None and found < count:
                return found
        kinds = self.outcomes(count)
        if isinstance(given, Move) and given < count and kinds[given] is given:
            return given
        found = self._named(given, {str(kind): kind for kind in kinds}, kinds, "outcome of this throw")
        if not isinstance(given, str | Move) and str(found) != str(given) and any(str(k).isdecimal() for k in kinds):
            raise ParseError(
                f"{given} as a bare number may mean '{found}', the outcome with this number, or a name; "
                f"give the name as text: {', '.join(repr(str(kind)) for kind in kinds[:8])}"
            )
        return found

    def _named(
        self,
        given: int | str,
        by_name: Mapping[str, Move],
        numbered: list[Move],
        what: str,
        likely: Sequence[str] = (),
    ) -> Move:
        if isinstance(given, str):
            found = by_name.get(given)
            if found is None:
                found = by_name.get(spaced(given))
            if found is not None:
                return found
            near = closest(given, likely) or closest(given, by_name)
            if near:
                raise ParseError(f"'{excerpt(given)}' is no {what} in {self.title}; you may mean {', '.join(near)}")
            some = list(likely or by_name)
            more = f" and {len(some) - SHOWN} more" if len(some) > SHOWN else ""
            raise ParseError(
                f"'{excerpt(given)}' is no {what} in {self.title}; you can type {', '.join(some[:SHOWN])}{more}"
            )
        if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < len(numbered):
            raise ParseError(f"{quoted(given)} is no {what} in {self.title}; numbers go from 0 to {len(numbered) - 1}")
        if isinstance(given, Move) and given.name != numbered[given].name:  # an outcome for a move, or another game's
            raise ParseError(f"'{given}' is no {what} in {self.title}")
        return numbered[given]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, int, BaseOptions]:
        return (self.name, self.version, self.options)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.options.chosen().items())
        return f"stammtisch.load({self.name!r}{given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.name, self.module.__name__, self.text.file, self.options.to_json(), self._common_bots)


def _again(name: str, rules: str, text: str, options: Mapping[str, object], common_bots: CommonBots) -> Game:
    """The game that was pickled."""
    return Game(name, import_module(rules), import_module(text), options, common_bots)
