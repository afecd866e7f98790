"""Measure every game: a table here, bench/results/speed.json, and a plot beside it.

python -m bench [GAME …] [--quick]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path
from typing import Any

import numba
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from bench import measure
from bench.plot import draw

RESULTS = Path(__file__).parent / "results"


def measured(name: str, *, quick: bool) -> dict[str, Any]:
    """Everything about one game."""
    game = stammtisch.load(name)
    speeds = measure.speeds(game, 0.3 if quick else 1.5, rounds=2 if quick else 5)
    base = speeds["interpreted"].games
    return {
        "options": str(game.options),
        "speeds": {
            way: {"games/s": s.games, "plies/s": s.plies, "times interpreted": s.games / base}
            for way, s in speeds.items()
        },
        "plies a game": speeds["interpreted"].plies / base,
        "microseconds for Position.play": measure.position_play(game, 0.3 if quick else 2),
        "seconds": measure.start_up(game),
    }


def table(results: dict[str, Any]) -> Table:
    shown = Table(title="Random games")
    for column in ("game", "way", "games/s", "plies/s", "× interpreted"):
        shown.add_column(column, justify="left" if column in ("game", "way") else "right")
    for name, result in results.items():
        for way, s in result["speeds"].items():
            shown.add_row(name, way, _figure(s["games/s"]), _figure(s["plies/s"]), _figure(s["times interpreted"]))
        shown.add_section()
    return shown


def _figure(x: float) -> str:
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure how fast the games are played.")
    parser.add_argument("games", nargs="*", help="games to measure; all, if none is given")
    parser.add_argument("--quick", action="store_true", help="short rounds, nothing is written")
    given = parser.parse_args()
    names = given.games or [game.name for game in stammtisch.catalogue()]
    console = Console()
    results = {name: measured(name, quick=given.quick) for name in track(names, "measuring", console=console)}
    console.print(table(results))
    for name, result in results.items():
        seconds = ", ".join(f"{what} {value:.2f} s" for what, value in result["seconds"].items())
        console.print(f"{name}: Position.play {result['microseconds for Position.play']:.0f} µs; {seconds}")
    if not given.quick:
        RESULTS.mkdir(exist_ok=True)
        machine = {
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
            "cores": os.cpu_count(),
        }
        text = json.dumps({"command": "python -m bench", "machine": machine, "games": results}, indent=2)
        (RESULTS / "speed.json").write_text(text + "\n", "utf-8")
        draw(results, RESULTS / "speed.svg")
        console.print("written: bench/results/speed.json, bench/results/speed.svg")


if __name__ == "__main__":
    main()
