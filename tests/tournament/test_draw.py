"""Draws: from a published seed, the same everywhere, and as fair as lots are."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import pairwise

import pytest

from stammtisch.core.errors import TournamentError
from stammtisch.tournament import Drawn, Entered, Scheme, Seeded, SeededNumbers, Tournament, game_seed, lot
from stammtisch.tournament.commitment import element, is_fixed
from stammtisch.tournament.draw import seed_of_draw
from tests.tournament.tournament_driver import NOW, ORGANISER, TournamentDriver

CLASSIC = {"preset": "heckmeck_classic"}


def by_hand(seed: str, purpose: str, number: int, items: list[int], used: int = 0) -> tuple[list[int], int]:
    """[C3.10] The shuffle as the page tells it, written again: the list, and how many numbers it has used."""
    order, take = list(items), used
    for position in range(len(order), 1, -1):
        while True:
            digest = hashlib.sha256(f"{purpose}/{number}/{take // 4}/{seed}".encode()).hexdigest()
            value = int(digest[take % 4 * 16 : take % 4 * 16 + 16], 16)
            take += 1
            if value < 2**64 // position * position:
                break
        at = value % position
        order[position - 1], order[at] = order[at], order[position - 1]
    return order, take


def test_the_example_of_the_page() -> None:
    """[C3.10]"""
    assert hashlib.sha256(b"tables/1/0/4 2 6 1 5").hexdigest().startswith("a6b6e02533a0b97f")
    assert SeededNumbers("4 2 6 1 5", "tables", 1).shuffled([1, 2, 3, 4]) == [3, 1, 2, 4]


def test_a_first_round_drawn_by_hand() -> None:
    """[C1.4, C3.10] Another program finds the same tables and seats from the seed."""
    driver = TournamentDriver(CLASSIC, 17, seed="Würfel 1 2 3")
    order, _ = by_hand("Würfel 1 2 3", "tables", 1, list(range(1, 18)))
    used, expected = 0, []
    for size in (5, 4, 4, 4):
        seats, used = by_hand("Würfel 1 2 3", "seats", 1, sorted(order[:size]), used)
        expected.append(seats)
        order = order[size:]
    assert driver.draw() == expected


def test_lots_for_ties() -> None:
    """[C3.10]"""
    assert lot("x", 3) == int(hashlib.sha256(b"lot/3/0/x").hexdigest()[:16], 16)


def test_numbers_are_even() -> None:
    lots = SeededNumbers("even", "test", 1)
    counts = Counter(lots.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi square, 0.1 %


def test_a_number_that_would_favour_some_is_drawn_again() -> None:
    """Below 2**63 + 1 about half of all numbers are refused."""
    whole = [SeededNumbers("again", "test", number).below(2**63 + 1) for number in range(40)]
    first = [int(hashlib.sha256(f"test/{number}/0/again".encode()).hexdigest()[:16], 16) for number in range(40)]
    assert [a for a, b in zip(whole, first, strict=True) if b <= 2**63] == [b for b in first if b <= 2**63]
    assert any(b > 2**63 for b in first)


def test_seats_and_start_are_drawn_anew_in_the_final() -> None:
    """[C1.4] Everybody is as likely to start: over many seeds nobody of a table is left out."""
    starters = set()
    for seed in range(30):
        driver = TournamentDriver(CLASSIC, 12, seed=str(seed))
        driver.play_rounds()
        driver.do(driver.tournament.cut())
        (seats,) = driver.draw()
        assert sorted(seats) == sorted(driver.tournament.progress.finalists)
        starters.add(driver.tournament.progress.finalists.index(seats[0]))
    assert starters == {0, 1, 2, 3}


def test_nobody_can_make_up_a_draw() -> None:
    driver = TournamentDriver(CLASSIC, 12)
    true = driver.tournament.draw()
    first, *others = true.tables
    with pytest.raises(TournamentError, match="The seed gives a different draw"):
        driver.do(Drawn(1, (first[::-1], *others)))
    driver.do(true)


def test_a_seed_is_needed_and_stays() -> None:
    tournament = Tournament.opened("Cup", Scheme.read(CLASSIC), by=ORGANISER, at=NOW)
    for number in range(12):
        tournament.apply(Entered(f"P{number}"), by=ORGANISER, at=NOW)
    with pytest.raises(TournamentError, match="A draw needs a seed"):
        tournament.draw()
    for seed, wrong in ((" ", "A seed cannot be empty"), ("x" * 61, "up to 60 characters"), ("a\u0007", "printable")):
        with pytest.raises(TournamentError, match=wrong):
            tournament.apply(Seeded(seed), by=ORGANISER, at=NOW)
    tournament.apply(Seeded("one"), by=ORGANISER, at=NOW)
    one = tournament.draw()
    tournament.apply(Seeded("two"), by=ORGANISER, at=NOW)  # before the first draw it may still change
    assert tournament.draw() != one
    tournament.apply(tournament.draw(), by=ORGANISER, at=NOW)
    with pytest.raises(TournamentError, match="The seed cannot be changed any more"):
        tournament.apply(Seeded("three"), by=ORGANISER, at=NOW)


def test_games_of_bots_have_seeds_of_their_own() -> None:
    seeds = {game_seed("x", number, table, again) for number in (1, 2) for table in (1, 2) for again in (0, 1)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_what_a_server_adds_to_the_seed_was_fixed_before() -> None:
    """[C3.15] Each element hashes to the one before; none of them can be another."""
    elements = [element("a secret", 12, number) for number in range(13)]
    assert all(hashlib.sha256(after.encode()).hexdigest() == before for before, after in pairwise(elements))
    assert all(is_fixed(elements[0], elements[number], number) for number in range(1, 13))
    assert not any(is_fixed(elements[0], elements[number], number + 1) for number in range(12))
    assert seed_of_draw("4 2 6", elements[1]) == f"4 2 6 {elements[1]}"
    assert seed_of_draw("4 2 6", "") == "4 2 6"  # without a server
