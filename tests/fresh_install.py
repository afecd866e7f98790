"""A fresh install: an empty cache, and a compiler that a test can hold up for as long as it needs."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock

from stammtisch.bots import precompile


class FreshInstall:
    """Its compiler is held up from the beginning, as it is while another process compiles."""

    def __init__(self, folder: Path) -> None:
        self._cache = folder / "stammtisch"
        self._cache.mkdir()
        self._lock = FileLock(self._cache / precompile.LOCK)
        self._lock.acquire()

    def let_go(self) -> None:
        self._lock.release()

    @property
    def compiled(self) -> list[str]:
        """The functions that anybody has compiled: they are written down at once."""
        return sorted(path.name.partition("-")[0] for path in (self._cache / "compiled").glob("*.code"))

    @property
    def ready(self) -> set[str]:
        return {path.name.partition("-")[0] for path in (self._cache / "ready").glob("*-levels-*")}
