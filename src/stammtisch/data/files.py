"""Files: decisions written as Parquet, a group of rows at a time, so that memory does not grow with the games.

A file is written beside its place and moved there when it is whole: whoever reads it never sees half of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.data.decisions import Decision, decisions
from stammtisch.data.schema import Kind, kind_of, schema

with optional_imports():
    import pyarrow as pa
    import pyarrow.parquet as pq

SUFFIX = ".parquet"
GROUP = 1 << 14
"""Rows that are written and read at a time: of the largest observation some ten megabytes in memory."""
COLUMNS = [field.name for field in fields(Decision)]


class OtherGame(StammtischError):
    """The file holds matches of another game, or with other options."""


class GameFile:
    """One Parquet file with the decisions of one game."""

    def __init__(self, path: Path, game: Game, *, values: bool = False) -> None:
        self.path = path
        self.game = game
        self.matches = 0
        self.rows = 0
        self._part = path.with_name(f".{path.name}.{os.getpid()}")
        self._schema = schema(game, values=values)
        self._waiting: list[Decision] = []
        self._constant = dict(
            zip(("game", "version", "options"), (game.name, game.version, str(game.options)), strict=True)
        )
        try:
            self._file = pq.ParquetWriter(self._part, self._schema, compression="zstd")
        except OSError as error:
            raise _unwritten(path, error) from None

    def add(self, rows: Iterable[Decision]) -> None:
        """The decisions of one match."""
        self._waiting += rows
        self.matches += 1
        while len(self._waiting) >= GROUP:
            self._write(self._waiting[:GROUP])
            del self._waiting[:GROUP]

    def _write(self, rows: Sequence[Decision]) -> None:
        columns: dict[str, Any] = {name: [value] * len(rows) for name, value in self._constant.items()}
        columns |= {name: [getattr(row, name) for row in rows] for name in COLUMNS}
        try:
            self._file.write_table(pa.table(columns, schema=self._schema), row_group_size=GROUP)
        except OSError as error:
            raise _unwritten(self.path, error) from None
        self.rows += len(rows)

    def close(self) -> None:
        """Write what is left, and give the file its name."""
        if self._waiting:
            self._write(self._waiting)
        try:
            self._file.close()
            with self._part.open("rb+") as file:
                os.fsync(file.fileno())
            self._part.replace(self.path)
        except OSError as error:
            raise _unwritten(self.path, error) from None

    def discard(self) -> None:
        """Leave no trace."""
        self._file.close()
        self._part.unlink(missing_ok=True)


class GameFiles:
    """Where matches are exported to: a Parquet file for one game, or a folder with a file for each.

    Matches of one file have the game, the version of its rules and all options in common, for the numbers of an
    observation mean the same only then. Left by an exception, nothing is written.

    Raises:
        MissingExtra: PyArrow is not installed.
        StammtischError: There is no folder to write to.
        OtherGame: A match is not of the game whose file this is.
    """

    target: Path
    """The file or the folder."""
    values: bool
    """Are values of moves computed?"""
    files: dict[Kind, GameFile]
    """What has been written to so far."""

    def __init__(self, target: str | Path, *, values: bool = False) -> None:
        target = Path(target)
        self.target = target
        self.values = values
        self.files = {}
        self._is_file = target.suffix == SUFFIX and not target.is_dir()
        if not self._is_file and target.exists() and not target.is_dir():
            raise StammtischError(f"{target} is neither a folder nor named as a Parquet file, such as games{SUFFIX}")
        home = target.absolute().parent
        if not home.is_dir():
            raise StammtischError(f"cannot write {target}: there is no folder {target.parent}")

    def add(self, name: str, match: Match, players: Sequence[str] | None = None) -> None:
        """Write a match; `decisions` tells what is given."""
        file = self.of(match.game)
        file.add(decisions(name, match, players, values=self.values))

    def of(self, game: Game) -> GameFile:
        """The file for the matches of a game.

        Raises:
            OtherGame: It would be a second one, where one file was asked for.
        """
        kind = kind_of(game)
        if kind not in self.files:
            if self._is_file and self.files:
                raise OtherGame(
                    f"{self.target} holds {_told(next(iter(self.files.values())).game)}, but there is also "
                    f"{_told(game)}; give a folder, which gets a file for each: --to {self.target.with_suffix('')}"
                )
            if not self._is_file:
                self.target.mkdir(exist_ok=True)
            self.files[kind] = GameFile(self._path(game), game, values=self.values)
        return self.files[kind]

    def _path(self, game: Game) -> Path:
        if self._is_file:
            return self.target
        changed = {name: value for name, value in game.options.to_json().items() if value != _default(game, name)}
        words = [f"{game.name}-{game.version}", *(f"{name}={value}" for name, value in changed.items())]
        return self.target / ("-".join(words).replace(" ", "_").replace("/", "_") + SUFFIX)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self.files.values():
            if error is None:
                file.close()
            else:
                file.discard()


def _default(game: Game, name: str) -> object:
    return type(game.options)().to_json().get(name)


def _told(game: Game) -> str:
    return f"{game.name} {game.version} with {game.options}"


def _unwritten(path: Path, error: OSError) -> StammtischError:
    return StammtischError(f"cannot write {path}: {error.strerror or error}")
