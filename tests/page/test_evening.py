"""An organiser runs a whole evening of thirteen in a browser: from the entries to the winner."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import People
from tests.page.desk import NAMES, RIGHT, Desk
from tests.page.device import PHONE

NEWS = "**/api/tournaments/*since=*"
"""The question that the server answers when there is something new."""


@pytest.fixture
def desk(people: People) -> Desk:
    return Desk(people("Olga")).opens("Spring cup", preset="heckmeck_classic")


def with_round(desk: Desk) -> Desk:
    desk.enters_all(NAMES)
    desk.seeds("4 2 6 1 5")
    desk.goes_on("Draw round 1")
    desk.table(4).wait_for()
    return desk


def seats(desk: Desk, table: int) -> int:
    return len(desk.typed(table)) // 2


def test_thirteen_from_entries_to_the_winner(desk: Desk) -> None:
    desk.enters("Ada")
    expect(desk.page.get_by_label("Name of the player")).to_have_value("")
    with desk.person.trouble():
        desk.enters(" ada ")
        expect(desk.refusal).to_contain_text("ada has already entered")
    expect(desk.page.get_by_label("Name of the player")).to_have_value(" ada ")
    desk.enters_all(NAMES[1:])
    expect(desk.next).to_contain_text("13 players have entered")
    tables = desk.next.get_by_label("Tables")
    assert tables.locator("option").all_inner_texts() == ["as many as needed", "4 tables"]
    tables.select_option("4 tables")
    expect(tables).to_have_value("4")
    desk.seeds()
    desk.goes_on("Draw round 1")
    desk.goes_on("Enter the result of table 1")
    expect(desk.sheet(1).get_by_role("textbox").first).to_be_focused()
    assert [seats(desk, table) for table in (1, 2, 3, 4)] == [4, 3, 3, 3]

    for table in (1, 2, 3, 4):
        desk.types(table, RIGHT[: seats(desk, table)])
        desk.confirmed(table).wait_for()
        expect(desk.next.get_by_role("button").first).to_be_focused()  # its form has gone, with what had the focus
    desk.goes_on("Confirm the finalists")
    expect(desk.page.get_by_text("in the final")).to_have_count(4)
    desk.goes_on("Draw the final")
    desk.heading("Final").wait_for()
    desk.types(1, RIGHT)
    desk.goes_on("Close the tournament")
    desk.heading("has won").wait_for()
    assert not desk.page.locator(".button.primary:visible").count()
    assert not desk.person.barriers()


def test_a_wrong_result_is_refused_and_a_saved_one_corrected(desk: Desk) -> None:
    with_round(desk)
    wrong = [(30, 36), (9, 32), (2, 28), (1, 24)]
    with desk.person.trouble():
        desk.types(1, wrong)
        expect(desk.table(1).get_by_role("alert").first).to_have_text(
            "That is 42 worms in all, but the grill holds only 40."
        )
    assert desk.typed(1) == [str(value) for line in wrong for value in line]
    desk.types(1, RIGHT)
    desk.confirmed(1).wait_for()
    desk.corrects(1, [(1, 24), *RIGHT[1:3], (4, 36)], "Two lines were swapped")
    expect(desk.table(1).get_by_role("row").nth(4)).to_contain_text("started")  # and is last now
    desk.shows("Record")
    desk.page.get_by_text("The log").click()
    desk.page.get_by_text("Two lines were swapped").wait_for()


def test_a_stale_page_is_refused_and_keeps_what_was_typed(desk: Desk, people: People) -> None:
    otto = people("Otto")
    otto.known()
    other = with_round(desk).helped_by(otto)
    held: list[Route] = []
    with desk.page.expect_request(NEWS):  # so that the next question is a new one, and waits long enough
        other.announces("Drinks at seven")
        desk.page.get_by_text("Drinks at seven").first.wait_for()
    desk.page.route(NEWS, lambda route: held.append(route))  # news do not come any more,
    other.announces("Pizza at eight")  # once the question that is on its way is answered
    desk.page.get_by_text("Pizza at eight").first.wait_for()
    other.shows("Tables")
    other.types(2, RIGHT[:3])
    other.table(2).get_by_text("not confirmed yet").wait_for()
    mine = [(5, 36), (3, 32), (2, 28)]
    with desk.person.trouble():
        desk.types(2, mine)
        expect(desk.table(2).get_by_role("alert").first).to_contain_text("Something has changed")
    expect(desk.sheet(2)).to_contain_text("Otto has entered a result in the meantime")
    assert desk.typed(2) == [*(str(value) for line in mine for value in line), ""]
    for route in held:
        route.continue_()
    desk.page.unroute_all()


def test_a_result_that_does_not_add_up_can_be_saved_anyway(desk: Desk) -> None:
    with_round(desk)
    desk.shows("Tables")
    impossible = [(5, 24), (3, 32), (2, 28)]
    with desk.person.trouble():
        desk.types(2, impossible)
        expect(desk.table(2).get_by_role("alert").first).to_contain_text("No tiles add up to this: ")
    anyway = desk.sheet(2).get_by_role("button", name="Save anyway")
    expect(anyway).to_be_visible()
    desk.sheet(2).get_by_role("textbox").first.fill("6")
    expect(anyway).to_have_count(0)  # what is typed now has not been checked
    with desk.person.trouble():
        desk.saves(2)
        anyway.click()
    expect(desk.table(2).get_by_text("confirmed")).to_be_visible()


def test_online_somebody_enters_and_sits_down_at_the_table(people: People) -> None:
    desk = Desk(people("Olga")).opens("Cup of bots", online=True, game="heckmeck", fewest=3)
    desk.enters_bots(2)
    pia = people("Pia", size=PHONE).open(f"/c/{desk.tournament}")
    pia.page.get_by_label("Your name").fill("Pia")
    pia.button("Enter the tournament").click()
    pia.page.get_by_text("You play as Pia.").wait_for()
    desk.seeds()
    desk.goes_on("Draw round 1")
    pia.page.get_by_role("timer").wait_for()
    assert not pia.too_wide
    pia.button("To my table").click()
    assert pia.at_table() in (desk.page.get_by_role("link", name="Watch").get_attribute("href") or "")
    pia.until(lambda: pia.seq > 0, "the table")
