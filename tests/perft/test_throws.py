"""Throw by throw a game goes on as outcome by outcome: to the same positions, by as many histories, as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import factorial, prod

import pytest

from stammtisch.core.position import Position
from stammtisch.core.throw import Throw
from tests.helpers import GAMES, load
from tests.perft.files import starts

STATES = 1_300  # a level with more states is not followed
Level = dict[Position, tuple[int, Fraction]]
"""By position: the histories that lead to it, told apart by the order of outcomes, and its probability."""
Followers = Iterator[tuple[Position, int, Fraction]]


def orders(throw: Throw) -> int:
    """In how many orders its outcomes can come."""
    return factorial(len(throw)) // prod(map(factorial, Counter(map(int, throw)).values()))


def by_throws(position: Position) -> Followers:
    for throw, chance in position.throws:
        yield position.play_throw(throw), orders(throw), chance


def by_outcomes(position: Position) -> Followers:
    """The same, found outcome by outcome with what was there before throws."""
    level: Level = {position: (1, Fraction(1))}
    for _ in range(position.exchangeable):
        level = follow(level, lambda each: ((each.play(kind), 1, chance) for kind, chance in each.outcomes))
    for after, (histories, chance) in level.items():
        yield after, histories, chance


def follow(level: Level, followers: Callable[[Position], Followers]) -> Level:
    after: Level = {}
    for position, (histories, chance) in level.items():
        for follower, ways, share in followers(position):
            more, likely = after.get(follower, (0, Fraction(0)))
            after[follower] = (more + histories * ways, likely + chance * share)
    return after


def by_moves(position: Position) -> Followers:
    if position.is_over:
        yield position, 1, Fraction(1)
    for move in position.legal_moves:
        yield position.play(move), 1, Fraction(1, len(position.legal_moves))


def levels(start: Position, fall: Callable[[Position], Followers]) -> Iterator[Level]:
    """How it can stand after each throw or move, until all games are over or there are too many states."""
    level: Level = {start: (1, Fraction(1))}
    while len(level) <= STATES and not all(position.is_over for position in level):
        level = follow(level, lambda each: fall(each) if each.is_chance else by_moves(each))
        yield level


@pytest.mark.parametrize("name", GAMES)
def test_throws_lead_where_outcomes_lead(name: str) -> None:
    for title, start in starts(name).items():
        count = 0
        for one, other in zip(levels(start, by_throws), levels(start, by_outcomes), strict=True):
            assert one == other, title
            assert sum(chance for _, chance in one.values()) == 1
            count += 1
        assert count > 1, title


def test_eight_dice_make_1287_throws() -> None:
    """Of 6**8 orders; with the probabilities of the orders together [H1.2]."""
    start = load("heckmeck").start()
    found = list(by_throws(start))
    assert len(start.throws) == len({after for after, _, _ in found}) == 1287
    assert sum(ways for _, ways, _ in found) == 6**8
    assert all(chance == Fraction(ways, 6**8) for _, ways, chance in found)
    assert [throw.number for throw, _ in start.throws] == list(range(1287))
