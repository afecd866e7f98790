"""Measure a whole solve of Zocken's turn: time and memory.

python -m bench.zocken
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from stammtisch import load
from stammtisch.fast.compiler import compile_rules
from stammtisch.games.zocken import solve
from stammtisch.games.zocken.solve_states import build
from stammtisch.games.zocken.solve_tables import DRIVERS

ROUNDS = 3


def seconds(work: Callable[[], Any]) -> float:
    """The best of a few rounds; the first compiles."""
    best = float("inf")
    for _ in range(ROUNDS + 1):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def peak() -> float:
    """The most memory this process has had, in MB."""
    used: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> None:
    game = load("zocken")
    before = peak()
    solver = solve.solver(game)
    options: Any = game.options
    rules = compile_rules(game.module, drivers=DRIVERS)
    position = game.start()
    shown = Table(title="Zocken: a turn solved", show_header=False)
    shown.add_column(justify="left")
    shown.add_column(justify="right")
    table = solver.values()
    for what, figure in {
        "layouts": f"{len(solver.states.base):,}",
        "states": f"{solver.states.count:,}",
        "building the states": f"{seconds(lambda: build(rules, options)):.2f} s",
        "one solve": f"{seconds(lambda: solver.solve_parts(solver.points)):.2f} s",
        "the distribution from the start": f"{seconds(lambda: solve.distribution(position)) * 1e3:.0f} ms",
        "all moves of a position": f"{seconds(lambda: solve.values(position)) * 1e3:.1f} ms",
        "a turn played": f"{seconds(lambda: solver.play(1000, 0, table)) * 1e3:.0f} µs",
        "the states' tables": f"{sum(each.nbytes for each in solver.states.tables) / 1e6:.0f} MB",
        "a table of values": f"{table.nbytes / 1e6:.0f} MB",
        "memory before, and at most": f"{before:.0f} MB, {peak():.0f} MB",
    }.items():
        shown.add_row(what, figure)
    Console().print(shown)


if __name__ == "__main__":
    main()
