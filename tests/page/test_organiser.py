"""An organiser runs a whole tournament of thirteen players in a browser: from the entries to the winner."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.organiser_page import NAMES, RIGHT, OrganiserPage

NEWS = "**/api/tournaments/*since=*"
"""The question that the server answers when there is something new."""


@pytest.fixture
def organiser(people: People) -> OrganiserPage:
    return OrganiserPage(people("Olga")).opens("Spring cup", preset="heckmeck_classic")


def with_round(organiser: OrganiserPage) -> OrganiserPage:
    organiser.enters_all(NAMES)
    organiser.seeds("4 2 6 1 5")
    organiser.goes_on("Draw round 1")
    organiser.table(4).wait_for()
    return organiser


def seats(organiser: OrganiserPage, table: int) -> int:
    return len(organiser.typed(table)) // 2


def test_thirteen_from_entries_to_the_winner(organiser: OrganiserPage) -> None:
    organiser.enters("Ada")
    expect(organiser.page.get_by_label("Name of the player")).to_have_value("")
    with organiser.person.trouble():
        organiser.enters(" ada ")
        expect(organiser.refusal).to_contain_text("ada has already entered")
    expect(organiser.page.get_by_label("Name of the player")).to_have_value(" ada ")
    organiser.enters_all(NAMES[1:])
    expect(organiser.next).to_contain_text("13 players have entered")
    tables = organiser.next.get_by_label("Tables")
    assert tables.locator("option").all_inner_texts() == ["as many as needed", "4 tables"]
    tables.select_option("4 tables")
    expect(tables).to_have_value("4")
    organiser.seeds()
    organiser.goes_on("Draw round 1")
    organiser.goes_on("Enter the result of table 1")
    expect(organiser.sheet(1).get_by_role("textbox").first).to_be_focused()
    assert [seats(organiser, table) for table in (1, 2, 3, 4)] == [4, 3, 3, 3]

    for table in (1, 2, 3, 4):
        organiser.types(table, RIGHT[: seats(organiser, table)])
        organiser.confirmed(table).wait_for()
        expect(organiser.next.get_by_role("button").first).to_be_focused()  # its form has gone, with what had the focus
    organiser.goes_on("Confirm the finalists")
    expect(organiser.page.get_by_text("in the final")).to_have_count(4)
    organiser.goes_on("Draw the final")
    organiser.heading("Final").wait_for()
    organiser.types(1, RIGHT)
    organiser.goes_on("Close the tournament")
    organiser.heading("has won").wait_for()
    assert not organiser.page.locator(".button.primary:visible").count()
    assert not organiser.person.barriers()


def test_a_wrong_result_is_refused_and_a_saved_one_corrected(organiser: OrganiserPage) -> None:
    with_round(organiser)
    wrong = [(30, 36), (9, 32), (2, 28), (1, 24)]
    with organiser.person.trouble():
        organiser.types(1, wrong)
        expect(organiser.table(1).get_by_role("alert").first).to_have_text(
            "That is 42 worms in all, but the grill holds only 40."
        )
    assert organiser.typed(1) == [str(value) for line in wrong for value in line]
    organiser.types(1, RIGHT)
    organiser.confirmed(1).wait_for()
    organiser.corrects(1, [(1, 24), *RIGHT[1:3], (4, 36)], "Two lines were swapped")
    expect(organiser.table(1).get_by_role("row").nth(4)).to_contain_text("started")  # and is last now
    organiser.shows("Record")
    organiser.page.get_by_text("The log").click()
    organiser.page.get_by_text("Two lines were swapped").wait_for()


def test_a_stale_page_is_refused_and_keeps_what_was_typed(organiser: OrganiserPage, people: People) -> None:
    otto = people("Otto")
    otto.known()
    other = with_round(organiser).helped_by(otto)
    held: list[Route] = []
    with organiser.page.expect_request(NEWS):  # so that the next question is a new one, and waits long enough
        other.announces("Drinks at seven")
        organiser.page.get_by_text("Drinks at seven").first.wait_for()
    organiser.page.route(NEWS, lambda route: held.append(route))  # news do not come any more,
    other.announces("Pizza at eight")  # once the question that is on its way is answered
    organiser.page.get_by_text("Pizza at eight").first.wait_for()
    other.shows("Tables")
    other.types(2, RIGHT[:3])
    other.table(2).get_by_text("not confirmed yet").wait_for()
    mine = [(5, 36), (3, 32), (2, 28)]
    with organiser.person.trouble():
        organiser.types(2, mine)
        expect(organiser.table(2).get_by_role("alert").first).to_contain_text("Something has changed")
    expect(organiser.sheet(2)).to_contain_text("Otto has entered a result in the meantime")
    assert organiser.typed(2) == [*(str(value) for line in mine for value in line), ""]
    for route in held:
        route.continue_()
    organiser.page.unroute_all()


def test_a_result_that_does_not_add_up_can_be_saved_anyway(organiser: OrganiserPage) -> None:
    with_round(organiser)
    organiser.shows("Tables")
    impossible = [(5, 24), (3, 32), (2, 28)]
    with organiser.person.trouble():
        organiser.types(2, impossible)
        expect(organiser.table(2).get_by_role("alert").first).to_contain_text("No tiles add up to this: ")
    anyway = organiser.sheet(2).get_by_role("button", name="Save anyway")
    expect(anyway).to_be_visible()
    organiser.sheet(2).get_by_role("textbox").first.fill("6")
    expect(anyway).to_have_count(0)  # what is typed now has not been checked
    with organiser.person.trouble():
        organiser.saves(2)
        anyway.click()
    expect(organiser.table(2).get_by_text("confirmed")).to_be_visible()


def test_online_somebody_enters_and_sits_down_at_the_table(people: People) -> None:
    organiser = OrganiserPage(people("Olga")).opens("Cup of bots", online=True, game="heckmeck", fewest=3)
    organiser.enters_bots(2)
    pia = people("Pia", size=PHONE).open(f"/c/{organiser.tournament}")
    pia.page.get_by_label("Your name").fill("Pia")
    pia.button("Enter the tournament").click()
    pia.page.get_by_text("You play as Pia.").wait_for()
    organiser.seeds()
    organiser.goes_on("Draw round 1")
    pia.page.get_by_role("timer").wait_for()
    assert not pia.too_wide
    pia.button("To my table").click()
    assert pia.at_table() in (organiser.page.get_by_role("link", name="Watch").get_attribute("href") or "")
    pia.until(lambda: pia.seq > 0, "the table")
