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
    """A game by name, with options: `load(name, players=3)`."""
    return games.load(name, options)


def catalogue() -> list[Game]:
    """All games, with their default options."""
    return [games.load(name) for name in games.names()]


def read(text: str) -> Replayed:
    """Read a game record in either form and replay it."""
    return _read(text, lambda name, version, options: games.load(name, options, version))


def verify(game: bytes | str) -> Verified:
    """Check a finished game: a transcript of fair dice with every die and the rules, or a record with the rules."""
    from stammtisch.transcripts import verify

    return verify(game)


def analyse(position: Position) -> Analysis:
    """Every legal move of the player to move, the best first: its value, its chances, and what it leads to."""
    from stammtisch.bots import analyse

    return analyse(position)


def position(written: str | Mapping[str, Any]) -> Position:
    """The position that `Position.to_text` or `Position.to_json` wrote."""
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
