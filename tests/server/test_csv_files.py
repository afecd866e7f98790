"""CSV of a tournament: what stands in it, that no spreadsheet computes it, and names read back."""

from __future__ import annotations

import csv
import io

import pytest

from stammtisch.core.translation import LANGUAGES, speaking
from stammtisch.server.tournaments.csv_files import entries_csv, names_from, results_csv, standings_csv
from stammtisch.tournament import Dropped, Entered, Line, Renamed, Result
from tests.tournament.tournament_driver import TournamentDriver

CLASSIC = {"preset": "heckmeck_classic"}
NASTY = ['=HYPERLINK("http://x";"y")', "+1", "-2+3", "@SUM(A1)", 'Ann, "Ace"', "Živa; Ωmega"]


def rows(text: str) -> list[list[str]]:
    assert text.endswith("\r\n")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@pytest.fixture(scope="module")
def driver() -> TournamentDriver:
    driver = TournamentDriver(CLASSIC, 13)
    for player, name in enumerate(NASTY, 1):
        driver.do(Renamed(player, name))
    driver.do(Dropped(13))
    driver.draw()
    seats = driver.seats()[0]
    lines = [Line(seats[0], 7, 29), Line(seats[1], 0, out=True), *(Line(each, 0) for each in seats[2:])]
    driver.do(Result(1, 1, tuple(lines)), by=f"#{seats[0]} somebody")
    driver.play()
    return driver


def test_standings_as_csv(driver: TournamentDriver) -> None:
    header, *body = rows(standings_csv(driver.tournament.view()))
    assert header[:4] == ["Place", "Name", "Score", "Worms"]
    assert [int(row[0]) for row in body] == list(range(1, 14))
    view = driver.tournament.view()
    for row, true in zip(body, view["standings"], strict=True):
        assert [float(row[2]), int(row[3]), int(row[6])] == [true["score"], true["worms"], true["player"]]
        assert int(row[7]) == true["tiles"]


def test_the_standings_of_a_closed_tournament_are_its_ranking() -> None:
    driver = TournamentDriver({"game": "zocken", "rounds": 2}, 9)
    driver.play_rounds()
    driver.finish()
    header, *body = rows(standings_csv(driver.tournament.view()))
    assert header[3] == "Game points"
    assert "highest tile" not in " ".join(header)
    assert [int(row[6]) for row in body] == driver.tournament.progress.ranking
    assert [int(row[0]) for row in body] == list(range(1, 10))


def test_results_as_csv(driver: TournamentDriver) -> None:
    header, *body = rows(results_csv(driver.tournament.view()))
    assert len(body) == 12
    first = dict(zip(header, body[0], strict=True))
    seats = driver.tournament.progress.rounds[0].tables[0].seats
    assert (first["Worms"], first["Mark (highest tile)"], first["Place"], first["Number"]) == (
        "7", "29", "1", str(seats[0]),
    )  # fmt: skip
    assert first["Points"] == str(7 + 6)
    assert first["Entered by"] == f"somebody, player {seats[0]}"
    assert dict(zip(header, body[1], strict=True))["Left the game"] == "yes"


def test_points_below_zero_stay_numbers() -> None:
    view = TournamentDriver({"game": "zocken"}, 3).tournament.view()
    view["standings"][0].update(score=-3, worms=-12)
    assert rows(standings_csv(view))[1][2:4] == ["-3", "-12"]


def test_no_cell_is_a_formula(driver: TournamentDriver) -> None:
    view = driver.tournament.view()
    for text in (standings_csv(view), results_csv(view), entries_csv(view)):
        for row in rows(text):
            assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)
        names = {cell for row in rows(text) for cell in row}
        assert '\'=HYPERLINK("http://x";"y")' in names
        assert 'Ann, "Ace"' in names


def test_no_cell_is_a_formula_where_semicolons_separate() -> None:
    """Such a spreadsheet begins a cell after every semicolon: quotation marks that do not begin a cell mean nothing."""
    names = ["Ann;=1+1", "Ben; @x", 'Cleo;"-2"', "Dan;+3;=4", "=5;-6", "Eve; fine", "'Fritz"]
    driver = TournamentDriver({"game": "zocken"}, 3)
    for name in names:
        driver.do(Entered(name))
    view = driver.tournament.view()
    for text in (standings_csv(view), entries_csv(view)):
        cells = [cell.strip().strip('"') for line in text.splitlines() for cell in line.split(";")]
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    assert names_from(entries_csv(view))[3:] == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_are_read_back(driver: TournamentDriver, language: str) -> None:
    view = driver.tournament.view()
    with speaking(language):
        text = entries_csv(view)
    assert names_from(text) == [each["name"] for each in view["players"]]
    assert rows(text)[13][4], "who dropped is marked"


def test_names_from_what_people_have() -> None:
    assert names_from("Ann\nBen\n\n  Cleo   Smith \n") == ["Ann", "Ben", "Cleo Smith"]
    assert names_from('\ufeffName;Club\r\nAnn;Oslo\r\n;Bergen\r\n"Ben; jr";\r\n') == ["Ann", "Ben; jr"]
    assert names_from("Ann\t3\nBen\t4") == ["Ann", "Ben"]
    assert names_from('"Ace" Ann\n"Ben') == ['"Ace" Ann', '"Ben']
    assert names_from("") == names_from("\n \n") == []
    assert names_from("name\n") == []
