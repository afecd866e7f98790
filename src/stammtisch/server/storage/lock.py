"""Lock: one server for one SQLite file. The system frees it when the process ends, however it ends."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from stammtisch.core.errors import StammtischError

AFTER = 1
"""Where the holder's number begins: on Windows nobody else can read the first byte, for that is what is locked."""
DIGITS = 20


class Lock:
    """Held from the beginning until `release`. The file stays, with the number of the process that had it last."""

    def __init__(self, database: Path) -> None:
        whole = database.resolve()
        self.path = whole.with_name(whole.name + ".lock")
        # Where the system has no locks it is refused: a mere file would not be freed when a process is killed.
        self._lock = FileLock(self.path, mode=0o600, thread_local=False, fallback_to_soft=False)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise StammtischError(f"{database} is in use by {self._owner()}") from None
        except OSError as error:
            raise StammtischError(f"cannot write {self.path}: {error.strerror}") from None
        with suppress(OSError), self.path.open("r+b", buffering=0) as file:  # on a full disk it is locked all the same
            file.seek(AFTER)
            file.write(f"{os.getpid():{DIGITS}}\n".encode())

    def _owner(self) -> str:
        try:
            with self.path.open("rb", buffering=0) as file:
                file.seek(AFTER)
                owner = file.read(DIGITS).decode("ascii", "replace").strip()
        except OSError:
            owner = ""
        if owner == str(os.getpid()):
            return "a server in this process"
        return f"another server (process {owner or 'unknown'}); stop it first, or give this one a database of its own"

    def release(self) -> None:
        self._lock.release()
