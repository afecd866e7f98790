"""Forecast: how many rounds? The planned tournament is simulated, to see how often the best player wins.

A game is modelled: places are drawn by strength (Plackett and Luce: the first place falls to each with a chance
proportional to e to the power of his strength, then the second among the others …), and a score sheet that could be is
dealt out in the order of places. Tables are drawn by lot, for Swiss in the order of the standings; that few meet again
changes next to nothing here and is left out. An evening is a function of the seed and its number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from statistics import NormalDist, fmean
from typing import NamedTuple

from stammtisch.computing.work import WORKERS, Place, in_order
from stammtisch.core.errors import TournamentError
from stammtisch.core.options import BaseOptions
from stammtisch.core.translation import say
from stammtisch.tournament.final import final_order, finalists, is_decided
from stammtisch.tournament.presets import SWISS, seats_of, sheet_of
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.standings import Standings
from stammtisch.tournament.state import Line, Player, Round, Table

Interval = tuple[float, float]
PART = 50  # evenings that a worker simulates in one go


@dataclass(frozen=True)
class Forecast:
    """What to expect of an evening with this number of preliminary rounds."""

    rounds: int
    evenings: int  # that were simulated; `stammtisch tournament advise --json` prints this name
    best_wins: float  # share of evenings that the best player wins
    interval: Interval  # 95 %, from the number of evenings
    best_in_final: float | None  # share of evenings with him in the final
    winner: float  # the mean rank of the winner by strength, from 1
    games: float  # that are played one after the other
    minutes: float  # that the evening takes


def wilson(won: int, times: int) -> Interval:
    """The 95 % interval of a share."""
    z = NormalDist().inv_cdf(0.975)
    middle = (won + z * z / 2) / (times + z * z)
    half = z / (times + z * z) * sqrt(won * (times - won) / times + z * z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def forecast(
    scheme: Scheme,
    strengths: Sequence[float],
    *,
    times: int = 400,
    seed: int = 0,
    minutes: float = 30,
    pause: float = 10,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Forecast:
    """Simulate this scheme. A game takes `minutes`, and drawing, finding seats and writing results a `pause`.

    With an `executor` evenings are simulated where it works, and `workers` says how many it has; that changes nothing
    but the time.
    """
    if scheme.is_duplicate:
        raise TournamentError(say("A tournament in which all tables share their dice cannot be forecast."))
    scheme.check_start(len(strengths))
    ranks = sorted(range(len(strengths)), key=lambda at: -strengths[at])
    rank = {at + 1: place for place, at in enumerate(ranks, 1)}
    place = Place(executor, workers or WORKERS)
    parts = ((scheme, strengths, seed, at, min(at + PART, times)) for at in range(0, times, PART))
    simulated = [evening for part in in_order(place, _evenings, parts) for evening in part]
    won = sum(rank[one.winner] == 1 for one in simulated)
    games = fmean(scheme.rounds + one.final_games for one in simulated)
    has_final = scheme.final_size != 0
    return Forecast(
        scheme.rounds,
        times,
        won / times,
        wilson(won, times),
        fmean(ranks[0] + 1 in one.finalists for one in simulated) if has_final else None,
        fmean(rank[one.winner] for one in simulated),
        games,
        games * minutes + (games - 1) * pause,
    )


class _Evening(NamedTuple):
    """What is asked of a simulated evening."""

    winner: int
    finalists: list[int]
    final_games: int


def _evenings(scheme: Scheme, strengths: Sequence[float], seed: int, start: int, end: int) -> list[_Evening]:
    """The evenings from `start` to `end - 1`."""
    low, high = seats_of(scheme.game)
    options = {size: scheme.options_for(size) for size in range(low, high + 1)}
    found = []
    for number in range(start, end):
        one = _SimulatedTournament(scheme, strengths, Random(f"{seed} {scheme.rounds} {number}"), options)
        found.append(_Evening(one.winner, one.finalists, len(one.finals)))
    return found


class _SimulatedTournament:
    """One simulated evening; players are numbers from 1."""

    def __init__(
        self, scheme: Scheme, strengths: Sequence[float], random: Random, options: Mapping[int, BaseOptions]
    ) -> None:
        self.scheme, self.random, self.options = scheme, random, options
        self.weights = dict(enumerate(strengths, 1))
        self.players = {number: Player(number, str(number)) for number in self.weights}
        self.seed = str(random.random())
        self.rounds: list[Round] = []
        self.finals: list[Round] = []
        self.finalists: list[int] = []
        self.standings = Standings(scheme, self.seed, self.players)
        sizes = scheme.tables_for(len(strengths)).sizes(len(strengths))
        for number in range(1, scheme.rounds + 1):
            self.rounds.append(self.play(number, self.tables(sizes)))
            self.standings.add(self.rounds[-1])
        rows = self.standings.rows()
        order = [row.player for row in rows]
        if scheme.final_size != 0:
            self.finalists = finalists(scheme, rows, self.rounds, list(self.players))
            while not is_decided(scheme, self.finals):
                self.finals.append(self.play(len(self.finals), [random.sample(self.finalists, len(self.finalists))]))
            order = final_order(self.finalists, self.finals)
        self.winner = order[0]

    def tables(self, sizes: Sequence[int]) -> list[list[int]]:
        order = self.random.sample(list(self.players), len(self.players))
        if self.scheme.pairing == SWISS and self.rounds:
            order = [row.player for row in self.standings.rows()]
        tables = []
        for size in sizes:
            tables.append(self.random.sample(order[:size], size))
            order = order[size:]
        return tables

    def play(self, number: int, tables: Sequence[list[int]]) -> Round:
        return Round(number, [Table(seats, self.result(seats), "model", "model") for seats in tables])

    def result(self, seats: Sequence[int]) -> list[Line]:
        """Places by strength: to sort by strength plus noise of Gumbel's distribution is Plackett's and Luce's draw."""
        noise = {player: self.weights[player] - log(-log(self.random.random() or 0.5)) for player in seats}
        order = sorted(seats, key=lambda player: -noise[player])
        options = self.options[len(seats)]
        sheet = sheet_of(self.scheme.game).sample(len(seats), self.random.randrange, options)
        dealt = dict(zip(order, sorted(sheet, reverse=True), strict=True))
        keys = {player: sum(other > mine for other in sheet) + 1 for player, mine in dealt.items()}
        return [Line(player, dealt[player][0], dealt[player][1], keys[player]) for player in seats]
