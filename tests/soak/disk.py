"""A simulated disk for SQLite (through apsw): files in memory that know which parts are safe; power cuts and errors.

    content   what the system shows: everything that was written
    safe      what is on disk for certain: everything up to the last sync
    dirty     the sectors between the two; after a power cut each of them is on disk or is not

A failed sync is like Linux's: some dirty sectors reach the disk, the others never will, and all count as clean.
Creating or deleting a file is safe at once. There is no shared memory, so connections lock exclusively.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import apsw

from stammtisch.server.storage.connections import SQLITE

SECTOR = 512
_numbers = count()


@dataclass
class File:
    content: bytearray = field(default_factory=bytearray)
    safe: bytearray = field(default_factory=bytearray)
    dirty: set[int] = field(default_factory=set)

    def write(self, data: bytes, at: int) -> None:
        if at > len(self.content):
            self.content.extend(bytes(at - len(self.content)))
        self.content[at : at + len(data)] = data
        self.dirty.update(range(at // SECTOR, (at + len(data) - 1) // SECTOR + 1))

    def truncate(self, size: int) -> None:
        del self.content[size:]

    def sync(self) -> None:
        self._keep(self.dirty)
        del self.safe[len(self.content) :]
        self.dirty.clear()

    def fail_to_sync(self, rng: Random) -> None:
        self._keep(_some(self.dirty, rng))
        self.dirty.clear()

    def after_power_cut(self, rng: Random) -> File:
        self._keep(_some(self.dirty, rng))
        if len(self.content) < len(self.safe) and rng.random() < 0.5:
            del self.safe[len(self.content) :]
        return File(bytearray(self.safe), bytearray(self.safe))

    def _keep(self, sectors: Sequence[int] | set[int]) -> None:
        for sector in sectors:
            start = sector * SECTOR
            data = self.content[start : start + SECTOR]
            if start > len(self.safe) and data:
                self.safe.extend(bytes(start - len(self.safe)))
            self.safe[start : start + len(data)] = data


def _some(sectors: set[int], rng: Random) -> list[int]:
    """Any share of the sectors, from none to all of them."""
    share = rng.random()
    return [sector for sector in sorted(sectors) if rng.random() < share]


@dataclass
class Trouble:
    """What goes wrong, and when: at the n-th write or sync from now."""

    after: int
    syncs_only: bool = False
    """Only syncs are counted, and only they fail."""
    write: int = apsw.SQLITE_IOERR_WRITE
    """What SQLite is told when a write fails."""
    power: bool = False
    """The power is cut: nothing can be done any more."""
    lasting: bool = False
    """Every later write and sync fails as well."""


class Disk(apsw.VFS):
    """A file system of its own."""

    def __init__(self, rng: Random) -> None:
        self.name = f"disk{next(_numbers)}"
        self.files: dict[str, File] = {}
        self.trouble: Trouble | None = None
        self.rng = rng
        self._folder = ""
        self._move({})
        super().__init__(self.name, base="")

    def power_returns(self) -> None:
        """From here on there is what was on disk."""
        self._move({name: file.after_power_cut(self.rng) for name, file in self.files.items()})
        self.trouble = None

    def process_ends(self) -> None:
        """From here on there is what was written, synced or not; what the old process still does changes nothing."""
        self._move(deepcopy(self.files))

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """For looking at the files: to open and close a database changes them."""
        before, trouble = self.files, self.trouble
        self._move(deepcopy(before))
        self.trouble = None
        yield
        self._move(before)
        self.trouble = trouble

    def _move(self, files: dict[str, File]) -> None:
        """Into a new folder: a connection that is closed late finds nothing to delete."""
        self.files = files
        self._folder = f"/{next(_numbers)}/"

    def write_anew(self) -> None:
        """What `connections.write_anew` does to real files."""
        if log := self.files.get("stammtisch.db-wal"):
            handle = Handle(self, log)
            handle.xWrite(bytes(log.content), 0)
            handle.xSync(0)

    def connect(self, *, synchronous: str = "FULL", checkpoint: int = 1000) -> Connection:
        """With the settings of the real server, as far as the harness does not ask for others."""
        connection = Connection(self._folder + "stammtisch.db", vfs=self.name)
        try:
            for setting in ("PRAGMA locking_mode = EXCLUSIVE", *SQLITE, f"PRAGMA synchronous = {synchronous}"):
                connection.execute(setting).fetchall()
        except BaseException:
            connection.close()
            raise

        def checkpoint_now(connection: apsw.Connection, _: str, pages: int) -> int:
            """What SQLite does after a commit. It takes no notice of errors there; apsw would raise them."""
            if pages >= checkpoint:
                with suppress(apsw.Error):
                    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
            return apsw.SQLITE_OK

        connection.set_wal_hook(checkpoint_now)
        return connection

    def fails(self, sync: bool) -> bool:
        """Whether this write or sync is to fail."""
        if self.trouble is None or (self.trouble.syncs_only and not sync):
            return False
        self.trouble.after -= 1
        return self.trouble.after == 0 or (self.trouble.after < 0 and (self.trouble.lasting or self.trouble.power))

    # What SQLite calls

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname.startswith(self._folder) and pathname.removeprefix(self._folder) in self.files

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        if self.trouble and self.trouble.power and self.trouble.after <= 0:
            raise apsw.exception_for(apsw.SQLITE_IOERR_DELETE)
        if filename.startswith(self._folder):
            self.files.pop(filename.removeprefix(self._folder), None)

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        flags[1] = flags[0]
        if not path.startswith(self._folder):
            return Handle(self, File())
        return Handle(self, self.files.setdefault(path.removeprefix(self._folder), File()))


class Handle:
    """An open file. It has the methods of apsw.VFSFile."""

    def __init__(self, disk: Disk, file: File) -> None:
        self._disk = disk
        self._file = file

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self._file.content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        dead = self._dead
        if self._disk.fails(sync=False):
            assert self._disk.trouble
            if self._disk.trouble.power and not dead:
                self._file.write(bytes(data), offset)  # some of it may be there
            raise apsw.exception_for(self._disk.trouble.write)
        self._file.write(bytes(data), offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        if self._dead:
            raise apsw.exception_for(apsw.SQLITE_IOERR_TRUNCATE)
        self._file.truncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        if self._disk.fails(sync=True):
            assert self._disk.trouble
            if not self._disk.trouble.power:
                self._file.fail_to_sync(self._disk.rng)
            raise apsw.exception_for(apsw.SQLITE_IOERR_FSYNC)
        self._file.sync()

    @property
    def _dead(self) -> bool:
        trouble = self._disk.trouble
        return trouble is not None and trouble.power and trouble.after <= 0

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._file.content)

    def xLock(self, level: int) -> None: ...  # noqa: N802
    def xUnlock(self, level: int) -> None: ...  # noqa: N802
    def xClose(self) -> None: ...  # noqa: N802

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE  # as SQLite takes for granted on Unix


class Connection(apsw.Connection):
    """With the name that the DB-API has for a broken constraint."""

    IntegrityError = apsw.ConstraintError
    before_close: Callable[[], None] | None = None

    def close(self, force: bool = False) -> None:
        if self.before_close:
            self.before_close()
        super().close(force)
