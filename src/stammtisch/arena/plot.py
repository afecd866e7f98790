"""The chart of a contest: win shares with their intervals, and how they settled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stammtisch import charts
from stammtisch.arena.report import Report, short
from stammtisch.arena.shares import PointSums, points_by_round

STEPS = 200  # points of a curve


def draw(report: Report, path: Path) -> None:
    contest = report.contest
    chart = charts.figure(10, 2.6 + 0.42 * len(report.lines))
    left, right = chart.subplots(1, 2)
    played = f"{report.games:,} games in {len(report.rounds):,} rounds"
    chart.suptitle(f"{contest.game.title}, {contest.game.players} players, {played}", fontsize=11)
    _draw_shares(report, left)
    _draw_settling(report, right)
    charts.save(chart, path)


def _colour(bot: int) -> str:
    return charts.COLOURS[bot % len(charts.COLOURS)]


def _draw_shares(report: Report, axes: Any) -> None:
    charts.bare(axes)
    for row, line in enumerate(report.lines):
        sums = line.sums
        if not sums.rounds:
            continue
        share, (low, high) = 100 * sums.share, sums.interval() or (sums.share, sums.share)
        axes.plot([100 * low, 100 * high], [row, row], color=_colour(row), linewidth=2.5, solid_capstyle="butt")
        axes.plot(share, row, "o", color=_colour(row))
        axes.annotate(f"{share:.1f} %", (share, row), (0, 7), textcoords="offset points", ha="center", fontsize=8)
        axes.plot([100 * sums.fair_share] * 2, [row - 0.35, row + 0.35], color="#9a8f80", linestyle=":")
    axes.set_yticks(range(len(report.lines)), [short(line.bot) for line in report.lines])
    axes.set_ylim(len(report.lines) - 0.4, -0.7)
    axes.margins(x=0.12)
    axes.set_xlabel("win share in %, with 95 % interval (dotted: even strength)", fontsize=9)


def _draw_settling(report: Report, axes: Any) -> None:
    charts.bare(axes)
    settled: list[float] = []  # the first fifth may swing out of the picture
    for bot, line in enumerate(report.lines):
        sums, games, curve, lows, highs = PointSums(), [], [], [], []
        every = max(1, line.sums.rounds // STEPS)
        for round_points in points_by_round(report.rounds, bot):
            sums.add(round_points)
            interval = sums.interval()
            if interval and (sums.rounds % every == 0 or sums.rounds == line.sums.rounds):
                games.append(sums.games)
                curve.append(100 * sums.share)
                lows.append(100 * interval[0])
                highs.append(100 * interval[1])
        settled += [*lows[len(lows) // 5 :], *highs[len(highs) // 5 :]]
        axes.plot(games, curve, color=_colour(bot), linewidth=1.4)
        axes.fill_between(games, lows, highs, color=_colour(bot), alpha=0.13, linewidth=0)
    if settled:
        axes.set_ylim(max(-2, min(settled) - 2), min(102, max(settled) + 2))
    axes.set_xlabel("games of the bot", fontsize=9)
    axes.set_ylabel("win share so far, %", fontsize=9)
