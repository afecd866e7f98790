"""The puzzles of a game: by name, by rating, and those of a day. They lie in puzzles.jsonl.gz of the game's folder."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from stammtisch import games
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.puzzles.puzzle import Puzzle

FILES = ("puzzles.jsonl.gz", "puzzles.jsonl")
A_DAY = 3
"""So many puzzles of a game are those of a day."""
NEAR = 8
"""The next puzzle is one of so many nearest in rating."""


def puzzles_of(game: Game) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their names, in the order of its file; a game without the file has none."""
    return _puzzles(game.module.__package__ or "")


def with_puzzles() -> list[str]:
    """The names of the games that have puzzles, in their order in a list for people."""
    found = [name for name in games.names() if puzzles_of(games.load(name))]
    return sorted(found, key=lambda name: (games.load(name).about.ORDER, name))


@cache
def _puzzles(package: str) -> Mapping[str, Puzzle]:
    folder = resources.files(package)
    for name in FILES:
        if (file := folder / name).is_file():
            return MappingProxyType({puzzle.name: puzzle for puzzle in _read(file.read_bytes())})
    return MappingProxyType({})


def puzzles_in(path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        return _read(path.read_bytes())
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror}") from None


def _read(data: bytes) -> list[Puzzle]:
    text = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    return [Puzzle.from_line(line) for line in text.decode().splitlines()]


def next_puzzle(puzzles: Iterable[Puzzle], rating: float, seen: Collection[str], lot: int) -> Puzzle | None:
    """One of those nearest to a rating that are not seen yet; None: all are. The lot says which."""
    left = sorted((each for each in puzzles if each.name not in seen), key=lambda each: abs(each.rating - rating))
    near = left[:NEAR]
    return near[lot % len(near)] if near else None


def of_the_day(puzzles: Mapping[str, Puzzle], game: str, day: date) -> Sequence[Puzzle]:
    """A day's puzzles of a game, the easiest first: the same for everybody, and none twice before all have come."""
    names = sorted(puzzles, key=lambda name: hashlib.sha256(f"{game} {name}".encode()).digest())
    first = day.toordinal() * A_DAY
    chosen = {names[(first + i) % len(names)] for i in range(A_DAY)} if names else set()
    return sorted((puzzles[name] for name in chosen), key=lambda each: each.rating)
