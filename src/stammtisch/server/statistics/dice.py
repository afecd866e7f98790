"""The audit of the dice: tests of every outcome on this server, and what they mean when there are so many tests."""

from __future__ import annotations

import math

import sqlalchemy as sa

from stammtisch import games
from stammtisch.core.translation import speaking
from stammtisch.server.protocol.statistics import ChiSquare, Correlation, DiceKind, DiceShown, Face
from stammtisch.server.statistics.chance import Chance, Verdict, Z
from stammtisch.server.statistics.finished_game import is_drawn
from stammtisch.server.storage.schema import chance, counted
from stammtisch.server.storage.store import Store

LOOK, UNFAIR = 0.01, 0.0001
"""Below these the verdict changes. Fair dice fall below the second on one server of ten thousand."""


def dice(store: Store, language: str) -> DiceShown:
    with store.reading() as connection:
        number = connection.scalar(sa.select(sa.func.max(counted.c.number))) or 0  # they are numbered from 1
        rows = list(connection.execute(sa.select(chance).order_by(chance.c.game, chance.c.outcomes)))
    with speaking(language):
        kinds = [_kind(game, outcomes, Chance.from_json(sums)) for game, outcomes, sums in rows]
    return judged(number, kinds)


def judged(number: int, kinds: list[DiceKind]) -> DiceShown:
    """What all tests together say. Of many fair tests one is always the smallest: so it is multiplied by their number
    (Bonferroni)."""
    tests = [each.p for kind in kinds for each in (kind.chi_square, kind.correlation) if each]
    smallest = min(tests, default=None)
    adjusted = None if smallest is None else min(1.0, smallest * len(tests))
    return DiceShown(
        games=number,
        total=sum(kind.total for kind in kinds),
        tests=len(tests),
        smallest=smallest,
        adjusted=adjusted,
        verdict="few" if adjusted is None else "unfair" if adjusted < UNFAIR else "look" if adjusted < LOOK else "fair",
        kinds=kinds,
    )


def _kind(name: str, outcomes: int, sums: Chance) -> DiceKind:
    game = games.load(name)
    test, serial = sums.chi_square(), sums.correlation()
    faces = []
    for m, outcome in enumerate(game.outcomes(outcomes)):
        low, high = sums.interval(m)
        faces.append(Face(name=outcome.said, count=sums.counts[m], expected=sums.expected[m], low=low, high=high))
    return DiceKind(
        game=name,
        drawn=is_drawn(game),
        total=sums.total,
        faces=faces,
        chi_square=ChiSquare(value=test.value, freedom=test.freedom, p=test.p) if test else None,
        correlation=_correlation(serial) if serial else None,
    )


def _correlation(found: Verdict) -> Correlation:
    half = Z / math.sqrt(found.freedom)
    return Correlation(value=found.value, low=-half, high=half, pairs=found.freedom, p=found.p)
