"""Measure a whole solve of Zocken's turn: time and memory; and the moves of a master.

python -m bench.zocken
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from stammtisch import load
from stammtisch.fast.compiler import compile_rules
from stammtisch.games.zocken import solve, solve_graph
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


def moves_table() -> Table:
    """How long a master thinks, in games between masters; the first move of each number of players apart."""
    shown = Table(title="A master's move, in ms")
    for column in ("players", "the first", "median", "95 %", "most", "moves"):
        shown.add_column(column, justify="right")
    for players in (2, 4, 8):
        times: list[float] = []
        for seed in range(3):
            match = load("zocken", players=players, rounds=5 if players == 2 else 2).match(seed)
            master = match.position.game.bots["master"]
            while not match.is_over:
                begin = time.perf_counter()
                move = master.choose(match.position.view(match.turn), 0)
                times.append(1e3 * (time.perf_counter() - begin))
                match.play(move)
        first, later = times[0], np.array(times[1:])
        figures = [first, *np.percentile(later, (50, 95)), later.max()]
        shown.add_row(str(players), *(f"{each:,.1f}" for each in figures), f"{len(later):,}")
    return shown


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
    states = build(rules, options)
    eight = [solver.points] * 8
    for what, figure in {
        "layouts": f"{len(states.base):,}",
        "states": f"{states.count:,}",
        "the same, merged": f"{solver.count:,}",
        "building the states": f"{seconds(lambda: build(rules, options)):.2f} s",
        "merging them": f"{seconds(lambda: solve_graph.build(rules, states, solver.points)):.2f} s",
        "one solve": f"{seconds(lambda: solver.solve_parts(solver.points)) * 1e3:.0f} ms",
        "eight at once": f"{seconds(lambda: solver.solve_many(eight)) * 1e3:.0f} ms",
        "the distribution from the start": f"{seconds(lambda: solve.distribution(position)) * 1e3:.0f} ms",
        "all moves of a position": f"{seconds(lambda: solve.values(position)) * 1e3:.1f} ms",
        "a turn played": f"{seconds(lambda: solver.play(1000, 0, table)) * 1e3:.0f} µs",
        "the choices of all states": f"{sum(each.nbytes for one in solver.graph.levels for each in one) / 1e6:.0f} MB",
        "a table of values": f"{table.nbytes / 1e6:.0f} MB",
        "memory before, and at most": f"{before:.0f} MB, {peak():.0f} MB",
    }.items():
        shown.add_row(what, figure)
    Console().print(shown)
    Console().print(moves_table())


if __name__ == "__main__":
    main()
