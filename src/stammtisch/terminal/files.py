"""Files: game records on disk. Errors are told in words, and a record is written whole or not at all."""

from __future__ import annotations

import os
import shlex
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

import stammtisch
from stammtisch.core.errors import RecordError, StammtischError
from stammtisch.core.match import Match
from stammtisch.core.reading import Replayed


def read_record(path: Path) -> Replayed:
    try:
        return stammtisch.read(path.read_text("utf-8"))
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StammtischError(f"{path} is no game record: it is not text in UTF-8") from None
    except RecordError as error:
        raise StammtischError(f"{path}: {error}") from None


def quoted(path: Path) -> str:
    """A path in a command that somebody may type."""
    return subprocess.list2cmdline([str(path)]) if os.name == "nt" else shlex.quote(str(path))


def write_whole(path: Path, text: str) -> None:
    """Write a file beside its place and move it there: a crash leaves the old file or the new one."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StammtischError(f"cannot write {path}: {error.strerror}") from None


class SaveFile:
    """The file a match is written down in: a name of its own unless one is given, and never somebody else's file."""

    def __init__(self, match: Match, names: list[str], path: Path | None = None, *, resumed: bool = False) -> None:
        self.match = match
        self.names = names
        self.path = path
        self.mine = path if resumed else None  # the file that may be written over

    def save(self, path: Path | None = None) -> Path:
        """Write the match to a file, as text if its name ends in .txt; where it is now."""
        path = path or self.path or self._unused(Path())
        if path != self.mine and path.exists():
            raise StammtischError(f"there is already a file {path}, and it is not this match; choose another name")
        record = self.match.record(seats=self.names)
        write_whole(path, record.to_text() if path.suffix == ".txt" else record.to_jsonl())
        self.path = self.mine = path
        return path

    def keep(self) -> Path:
        """Save at the end; if the wanted place cannot be had, in another: nothing that was played is lost."""
        for path in (self.path, self._unused(Path()), self._unused(Path.home())):
            with suppress(StammtischError):
                return self.save(path)
        return self.save(self._unused(Path(gettempdir())))

    def _unused(self, folder: Path) -> Path:
        stem = f"{self.match.game.name}-{self.match.seed}"
        number = 1
        while (path := folder / f"{stem}{f'-{number}' if number > 1 else ''}.jsonl").exists():
            number += 1
        return path
