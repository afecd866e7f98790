"""A cache on disk for arrays that take long to compute.

They lie in the house's cache (core/folders.py). A name must tell everything the arrays rest on (a
`stamp` of the sources and options), for nothing else is asked. Files can be deleted at any time; where none can be
written, arrays are computed anew in each process.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stammtisch.core.folders import cache_folder


def stamp(modules: tuple[ModuleType, ...], *facts: object) -> str:
    """A fingerprint of what a computation rests on: the modules' sources, and other facts by their repr."""
    parts = [inspect.getsource(module) for module in modules] + [repr(fact) for fact in facts]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def load_or_make(name: str, length: int, make: Callable[[], Any]) -> Any:
    """The float array of this name and length: from its file, or else made now and put there."""
    home = cache_folder()
    if home is None:
        return make()
    path = home / f"{name}.npz"
    found = _load(path)
    if found is None or found.dtype != np.float64 or found.shape != (length,):
        found = make()
        _save(path, found)
    return found


def _load(path: Path) -> Any:
    try:
        with np.load(path, allow_pickle=False) as file:
            return file["values"]  # a damaged file does not get through the archive's check sums
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def _save(path: Path, values: Any) -> None:
    """Write beside, then rename: whoever reads sees a whole file or none."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, values=values)
            Path(beside).replace(path)
        finally:
            Path(beside).unlink(missing_ok=True)
