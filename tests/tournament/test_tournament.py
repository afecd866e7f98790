"""What happens in a tournament: drops, late entries, no-shows, corrections; each without losing anything [C2.3]."""

from __future__ import annotations

from itertools import combinations

import pytest

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import LANGUAGES, speaking
from stammtisch.tournament import (
    Announced,
    Confirmed,
    Corrected,
    Cut,
    Dropped,
    Entered,
    History,
    Line,
    Moved,
    NoShow,
    Renamed,
    Result,
    Returned,
    Scheme,
    Swapped,
    Tournament,
    Undrawn,
)
from tests.helpers import ROOT
from tests.tournament.tournament_driver import NOW, TournamentDriver

CLASSIC = {"preset": "heckmeck_classic"}
TWO = {**CLASSIC, "rounds": 2}


def test_the_example_of_the_page() -> None:
    page = (ROOT / "docs/tournament.md").read_text("utf-8")
    names = [f"Player {number}" for number in range(12)]
    code = page.split("```python\n")[1].split("```")[0]
    here: dict[str, object] = {"NAMES": names, "NOW": NOW}
    exec(code, here)
    tournament = here["tournament"]
    assert isinstance(tournament, Tournament)
    assert tournament.view()["rounds"][0]["tables"][0]["lines"][1]["points"] == 18


def test_a_score_is_worms_plus_points_for_the_place() -> None:
    """[C1.2] Summed over the rounds."""
    driver = TournamentDriver(TWO, 12)
    tables = driver.draw()
    driver.enter(1, 1, a=(7, 29), b=(12, 34), c=(0, 0))
    rows = {row.player: row for row in driver.tournament.progress.rows()}
    assert [rows[player].score for player in tables[0]] == [7 + 3, 12 + 6, 0 + 1]
    driver.play()
    driver.play_rounds()
    for row in driver.tournament.progress.rows():
        tables_of = [t for each in driver.tournament.progress.rounds for t in each.tables if row.player in t.seats]
        won = [line for table in tables_of for line in table.result if line.player == row.player]
        assert row.score == sum(line.score + {1: 6, 2: 3, 3: 1}[line.place] for line in won)


def test_classic_is_for_12_to_36() -> None:
    """[C1.3]"""
    for players in (3, 11):
        with pytest.raises(TournamentError, match=f"This format is for 12 to 36 players, and {players} have entered"):
            TournamentDriver(CLASSIC, players).draw()
    with pytest.raises(TournamentError, match="The tournament is full: at most 36 can play"):
        TournamentDriver(CLASSIC, 37)
    with pytest.raises(TournamentError, match="The tournament is full: at most 24 can play"):  # 4 tables of 6
        TournamentDriver({**CLASSIC, "final_size": 4}, 30)


def test_two_players_are_too_few() -> None:
    with pytest.raises(TournamentError, match="This format is for 3 to 1000 players, and 2 have entered"):
        TournamentDriver({"game": "zatre"}, 2).draw()


def test_names_are_checked() -> None:
    driver = TournamentDriver(CLASSIC, 12)
    for name in ("Player 3", "  player   3 ", "PLAYER 3"):
        with pytest.raises(TournamentError, match="has already entered"):
            driver.do(Entered(name))
    for name, wrong in (
        (" ", "A name cannot be empty"),
        ("x" * 61, "up to 60 characters"),
        ("a\u2028b\u0007", "printable"),
    ):
        with pytest.raises(TournamentError, match=wrong):
            driver.do(Entered(name))
    driver.do(Renamed(3, "Drei"))
    driver.do(Renamed(3, "drei"))
    driver.do(Entered("Player 3"))
    assert driver.tournament.progress.names[3] == "drei"
    with pytest.raises(TournamentError, match="There is no player 99; the numbers go from 1 to 13"):
        driver.do(Renamed(99, "X"))


def test_repeated_opponents_are_avoided() -> None:
    """[C1.6] 16 players in two rounds need not meet anybody twice."""
    driver = TournamentDriver(TWO, 16)
    driver.play_rounds()
    assert History(driver.tournament.progress.rounds).rematches == 0
    again = TournamentDriver({**TWO, "pairing": "random"}, 16)
    again.play_rounds()
    assert History(again.tournament.progress.rounds).rematches > 0


def test_fewer_tables_when_too_few_are_left() -> None:
    """[C3.1]"""
    driver = TournamentDriver(TWO, 12)
    driver.draw()
    driver.play()
    driver.do(Dropped(1))
    assert [len(seats) for seats in driver.draw()] == [4, 4, 3]


