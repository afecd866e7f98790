"""ContestFile: the rounds of a contest in a file of JSON Lines, only ever appended to. A contest goes on from it.

    {"arena": 1, "game": "pig", "version": 1, "options": {…}, "bots": ["first", "random"], "seed": 7, …}
    {"round": 0, "seed": 123, "games": [{"seats": [0, 1], "places": [1, 2], "scores": [9, 4], "plies": 210}, …]}

A process that is killed leaves a last line that is not whole; it is dropped. Any other damage is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from stammtisch.arena.contest import Contest
from stammtisch.arena.results import Result, Round
from stammtisch.core.errors import RecordError, StammtischError

FORMAT = 1


def header(contest: Contest) -> dict[str, Any]:
    """Everything a round depends on, besides its number."""
    game = contest.game
    return {
        "arena": FORMAT,
        "game": game.name,
        "version": game.version,
        "options": game.options.to_json(),
        "bots": contest.names,
        "seed": contest.seed,
        "time_limit": contest.limits.move,
    }


def seed_in(path: Path) -> int | None:
    """The seed of the contest in a file, if there is one: a contest that goes on keeps its seed."""
    lines = _lines(path)
    if not lines:
        return None
    try:
        return _object(lines[0], 1).get("seed")
    except RecordError:
        return None  # opening the file tells what is wrong with it


@dataclass
class ContestFile:
    """An open file: the rounds it had, and a place for more."""

    path: Path
    rounds: list[Round] = field(default_factory=list)
    dropped: bool = False  # a damaged last line
    _file: IO[bytes] | None = None

    @classmethod
    def open(cls, path: Path, contest: Contest) -> ContestFile:
        lines = _lines(path)
        file = cls(path)
        try:
            if lines:
                _compare(_object(lines[0], 1), header(contest))
                file.dropped = len(lines) > 1 and not _is_whole(lines[-1])
                if file.dropped:
                    lines.pop()
                file.rounds.extend(_read(lines[1:], contest))
        except RecordError as error:
            raise StammtischError(f"{path}: {error}") from None
        try:
            file._file = path.open("r+b" if path.exists() else "wb")
            file._file.truncate(sum(map(len, lines)))
            file._file.seek(0, 2)
        except OSError as error:
            raise StammtischError(f"cannot write {path}: {error.strerror}") from None
        if not lines:
            file._write(header(contest))
        return file

    def add(self, played: Round) -> None:
        self.rounds.append(played)
        self._write(played.to_json())

    def _write(self, data: dict[str, Any]) -> None:
        assert self._file
        self._file.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        if self._file:
            self._file.close()


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines(keepends=True) if path.exists() else []
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror}") from None


def _is_whole(line: bytes) -> bool:
    try:
        return line.endswith(b"\n") and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _object(line: bytes, number: int) -> dict[str, Any]:
    if not _is_whole(line):
        raise RecordError("this is no JSON object on a line of its own", number)
    data: dict[str, Any] = json.loads(line)
    return data


def _compare(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    if found.get("arena") != FORMAT:
        raise RecordError("this is no journal of an arena", 1)
    for name, value in wanted.items():
        if found.get(name) != value:
            raise RecordError(f"this contest has {name} {found.get(name)!r}, but {value!r} is asked for", 1)


def _read(lines: list[bytes], contest: Contest) -> Iterator[Round]:
    for number, line in enumerate(lines):
        data, at = _object(line, number + 2), number + 2
        if data.get("round") != number or data.get("seed") != contest.seed_of(number):
            raise RecordError(f"this must be round {number} with its seed", at)
        arrangements, games = contest.seating.round(number), data.get("games")
        if not isinstance(games, list) or len(games) != len(arrangements):
            raise RecordError(f"a round must have {len(arrangements)} games", at)
        try:
            results = [Result.from_json(game, seats) for game, seats in zip(games, arrangements, strict=True)]
        except ValueError as error:
            raise RecordError(str(error), at) from None
        yield Round(number, contest.seed_of(number), results)
