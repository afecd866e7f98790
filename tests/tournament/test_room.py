"""Room for everybody: places that were given back, and a number of tables that the players can fill."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import TournamentError
from stammtisch.tournament import Dropped, Entered, Returned, TablesChosen, Tournament
from stammtisch.tournament.sentences import log
from tests.tournament.tournament_driver import NOW, ORGANISER, TournamentDriver

CLASSIC = {"preset": "heckmeck_classic"}


def test_a_place_that_was_given_back_can_be_taken() -> None:
    """[C3.2] "Full" counts those who are there."""
    driver = TournamentDriver({**CLASSIC, "most": 14}, 14)
    with pytest.raises(TournamentError, match="The tournament is full: at most 14 can play"):
        driver.do(Entered("One more"))
    driver.do(Dropped(3))
    driver.do(Entered("One more"))
    with pytest.raises(TournamentError, match="full: at most 14"):  # and who gave it back has none
        driver.do(Returned(3))
    driver.do(Dropped(5))
    driver.do(Returned(3))
    driver.play_rounds()
    driver.finish()
    assert Tournament.read(driver.tournament.to_jsonl()).view() == driver.tournament.view()


def test_a_number_of_tables_that_cannot_be_had_is_refused() -> None:
    """[C3.1] The sentence says which can; the organiser chooses one of them, and goes on."""
    driver = TournamentDriver({**CLASSIC, "tables": 6}, 17)
    assert driver.tournament.view()["table_counts"] == [4, 5]
    with pytest.raises(TournamentError, match="17 players cannot sit at 6 tables of 3 to 6; choose 4 or 5 tables"):
        driver.tournament.draw()
    with pytest.raises(TournamentError, match="tables must be a number from 4 to 6, not 3"):
        driver.do(TablesChosen(3))
    driver.do(TablesChosen(5))
    assert [len(seats) for seats in driver.draw()] == [4, 4, 3, 3, 3]
    assert driver.tournament.view()["table_counts"] == []
    with pytest.raises(TournamentError, match="round 1 has been drawn"):
        driver.do(TablesChosen(4))
    driver.play()
    driver.finish()
    assert len(driver.tournament.progress.finalists) == 5
    again = Tournament.read(driver.tournament.to_jsonl())
    assert again.view() == driver.tournament.view()
    assert "The organiser chose 5 tables." in [line.text for line in log(again)]


def test_as_many_tables_as_the_players_need_can_be_chosen_again() -> None:
    tournament = TournamentDriver({**CLASSIC, "tables": 5}, 12).tournament
    tournament.apply(TablesChosen(0), by=ORGANISER, at=NOW)
    assert [len(seats) for seats in tournament.draw().tables] == [3, 3, 3, 3]
    assert log(tournament)[-1].text == "There are as many tables as the players need."