def test_a_late_entry_plays_from_the_next_round_on() -> None:
    """[C3.2]"""
    driver = TournamentDriver({**TWO, "late_points": 2}, 12)
    driver.draw()
    driver.do(Entered("Late"))
    driver.play()
    assert all(13 not in table.seats for table in driver.tournament.progress.rounds[0].tables)
    assert next(row.score for row in driver.tournament.progress.rows() if row.player == 13) == 2
    assert any(13 in seats for seats in driver.draw())
    driver.do(Entered("Very late"))  # there may be a free seat yet
    driver.play()
    with pytest.raises(TournamentError, match="nobody can enter any more"):
        driver.do(Entered("Later"))


def test_a_late_entry_on_a_free_seat() -> None:
    """[C3.2, C3.5]"""
    driver = TournamentDriver(TWO, 12)
    driver.draw()
    driver.do(Entered("Late"))
    driver.do(Moved(1, 13, 2))
    assert driver.seats()[1][-1] == 13
    driver.play()
    assert driver.tournament.progress.rounds[0].tables[1].result[-1].player == 13


def test_who_drops_keeps_what_he_has_won() -> None:
    """[C3.3]"""
    driver = TournamentDriver(TWO, 13)
    tables = driver.draw()
    driver.play()
    gone = driver.tournament.progress.rows()[0]
    driver.do(Dropped(gone.player, "has to catch a train"))
    with pytest.raises(TournamentError, match="has already withdrawn"):
        driver.do(Dropped(gone.player))
    assert len(tables[0]) == 4
    assert all(gone.player not in seats for seats in driver.draw())
    driver.play()
    stays = next(row for row in driver.tournament.progress.rows() if row.player == gone.player)
    assert (stays.score, stays.games) == (gone.score, 1)
    assert gone.player not in driver.tournament.cut().players
    driver.do(Returned(gone.player))
    with pytest.raises(TournamentError, match="has not withdrawn"):
        driver.do(Returned(gone.player))


def test_who_drops_in_a_round_leaves_his_table() -> None:
    """[C3.3, C3.4]"""
    driver = TournamentDriver(CLASSIC, 12)
    (first, *_) = driver.draw()
    driver.do(Dropped(first[0]))
    assert driver.seats()[0] == first[1:]
    assert driver.tournament.progress.rounds[0].tables[0].absent == [first[0]]


def test_a_no_show_wins_nothing_and_the_table_goes_on() -> None:
    """[C3.4]"""
    driver = TournamentDriver(TWO, 12)
    first, second, *_ = driver.draw()
    driver.do(NoShow(1, first[0]))
    driver.enter(1, 1, a=(9, 33), b=(0, 0))
    rows = {row.player: row for row in driver.tournament.progress.rows()}
    assert [int(rows[player].score) for player in first] == [0, 9 + 6, 3]
    with pytest.raises(TournamentError, match="has no seat in round 1"):
        driver.do(NoShow(1, first[0]))
    with pytest.raises(TournamentError, match="game at table 1 is over"):
        driver.do(NoShow(1, first[1]))
    for player in second[:2]:
        driver.do(NoShow(1, player))
    driver.play()
    assert {row.player: row.score for row in driver.tournament.progress.rows()}[second[2]] == 6  # left alone
    assert any(first[0] in seats for seats in driver.draw())  # he is there again


def test_a_table_with_nobody_left_needs_no_result() -> None:
    """[C3.4]"""
    driver = TournamentDriver(TWO, 15)
    first, *_ = driver.draw()
    for player in first:
        driver.do(NoShow(1, player))
    driver.play()
    assert driver.tournament.progress.phase == "between"


def test_changing_seats() -> None:
    """[C3.5]"""
    driver = TournamentDriver(CLASSIC, 24)
    one, two, three, four = driver.draw()
    driver.do(Swapped(1, one[0], two[3]))
    assert driver.seats()[:2] == [[two[3], *one[1:]], [*two[:3], one[0], *two[4:]]]
    driver.do(Swapped(1, three[0], three[1]))
    assert driver.seats()[2] == [three[1], three[0], *three[2:]]
    with pytest.raises(TournamentError, match="Table 3 is full"):
        driver.do(Moved(1, one[1], 3))
    with pytest.raises(TournamentError, match="is already at table 1"):
        driver.do(Moved(1, one[1], 1))
    driver.do(NoShow(1, three[2]))
    driver.do(Moved(1, one[1], 3))
    assert [len(seats) for seats in driver.seats()] == [5, 6, 6, 6]
    driver.do(Moved(1, three[2], 1))  # he has come after all
    assert driver.tournament.progress.rounds[0].tables[2].absent == []
    driver.play([4])
    with pytest.raises(TournamentError, match="Table 4 has finished its game"):
        driver.do(Moved(1, one[2], 4))
    with pytest.raises(TournamentError, match="game at table 4 is over"):
        driver.do(Swapped(1, one[2], four[0]))
    driver.do(Dropped(one[2]))
    with pytest.raises(TournamentError, match="has withdrawn"):
        driver.do(Moved(1, one[2], 2))


