"""Heckmeck: what the exact turn says."""

from __future__ import annotations

from pathlib import Path

import stammtisch
from stammtisch.games.heckmeck import solve
from stammtisch.games.keeping import strategy as keeping
from stammtisch.games.tables import chart, number, percent, table

NAMES = ["1s", "2s", "3s", "4s", "5s", "worms"]


def strategy(folder: Path) -> str:
    start = stammtisch.load("heckmeck").start()
    free = solve.turn(start)
    turns = {cost: free.with_failure(-float(cost)) for cost in solve.STAKES}
    keeping.draw_stops(
        {"who has no tile to lose": free, "who loses a top tile of four worms by failing": turns[4]},
        folder / "heckmeck-stops.svg",
    )
    stakes = [[str(cost), number(turn.value(start)), percent(turn.outlook(start).fail)] for cost, turn in turns.items()]
    return f"""\
All figures are exact, for one turn with the full grill and no rival's tile in sight, played for the most worms on
average. [Solving a turn](../solving.md) tells how they are found, and what the master does beyond them.

### What a turn is worth

By the worms on one's own top tile, which goes back when the turn fails:

{table(["worms lost by failing", "worms expected", "best play fails"], stakes)}

With nothing to lose, the best play ends most often with {keeping.likeliest(free.outlook(start).totals)}.

### What to keep first

{keeping.first_keeps(free, NAMES, "worms")}

### When to stop

{keeping.STOPS_EXPLAINED}

{chart("when to stop", "heckmeck-stops.svg")}

### How often a throw shows nothing new

{keeping.nothing_new()}
"""
