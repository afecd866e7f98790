"""How many playouts a second a search makes, compiled against interpreted in one run: python -m bench.search"""

from __future__ import annotations

import time
from math import inf

from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from stammtisch.bots.playouts import run_playouts
from stammtisch.core.position import Position

ROUNDS = 7
PLAYOUTS = {True: 2000, False: 40}
"""By compiled; so that both take about as long."""


def seconds(view: Position, *, compiled: bool, seed: int) -> float:
    """For one try."""
    begin = time.perf_counter()
    run_playouts(view, PLAYOUTS[compiled], seed, compiled=compiled)
    return (time.perf_counter() - begin) / PLAYOUTS[compiled]


def main() -> None:
    shown = Table(title="Tries of a search from the first move of a game")
    for column in ("game", "compiled, a second", "interpreted, a second", "ratio"):
        shown.add_column(column, justify="left" if column == "game" else "right")
    for game in stammtisch.catalogue():
        match = game.match(seed=3)
        while len(match.legal_moves) == 1:
            match.play(match.legal_moves[0])
        view = match.position.view(match.turn)
        best = {True: inf, False: inf}
        for number in track(range(ROUNDS + 1), game.name):  # the ways take turns and the best round counts
            for compiled in best:
                taken = seconds(view, compiled=compiled, seed=number)
                if number:  # the first one compiles
                    best[compiled] = min(best[compiled], taken)
        ratio = best[False] / best[True]
        shown.add_row(game.name, f"{1 / best[True]:,.0f}", f"{1 / best[False]:,.0f}", f"{ratio:,.0f}×")
    Console().print(shown)


if __name__ == "__main__":
    main()
