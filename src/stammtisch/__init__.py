"""Stammtisch: a home for table games — play them, study them, let machines play them.

>>> import stammtisch
>>> match = stammtisch.load("heckmeck", players=3).match(seed=7)
>>> match.legal_moves
[keep 1, keep 2, keep 3, keep 4, keep worm]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from stammtisch import games
from stammtisch.core.errors import (
    GameOver,
    IllegalMove,
    MissingExtra,
    OptionError,
    OutOfTurn,
    ParseError,
    RecordError,
    StammtischError,
    UndoError,
    UnknownGame,
)
from stammtisch.core.game import Bot, Game, Move
from stammtisch.core.match import Match
from stammtisch.core.notation import MatchRecord
from stammtisch.core.position import Position
from stammtisch.core.position_text import parse
from stammtisch.core.reading import Replayed
from stammtisch.core.reading import read as _read

if TYPE_CHECKING:
    from stammtisch.bots import Analysis
    from stammtisch.transcripts import Verified

__version__ = "0.1.0"

__all__ = [
    "Bot",
    "Game",
    "GameOver",
    "IllegalMove",
    "Match",
    "MatchRecord",
    "MissingExtra",
    "Move",
    "OptionError",
    "OutOfTurn",
    "ParseError",
    "Position",
    "RecordError",
    "Replayed",
    "StammtischError",
    "UndoError",
    "UnknownGame",
    "analyse",
    "catalogue",
    "load",
    "position",
    "read",
    "verify",
]


def load(name: str, **options: object) -> Game:
    """A game by its name, with options.

    `catalogue` lists the games, and `game.options.choices()` their options. What is not given has its default.
    `preset="…"` begins with a named set of options, where a game has one.

    Raises:
        UnknownGame: There is no game of this name; the error lists those that there are.
        OptionError: The game has no such option, or it cannot have this value.

    Examples:
        >>> import stammtisch
        >>> game = stammtisch.load("heckmeck", players=3)
        >>> game.players, str(game.options)
        (3, 'players=3 steal=optional lower=next flip_without_tile=off fast=off')
        >>> stammtisch.load("heckmeck", players=8)
        Traceback (most recent call last):
        stammtisch.core.errors.OptionError: players cannot be 8; it must be a number from 2 to 7
    """
    return games.load(name, options)


def catalogue() -> list[Game]:
    """All games, each with its default options, in the order of their names.

    Games of other packages that are installed are among them.

    Examples:
        >>> import stammtisch
        >>> [game.name for game in stammtisch.catalogue()]
        ['barbecue', 'heckmeck', 'zatre', 'zocken']
    """
    return [games.load(name) for name in games.names()]


def read(text: str) -> Replayed:
    """Read a record, in the form for people or as JSON Lines, and replay it.

    `Match.record` writes them. Every move is checked against the rules, and every outcome against the seed if there is
    one, so a record that is read is a true game.

    Raises:
        RecordError: The record is damaged, or a move or its result is wrong; the error names the line.

    Examples:
        >>> import stammtisch
        >>> match = stammtisch.load("heckmeck").match(seed=7)
        >>> move = match.play("keep worm")
        >>> written = match.record(seats=["Ann", "Ben"]).to_jsonl()  # to be saved in a file
        >>> replayed = stammtisch.read(written)
        >>> replayed.seats, replayed.match.position == match.position
        (['Ann', 'Ben'], True)
    """
    return _read(text, lambda name, version, options: games.load(name, options, version))


def verify(game: bytes | str) -> Verified:
    """Check a finished game on this machine, and trust nobody.

    Of a transcript of fair dice, as a server gives it out, every die, every commitment and every move is checked. Of a
    record, which does not say where its dice came from, every move is.

    Raises:
        RecordError: Something is wrong; the error names the line.

    Examples:
        >>> import stammtisch
        >>> match = stammtisch.load("heckmeck").match(seed=7)
        >>> move = match.play("keep worm")
        >>> record = str(match.record(seats=["Ann", "Ben"]))
        >>> stammtisch.verify(record).seats
        ['Ann', 'Ben']
        >>> stammtisch.verify(record.replace("keep worm", "keep 5"))
        Traceback (most recent call last):
        stammtisch.core.errors.RecordError: line 7: keep 5 is not allowed, because ...
    """
    from stammtisch.transcripts import verify

    return verify(game)


def analyse(position: Position) -> Analysis:
    """What the player to move can know: every legal move, the best first, with its value and what it leads to.

    At a throw there are no moves, only what the position is worth to the player whose turn it is. What is hidden from
    that player is not looked at. The game's own solver answers, or else a search.

    Raises:
        GameOver: The game has ended.
        MissingExtra: The extra `fast` is not installed.

    Examples:
        >>> import stammtisch
        >>> analysis = stammtisch.analyse(stammtisch.load("heckmeck", players=3).match(seed=7).position)
        >>> analysis.best.move, round(analysis.best.value, 1), str(analysis.unit)
        (Move(6, 'keep worm'), 2.7, 'worms')
        >>> analysis.sentence(analysis.best.move)
        'keep worm: 87 % to get a tile, 2.7 worms expected, best'
    """
    from stammtisch.bots import analyse

    return analyse(position)


def position(written: str | Mapping[str, Any]) -> Position:
    """The position that `Position.to_text` or `Position.to_json` wrote, of whatever game it is.

    Raises:
        ParseError: It is no position, or one that the rules cannot reach; the error says what is wrong with it.
        UnknownGame: There is no such game here.
        OptionError: The game has no such options.

    Examples:
        >>> import stammtisch
        >>> position = stammtisch.position("stammtisch/1 heckmeck/1 players=3 : phase=1 falling=0 thrown=1*4,0,4")
        >>> position.turn, position.legal_moves
        (0, [keep 1, keep 2, keep 3, keep 4, keep worm])
    """
    if isinstance(written, str):
        line = parse(written)
        return games.load(line.game, line.options, line.version).position(written)
    data = written
    for name in ("game", "version", "options"):
        if not isinstance(data, Mapping) or name not in data:
            raise ParseError(f"a position must be an object that gives its '{name}'")
    if not isinstance(data["options"], dict):
        raise ParseError('a position\'s options must be an object, such as {"players": 2}')
    return games.load(data["game"], data["options"], data["version"]).position(data)
