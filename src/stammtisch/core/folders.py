"""Where caches are: compiled code, and tables that take long to compute. All of it can be made again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path | None:
    """The folder `stammtisch` in $XDG_CACHE_HOME, in $NUMBA_CACHE_DIR, or in ~/.cache; it need not exist.

    None: there is no such place, for nobody has a home here.
    """
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given) / "stammtisch"
    try:
        return Path("~/.cache/stammtisch").expanduser()
    except RuntimeError:
        return None
