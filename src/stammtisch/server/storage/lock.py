"""Lock: one server for one SQLite file. The system frees it when the process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from stammtisch.core.errors import StammtischError

_held: set[Path] = set()
"""The system's lock keeps other processes out, and its own forked children do not hold it; this keeps out ourselves."""


class Lock:
    """Held from the beginning until `release`. The file stays: deleting it could give two servers a lock each."""

    def __init__(self, database: Path) -> None:
        whole = database.resolve()
        self.path = whole.with_name(whole.name + ".lock")
        if self.path in _held:
            raise StammtischError(f"{database} is in use by a server in this process")
        try:
            self._file = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StammtischError(f"cannot write {self.path}: {error.strerror}") from None
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            raise StammtischError(
                f"{database} is in use by another server (process {owner or 'unknown'}); "
                "stop it first, or give this one a database of its own"
            ) from None
        with suppress(OSError):  # the disk may be full; it is locked all the same
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())
        _held.add(self.path)

    def release(self) -> None:
        if self.path in _held:
            _held.discard(self.path)
            os.close(self._file)
