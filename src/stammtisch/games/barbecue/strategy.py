"""Barbecue: what the exact turn says."""

from __future__ import annotations

from pathlib import Path

import stammtisch
from stammtisch.games.barbecue import solve
from stammtisch.games.barbecue.rules import HIGHEST
from stammtisch.games.keeping import strategy as keeping
from stammtisch.games.tables import chart, number, percent

NAMES = ["1s", "2s", "3s", "4s", "6s", "worms"]


def strategy(folder: Path) -> str:
    start = stammtisch.load("barbecue").start()
    turn = solve.turn(start)
    ahead = turn.outlook(start)
    snail = sum(chance for total, chance in ahead.totals.items() if total > HIGHEST)
    hunt = turn.for_totals(range(HIGHEST + 1, turn.table.totals)).value(start)
    keeping.draw_stops({"with the empty grill": turn}, folder / "barbecue-stops.svg")
    return f"""\
All figures are exact, for one turn with the empty grill, played for the most points on average. [Solving a
turn](../solving.md) tells how they are found, and what the master does beyond them.

### What a turn is worth

The first turn is worth {number(turn.value(start))} points. The best play fails in {percent(ahead.fail)} of such
turns, and ends most often with {keeping.likeliest(ahead.totals)}. It wins a snail by a total above {HIGHEST} in
{percent(snail)}; who wants nothing else gets one in {percent(hunt)}.

### What to keep first

{keeping.first_keeps(turn, NAMES, "points")}

### When to stop

{keeping.STOPS_EXPLAINED}

{chart("when to stop", "barbecue-stops.svg")}

### How often a throw shows nothing new

{keeping.nothing_new()}
"""
