"""Game: one game with its options. It knows the moves' names and makes positions and matches."""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib import import_module, resources
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stammtisch.core.bind import Rules, bind
from stammtisch.core.contract.about import About
from stammtisch.core.contract.bots import Bots, all_bots
from stammtisch.core.contract.check import Check
from stammtisch.core.contract.part import Part
from stammtisch.core.contract.text import Text
from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import OptionError, ParseError
from stammtisch.core.options import BaseOptions
from stammtisch.core.rulebook import Rulebook
from stammtisch.core.translation import ENGLISH, language, speaking

if TYPE_CHECKING:
    from stammtisch.core.match import Match
    from stammtisch.core.position import Position


class Move(int):
    """A move or a chance outcome: a number that knows its name, which is English in every language."""

    name: str
    _words: Callable[[int], str]

    def __new__(cls, number: int, words: Callable[[int], str]) -> Move:
        move = super().__new__(cls, number)
        with speaking(ENGLISH):
            move.name = words(number)
        move._words = words
        return move

    @property
    def said(self) -> str:
        """Its name in the language that is spoken: for people to read, not to type or to store."""
        return self._words(int(self))

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __getnewargs__(self) -> Any:
        return int(self), self._words


class Bot(Protocol):
    """Anybody who can choose a move from what a player may see. The same view and seed give the same move."""

    name: str

    @property
    def about(self) -> str:
        """How it plays, in a sentence of the language that is spoken."""
        ...

    def choose(self, view: Position, seed: int) -> Move: ...


P = TypeVar("P", bound=Part)


def spaced(text: str) -> str:
    """Typed text as names are written: lower case, single spaces."""
    return " ".join(text.lower().split())


@cache
def bound(rules: ModuleType) -> Rules:
    """A game's interpreted rules, bound once."""
    return bind(rules)


@cache
def _text(own: ModuleType) -> Text:
    return Text(own)


@cache
def _rulebook(folder: str, letter: str, wanted: str) -> Rulebook:
    files = resources.files(folder)
    page = files / f"rules.{wanted}.md"
    return Rulebook(letter, (page if page.is_file() else files / "rules.md").read_text("utf-8"))


class Game:
    """A game, its version and its options. Equal games are interchangeable."""

    def __init__(self, name: str, rules: ModuleType, text: ModuleType | Text, options: Mapping[str, object]) -> None:
        self.name = name
        self.module = rules
        self.rules = bound(rules)
        self.text = text if isinstance(text, Text) else _text(text)
        self.version: int = rules.VERSION
        self.options: BaseOptions = rules.Options.read(options)
        self.moves = [Move(m, self.text.move_name) for m in range(rules.MOVES)]
        self._by_name = {str(move): move for move in self.moves}
        self._outcomes: list[Move] = []
        self._outcome_names: dict[str, Move] = {}

    @property
    def title(self) -> str:
        return self.text.TITLE

    @property
    def short(self) -> str:
        """What people call it for short."""
        return self.about.NAME or self.title

    @property
    def about(self) -> About:
        return self.part(About)

    def part(self, contract: type[P]) -> P:
        """A file of this game's folder, with defaults for what it leaves out; see core/contract."""
        return contract.of(self.module.__package__ or "")

    def defines(self, name: str) -> bool:
        """Does the rules file have this itself, rather than by default?"""
        return hasattr(self.module, name)

    @property
    def players(self) -> int:
        return self.options.players

    @property
    def rulebook(self) -> Rulebook:
        """Its rules in the language that is spoken; in English as long as nobody has translated them."""
        return _rulebook(self.module.__package__ or "", self.text.LETTER, language())

    @cached_property
    def bots(self) -> Mapping[str, Bot]:
        """This game's bots by name: some to compare with, then the four levels."""
        return all_bots(self.part(Bots))

    def having(self, options: Mapping[str, object]) -> Game:
        """The same game with other options."""
        return Game(self.name, self.module, self.text, options)

    def start(self) -> Position:
        """The position before the first throw or move."""
        from stammtisch.core.position import Position

        state = self.module.State()
        self.rules.setup(state, self.options)
        return Position(self, state)

    def match(self, seed: int | None = None, *, fed: bool = False) -> Match:
        """A new match. Its dice come from `seed` (one is drawn if none is given), or are `fed` to it one by one."""
        from stammtisch.core.match import Match

        if fed:
            if seed is not None:
                raise OptionError("a match has either a seed or fed dice, not both")
            return Match(self, None)
        if seed is None:
            seed = secrets.randbelow(SEEDS)
        if not (type(seed) is int and 0 <= seed < SEEDS):
            raise OptionError(f"a seed must be a whole number from 0 to 2**63 - 1, not {seed!r}")
        return Match(self, seed)

    @property
    def checks(self) -> Check:
        """What its positions must be in form. Older rules have no check: their positions are only tried out."""
        return self.part(Check) if self.module.__name__.endswith(".rules") else Check(None)

    def position(self, written: str | Mapping[str, Any]) -> Position:
        """The position that `Position.to_text` or `Position.to_json` wrote."""
        from stammtisch.core.position import Position

        return Position.from_text(self, written) if isinstance(written, str) else Position.from_json(self, written)

    def move(self, given: int | str) -> Move:
        """A move from its number or its text. Understanding a move says nothing about whether it is legal now."""
        return self._named(given, self._by_name, self.moves, "move")

    def outcomes(self, count: int) -> list[Move]:
        """The first so many chance outcomes, in the order of their numbers."""
        for m in range(len(self._outcomes), count):
            self._outcomes.append(Move(m, self.text.outcome_name))
            self._outcome_names[str(self._outcomes[m])] = self._outcomes[m]
        return self._outcomes[:count]

    def outcome(self, given: int | str, count: int) -> Move:
        """One of the first so many chance outcomes, from its text, or from its number where that cannot mislead.

        A die's face "4" is outcome 3 where faces begin with 1. So whoever gives a bare 3 may mean either, and is asked.
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

    def _named(self, given: int | str, by_name: Mapping[str, Move], numbered: list[Move], what: str) -> Move:
        if isinstance(given, str):
            found = by_name.get(given)
            if found is None:
                found = by_name.get(spaced(given))
            if found is not None:
                return found
            close = difflib.get_close_matches(given.lower(), by_name, 3) or [str(m) for m in numbered[:8]]
            raise ParseError(f"'{given}' is no {what} in {self.title}; you may mean {', '.join(close)}")
        if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < len(numbered):
            raise ParseError(f"{given!r} is no {what} in {self.title}; numbers go from 0 to {len(numbered) - 1}")
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
        return _again, (self.name, self.module.__name__, self.text.file, self.options.to_json())


def _again(name: str, rules: str, text: str, options: Mapping[str, object]) -> Game:
    """The game that was pickled."""
    return Game(name, import_module(rules), import_module(text), options)
