"""The arena: bot against bot in any game, measured honestly — rotated seats, shared dice, intervals on rounds.

>>> import stammtisch
>>> from stammtisch.arena import Contest, Report, play_rounds
>>> contest = Contest(stammtisch.load("heckmeck"), ["first", "random"], seed=7)
>>> report = Report.of(contest, list(play_rounds(contest, 0, 10, workers=1)))
>>> report.games, report.lines[0].sums.share > 0.5
(20, True)
"""

from stammtisch.arena.contest import Contest
from stammtisch.arena.contest_file import ContestFile, seed_in
from stammtisch.arena.league import League
from stammtisch.arena.league_table import Standing, league_table
from stammtisch.arena.league_workers import play_league
from stammtisch.arena.plot import draw
from stammtisch.arena.report import Report, short
from stammtisch.arena.results import Fault, Result, Round
from stammtisch.arena.shares import PointSums, RoundPoints, round_points
from stammtisch.arena.sprt import Sprt
from stammtisch.arena.workers import play_rounds

__all__ = [
    "Contest",
    "ContestFile",
    "Fault",
    "League",
    "PointSums",
    "Report",
    "Result",
    "Round",
    "RoundPoints",
    "Sprt",
    "Standing",
    "draw",
    "league_table",
    "play_league",
    "play_rounds",
    "round_points",
    "seed_in",
    "short",
]