def test_a_draw_taken_back_and_made_again_is_the_same() -> None:
    """[C3.7]"""
    driver = TournamentDriver(TWO, 14)
    before = driver.draw()
    driver.do(Undrawn(1))
    assert driver.tournament.progress.phase == "entries"
    assert driver.draw() == before
    driver.play([2])
    with pytest.raises(TournamentError, match="Round 1 has results, so its draw cannot be undone"):
        driver.do(Undrawn(1))


def test_corrections() -> None:
    """[C3.8] At any time; what was drawn stays, and the wrong result stays in the log."""
    driver = TournamentDriver(TWO, 12)
    driver.draw()
    with pytest.raises(TournamentError, match="Table 1 has no result to edit"):
        driver.do(Corrected(1, 1, ()))
    driver.enter(1, 1, a=(7, 29), b=(12, 34), c=(0, 0))
    driver.play()
    tables = driver.draw()
    seats = driver.tournament.progress.rounds[0].tables[0].seats
    right = tuple(Line(player, *each) for player, each in zip(seats, [(7, 29), (11, 34), (1, 21)], strict=True))
    with pytest.raises(TournamentError, match="Round 1 is finished; edit a wrong result instead of entering it again"):
        driver.do(Result(1, 1, right))
    driver.do(Corrected(1, 1, right, "counted again"))
    rows = {row.player: row for row in driver.tournament.progress.rows()}
    assert [rows[player].score for player in seats] == [7 + 3, 11 + 6, 1 + 1]
    assert driver.seats() == tables
    kinds = [event.what.kind for event in driver.tournament.events]
    assert (kinds.count("corrected"), kinds.count("result")) == (1, 4)


def test_a_correction_that_changes_the_finalists_undoes_the_cut() -> None:
    """[C3.8] Once the final is drawn it is refused until that draw is taken back."""
    driver = TournamentDriver(CLASSIC, 12)
    driver.draw()
    driver.play()
    driver.do(driver.tournament.cut())
    first = driver.tournament.progress.rounds[0].tables[0]
    true = tuple(Line(line.player, line.score, line.mark) for line in first.result)
    by_place = sorted(first.result, key=lambda line: line.place)
    swapped = {by_place[0].player: by_place[1], by_place[1].player: by_place[0], by_place[2].player: by_place[2]}
    wrong = tuple(Line(seat, swapped[seat].score, swapped[seat].mark) for seat in first.seats)
    driver.do(Corrected(1, 1, true))  # the same again changes nothing
    assert driver.tournament.progress.finalists
    driver.draw()
    with pytest.raises(TournamentError, match="That would change who plays the final"):
        driver.do(Corrected(1, 1, wrong))
    driver.do(Undrawn(2))
    driver.do(Corrected(1, 1, wrong))
    assert driver.tournament.progress.phase == "cut"
    assert by_place[1].player in driver.tournament.cut().players
    assert by_place[0].player not in driver.tournament.cut().players


def test_results_are_confirmed_by_somebody_else() -> None:
    """[C3.9]"""
    driver = TournamentDriver(TWO, 12)
    tables = driver.draw()
    driver.do(Result(1, 1, driver.lines(tables[0])), by="Ann")
    assert driver.tournament.progress.rows()[0].games == 1  # it counts already
    with pytest.raises(TournamentError, match="Whoever entered a result cannot confirm it"):
        driver.do(Confirmed(1, 1), by="Ann")
    with pytest.raises(TournamentError, match="Table 1 already has a result; if it is wrong, edit it"):
        driver.do(Result(1, 1, driver.lines(tables[0])), by="Ben")
    with pytest.raises(TournamentError, match="Table 2 has no result to confirm"):
        driver.do(Confirmed(1, 2), by="Ann")
    driver.play([2, 3, 4])
    with pytest.raises(TournamentError, match="The result of table 1 is not confirmed yet"):
        driver.draw()
    driver.do(Corrected(1, 1, driver.lines(tables[0])), by="Ben")
    driver.do(Confirmed(1, 1), by="Ann")
    with pytest.raises(TournamentError, match="already confirmed"):
        driver.do(Confirmed(1, 1), by="Ben")
    driver.draw()


