"""`stammtisch warm`: everything that bots need, compiled and computed now rather than when somebody plays."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stammtisch import games
from stammtisch.bots import precompile
from stammtisch.bots.precompile import Part
from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import need
from stammtisch.core.folders import cache_folder
from stammtisch.core.game import Game


def precompile_games(names: Sequence[str], *, search: bool = False, quiet: bool = False) -> None:
    """Make these games ready, or all of them, and say how long it took and where it lies."""
    need("numba", "compiling")
    wanted = [games.load(name) for name in names or games.names()]
    folder = cache_folder()
    if folder is None or not precompile.can_be_kept():
        raise StammtischError(
            f"nothing can be kept: {folder or 'the home folder'} cannot be written; name another with XDG_CACHE_HOME"
        )
    parts: list[Part] = ["levels", "search"] if search else ["levels"]
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bars:
        lines = [_made(bars, game, part) for game in wanted for part in parts]
    for line in lines:
        print(line)
    print(f"It is kept in {folder} ({_megabytes(folder):.1f} MB).")


def _made(bars: Progress, game: Game, part: Part) -> str:
    what = f"{game.title}, its search" if part == "search" else game.title
    if precompile.is_made(game.name, part):
        return f"{what}: ready already."
    begun = time.monotonic()
    task = bars.add_task(what, total=None)
    precompile.make(game, part, lambda done, all_of: bars.update(task, completed=done, total=all_of))
    return f"{what}: ready after {time.monotonic() - begun:.1f} s."


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
