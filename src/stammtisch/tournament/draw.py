"""Draw: the tables and seats of a round. They follow from the scheme, the seed, and what has been played [C1.4]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from stammtisch.tournament.event_types import Drawn
from stammtisch.tournament.history import History
from stammtisch.tournament.pairing import pair, seated
from stammtisch.tournament.presets import BALANCED, RANDOM, SWISS
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.seeded_numbers import SeededNumbers
from stammtisch.tournament.state import Round

Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class DrawTask:
    """All that a draw follows from and nothing else, so that it can be drawn in another process."""

    scheme: Scheme
    seed: str
    revealed: str
    number: int
    players: Sequence[int]
    """Who is drawn; for a game of the final those who play it."""
    scores: Sequence[Fraction]
    rounds: Sequence[Round]
    """Those drawn before; of their tables only the seats."""
    final: bool

    def run(self) -> Drawn:
        seed = seed_of_draw(self.seed, self.revealed)
        if self.final:
            tables = draw_seats(self.scheme, seed, self.number, [self.players], History(self.rounds))
        else:
            tables = draw_round(self.scheme, seed, self.number, self.players, self.scores, self.rounds)
        return Drawn(self.number, tables, self.revealed)


def seed_of_draw(seed: str, revealed: str) -> str:
    """[C3.15] The published seed, and what the server has added to it."""
    return f"{seed} {revealed}" if revealed else seed


def draw_round(
    scheme: Scheme, seed: str, number: int, players: Sequence[int], scores: Sequence[Fraction], rounds: Sequence[Round]
) -> Tables:
    """A preliminary round: who plays at which table, in the order of the seats; the first starts."""
    sizes = scheme.tables_for(len(players)).sizes(len(players))
    lots = SeededNumbers(seed, "tables", number)
    history = History(rounds)
    if not rounds or scheme.pairing == RANDOM:
        tables = _slices(lots.shuffled(players), sizes)
    else:
        levels = _levels(scores) if scheme.pairing == SWISS else None
        starts, ahead = scheme.seats == BALANCED, number < scheme.rounds
        tables = pair(sizes, players, levels, history, lots, starts=starts, ahead=ahead)
    return draw_seats(scheme, seed, number, tables, history)


def draw_seats(
    scheme: Scheme, seed: str, number: int, tables: Sequence[Sequence[int]], history: History
) -> Tables:  # fmt: skip
    """[C1.4] At each table tiles are drawn: 21 starts, the others sit clockwise in the order of their tiles."""
    lots = SeededNumbers(seed, "seats", number)
    if scheme.seats == BALANCED:
        return tuple(tuple(seated(sorted(table), history, lots)) for table in tables)
    return tuple(tuple(lots.shuffled(sorted(table))) for table in tables)


def _slices(order: list[int], sizes: Sequence[int]) -> list[list[int]]:
    tables = []
    for size in sizes:
        tables.append(order[:size])
        order = order[size:]
    return tables


def _levels(scores: Sequence[Fraction]) -> list[int]:
    """Twice the mean place of those with the same score, counted from 0."""
    order = sorted(scores, reverse=True)
    first: dict[Fraction, int] = {}
    for place, score in enumerate(order):
        first.setdefault(score, place)
    count = Counter(order)
    return [2 * first[score] + count[score] - 1 for score in scores]
