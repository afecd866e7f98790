"""What the exact turn says of a game: what to keep first, when to stop, how often a throw fails."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from typing import Any

from stammtisch import charts
from stammtisch.games.keeping import DICE, SYMBOLS, WORM
from stammtisch.games.keeping.solved import Turn
from stammtisch.games.tables import number, percent, table

STOP, THROW = "#a8320a", "#f3dfb4"
STOPS_EXPLAINED = """\
A field tells what is best with so many dice left, so many symbols used, a worm among them, and that total. Where it
also matters which symbols, it gives the share of possible sets of dice with which stopping is best. An empty field
cannot come about."""


def after_first(turn: Turn, symbol: int, dice: int) -> float:
    """What the turn is worth with so many dice of one symbol set aside, and nothing else."""
    key = (1 << symbol, DICE - dice, dice * turn.table.points[symbol])
    return float(turn.values[turn.table.index[key]])


def first_keeps(turn: Turn, names: list[str], unit: str) -> str:
    """The value of every first keep, and how often each is best."""
    shares = first_shares(turn)
    rows = [
        [
            names[symbol],
            *(number(after_first(turn, symbol, dice)) for dice in range(1, DICE + 1)),
            percent(shares[symbol]),
        ]
        for symbol in reversed(range(SYMBOLS))
    ]
    head = [f"{unit} expected after keeping", *(f"{dice} ×" for dice in range(1, DICE + 1)), "best first keep"]
    shown = 1 - (1 - 1 / SYMBOLS) ** DICE  # the chance that the throw has a worm
    return f"""\
What a first keep is worth does not depend on the other dice of the throw. So this table answers every first throw: keep
what has the highest figure. The last column tells how often that is the case, over all first throws.

{table(head, rows)}

If the first throw shows a worm, keeping worms is best in {percent(shares[WORM] / shown)} of the throws."""


def first_shares(turn: Turn) -> dict[int, float]:
    """How often each symbol is the best to keep from the first throw."""
    shares: dict[int, float] = defaultdict(float)
    for throw in combinations_with_replacement(range(SYMBOLS), DICE):
        counts = [throw.count(symbol) for symbol in range(SYMBOLS)]
        ways = factorial(DICE) // prod(map(factorial, counts))
        best = max(set(throw), key=lambda symbol: after_first(turn, symbol, counts[symbol]))
        shares[best] += ways / SYMBOLS**DICE
    return shares


def likeliest(totals: dict[int, float], most: int = 3) -> str:
    """The totals that a turn ends with most often."""
    best = sorted(totals, key=lambda total: -totals[total])[:most]
    told = [f"{total} ({percent(totals[total])})" for total in best]
    return f"{', '.join(told[:-1])} or {told[-1]}"


def stops(turn: Turn) -> dict[tuple[int, int, int], tuple[int, int]]:
    """By dice left, symbols used and total, where a stop wins something: in how many of how many states it is best."""
    found: dict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0, 0])
    goal = turn.goal
    for i, (used, dice, total) in enumerate(turn.table.keys):
        symbols = used.bit_count()
        if dice and symbols < SYMBOLS and used >> WORM and goal.allowed[1, total] and goal.ends[1, total] > goal.fail:
            cell = found[dice, symbols, total]
            cell[0] += bool(goal.ends[1, total] >= turn.values[i])
            cell[1] += 1
    return {key: (stop, every) for key, (stop, every) in sorted(found.items())}


def draw_stops(turns: dict[str, Turn], path: Path) -> None:
    """Stop or throw on, by dice left, symbols used and total; one chart for each turn."""
    figure = charts.figure(11, 1 + 3.2 * len(turns))
    for axes, (title, turn) in zip(figure.subplots(len(turns), 1, squeeze=False)[:, 0], turns.items(), strict=True):
        _draw_stops(axes, stops(turn))
        axes.set_title(title)
        axes.set_xlabel("total set aside, with a worm")
    charts.save(figure, path)


def _draw_stops(axes: Any, cells: dict[tuple[int, int, int], tuple[int, int]]) -> None:
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    colours = LinearSegmentedColormap.from_list("house", (THROW, STOP))
    lines = sorted({(dice, symbols) for dice, symbols, _ in cells}, reverse=True)
    for (dice, symbols, total), (stop, every) in cells.items():
        y, share = lines.index((dice, symbols)), stop / every
        axes.add_patch(Rectangle((total - 0.48, y - 0.46), 0.96, 0.92, color=colours(share), linewidth=0))
        word = "stop" if share == 1 else "throw" if share == 0 else f"{100 * share:.0f} %"
        axes.text(total, y, word, ha="center", va="center", fontsize=7, color="white" if share > 0.5 else "#2b1a10")
    totals = [total for _, _, total in cells]
    axes.set_xlim(min(totals) - 0.5, max(totals) + 0.5)
    axes.set_ylim(-0.5, len(lines) - 0.5)
    axes.set_xticks(range(min(totals), max(totals) + 1))
    axes.set_yticks(range(len(lines)), [f"{dice} left, {symbols} used" for dice, symbols in lines])
    charts.bare(axes)


def nothing_new() -> str:
    """The chance that a throw shows no new symbol: each die must show one of those set aside."""
    rows = []
    for dice in range(1, DICE):
        chances = [percent((used / SYMBOLS) ** dice) if used <= DICE - dice else "" for used in range(1, SYMBOLS)]
        rows.append([str(dice), *chances])
    return table(["dice thrown", *(f"{used} used" for used in range(1, SYMBOLS))], rows)
