"""Ratings, own figures and the dice, on the page: after a game they are there, and nobody is seen who did not ask."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.examples import EXAMPLE, TITLES
from tests.page.conftest import People
from tests.page.scenes import SCENES


def test_from_the_start_page_to_the_own_figures_and_the_dice(people: People) -> None:
    ana = people("Ana")
    SCENES["statistics"](ana)
    ana.open()
    ana.page.get_by_role("link", name="Ratings and statistics").click()
    expect(ana.page.get_by_role("heading", name="My statistics")).to_be_visible()
    (mine,) = ana.figures["categories"]
    rating = f"{mine['rating']['mu']:.1f} ± {2 * mine['rating']['sigma']:.1f}"
    expect(ana.page.get_by_text(rating, exact=True).first).to_be_visible()
    expect(ana.page.get_by_role("img", name="Rating after every game")).to_be_visible()
    tick = ana.page.get_by_label("List me publicly as “Ana”")
    expect(tick).not_to_be_checked()
    with ana.page.expect_response("**/api/my/listed"):
        tick.check()
    ana.page.reload()
    expect(tick).to_be_checked()
    ana.page.get_by_role("link", name="Are the dice fair?").click()
    expect(ana.page.get_by_role("heading", name=f"{TITLES[EXAMPLE]}: dice")).to_be_visible()
    ana.page.get_by_text("In numbers").first.click()
    expect(ana.page.get_by_role("columnheader", name="expected").first).to_be_visible()
    expect(ana.page.get_by_role("img", name=f"{TITLES[EXAMPLE]}: dice")).to_be_visible()


def test_whoever_is_not_seen_has_no_page(people: People) -> None:
    ana, ben = people("Ana"), people("Ben")
    SCENES["statistics"](ana)
    address = f"/people/{ana.figures['person']}"
    with ben.trouble():  # 404, and it is one
        ben.open(address)
        expect(ben.page.get_by_role("heading", name="This player has no public page")).to_be_visible()
    tick = ana.page.get_by_label("List me publicly as “Ana”")
    with ana.page.expect_response("**/api/my/listed"):
        tick.check()
    ben.open(address)
    expect(ben.page.get_by_role("heading", name="Ana")).to_be_visible()
    expect(ben.page.get_by_role("img", name="Rating after every game")).to_be_visible()
