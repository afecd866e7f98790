"""Win shares, intervals, the sequential test and ratings, against figures worked out by hand and simulated streams."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import pytest

from stammtisch.arena import PointSums, Result, Round, RoundPoints, Sprt, round_points
from stammtisch.arena.ratings import ratings
from stammtisch.arena.shares import duels, points_by_round, student
from stammtisch.core.errors import OptionError


def game(seats: tuple[int, ...], places: list[int]) -> Result:
    return Result(seats, places, [0] * len(seats), 1)


PAIRS = [2.0, 1.0, 1.0, 1.5, 0.5, 2.0, 1.0, 1.0]  # points of eight pairs of games


def test_the_interval_by_hand() -> None:
    """Shares of the pairs: 1 .5 .5 .75 .25 1 .5 .5; their mean is 5/8, their squares add to 1/2; t(7) = 2.3646."""
    sums = PointSums.of(RoundPoints(points, 1.0, 2) for points in PAIRS)
    assert sums.share == 10 / 16
    assert sums.squares == pytest.approx(0.5)
    half = 2.3646 * math.sqrt(0.5 / 7 / 8)
    assert sums.interval() == pytest.approx((0.625 - half, 0.625 + half), abs=1e-4)
    assert sums.interval() == pytest.approx((0.4016, 0.8484), abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "table"), [(3, 3.1824), (4, 2.7764), (7, 2.3646), (10, 2.2281), (30, 2.0423), (120, 1.9799)]
)
def test_student_is_as_in_the_tables(freedom: int, table: float) -> None:
    assert student(freedom) == pytest.approx(table, rel=0.002)


def test_few_rounds_have_no_interval() -> None:
    assert PointSums.of([RoundPoints(1, 1, 2)] * 3).interval() is None


def test_equal_rounds_have_an_interval_all_the_same() -> None:
    q = 0.025 ** (1 / 20)
    assert PointSums.of([RoundPoints(2, 1, 2)] * 20).interval() == pytest.approx((q, 1))
    assert PointSums.of([RoundPoints(0, 1, 2)] * 20).interval() == pytest.approx((0, 1 - q))
    assert PointSums.of([RoundPoints(1, 1, 2)] * 20).interval() == pytest.approx((q / 2, 1 - q / 2))


def test_an_uneven_number_of_seats_widens_nothing() -> None:
    """A bot as strong as the others wins a third of the games with one seat of three, two thirds with two."""
    sums = PointSums.of(RoundPoints(points, points, 3) for points in (1, 2) * 10)
    assert sums.share == sums.fair_share == 0.5
    assert sums.squares == 0


def test_points_and_duels_of_a_round() -> None:
    played = Round(0, 1, [game((0, 1, 1), [1, 1, 3]), game((1, 1, 0), [1, 2, 3])])
    assert round_points(played, 0) == RoundPoints(0.5, 1 / 3 + 1 / 3, 2)
    assert round_points(played, 1) == RoundPoints(1.5, 2 / 3 + 2 / 3, 2)
    assert round_points(played, 2) is None
    assert list(duels([played], 0, 1)) == [RoundPoints(0.75, 1.0, 2)]  # a tie and a better place; then two worse ones
    assert list(duels([played], 0, 2)) == []
    assert list(points_by_round([played], 2)) == []


def _stream(p: float, rng: Random) -> Iterator[RoundPoints]:
    """Pairs of games of a bot that wins with probability p; shared dice: half of all pairs are split whoever plays."""
    while True:
        if rng.random() < 0.5:
            yield RoundPoints(1, 1, 2)
        else:
            yield RoundPoints((rng.random() < 2 * p - 0.5) * 2, 1, 2)


def test_the_interval_covers_what_it_should() -> None:
    rng = Random(1)
    covered = 0
    for _ in range(1000):
        stream = _stream(0.55, rng)
        low, high = PointSums.of(next(stream) for _ in range(40)).interval() or (0, 0)
        covered += low <= 0.55 <= high
    assert 0.935 <= covered / 1000 <= 0.965


def _decide(p: float, rng: Random) -> tuple[float | None, int]:
    test = Sprt(0.5, 0.6)
    for rounds, each in enumerate(_stream(p, rng), 1):
        test.add(each)
        if test.accepted is not None or rounds == 20000:
            return test.accepted, rounds
    raise AssertionError


@pytest.mark.parametrize(("truth", "right"), [(0.5, 0.5), (0.6, 0.6), (0.4, 0.5), (0.7, 0.6)])
def test_the_sequential_test_decides_rightly(truth: float, right: float) -> None:
    rng = Random(7)
    decisions = [_decide(truth, rng) for _ in range(2000)]
    wrong = sum(accepted != right for accepted, _ in decisions)
    assert wrong / 2000 <= (0.05 if truth in (0.5, 0.6) else 0)
    assert sum(rounds for _, rounds in decisions) / 2000 < 120  # a test of fixed length takes 135 rounds


def test_the_log_likelihood_ratio_by_hand() -> None:
    test = Sprt(0.5, 0.6)
    assert test.llr == 0
    for points in PAIRS:
        test.add(RoundPoints(points, 1.0, 2))
    variance = (test.sums.squares + 1) / 8
    assert test.llr == pytest.approx(8 * 0.1 * (2 * 0.625 - 1.1) / (2 * variance))
    assert test.accepted is None
    assert test.bound == pytest.approx(math.log(19))


def test_equal_rounds_decide_but_not_at_once() -> None:
    test = Sprt(0.5, 0.55)
    for rounds in range(1, 30):
        test.add(RoundPoints(2, 1, 2))
        if test.accepted:
            assert (test.accepted, rounds) == (0.55, 12)  # 12 · 0.05 · 0.95 / (2 · 1 / 12) = 3.42 > ln 19
            return
    raise AssertionError


@pytest.mark.parametrize("text", ["0.5", "0.6,0.5", "0.5,0.5", "a,b", "0,0.5", "0.5,1", "0.4,0.5,0.6", "nan,0.5"])
def test_shares_for_a_test(text: str) -> None:
    with pytest.raises(OptionError, match="a test needs two win shares, the lower first"):
        Sprt.parse(text)


def test_ratings_are_in_order_of_strength() -> None:
    rng = Random(3)
    rounds = []
    for number in range(200):
        skill = [rng.gauss(strength, 2) for strength in (3, 2, 1)]
        order = sorted(range(3), key=lambda bot: -skill[bot])
        rounds.append(Round(number, 0, [game((0, 1, 2), [order.index(bot) + 1 for bot in range(3)])]))
    strong, middle, weak = ratings(rounds, 3)
    assert strong.mu > middle.mu > weak.mu
    assert strong.sigma < 25 / 3


def test_ties_leave_equal_ratings_and_two_seats_are_rated_once() -> None:
    one, other, absent = ratings([Round(0, 0, [game((0, 1), [1, 1])] * 10)], 3)
    assert one.mu == pytest.approx(other.mu)
    assert absent.mu == 25
    one, other = ratings([Round(0, 0, [game((0, 0, 1), [1, 2, 3])])], 2)
    assert one.mu > 25 > other.mu
