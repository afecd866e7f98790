"""After a game: one's own mistakes first, each with what was best and by how much; both moves on the board; back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.examples import TITLES
from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.person import Person
from tests.server import api

MOVES = {"heckmeck": 25, "barbecue": 25, "zocken": 30, "zatre": 12}
"""A beginner who plays so many has made two mistakes at least; these are games of chance, so it is seen to."""


def finished(ana: Person, game: str) -> str:
    """A game that was given up, with mistakes of Ana's in it; the table."""
    for _ in range(5):
        table = ana.has_opened(game, "beginner", moves=MOVES[game])
        ana.open(f"/t/{table}")
        ana.gives_up()
        expect(ana.result).to_be_visible()
        found = api.review(ana.server, table)["decisions"]
        if len([each for each in found if each["seat"] == 0 and each["instead"]]) > 1:
            return table
    raise AssertionError("a beginner who makes no mistakes")


def mistakes(ana: Person) -> Locator:
    return ana.page.get_by_role("region", name="Review").get_by_role("listitem").get_by_role("button")


def marked(ana: Person, move: str, best: str) -> None:
    """Both moves are marked on the board, and told apart by more than a colour."""
    for kind, words in (("played", "You"), ("best", "★ Best")):
        mark = ana.page.locator(f".mark.{kind}")
        expect(mark.first).to_have_text(words)
        expect(mark.first).to_be_in_viewport()
    for kind, name in (("played", move), ("best", best)):
        lays = re.fullmatch(r"lay \d (\d+,\d+)", name)
        control = f'[data-cell="{lays[1]}"]' if lays else f'[data-move="{name}"]'
        expect(ana.page.locator(f"{control} .mark.{kind}").first).to_be_visible()


@pytest.mark.parametrize("game", TITLES)
def test_the_review_teaches(people: People, game: str) -> None:
    ana = people()
    table = finished(ana, game)
    ana.button("Review the game").click()
    expect(ana.page.get_by_role("heading", name="Your mistakes")).to_be_visible()
    told = api.ask(ana.server, "GET", f"/api/tables/{table}/review", token=ana.known()).json["decisions"]
    mine = sorted(
        (each for each in told if each["seat"] == 0 and each["instead"]), key=lambda each: -each["gives_away"]
    )
    assert mine[0]["did"].startswith("You ")
    assert re.search(r" was [\d.]+ (worms?|points?) better\.$", mine[0]["instead"])
    expect(mistakes(ana)).to_have_text([f"{each['did']} {each['instead']}" for each in mine[:6]])

    mistakes(ana).nth(1).click()
    caption = ana.page.get_by_role("region", name="Review")
    expect(caption).to_contain_text(f"Mistake 2 of {len(mine)}")
    expect(caption).to_contain_text(f"{mine[1]['did']} {mine[1]['instead']}")
    marked(ana, mine[1]["move"], mine[1]["best"])
    ana.button("Previous mistake").click()
    expect(caption).to_contain_text(mine[0]["instead"])
    marked(ana, mine[0]["move"], mine[0]["best"])
    assert not ana.barriers()
    ana.page.keyboard.press("n")
    expect(caption).to_contain_text(f"Mistake 2 of {len(mine)}")
    ana.button("Back to the review").click()
    expect(mistakes(ana).nth(1)).to_be_focused()  # where one was
    expect(mistakes(ana).nth(1)).to_be_in_viewport()
    expect(ana.page.locator(".mark.played, .mark.best")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_way_back_and_others_mistakes(people: People, size: tuple[int, int]) -> None:
    ana, ben = people(size=size), people("Ben", size=size)
    table = finished(ana, "heckmeck")
    ana.button("Review the game").click()
    first = mistakes(ana).first.inner_text()
    mistakes(ana).first.click()
    expect(ana.page.get_by_role("region", name="Review")).to_contain_text("Mistake 1 of")
    expect(ana.page.locator(".mark.best")).to_be_in_viewport()
    assert not ana.too_wide
    ana.page.go_back()
    expect(mistakes(ana).first).to_have_text(first)
    expect(mistakes(ana).first).to_be_focused()
    mistakes(ana).first.click()
    ana.page.keyboard.press("Escape")
    expect(mistakes(ana).first).to_be_focused()
    assert not ana.too_wide
    assert not ana.barriers()

    whose = ana.page.get_by_label("Whose mistakes")
    bot = whose.locator("option").nth(1).inner_text()
    whose.select_option(bot)
    expect(ana.page.get_by_role("heading", name="Mistakes", exact=True)).to_be_visible()
    for text in mistakes(ana).all_inner_texts():
        assert text.startswith(f"{bot} ")
    # Who looks on sees everybody's, and a link leads to one of them.
    one = ana.page.url.split("#")[0]
    ben.open(f"{one}#review")
    expect(ben.page.get_by_label("Whose mistakes")).to_have_value("")
    expect(ben.page.get_by_label("Whose mistakes").locator("option:checked")).to_have_text("Everybody's")
    mistakes(ben).first.click()
    expect(ben.page.locator(".mark.played").first).to_have_text("Played")
    ben.new_tab(ben.page.url)
    expect(ben.page.get_by_role("region", name="Review")).to_contain_text("Mistake 1 of")
    ben.button("Back to the review").click()
    expect(mistakes(ben).first).to_be_visible()
    assert ben.at_table() == table


def test_a_game_without_mistakes_is_praised(people: People) -> None:
    ana = people()
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner')}")
    ana.gives_up()
    expect(ana.result).to_be_visible()
    ana.button("Review the game").click()
    expect(ana.page.get_by_text("Not a single mistake")).to_be_visible()
