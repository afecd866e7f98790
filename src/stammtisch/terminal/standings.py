"""Standings: what a contest of bots showed, as tables and sentences."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from stammtisch.arena import PointSums, Report, Sprt, short


def percent(sums: PointSums) -> str:
    """A share with its interval, on one line."""
    interval = sums.interval()
    if not interval:
        return f"{100 * sums.share:.1f} %"
    return f"{100 * sums.share:.1f} % [{100 * interval[0]:.1f} – {100 * interval[1]:.1f}]"


def tell(report: Report) -> None:
    contest = report.contest
    wide = max(80, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 120
    console = Console(width=wide, highlight=False)
    print(
        f"{contest.game.title}, {contest.game.players} players: "
        f"{report.games} games in {len(report.rounds)} rounds, seed {contest.seed}"
    )
    console.print(table(report, wide))
    if len(report.lines) > 2:
        console.print(_duels(report, wide))
    for line in _remarks(report):
        print(line)


def table(report: Report, wide: int) -> Table:
    """All bots, in a table that is not wider than this."""
    faulty = any(line.faults for line in report.lines)
    lines = _empty_table(["bot"], ["win share", "95 % interval", "even", "rating", "games", *["faults"] * faulty])
    for line in report.lines:
        sums = line.sums
        if sums.rounds:
            shares = [f"{100 * sums.share:.1f} %", _interval(sums), f"{100 * sums.fair_share:.1f} %"]
        else:
            shares = ["", "", ""]
        rating = f"{line.rating.mu:.1f} ± {2 * line.rating.sigma:.1f}"
        lines.add_row(
            escape(short(line.bot, wide - 66)), *shares, rating, str(sums.games), *[str(line.faults.total())] * faulty
        )
    return lines


def _duels(report: Report, wide: int) -> Table:
    lines = _empty_table(["bot", "against"], ["better place", "95 % interval", "games"])
    for duel in report.duels:
        sums = duel.sums
        share = f"{100 * sums.share:.1f} %"
        lines.add_row(
            *[escape(short(name, (wide - 46) // 2)) for name in (duel.bot, duel.rival)],
            share,
            _interval(sums),
            str(sums.games),
        )
    return lines


def _empty_table(names: Sequence[str], figures: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for title in names:
        table.add_column(title, no_wrap=True)
    for title in figures:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def _interval(sums: PointSums) -> str:
    interval = sums.interval()
    return f"{100 * interval[0]:.1f} – {100 * interval[1]:.1f}" if interval else "too few rounds"


def _remarks(report: Report) -> Sequence[str]:
    remarks = []
    if not report.is_even:
        remarks.append(
            "Not all arrangements were played equally often; "
            f"that takes a multiple of {report.contest.seating.cycle} rounds."
        )
    if report.stopped:
        remarks.append(f"{report.stopped} games went on for too long and were counted as they stood.")
    for line in report.lines:
        remarks.extend(f"{line.bot} lost {_times(count)}: it {reason}." for reason, count in line.faults.most_common(5))
    if report.sprt:
        remarks.append(_verdict(report.sprt, report.contest.names[0]))
    return remarks


def _times(count: int) -> str:
    return "a game" if count == 1 else f"{count} games"


def _verdict(test: Sprt, bot: str) -> str:
    facts = f"log likelihood ratio {test.llr:+.2f}, bounds ±{test.bound:.2f}"
    if test.accepted is None:
        return f"Test: not decided between a win share of {test.p0:g} and {test.p1:g} for {bot} ({facts})."
    other = test.p0 if test.accepted == test.p1 else test.p1
    return f"Test: {bot}'s win share is nearer {test.accepted:g} than {other:g} ({facts})."
