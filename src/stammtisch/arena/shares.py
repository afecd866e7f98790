"""Win shares: what part of its games a bot won, and how sure that is.

The games of a round share their dice, so they are not independent: everything is computed on rounds. For round i let
p be the points of a bot (a shared first place is shared), g the games it sat in and f the points that fell to it if
all were equal (its seats by all seats). Then

    share = Σ p / Σ g        edge = Σ (p - f) / Σ g
    variance of a round = Σ (p - f - edge · g)² / (R - 1), by the square of the mean g
    95 % interval = share ± t(R - 1) · √(variance / R)

(a ratio estimate; rounds with other numbers of games or seats do no harm). If all rounds gave the same, there is no
variance to go by: with q = 0.025^(1/R) a round gives something else with a chance of at most 1 - q, so the share is
somewhere from q · share to q · share + 1 - q.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import NormalDist

from stammtisch.arena.results import Result, Round

FEWEST = 4  # rounds for an interval


@dataclass(frozen=True)
class RoundPoints:
    """One round of a bot: its points, what would have been fair, and the games it sat in."""

    points: float
    """Its wins; a shared one is a part of one."""
    fair: float
    """The wins that would have been its share if all were equal."""
    games: int
    """The games it sat in."""


@dataclass
class PointSums:
    """The points of many rounds, added up."""

    rounds: int = 0
    """How many rounds."""
    games: int = 0
    """How many games."""
    points: float = 0.0
    """All wins."""
    fair: float = 0.0
    """The wins that would have been its share if all were equal."""
    _xx: float = 0.0  # x is points above fair
    _xg: float = 0.0
    _gg: float = 0.0

    @classmethod
    def of(cls, points_by_round: Iterable[RoundPoints]) -> PointSums:
        """The sums of these rounds."""
        sums = cls()
        for round_points in points_by_round:
            sums.add(round_points)
        return sums

    def add(self, round_points: RoundPoints) -> None:
        """Add one more round."""
        above = round_points.points - round_points.fair
        self.rounds += 1
        self.games += round_points.games
        self.points += round_points.points
        self.fair += round_points.fair
        self._xx += above * above
        self._xg += above * round_points.games
        self._gg += round_points.games * round_points.games

    @property
    def share(self) -> float:
        """The share of its games that it won, from 0 to 1."""
        return self.points / self.games

    @property
    def fair_share(self) -> float:
        """The share that it would have won if all were equal."""
        return self.fair / self.games

    @property
    def squares(self) -> float:
        """The sum of squares of the rounds' deviations, in shares."""
        edge = self.share - self.fair_share
        squares = self._xx - 2 * edge * self._xg + edge * edge * self._gg
        return max(0.0, squares) / (self.games / self.rounds) ** 2

    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the share; None as long as there are too few rounds for one."""
        if self.rounds < FEWEST:
            return None
        if self.squares < 1e-9:
            same = 0.025 ** (1 / self.rounds)
            return same * self.share, same * self.share + 1 - same
        half = student(self.rounds - 1) * math.sqrt(self.squares / (self.rounds - 1) / self.rounds)
        return max(0.0, self.share - half), min(1.0, self.share + half)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, for 3 degrees of freedom or more (Abramowitz and Stegun 26.7.5; to 0.2 %)."""
    z = NormalDist().inv_cdf(0.975)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))


def round_points(played: Round, bot: int) -> RoundPoints | None:
    """A bot's round: the first places it won. None if it had no seat."""
    games = [game for game in played.games if bot in game.seats]
    if not games:
        return None
    points = math.fsum(
        point for game in games for point, who in zip(game.points, game.seats, strict=True) if who == bot
    )
    fair = sum(game.seats.count(bot) / len(game.seats) for game in games)
    return RoundPoints(points, fair, len(games))


def points_by_round(rounds: Iterable[Round], bot: int) -> Iterator[RoundPoints]:
    return (found for played in rounds if (found := round_points(played, bot)))


def duels(rounds: Iterable[Round], bot: int, rival: int) -> Iterator[RoundPoints]:
    """A bot against one rival: a point for the better place, half a point for the same; the mean over their seats."""
    for played in rounds:
        points = [
            [(mine < theirs) + (mine == theirs) / 2 for mine in _places(game, bot) for theirs in _places(game, rival)]
            for game in played.games
            if bot in game.seats and rival in game.seats
        ]
        if points:
            yield RoundPoints(math.fsum(sum(each) / len(each) for each in points), len(points) / 2, len(points))


def _places(game: Result, bot: int) -> list[int]:
    return [place for place, who in zip(game.places, game.seats, strict=True) if who == bot]
