"""Odds of a throw-and-set-aside turn for people who like to look: as numbers, as a page, as a chart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stammtisch.core.contract.odds_table import OddsRow, OddsTable, chances_table, exact_percent
from stammtisch.core.position import Position
from stammtisch.core.translation import say
from stammtisch.games.bars import WIDTH, bar, percent
from stammtisch.games.keeping import DICE, ENDED, SYMBOLS, THROWING
from stammtisch.games.keeping.solved import Turn

_AT_LEAST, _EXACTLY, _INK = "#e8b04a", "#a8320a", "#2b1a10"


def before_turn(position: Position) -> Position:
    """The position when its turn began, the same for every moment of the turn and for every viewer."""
    s: Any = position.state.copy()
    if s.phase != ENDED:
        s.kept, s.thrown = [0] * SYMBOLS, [0] * SYMBOLS
        s.dice = s.falling = DICE
        s.phase = THROWING
    return Position.unchecked(position.game, s)


def chances(turn: Turn, position: Position, totals: Iterable[int]) -> dict[str, Any]:
    """The best chance of each total with a worm, at least and exactly: for each number a policy of its own."""
    found: dict[str, dict[str, float]] = {"at_least": {}, "exactly": {}}
    for goal in totals:
        found["at_least"][str(goal)] = turn.for_totals(range(goal, turn.table.totals)).value(position)
        found["exactly"][str(goal)] = turn.for_totals([goal]).value(position)
    return found


def outcome(turn: Turn, position: Position, name: str) -> dict[str, Any]:
    """One policy: what it can expect (under that name), how often it fails, the totals it wins with, each move."""
    ahead = turn.outlook(position)
    return {
        name: turn.value(position),
        "fail": ahead.fail,
        "totals": {str(total): chance for total, chance in ahead.totals.items()},
        "moves": {
            str(move): {"value": value, "fail": turn.outlook(position, move).fail}
            for move, value in turn.moves(position).items()
        },
    }


def tables(odds: dict[str, Any]) -> list[OddsTable]:
    """The odds as tables: how the turn ends from here if it is played well, and what can be reached at all."""
    found = []
    if "here" in odds:
        ends = {say("fails"): odds["here"]["fail"], **odds["here"]["totals"]}
        title = say("How this turn ends with best play")
        found.append(chances_table(title, (say("Total"), say("Chance")), ends))
    rows = [
        OddsRow(total, (exact_percent(chance), exact_percent(odds["exactly"][total])), chance)
        for total, chance in odds["at_least"].items()
    ]
    title = say("The best chance of a total with a worm, for one who wants just that")
    return [*found, OddsTable(title, (say("Total"), say("At least"), say("Exactly")), rows)]


def page(odds: dict[str, Any], *more: str) -> str:
    """The odds in words: the chances, what a game has to add, and what is said of one position."""
    here = [_tell_outcome(odds["here"])] if "here" in odds else []
    return "\n\n".join([_tell_chances(odds), *more, *here])


def _tell_chances(odds: dict[str, Any]) -> str:
    """The chances as a page with bars."""
    lines = [
        "The best chance of a total with a worm. Each line is for one who wants just that and nothing else.",
        "",
        f"total   at least {' ' * WIDTH}   exactly",
    ]
    for total, chance in odds["at_least"].items():
        exactly = odds["exactly"][total]
        lines.append(f"{total:>5}   {percent(chance)} {bar(chance).ljust(WIDTH)}   {percent(exactly)} {bar(exactly)}")
    return "\n".join(line.rstrip() for line in lines)


def _tell_outcome(here: dict[str, Any]) -> str:
    """What `outcome` found, in words."""
    name, value = next(iter(here.items()))
    lines = [f"In this position the best policy can expect {value:.4f} {name.removeprefix('expected_')}."]
    lines += [f"It fails with {percent(here['fail']).strip()}, and wins with a total of", ""]
    lines += [f"{total:>5}   {percent(chance)} {bar(chance)}" for total, chance in here["totals"].items()]
    if here["moves"]:
        width = max(map(len, here["moves"]))
        lines += ["", f"{'move'.ljust(width)}     value   fails"]
        best = max(move["value"] for move in here["moves"].values())
        for move, worth in here["moves"].items():
            mark = "  best" if worth["value"] == best else ""
            lines.append(f"{move.ljust(width)}  {worth['value']:8.4f}  {percent(worth['fail'])}{mark}")
    return "\n".join(line.rstrip() for line in lines)


def draw(odds: dict[str, Any], axes: Any) -> None:
    """The chances as bars, the exact total before the total or more."""
    totals = list(odds["at_least"])
    for name, colour, width in (("at_least", _AT_LEAST, 0.85), ("exactly", _EXACTLY, 0.45)):
        heights = [100 * chance for chance in odds[name].values()]
        bars = axes.bar(totals, heights, width, color=colour, label=name.replace("_", " "))
        if name == "at_least":
            axes.bar_label(bars, fmt="%.0f", padding=2, fontsize=8)
    axes.set_title("chance of a total with a worm, each by the best policy for it")
    axes.set_xlabel("total of one turn")
    axes.set_ylabel("%")
    axes.set_ylim(0, 110)  # room for the figures above the bars
    axes.set_yticks(range(0, 101, 20))
    axes.grid(axis="y", color=_INK, alpha=0.15)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
