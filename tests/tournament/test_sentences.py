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
from tests.tournament.evening import NOW, Evening

CLASSIC = {"preset": "heckmeck_classic"}


@pytest.fixture(scope="module")
def evening() -> Evening:
    """One on which everything happens that can."""
    evening = Evening(CLASSIC, 13)
    evening.do(Entered("Robo", "expert"))
    evening.do(Renamed(2, "Ben"))
    evening.do(Renamed(2, "Benno"))
    evening.do(Dropped(5, "ill"))
    evening.do(Returned(5))
    evening.do(Dropped(6))
    evening.do(Announced("Soup at eight."))
    evening.do(TablesChosen(4))
    evening.draw()
    evening.do(Undrawn(1))
    (first, *_, absent), (other, *_) = evening.draw()[:2]
    evening.do(Swapped(1, first, other))
    evening.do(NoShow(1, absent))
    evening.do(Moved(1, absent, 3))
    seats = evening.seats()[0]
    wrong = [Line(seats[0], 7, 29), *(Line(each, 0, out=True) for each in seats[1:])]
    evening.do(Result(1, 1, tuple(wrong)), by=f"#{seats[0]} Player {seats[0]}")
    right = (Line(seats[0], 9, 33), *(Line(each, 0) for each in seats[1:]))
    evening.do(Corrected(1, 1, right), by=f"#{seats[0]} Player {seats[0]}")
    evening.do(Confirmed(1, 1))
    evening.do(Corrected(1, 1, right, "a tile was missing"))
    evening.play()
    evening.do(evening.tournament.cut())
    evening.draw()
    evening.do(Undrawn(2))
    evening.finish()
    return evening


def said(evening: Evening, kind: str) -> list[str]:
    return [told(evening.tournament, each) for each in evening.tournament.events if each.what.kind == kind]


def test_every_kind_has_words(evening: Evening) -> None:
    assert {event.what.kind for event in evening.tournament.events} == set(KINDS)
    for language in LANGUAGES:
        with speaking(language):
            for entry in log(evening.tournament):
                assert entry.text.strip()
                assert "{" not in entry.text


def test_the_words(evening: Evening) -> None:
    assert said(evening, "opened") == ["The tournament “Cup” was opened."]
    assert said(evening, "seeded") == ["The seed of all draws was published: 7"]
    assert said(evening, "entered")[-2:] == ["Player 13 entered.", "Robo entered, played by the bot “expert”."]
    assert said(evening, "renamed") == ["Player 2 is now called Ben.", "Ben is now called Benno."]
    assert said(evening, "dropped") == ["Player 5 withdrew: ill", "Player 6 withdrew."]
    assert said(evening, "returned") == ["Player 5 came back."]
    assert said(evening, "announced") == ["Announcement: Soup at eight."]
    assert said(evening, "drawn")[0] == "Round 1 was drawn: 4 tables."
    assert said(evening, "drawn")[-1].startswith("The final was drawn; in order of play: ")
    assert said(evening, "undrawn") == ["The draw of round 1 was undone.", "The draw of the final was undone."]
    assert said(evening, "confirmed")[0] == "The result of table 1 in round 1 was confirmed."
    winner = evening.tournament.progress.names[evening.tournament.progress.ranking[0]]
    assert said(evening, "closed") == [f"The tournament was closed; {winner} won."]


def test_results_are_told_best_first(evening: Evening) -> None:
    names = evening.tournament.progress.names
    first, *others = evening.tournament.progress.rounds[0].tables[0].seats
    left = ", ".join(f"{names[each]} left the game" for each in others)
    assert said(evening, "result")[0] == (
        f"Result of table 1 in round 1: {names[first]} 7 (highest tile: 29), {left}."
    )  # fmt: skip
    nothing = ", ".join(f"{names[each]} 0" for each in others)
    right = f"Corrected result of table 1 in round 1: {names[first]} 9 (highest tile: 33), {nothing}."
    assert said(evening, "corrected") == [right, f"{right} Reason: a tile was missing"]


def test_what_was_overruled_is_told_and_read_again() -> None:
    evening = Evening({"preset": "heckmeck_classic"}, 12)
    evening.draw()
    first, second, third = evening.seats()[0]
    lines = (Line(first, 5, 24), Line(second, 5, 30), Line(third, 0))
    with pytest.raises(DoubtfulResult):
        evening.do(Result(1, 1, lines))
    evening.do(Result(1, 1, lines, overruled=True))
    assert said(evening, "result")[0].startswith("Entered against the rules of the game: Result of table 1")
    with pytest.raises(DoubtfulResult):
        evening.do(Corrected(1, 1, lines))
    evening.do(Corrected(1, 1, lines, "counted twice", overruled=True))
    again = Tournament.read(evening.tournament.to_jsonl())
    assert again.events == evening.tournament.events


def test_authors(evening: Evening) -> None:
    assert author("Olga") == "Olga"
    assert author("#3 Ann Lee") == "Ann Lee, player 3"
    assert author("#table") == "the table where it was played"
    assert author("#server") == "the server"
    assert author("#1") == "#1"
    entered = next(entry for entry in log(evening.tournament) if entry.text.startswith("Result of table 1 in round 1"))
    assert entered.by.endswith(f", player {evening.tournament.progress.rounds[0].tables[0].seats[0]}")
    assert [entry.number for entry in log(evening.tournament)] == list(range(1, evening.tournament.number + 1))
    assert {entry.at for entry in log(evening.tournament)} == {NOW}


def test_a_log_that_was_read_says_the_same(evening: Evening) -> None:
    assert log(Tournament.read(evening.tournament.to_jsonl())) == log(evening.tournament)
