"""Duplicate tournaments [C4]: a seat is compared with the same seat at the other tables, which had the same dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch.core.errors import OptionError, TournamentError
from stammtisch.tournament import Scheme, Tournament
from stammtisch.tournament.commitment import element
from stammtisch.tournament.duplicate import matchpoints
from stammtisch.tournament.forecast import forecast
from stammtisch.tournament.standings import standings
from stammtisch.tournament.state import Line, Player, Round, Table
from tests.examples import EXAMPLE

GIVEN = {"game": EXAMPLE, "rounds": 1, "final_size": 0, "dice": "duplicate"}
WHEN = {"by": "Olga", "at": "2026-05-02T19:00:00Z"}


def table(*scores: int, first: int = 1, out: tuple[int, ...] = ()) -> Table:
    """A table with this result; its players are numbered from `first`."""
    lines = [Line(first + seat, score, place=1, out=seat in out) for seat, score in enumerate(scores)]
    return Table([line.player for line in lines], lines)


def test_matchpoints_by_hand() -> None:
    """[C4.3] Three tables. The leads of the first seat are 5, 5 and −2: the equal ones share."""
    tables = [table(10, 5), table(7, 2, first=3), table(1, 3, first=5)]
    assert [matchpoints(each, tables) for each in tables] == [[75, 25], [75, 25], [0, 100]]


def test_what_is_compared_is_the_lead_over_the_others_at_the_table() -> None:
    """Nine points against six on the mean are worse than eight against four."""
    tables = [table(9, 6, 6), table(8, 4, 4, first=4)]
    assert [matchpoints(each, tables)[0] for each in tables] == [0, 100]


def test_tables_of_another_size_or_without_a_result_are_not_compared() -> None:
    lonely = table(4, 2)
    assert matchpoints(lonely, [lonely, table(9, 9, 9, first=3), Table([6, 7])]) == [50, 50]


def test_who_has_left_gets_nothing_and_all_others_did_better() -> None:
    tables = [table(4, 2, out=(0,)), table(1, 9, first=3)]
    assert matchpoints(tables[0], tables)[0] == 0
    assert matchpoints(tables[1], tables)[0] == 100


def test_all_matchpoints_of_a_seat_together_are_half_of_what_there_is() -> None:
    tables = [table(score, 3 * score % 7, first=2 * score) for score in range(1, 8)]
    assert sum(matchpoints(each, tables)[0] for each in tables) == Fraction(100 * 7, 2)


def test_the_standings_are_by_matchpoints_alone() -> None:
    tables = [table(10, 5), table(7, 2, first=3), table(1, 3, first=5)]
    players = {number: Player(number, f"P{number}") for number in range(1, 7)}
    rows = standings(Scheme.read(GIVEN), "seed", players, [Round(1, tables)])
    assert {row.player: row.score for row in rows} == {1: 75, 2: 25, 3: 75, 4: 25, 5: 0, 6: 100}
    assert rows[0].player == 6


def test_a_scheme_names_its_dice_only_where_they_are_shared() -> None:
    """[C4.1]"""
    assert Scheme.read(GIVEN).to_json()["dice"] == "duplicate"
    assert Scheme.read(Scheme.read(GIVEN).to_json()) == Scheme.read(GIVEN)
    assert "dice" not in Scheme.read({**GIVEN, "dice": "own"}).to_json()
    with pytest.raises(OptionError, match="own or duplicate"):
        Scheme.read({**GIVEN, "dice": "loaded"})


def test_only_tables_on_a_server_can_share_their_dice() -> None:
    """[C4.2], [C4.4] Their seeds follow from what the server has committed to."""
    scheme = Scheme.read(GIVEN)
    with pytest.raises(TournamentError, match="play this tournament online"):
        Tournament.opened("Cup", scheme, **WHEN)
    assert Tournament.opened("Cup", scheme, **WHEN, commitment=element("secret", 2, 0)).progress.scheme.is_duplicate


def test_winners_of_tables_go_to_no_final_and_nothing_is_forecast() -> None:
    with pytest.raises(OptionError, match="points decide"):
        Scheme.read({**GIVEN, "final_size": 2, "advance": "winners"})
    with pytest.raises(TournamentError, match="cannot be forecast"):
        forecast(Scheme.read(GIVEN), [0.0] * 12)
