"""The log in words: a sentence for everything that can happen."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import DoubtfulResult
from stammtisch.core.translation import LANGUAGES, speaking
from stammtisch.tournament import (
    Announced,
    Confirmed,
    Corrected,
    Dropped,
    Entered,
    Line,
    Moved,
    NoShow,
    Renamed,
    Result,
    Returned,
    Swapped,
    TablesChosen,
    Tournament,
    Undrawn,
)
from stammtisch.tournament.event_types import KINDS
from stammtisch.tournament.sentences import author, log, told
from tests.tournament.tournament_driver import NOW, TournamentDriver

CLASSIC = {"preset": "heckmeck_classic"}


@pytest.fixture(scope="module")
def driver() -> TournamentDriver:
    """One on which everything happens that can."""
    driver = TournamentDriver(CLASSIC, 13)
    driver.do(Entered("Robo", "expert"))
    driver.do(Renamed(2, "Ben"))
    driver.do(Renamed(2, "Benno"))
    driver.do(Dropped(5, "ill"))
    driver.do(Returned(5))
    driver.do(Dropped(6))
    driver.do(Announced("Soup at eight."))
    driver.do(TablesChosen(4))
    driver.draw()
    driver.do(Undrawn(1))
    (first, *_, absent), (other, *_) = driver.draw()[:2]
    driver.do(Swapped(1, first, other))
    driver.do(NoShow(1, absent))
    driver.do(Moved(1, absent, 3))
    seats = driver.seats()[0]
    wrong = [Line(seats[0], 7, 29), *(Line(each, 0, out=True) for each in seats[1:])]
    driver.do(Result(1, 1, tuple(wrong)), by=f"#{seats[0]} Player {seats[0]}")
    right = (Line(seats[0], 9, 33), *(Line(each, 0) for each in seats[1:]))
    driver.do(Corrected(1, 1, right), by=f"#{seats[0]} Player {seats[0]}")
    driver.do(Confirmed(1, 1))
    driver.do(Corrected(1, 1, right, "a tile was missing"))
    driver.play()
    driver.do(driver.tournament.cut())
    driver.draw()
    driver.do(Undrawn(2))
    driver.finish()
    return driver


def said(driver: TournamentDriver, kind: str) -> list[str]:
    return [told(driver.tournament, each) for each in driver.tournament.events if each.what.kind == kind]


def test_every_kind_has_words(driver: TournamentDriver) -> None:
    assert {event.what.kind for event in driver.tournament.events} == set(KINDS)
    for language in LANGUAGES:
        with speaking(language):
            for entry in log(driver.tournament):
                assert entry.text.strip()
                assert "{" not in entry.text


def test_every_event_in_words(driver: TournamentDriver) -> None:
    assert said(driver, "opened") == ["The tournament “Cup” was opened."]
    assert said(driver, "seeded") == ["The seed of all draws was published: 7"]
    assert said(driver, "entered")[-2:] == ["Player 13 entered.", "Robo entered, played by the bot “expert”."]
    assert said(driver, "renamed") == ["Player 2 is now called Ben.", "Ben is now called Benno."]
    assert said(driver, "dropped") == ["Player 5 withdrew: ill", "Player 6 withdrew."]
    assert said(driver, "returned") == ["Player 5 came back."]
    assert said(driver, "announced") == ["Announcement: Soup at eight."]
    assert said(driver, "drawn")[0] == "Round 1 was drawn: 4 tables."
    assert said(driver, "drawn")[-1].startswith("The final was drawn; in order of play: ")
    assert said(driver, "undrawn") == ["The draw of round 1 was undone.", "The draw of the final was undone."]
    assert said(driver, "confirmed")[0] == "The result of table 1 in round 1 was confirmed."
    winner = driver.tournament.progress.names[driver.tournament.progress.ranking[0]]
    assert said(driver, "closed") == [f"The tournament was closed; {winner} won."]


def test_results_are_told_best_first(driver: TournamentDriver) -> None:
    names = driver.tournament.progress.names
    first, *others = driver.tournament.progress.rounds[0].tables[0].seats
    left = ", ".join(f"{names[each]} left the game" for each in others)
    assert said(driver, "result")[0] == (
        f"Result of table 1 in round 1: {names[first]} 7 (highest tile: 29), {left}."
    )  # fmt: skip
    nothing = ", ".join(f"{names[each]} 0" for each in others)
    right = f"Corrected result of table 1 in round 1: {names[first]} 9 (highest tile: 33), {nothing}."
    assert said(driver, "corrected") == [right, f"{right} Reason: a tile was missing"]


def test_what_was_overruled_is_told_and_read_again() -> None:
    driver = TournamentDriver({"preset": "heckmeck_classic"}, 12)
    driver.draw()
    first, second, third = driver.seats()[0]
    lines = (Line(first, 5, 24), Line(second, 5, 30), Line(third, 0))
    with pytest.raises(DoubtfulResult):
        driver.do(Result(1, 1, lines))
    driver.do(Result(1, 1, lines, overruled=True))
    assert said(driver, "result")[0].startswith("Entered against the rules of the game: Result of table 1")
    with pytest.raises(DoubtfulResult):
        driver.do(Corrected(1, 1, lines))
    driver.do(Corrected(1, 1, lines, "counted twice", overruled=True))
    again = Tournament.read(driver.tournament.to_jsonl())
    assert again.events == driver.tournament.events


def test_authors(driver: TournamentDriver) -> None:
    assert author("Olga") == "Olga"
    assert author("#3 Ann Lee") == "Ann Lee, player 3"
    assert author("#table") == "the table where it was played"
    assert author("#server") == "the server"
    assert author("#1") == "#1"
    entered = next(entry for entry in log(driver.tournament) if entry.text.startswith("Result of table 1 in round 1"))
    assert entered.by.endswith(f", player {driver.tournament.progress.rounds[0].tables[0].seats[0]}")
    assert [entry.number for entry in log(driver.tournament)] == list(range(1, driver.tournament.number + 1))
    assert {entry.at for entry in log(driver.tournament)} == {NOW}


def test_a_log_that_was_read_says_the_same(driver: TournamentDriver) -> None:
    assert log(Tournament.read(driver.tournament.to_jsonl())) == log(driver.tournament)
