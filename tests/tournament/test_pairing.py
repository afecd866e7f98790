"""Pairing: few meet again, like meets like, everybody gets to start [C3.12]; the long form is bench/pairing.py."""

from __future__ import annotations

from fractions import Fraction

import pytest
from bench.exact_pairing import arrangements, fewest_in_all_rounds
from bench.pairing import best_in_each_round, scheme_for, simulated

from stammtisch.tournament import History, Round, SeededNumbers, Table
from stammtisch.tournament.draw import draw_round
from stammtisch.tournament.pairing import pair, seated
from tests.tournament import plain_pairing

pytestmark = pytest.mark.no_cover


def test_the_exact_search() -> None:
    assert len(list(arrangements(range(9), [3, 3, 3]))) == 280
    assert len(list(arrangements(range(7), [4, 3]))) == 35
    assert fewest_in_all_rounds(6, [3, 3], 2) == 2  # of three at a table two were together before
    assert fewest_in_all_rounds(9, [3, 3, 3], 4) == 0  # the affine plane of order 3


@pytest.mark.parametrize("pairing", ["fresh", "swiss"])
@pytest.mark.parametrize(("players", "size", "rounds"), [(6, 3, 3), (7, 4, 3), (8, 4, 3), (9, 3, 4)])
def test_as_few_meet_again_as_can_be(players: int, size: int, rounds: int, pairing: str) -> None:
    """[C3.12] In each round after those before it, and in all rounds together."""
    for seed in range(2):
        played = simulated(scheme_for(pairing, size, rounds), players, str(seed))
        assert played.quality.again == best_in_each_round(played, players)
        sizes = [len(table.seats) for table in played.rounds[0].tables]
        assert played.quality.again == fewest_in_all_rounds(players, sizes, rounds)


@pytest.mark.parametrize(("players", "size", "rounds"), [(12, 3, 4), (16, 4, 5)])
def test_a_round_does_not_spoil_the_next(players: int, size: int, rounds: int) -> None:
    """[C3.12] Nobody need meet again, by the affine plane of order 4 even in five rounds of 16; most third rounds of it
    leave no such fourth."""
    for seed in range(2):
        assert simulated(scheme_for("fresh", size, rounds), players, str(seed)).quality.again == 0


@pytest.mark.parametrize("pairing", ["fresh", "swiss"])
def test_a_large_field(pairing: str) -> None:
    """[C3.12] 200 players in 3 rounds: nobody meets again, nobody starts twice; lots do much worse."""
    found = simulated(scheme_for(pairing, 4, 3), 200, "1").quality
    lots = simulated(scheme_for("random", 4, 3), 200, "1").quality
    assert found.again == 0
    assert lots.again > 5
    assert found.starts <= 1 < lots.starts
    if pairing == "swiss":
        assert found.spread < lots.spread / 10


def test_like_meets_like() -> None:
    """[C3.12] With nobody to avoid, the tables are slices of the standings."""
    scheme = scheme_for("swiss", 4, 2)
    players, scores = list(range(1, 13)), [Fraction(100 - 7 * (p % 12)) for p in range(1, 13)]
    far = Round(1, [Table([p]) for p in players])  # as if everybody had been alone
    tables = draw_round(scheme, "x", 2, players, scores, [far])
    order = sorted(players, key=lambda p: -scores[p - 1])
    assert {frozenset(table) for table in tables} == {frozenset(order[at : at + 4]) for at in (0, 4, 8)}


def test_equal_players_are_drawn_by_lot() -> None:
    scheme = scheme_for("swiss", 4, 2)
    players, far = list(range(1, 13)), [Round(1, [Table([p]) for p in range(1, 13)])]
    tables = {draw_round(scheme, str(seed), 2, players, [Fraction(0)] * 12, far) for seed in range(5)}
    assert len(tables) == 5


def test_who_has_started_least_starts() -> None:
    """[C3.12] And otherwise seats change."""
    rounds = [Round(1, [Table([1, 2, 3, 4])]), Round(2, [Table([2, 1, 4, 3])]), Round(3, [Table([1, 3, 2, 4])])]
    for seed in range(5):
        seats = seated([1, 2, 3, 4], History(rounds), SeededNumbers(str(seed), "seats", 4))
        assert seats[0] in (3, 4)
        assert seats[3] in (1, 2)  # 4 has sat there twice, 3 once
    rounds.append(Round(4, [Table([3, 2, 1, 4])]))
    assert seated([1, 2, 3, 4], History(rounds), SeededNumbers("x", "seats", 5))[0] == 4


def test_everybody_starts_once_in_as_many_rounds_as_seats() -> None:
    """[C3.12] 12 players at tables of 4, four rounds."""
    played = simulated(scheme_for("fresh", 4, 4), 12, "4")
    assert played.quality.starts <= 1


def test_the_same_seed_gives_the_same_pairing() -> None:
    history = History([Round(1, [Table([1, 2, 3]), Table([4, 5, 6]), Table([7, 8, 9])])])
    one, two, other = (
        pair([3, 3, 3], list(range(1, 10)), None, history, SeededNumbers(seed, "tables", 2)) for seed in ("a", "a", "b")
    )
    assert one == two != other
    assert all(len({(player - 1) // 3 for player in table}) == 3 for table in one)


def test_one_table_is_one_table() -> None:
    history = History([Round(1, [Table([1, 2, 3, 4])])])
    assert sorted(pair([4], [1, 2, 3, 4], [0, 2, 4, 6], history, SeededNumbers("a", "tables", 2), starts=True)[0]) == [
        1,
        2,
        3,
        4,
    ]


@pytest.mark.parametrize(
    ("players", "size", "rounds", "swiss", "starts"),
    [
        (9, 3, 2, False, False),
        (17, 4, 3, True, True),
        (23, 5, 4, False, True),
        (41, 4, 6, True, False),
        (60, 4, 12, False, True),
        (60, 6, 5, True, True),
    ],
)
def test_draws_are_those_of_the_plain_search(players: int, size: int, rounds: int, swiss: bool, starts: bool) -> None:
    """What was published stays as it is: the search has become quicker, and finds the same."""
    luck, numbers = SeededNumbers("luck", "test", players), list(range(3, 3 + players))
    each, more = divmod(players, players // size)
    sizes = [each + 1] * more + [each] * (players // size - more)
    played = []
    for number in range(1, rounds + 1):
        order = luck.shuffled([*numbers, 1, 2])  # some have been drawn who are not here any more
        played.append(Round(number, [Table([order.pop() for _ in range(count)]) for count in sizes]))
    levels = [luck.below(players) for _ in numbers] if swiss else None
    found = [
        search(sizes, numbers, levels, History(played), SeededNumbers("x", "tables", 9), starts=starts, ahead=not swiss)
        for search in (pair, plain_pairing.pair)
    ]
    assert found[0] == found[1]
    assert found[0] != pair(sizes, numbers, levels, History(played), SeededNumbers("y", "tables", 9), starts=starts)
