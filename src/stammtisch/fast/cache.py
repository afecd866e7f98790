"""A cache on disk for compiled code. A file is found by a digest of what the code depends on, and by nothing else.

Numba's own cache lies beside the sources and goes by their paths and times: a new version of the house, or the same one
installed again, would compile everything anew. Here a file is named by a digest of all that the code's meaning rests on
(see compiler.py), of the types it is compiled for, and of the processor. So what an upgrade does not touch is found
again, and what it touches is not. Files can be deleted at any time; where none can be written, nothing is kept.

Who finds nothing compiles it, and meanwhile holds a lock: another process that wants the same waits for the file.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from filelock import FileLock
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.serialize import dumps

from stammtisch.core.folders import cache_folder

PROOF = 32  # bytes before the code: its SHA-256, for damaged code must not be run


def folder() -> Path | None:
    """Where compiled code lies."""
    home = cache_folder()
    return home / "compiled" if home else None


class DigestCache(_Cache):  # type: ignore[misc]  # Numba has no types
    """The compiled forms of one function, a file each."""

    def __init__(self, name: str, stamp: str) -> None:
        """`stamp` must tell everything the function's meaning rests on."""
        self._name = name
        self.stamp = stamp
        self._lock: FileLock | None = None

    def locking(self, compile: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Numba's way to a compiled form, by this cache. A lock that was taken on the way is given back at its end.

        What a function calls is compiled while its own lock is held. Nothing calls itself, so nobody waits in a circle.
        Threads of a process take turns, as they do in Numba, whose lock this is.
        """

        def locked(sig: Any) -> Any:
            with global_compiler_lock:
                try:
                    return compile(sig)
                finally:
                    self._unlock()

        return locked

    @property
    def cache_path(self) -> str:
        return str(folder() or "")

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """Whoever wants none compiles without one."""

    def flush(self) -> None:
        """Other code has other names; there is nothing to be emptied."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()  # it may not be initialised yet
        path = self._path(sig, target_context.codegen())
        if path is None:
            return None
        found = self._read(path, target_context)
        if found is None and self._locked(path):
            found = self._read(path, target_context)  # whoever had the lock has written it
        return found

    @staticmethod
    def _read(path: Path, target_context: Any) -> Any:
        try:
            whole = path.read_bytes()
        except OSError:
            return None
        proof, code = whole[:PROOF], whole[PROOF:]
        if not code or hashlib.sha256(code).digest() != proof:
            return None  # damaged: it is compiled, and written, anew
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(code))
        except (ImportError, AttributeError):
            return None  # it names a module of ours that has another name now

    def _locked(self, path: Path) -> bool:
        self._unlock()
        lock = FileLock(path.with_suffix(".lock"), fallback_to_soft=False)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock.acquire()
        except OSError:
            return False
        self._lock = lock
        return True

    def _unlock(self) -> None:
        if self._lock:
            with suppress(OSError):  # whoever waits for it finds what it waited for
                Path(self._lock.lock_file).unlink()
            self._lock.release()
            self._lock = None

    def save_overload(self, sig: Any, data: Any) -> None:
        path = self._path(sig, data.codegen)
        if path is None or data.library.has_dynamic_globals or any(not each.can_cache for each in data.lifted):
            return
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, beside = tempfile.mkstemp(suffix=".part", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    code = dumps(data._reduce())
                    file.write(hashlib.sha256(code).digest() + code)
                Path(beside).replace(path)  # whoever reads sees a whole file or none
            finally:
                Path(beside).unlink(missing_ok=True)

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        home = folder()
        facts = (self._name, self.stamp, str(sig), codegen.magic_tuple(), sys.implementation.cache_tag)
        digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
        return home / f"{self._name}-{digest}.code" if home else None
