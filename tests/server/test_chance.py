"""The audit of the dice: p-values, fair dice and bags that pass, loaded ones that are found, and every throw once."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from stammtisch.server.protocol import wire
from stammtisch.server.protocol.statistics import ChiSquare, DiceKind
from stammtisch.server.statistics.chance import Chance
from stammtisch.server.statistics.dice import judged
from stammtisch.server.statistics.finished_game import finished_game
from stammtisch.server.statistics.gamma import chi_square_p, normal_p
from tests.server.finished_games import greedy, play
from tests.server.table_driver import TableDriver

FAIR = [1 / 6] * 6


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [
        (3.841458820694124, 1, 0.05),
        (11.070497693516351, 5, 0.05),
        (20.515005652432873, 5, 0.001),
        (0.5543, 5, 0.99),
        (86.66081519083, 50, 0.001),
    ],
)
def test_p_values_of_the_tables(value: float, freedom: int, p: float) -> None:
    assert chi_square_p(value, freedom) == pytest.approx(p, rel=1e-4)


def test_p_values_of_even_degrees_of_freedom_are_a_short_sum() -> None:
    for half in range(1, 40):
        for x in (0.01, 0.5, 1, 3, 10, 40, 100, 300):
            exact = math.exp(-x) * math.fsum(x**k / math.factorial(k) for k in range(half))
            assert chi_square_p(2 * x, 2 * half) == pytest.approx(exact, rel=1e-9, abs=1e-12)
    assert chi_square_p(0, 5) == 1
    assert chi_square_p(1e5, 5) == 0
    assert normal_p(1.959963984540054) == pytest.approx(0.05)
    assert normal_p(-2.5758293035489004) == pytest.approx(0.01)


def thrown(die: list[float], number: int, rng: Random, sticky: float = 0.0) -> Chance:
    """Throws of a die that is believed to be fair; sticky: how often it shows again what it showed before."""
    sums, last = Chance.of(6), 0
    for _ in range(number):
        last = last if rng.random() < sticky else rng.choices(range(6), die)[0]
        sums.saw(last, FAIR)
    return sums


def drawn(games: int, rng: Random, weigh: float = 1.0) -> Chance:
    """Bags that are drawn empty but for a few tiles; the last kind is drawn so many times as often as it should be."""
    sums = Chance.of(3)
    for _ in range(games):
        bag, sums.last = [20, 15, 5], None
        for _ in range(34):
            shares = [tiles / sum(bag) for tiles in bag]
            outcome = rng.choices(range(3), [shares[0], shares[1], shares[2] * weigh])[0]
            sums.saw(outcome, shares)
            bag[outcome] -= 1
    return sums


def test_for_dice_it_is_pearsons_test_and_the_usual_correlation() -> None:
    rng = Random(2)
    faces = [rng.randrange(6) for _ in range(5000)]
    sums = Chance.of(6)
    for face in faces:
        sums.saw(face, FAIR)
    count = Counter(faces)
    test, serial = sums.chi_square(), sums.correlation()
    assert test
    assert serial
    assert test.value == pytest.approx(sum((count[i] - 5000 / 6) ** 2 / (5000 / 6) for i in range(6)))
    assert test.freedom == 5
    z = [(face - 2.5) / math.sqrt(35 / 12) for face in faces]
    assert serial.value == pytest.approx(sum(a * b for a, b in pairwise(z)) / 4999)
    low, high = sums.interval(0)
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(5000 * 5 / 36), rel=1e-3)


def test_fair_dice_and_bags_are_found_fair() -> None:
    """P-values of fair chance are even: about 5 of 100 are below 0.05, and their mean is about a half."""
    rng = Random(3)
    for tried in ([thrown(FAIR, 150, rng) for _ in range(150)], [drawn(5, rng) for _ in range(150)]):
        for found in ([each.chi_square() for each in tried], [each.correlation() for each in tried]):
            ps = [test.p for test in found if test]
            assert len(ps) == 150
            assert 1 <= sum(p < 0.05 for p in ps) <= 18
            assert 0.42 < sum(ps) / 150 < 0.58


def test_loaded_dice_and_bags_are_found() -> None:
    rng = Random(4)
    loaded = thrown([0.16, 0.16, 0.16, 0.16, 0.16, 0.2], 8_000, rng).chi_square()
    assert loaded
    assert loaded.p < 1e-6
    heavy = drawn(250, rng, weigh=1.3).chi_square()
    assert heavy
    assert heavy.freedom == 2
    assert heavy.p < 1e-6
    sticky = thrown(FAIR, 8_000, rng, sticky=0.06)
    frequencies, serial = sticky.chi_square(), sticky.correlation()
    assert frequencies
    assert serial
    assert frequencies.p > 0.001
    assert serial.p < 1e-6


def test_too_few_throws_are_no_test() -> None:
    few = thrown(FAIR, 29, Random(5))
    assert few.chi_square() is None
    assert few.correlation() is None
    impossible = Chance.of(3)
    for _ in range(100):
        impossible.saw(0, [0.5, 0.5, 0.0])
    assert impossible.chi_square() is None
    one_way = Chance.of(2)
    one_way.saw(0, [1.0, 0.0])
    assert one_way.last is None


def test_the_verdict_allows_for_the_number_of_tests() -> None:
    def with_p(*ps: float) -> str:
        tests = [ChiSquare(value=1, freedom=5, p=p) for p in ps]
        kinds = [
            DiceKind(game="zocken", drawn=False, total=9, faces=[], chi_square=test, correlation=None) for test in tests
        ]
        return judged(3, kinds).verdict

    assert with_p() == "few"
    assert with_p(0.006) == "look"
    assert with_p(0.006, 0.5) == "fair"
    assert with_p(0.00001, 0.5) == "unfair"


@pytest.mark.parametrize("game", ["heckmeck", "barbecue", "zocken", "zatre"])
def test_every_outcome_of_a_log_is_counted_once(game: str) -> None:
    driver = TableDriver(game, ["person", "bot"]).sit_all()
    rng = Random(6)
    while not driver.table.playing.last_decision(0):
        driver.step(rng)
    while driver.table.dealer and driver.table.dealer.seen.open:
        driver.step(rng)
    driver.do(0, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))  # nobody else plays himself: granted
    play(driver, [greedy, greedy], 6)
    found = finished_game(driver.name, driver.rows)
    fallen = Counter[str]()
    for row in driver.rows:
        if row.kind in ("throw", "show"):
            fallen.update(json.loads(row.payload).get("are", ()))
    assert found.unrated == "taken_back"
    (outcomes,) = found.chances
    sums = found.chances[outcomes]
    names = [str(outcome) for outcome in driver.table.game.outcomes(outcomes)]
    assert dict(zip(names, sums.counts, strict=True)) == {name: fallen[name] for name in names}
    assert sum(sums.expected) == pytest.approx(sum(fallen.values()))
    if game != "zatre":
        assert sums.expected == pytest.approx([sum(fallen.values()) / outcomes] * outcomes)
