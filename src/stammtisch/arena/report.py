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
    sums: PointSums
    rating: Rating
    faults: Counter[str]
    """How often it lost by its own fault, by reason."""


@dataclass(frozen=True)
class Duel:
    """Two bots that sat in the same games: the share of the first against the second."""

    bot: str
    rival: str
    sums: PointSums


@dataclass(frozen=True)
class Report:
    contest: Contest
    rounds: Sequence[Round]
    lines: list[Line]
    duels: list[Duel]
    sprt: Sprt | None

    @classmethod
    def of(cls, contest: Contest, rounds: Sequence[Round], sprt: Sprt | None = None) -> Report:
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
