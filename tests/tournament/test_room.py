"""Room for everybody: places that were given back, and a number of tables that the players can fill."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import TournamentError
from stammtisch.tournament import Dropped, Entered, Returned, TablesChosen, Tournament
from stammtisch.tournament.sentences import log
from tests.tournament.evening import NOW, ORGANISER, Evening

CLASSIC = {"preset": "heckmeck_classic"}


def test_a_place_that_was_given_back_can_be_taken() -> None:
    """[C3.2] "Full" counts those who are there."""
    evening = Evening({**CLASSIC, "most": 14}, 14)
    with pytest.raises(TournamentError, match="The tournament is full: at most 14 can play"):
        evening.do(Entered("One more"))
    evening.do(Dropped(3))
    evening.do(Entered("One more"))
    with pytest.raises(TournamentError, match="full: at most 14"):  # and who gave it back has none
        evening.do(Returned(3))
    evening.do(Dropped(5))
    evening.do(Returned(3))
    evening.play_rounds()
    evening.finish()
    assert Tournament.read(evening.tournament.to_jsonl()).view() == evening.tournament.view()


def test_a_number_of_tables_that_cannot_be_had_is_refused() -> None:
    """[C3.1] The sentence says which can; the organiser chooses one of them, and goes on."""
    evening = Evening({**CLASSIC, "tables": 6}, 17)
    assert evening.tournament.view()["table_counts"] == [4, 5]
    with pytest.raises(TournamentError, match="17 players cannot sit at 6 tables of 3 to 6; choose 4 or 5 tables"):
        evening.tournament.draw()
    with pytest.raises(TournamentError, match="tables must be a number from 4 to 6, not 3"):
        evening.do(TablesChosen(3))
    evening.do(TablesChosen(5))
    assert [len(seats) for seats in evening.draw()] == [4, 4, 3, 3, 3]
    assert evening.tournament.view()["table_counts"] == []
    with pytest.raises(TournamentError, match="round 1 has been drawn"):
        evening.do(TablesChosen(4))
    evening.play()
    evening.finish()
    assert len(evening.tournament.progress.finalists) == 5
    again = Tournament.read(evening.tournament.to_jsonl())
    assert again.view() == evening.tournament.view()
    assert "The organiser chose 5 tables." in [line.text for line in log(again)]


def test_as_many_tables_as_the_players_need_can_be_chosen_again() -> None:
    tournament = Evening({**CLASSIC, "tables": 5}, 12).tournament
    tournament.apply(TablesChosen(0), by=ORGANISER, at=NOW)
    assert [len(seats) for seats in tournament.draw().tables] == [3, 3, 3, 3]
    assert log(tournament)[-1].text == "There are as many tables as the players need."
