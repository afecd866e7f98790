"""The table of a league: what its tournaments showed, with 95 % intervals.

*Points a game* are points for places, and worms if the scheme counts them. Games of one tournament depend on each
other a little (the same draw), tournaments do not: with four tournaments or more the interval is computed on
tournaments, else on games. The share of tournaments won has Wilson's interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from stammtisch.arena.shares import FEWEST, student
from stammtisch.tournament import Tournament
from stammtisch.tournament.forecast import Interval, wilson
from stammtisch.tournament.standings import score_table


@dataclass(frozen=True)
class Standing:
    """A bot's line."""

    player: int
    name: str
    bot: str
    place: float  # its mean place at the end
    score: float  # its mean score
    points: float  # a game
    interval: Interval | None
    games: int
    won: int  # tournaments
    share: Interval  # of tournaments won
    faults: int  # games it did not play to the end


def league_table(tournaments: Sequence[Tournament]) -> list[Standing]:
    """All bots, the best mean place first."""
    lines = [_standing(tournaments, number) for number in tournaments[0].progress.players]
    return sorted(lines, key=lambda line: (line.place, -line.points, line.player))


def _standing(tournaments: Sequence[Tournament], number: int) -> Standing:
    places, scores, faults, won = [], [], 0, 0
    games: list[list[float]] = []  # by tournament
    for each in tournaments:
        progress = each.progress
        places.append(progress.ranking.index(number) + 1)
        won += places[-1] == 1
        scores.append(float(next(row.score for row in progress.rows() if row.player == number)))
        games.append([])
        for table in (table for played in progress.drawn for table in played.tables if number in table.seats):
            faults += any(line.player == number and line.out for line in table.result)
            if table in (mine for played in progress.rounds for mine in played.tables):
                games[-1].append(float(score_table(progress.scheme, table)[table.seats.index(number)]))
    samples = [fmean(each) for each in games] if len(games) >= FEWEST else [won for each in games for won in each]
    player = tournaments[0].progress.players[number]
    return Standing(
        number,
        player.name,
        player.bot,
        fmean(places),
        fmean(scores),
        fmean(samples),
        _interval(samples),
        sum(map(len, games)),
        won,
        wilson(won, len(tournaments)),
        faults,
    )


def _interval(samples: Sequence[float]) -> Interval | None:
    """Of a mean; None as long as there are too few for one."""
    if len(samples) < FEWEST:
        return None
    half = student(len(samples) - 1) * stdev(samples) / math.sqrt(len(samples))
    return fmean(samples) - half, fmean(samples) + half
