"""Scheme: what is fixed about a tournament before it begins. Games bring schemes; a free one suits all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from stammtisch import games
from stammtisch.core.errors import OptionError, TournamentError
from stammtisch.core.game import Game
from stammtisch.core.options import BaseOptions
from stammtisch.core.suggest import closest, did_you_mean
from stammtisch.core.translation import either, listed, say, to_say
from stammtisch.tournament.presets import (
    ADVANCE,
    BEST,
    BY_LOT,
    DICE,
    DUPLICATE,
    FREE,
    FRESH,
    LOT,
    OWN,
    PAIRINGS,
    POINTS,
    SEATS,
    SHARING,
    TIES,
    TILES,
    WINNERS,
    WORMS,
    Vectors,
    defaults,
    game_named,
    preset_named,
    seats_of,
    sheet_of,
)
from stammtisch.tournament.sizes import Tables

_ANY = 1, 1000  # tables
VERSION = 2
"""Of what is refused. A tournament that was stored without a version has 1, whose winners could miss the final."""


@dataclass(frozen=True)
class Scheme:
    """What is fixed about a tournament before it begins. `Scheme.read` makes one and fills in what is not given."""

    preset: str
    """The scheme that it began with: one of `presets()`, or "free"."""
    game: str
    """The name of the game."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game, without its players."""
    rounds: int = 3
    """How many preliminary rounds, from 1 to 200."""
    smallest: int = 3
    """The fewest players at a table, from 2."""
    largest: int = 6
    """The most players at a table, up to 8."""
    usual: int = 4
    """How many players at a table are aimed at."""
    tables: int = 0
    """How many tables; 0: as many as the participants need."""
    fewest: int = 3
    """The fewest participants, from 2."""
    most: int = 1000
    """The most participants, up to 1000."""
    points: Vectors = field(default_factory=dict)
    """The points for each place, by the size of the table."""
    worms_count: bool = True
    """Do the points of the games count into the score?"""
    sharing: str = BEST
    """What players who share places get: the points of the "best" of these, or their "mean"."""
    pairing: str = FRESH
    """How tables are made up: "random", "fresh" (avoiding those met before) or "swiss" (and like meets like)."""
    seats: str = LOT
    """Who starts: by "lot", or "balanced" over the rounds."""
    ties: tuple[str, ...] = (WORMS, BY_LOT)
    """What breaks ties of the standings, in this order; the last is always "lot"."""
    advance: str = POINTS
    """Who goes to the final: the "winners" of the tables, after a single round, or the best by "points"."""
    final_size: int | None = None
    """How many play in the final; None: as many as the first round had tables; 0: there is no final."""
    final_games: int = 1
    """The final is the best of so many games."""
    late_points: int = 0
    """Points for each round that a late entry has missed."""
    dice: str = OWN
    """The dice of a round: each table its "own", or "duplicate": the same at all tables [C4]."""
    version: int = VERSION
    """What is refused changed with it; a stored tournament keeps its own."""

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """A scheme from names and values, as files and pages give them.

        `preset` names the scheme that gives the rest; without it that is "free", which suits every game.

        Raises:
            OptionError: A scheme has no such field, or it cannot have this value.

        Examples:
            >>> from stammtisch.tournament import Scheme
            >>> scheme = Scheme.read({"game": "zocken", "rounds": 2})
            >>> scheme.preset, scheme.pairing, scheme.points[3]
            ('free', 'swiss', (6, 3, 1))
        """
        wanted = dict(given)
        preset = wanted.pop("preset", FREE)
        preset_named(preset)
        known = [each.name for each in fields(cls)]
        for name in wanted:
            if name not in known:
                near = closest(name, known)
                raise OptionError(
                    say("a scheme has no '{name}'; did you mean {close}?", name=name, close=either(near))
                    if near
                    else say("a scheme has no '{name}'; it has {known}", name=name, known=listed(known))
                )
        return cls(**{**defaults(preset, wanted), **wanted, "preset": preset})

    def __post_init__(self) -> None:
        _check_kinds(self)
        for name, low, high in (
            ("rounds", 1, 200),
            ("smallest", 2, 8),
            ("largest", self.smallest, 8),
            ("usual", self.smallest, self.largest),
            ("tables", 0, 200),
            ("fewest", 2, 1000),
            ("most", self.fewest, 1000),
            ("final_games", 1, 99),
            ("late_points", 0, 1000),
            ("version", 1, VERSION),
        ):
            _check_range(name, getattr(self, name), low, high)
        for name, values in (
            ("pairing", PAIRINGS),
            ("seats", SEATS),
            ("sharing", SHARING),
            ("advance", ADVANCE),
            ("dice", DICE),
        ):
            if getattr(self, name) not in values:
                raise OptionError(
                    say("{name} must be {values}, not '{value}'",
                        name=name, values=either(values), value=getattr(self, name))
                    + did_you_mean(getattr(self, name), values)
                )  # fmt: skip
        self._check_game()
        self._check_points()
        self._check_ties()
        self._check_limits()
        self._check_final()
        if self.is_duplicate and self.advance == WINNERS:
            raise OptionError(say("with the same dice at all tables, points decide who goes to the final"))

    def _check_game(self) -> None:
        if "players" in self.options:
            raise OptionError(say("the number of players follows from the tables; leave 'players' out of the options"))
        low, high = seats_of(self.game)
        if self.smallest < low or self.largest > high:
            raise OptionError(
                say("{game} is for {low} to {high} players, so tables of {smallest} to {largest} are not possible",
                    game=self.game, low=low, high=high, smallest=self.smallest, largest=self.largest)
            )  # fmt: skip
        self.options_for(self.smallest)
        preset = preset_named(self.preset)
        if preset and self.game != preset[0]:
            raise OptionError(
                say(
                    "{preset} is a scheme for {game}; for other games choose a free one",
                    preset=self.preset,
                    game=game_named(preset[0]).short,
                )
            )

    def _check_points(self) -> None:
        for size in range(self.smallest, self.largest + 1):
            vector = self.points.get(size)
            if vector is None:
                raise OptionError(say("the scheme gives no points for a table of {size}", size=size))
            if len(vector) != size:
                raise OptionError(
                    say("a table of {size} needs points for {size} places, not {count}", size=size, count=len(vector))
                )
            if list(vector) != sorted(vector, reverse=True) or vector[-1] < 0:
                raise OptionError(
                    say("the points for a table of {size} must fall from place to place and not go below 0", size=size)
                )

    def _check_ties(self) -> None:
        for name in self.ties:
            if name not in TIES:
                raise OptionError(
                    say("there is no tie-break '{name}'; there are {known}", name=name, known=listed(TIES))
                    + did_you_mean(name, TIES)
                )
        if len(set(self.ties)) != len(self.ties):
            raise OptionError(say("a tie-break is listed twice"))
        if self.ties[-1:] != (BY_LOT,):
            raise OptionError(say("the last tie-break must be the lot: only that always decides"))
        if TILES in self.ties and not sheet_of(self.game).MARKS_ADD_UP:
            raise OptionError(say("{game} has no tiles to break a tie", game=game_named(self.game).short))

    def _check_limits(self) -> None:
        preset = preset_named(self.preset)
        for name, (low, high) in preset[1].limits.items() if preset else ():
            value = getattr(self, name)
            chosen = value is not None and not (name == "tables" and value == 0)
            if chosen and (self.version > 1 or name == "final_size"):
                _check_range(name, value, low, high)

    def _check_final(self) -> None:
        if self.advance == WINNERS and self.rounds > 1:
            raise OptionError(
                say("table winners go to the final only after a single round; after several, points decide")
            )
        if self.final_size:
            _check_range("final_size", self.final_size, 2, seats_of(self.game)[1])
        seats = self._winners_seats
        if seats is None:
            return
        if self.tables > seats:
            raise OptionError(self._too_few_seats(seats, self.tables))
        if self.version > 1 and self.most > seats * self.largest:
            raise OptionError(
                say("the winners of {seats} tables fill the final, so at most {players} can play, not {most}",
                    seats=seats, players=seats * self.largest, most=self.most)
            )  # fmt: skip

    @property
    def is_duplicate(self) -> bool:
        """Do all tables of a preliminary round have the same dice?"""
        return self.dice == DUPLICATE

    @property
    def _winners_seats(self) -> int | None:
        """[C1.3] Where every table winner has a seat in the final: how many there are; else None."""
        if self.advance != WINNERS or self.final_size == 0 or (self.version == 1 and self.final_size is None):
            return None
        return self.final_size or seats_of(self.game)[1]

    def _too_few_seats(self, seats: int, tables: int) -> str:
        return say(
            "a final of {size} has too few seats for the winners of {tables} tables; "
            "have at most {size} tables, or several rounds, after which points decide",
            size=seats,
            tables=tables,
        )

    def tables_for(self, players: int) -> Tables:
        """How a round of so many players is seated: the sizes of its tables, largest first."""
        preset = preset_named(self.preset)
        usual = preset[1].tables if preset else None  # [C1.3]
        tables = usual(players) if usual and not self.tables else self.tables
        if self.version == 1:
            return Tables(self.smallest, self.largest, self.usual, tables)
        least, most = preset[1].limits.get("tables", _ANY) if preset else _ANY
        most = min(most, self._winners_seats or most)
        return Tables(self.smallest, self.largest, self.usual, tables, least, most)

    def check_start(self, players: int) -> None:
        """Can so many begin? TournamentError says which numbers of tables can be had [C1.3, C3.1]."""
        tables = self.tables_for(players)
        count, seats = tables.count(players), self._winners_seats
        if seats is not None and count > seats:
            raise TournamentError(self._too_few_seats(seats, count))
        if self.version > 1 and self.tables and self.tables != count:
            raise TournamentError(
                say(
                    "{players} players cannot sit at {tables} tables of {smallest} to {largest}; "
                    "choose {possible} tables.",
                    players=players,
                    tables=self.tables,
                    smallest=self.smallest,
                    largest=self.largest,
                    possible=either([str(each) for each in tables.possible(players)]),
                )
            )

    def options_for(self, players: int) -> BaseOptions:
        """The options of the game at a table of so many."""
        game = game_named(self.game)
        return type(game.options).read({**self.options, "players": players}, game.text.OPTIONS)

    def game_for(self, players: int) -> Game:
        """The game as a table of so many plays it."""
        return games.load(self.game, {**self.options, "players": players})

    def to_json(self) -> dict[str, Any]:
        """All fields as plain JSON; `read` reads them."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        if not self.is_duplicate:
            del data["dice"]  # so schemes from before there was a choice stay as they were
        return {
            **data,
            "options": dict(self.options),
            "points": {str(size): list(vector) for size, vector in self.points.items()},
            "ties": list(self.ties),
        }


def _check_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise OptionError(
            say("{name} must be a number from {low} to {high}, not {value}", name=name, low=low, high=high, value=value)
        )


# What a value must be, by the kind of its field, or by the field.
_RIGHT = {
    "int": to_say("a whole number"),
    "int | None": to_say("a whole number, or null"),
    "str": to_say("a text"),
    "bool": to_say("true or false"),
    "options": to_say("options of the game, by name"),
    "points": to_say("a list of points for each size of a table, such as 3: [6, 3, 1]"),
    "ties": to_say("a list of tie-breaks"),
}


def _check_kinds(scheme: Scheme) -> None:
    """Files hold anything: every value is of its kind, or refused; lists become tuples."""
    for each in fields(scheme):
        value, kind = getattr(scheme, each.name), each.type
        if kind == "int | None":
            good = value is None or type(value) is int
        elif kind in ("int", "str", "bool"):
            good = type(value).__name__ == kind
        elif each.name == "ties":
            good = isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)
            object.__setattr__(scheme, "ties", tuple(value) if good else ())
        elif each.name == "points":
            good = isinstance(value, Mapping) and all(_is_vector(size, row) for size, row in value.items())
            if good:
                object.__setattr__(scheme, "points", {int(size): tuple(row) for size, row in value.items()})
        else:
            good = isinstance(value, Mapping)
        if not good:
            right = say(_RIGHT.get(each.name) or _RIGHT[str(kind)])
            raise OptionError(
                say("{name} cannot be {value}; it must be {right}", name=each.name, value=repr(value), right=right)
            )


def _is_vector(size: object, row: object) -> bool:
    return str(size).isdecimal() and isinstance(row, list | tuple) and all(type(points) is int for points in row)
