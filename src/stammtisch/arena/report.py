"""Report: what a contest showed: win shares, duels, ratings, the test, and games lost by faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from stammtisch.arena.contest import Contest
from stammtisch.arena.contest_file import header
from stammtisch.arena.ratings import Rating, ratings
from stammtisch.arena.results import Round
from stammtisch.arena.shares import PointSums, duels, points_by_round
from stammtisch.arena.sprt import Sprt


@dataclass(frozen=True)
class Line:
    """One bot of a contest."""

    bot: str
    """Its name."""
    sums: PointSums
    """Its win share, and how sure that is."""
    rating: Rating
    """Its strength among these bots."""
    faults: Counter[str]
    """How often it lost by its own fault, by reason."""


@dataclass(frozen=True)
class Duel:
    """Two bots that sat in the same games: the share of the first against the second."""

    bot: str
    """The first."""
    rival: str
    """The second."""
    sums: PointSums
    """The share of the first, and how sure that is."""


@dataclass(frozen=True)
class Report:
    """What a contest showed."""

    contest: Contest
    """Who played what."""
    rounds: Sequence[Round]
    """All rounds that were played."""
    lines: list[Line]
    """A line for each bot, in the order of the contest."""
    duels: list[Duel]
    """A duel for any two bots that met."""
    sprt: Sprt | None
    """The sequential test, if there was one."""

    def __repr__(self) -> str:
        return f"<Report of {self.contest!r}: {self.games} games>"

    @classmethod
    def of(cls, contest: Contest, rounds: Sequence[Round], sprt: Sprt | None = None) -> Report:
        """The report of the rounds that were played.

        Examples:
            >>> import stammtisch
            >>> from stammtisch.arena import Contest, Report, play_rounds
            >>> contest = Contest(stammtisch.load("heckmeck"), ["first", "random"], seed=7)
            >>> report = Report.of(contest, list(play_rounds(contest, 0, 10, workers=1)))
            >>> report.games, report.lines[0].bot, report.lines[0].sums.share > 0.9
            (20, 'first', True)
        """
        names = contest.names
        faults = [Counter[str]() for _ in names]
        for played in rounds:
            for game in played.games:
                if game.fault:
                    faults[game.seats[game.fault.seat]][game.fault.reason] += 1
        rated = ratings(rounds, len(names))
        lines = [
            Line(name, PointSums.of(points_by_round(rounds, b)), rated[b], faults[b]) for b, name in enumerate(names)
        ]
        met = [
            Duel(names[a], names[b], PointSums.of(duels(rounds, a, b))) for a, b in combinations(range(len(names)), 2)
        ]
        return cls(contest, rounds, lines, [duel for duel in met if duel.sums.rounds], sprt)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(played.games) for played in self.rounds)

    @property
    def stopped(self) -> int:
        """Games that went on for too long."""
        return sum(game.stopped for played in self.rounds for game in played.games)

    @property
    def is_even(self) -> bool:
        """Was every arrangement played equally often?"""
        return len(self.rounds) % self.contest.seating.cycle == 0

    def to_json(self) -> dict[str, Any]:
        """Everything in numbers, as plain JSON."""
        data = {
            **header(self.contest),
            "rounds": len(self.rounds),
            "games": self.games,
            "stopped": self.stopped,
            "even": self.is_even,
            "table": [self._line(line) for line in self.lines],
            "duels": [{"bot": duel.bot, "rival": duel.rival, **_share(duel.sums)} for duel in self.duels],
            "faults": [
                {
                    "round": played.number,
                    "seed": played.seed,
                    "seats": [self.contest.names[bot] for bot in game.seats],
                    "seat": game.fault.seat,
                    "bot": self.contest.names[game.seats[game.fault.seat]],
                    "reason": game.fault.reason,
                }
                for played in self.rounds
                for game in played.games
                if game.fault
            ],
        }
        if self.sprt:
            test = self.sprt
            data["sprt"] = {
                "bot": self.contest.names[0],
                "p0": test.p0,
                "p1": test.p1,
                "llr": test.llr,
                "bound": test.bound,
                "accepted": test.accepted,
            }
        return data

    @staticmethod
    def _line(line: Line) -> dict[str, Any]:
        return {
            "bot": line.bot,
            **_share(line.sums),
            "rating": {"mu": line.rating.mu, "sigma": line.rating.sigma},
            "faults": line.faults.total(),
        }


def _share(sums: PointSums) -> dict[str, Any]:
    if not sums.rounds:
        return {"games": 0}
    return {
        "games": sums.games,
        "rounds": sums.rounds,
        "points": sums.points,
        "share": sums.share,
        "interval": sums.interval(),
        "fair": sums.fair_share,
    }


def short(name: str, most: int = 24) -> str:
    """A bot's name where there is little room: of a long command, its beginning and its end."""
    half = (most - 1) // 2
    return name if len(name) <= most else f"{name[:half]}…{name[-half:]}"