def test_what_comes_too_early_or_too_late() -> None:
    driver = TournamentDriver(TWO, 12)
    with pytest.raises(TournamentError, match="Round 1 has not been drawn"):
        driver.do(Result(1, 1, ()))
    driver.draw()
    for wrong, what in (
        ("Table 1 has no result yet", driver.draw),
        ("Rounds before the final: 2; drawn so far: 1", driver.tournament.cut),
        ("The tournament is not over", driver.tournament.close),
        ("Round 1 has tables 1 to 4; there is no table 5", lambda: driver.do(Result(1, 5, ()))),
    ):
        with pytest.raises(TournamentError, match=wrong):
            what()
    driver.play()
    driver.play_rounds()
    with pytest.raises(TournamentError, match="Before the final is drawn, the finalists must be confirmed"):
        driver.draw()
    with pytest.raises(TournamentError, match="Round 1 is finished: round 2 has been drawn"):
        driver.do(NoShow(1, 1))
    with pytest.raises(TournamentError, match="According to the results, other players go to the final"):
        driver.do(Cut((1, 2, 3, 4)))
    driver.do(driver.tournament.cut())
    gone = driver.tournament.progress.finalists[1]
    driver.do(Dropped(gone))
    with pytest.raises(
        TournamentError, match=f"Player {gone} cannot play the final any more; confirm the finalists again"
    ):
        driver.draw()
    driver.do(driver.tournament.cut())  # the next one moves up
    assert len(driver.tournament.progress.finalists) == 4
    driver.draw()
    with pytest.raises(TournamentError, match="The final has been drawn"):
        driver.tournament.cut()
    driver.play()
    with pytest.raises(TournamentError, match="there is nothing left to draw"):
        driver.draw()
    driver.do(driver.tournament.close())
    with pytest.raises(TournamentError, match="The tournament is closed"):
        driver.do(Announced("Prizes!"))
    with pytest.raises(TournamentError, match="logged with who made it and when"):
        driver.tournament.apply(Announced("Prizes!"), by=" ", at=NOW)


def test_what_is_refused_changes_nothing() -> None:
    driver = TournamentDriver(TWO, 12)
    driver.draw()
    before, number = driver.tournament.view(), driver.tournament.number
    seats = driver.seats()[0]
    for what in (
        Entered("Player 1"),
        Result(1, 1, (Line(seats[0], 41, 36), Line(seats[1], 0), Line(seats[2], 0))),
        Moved(1, 1, 9),
        Swapped(1, 1, 99),
        Undrawn(2),
        Confirmed(1, 1),
    ):
        with pytest.raises(TournamentError):
            driver.do(what)
    assert driver.tournament.view() == before
    assert driver.tournament.number == number


def test_announcements_are_kept() -> None:
    driver = TournamentDriver(CLASSIC, 12)
    driver.do(Announced("Round 1 begins at half past seven."))
    assert driver.tournament.view()["announcements"] == ["Round 1 begins at half past seven."]


def test_every_language_can_refuse() -> None:
    """Whatever is said stays one sentence with its gaps filled."""
    for language in LANGUAGES:
        with speaking(language), pytest.raises(TournamentError, match="36"):
            TournamentDriver(CLASSIC, 3).draw()


def test_two_rounds_of_a_free_swiss_scheme_need_no_final() -> None:
    """[C2.2]"""
    driver = TournamentDriver({"game": "zocken", "rounds": 3, "final_size": 0}, 10)
    driver.play_rounds()
    with pytest.raises(TournamentError, match="This tournament has no final"):
        driver.tournament.cut()
    driver.finish()
    assert driver.tournament.progress.ranking == [row.player for row in driver.tournament.progress.rows()]
    met = History(driver.tournament.progress.rounds)
    assert max(met.meetings(a, b) for a, b in combinations(range(1, 11), 2)) <= 2


def test_the_scheme_is_kept_whole() -> None:
    driver = TournamentDriver(CLASSIC, 12)
    assert Scheme.read(driver.tournament.view()["scheme"]) == driver.scheme
