"""A move that loses says so before it is made, and is asked about: by mouse, finger and keys, unless one wishes not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.person import Person
from tests.page.random_player import RandomPlayer

FAIL = re.compile("^Fail the turn")


def with_dice_aside(ana: Person) -> Locator:
    """In the first turn of Heckmeck, after setting one symbol aside: one can only throw again, or fail."""
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner')}")
    ana.button(re.compile("^Roll 8 dice")).click()
    ana.button(re.compile("^Keep ")).and_(ana.page.locator("[aria-disabled=false]")).first.click()
    ana.until(lambda: "roll" in ana.view.get("legal", []), "the choice to go on")
    return ana.button(FAIL)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_by_mouse_and_by_finger(people: People, size: tuple[int, int]) -> None:
    ana = people(size=size)
    fail, press = with_dice_aside(ana), Locator.tap if size == PHONE else Locator.click
    expect(fail).to_have_text(re.compile("Fail the turn"))
    expect(fail).to_have_class(re.compile("danger"))
    seq = ana.seq
    press(fail)
    expect(ana.page.get_by_role("dialog")).to_contain_text("Fail the turn?")
    assert not ana.barriers()
    press(ana.page.get_by_role("dialog").get_by_role("button", name="Cancel"))
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    assert ana.seq == seq
    press(fail)
    press(ana.sure)
    ana.until(lambda: ana.seq > seq, "the move")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)


def test_a_loss_is_confirmed_or_cancelled_by_keys(people: People) -> None:
    ana = people()
    fail = with_dice_aside(ana)
    seq = ana.seq
    ana.page.keyboard.press("s")
    expect(ana.sure).to_be_focused()
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    assert ana.seq == seq
    fail.focus()
    ana.page.keyboard.press("Enter")
    expect(ana.sure).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.until(lambda: ana.seq > seq, "the move")


def test_who_does_not_want_to_be_asked_is_not(people: People) -> None:
    ana = people()
    fail = with_dice_aside(ana)
    ana.button("Settings").click()
    ana.page.get_by_label("Ask before a move that loses").uncheck()
    ana.button("Settings").click()
    seq = ana.seq
    fail.click()
    ana.until(lambda: ana.seq > seq, "the move")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)


def test_the_tile_that_is_lost_is_named_and_what_is_forced_is_not_asked(people: People) -> None:
    """Turns fail in every game, and sooner or later one that costs a tile."""
    ana = people()
    forced = ana.button(re.compile("^The turn fails"))
    lost = ""
    for _ in range(10):
        table = ana.has_opened("heckmeck", "beginner")
        while not lost and ana.plays_elsewhere(table, turns=500, to="pass"):
            ana.open(f"/t/{table}")
            expect(forced).to_have_class(re.compile("primary"))
            _, _, lost = forced.inner_text().partition("lose ")
            if lost:
                expect(ana.button(re.compile(f"^Top tile of Ana: {lost[:2]}, "))).to_be_visible()
            seq = ana.seq
            forced.click()
            ana.until(lambda before=seq: ana.seq > before, "the move")  # type: ignore[misc]  # mypy knows no default of a lambda
            expect(ana.page.get_by_role("dialog")).to_have_count(0)
    assert lost


def test_what_a_bet_wins_and_loses_stands_on_it(people: People) -> None:
    ana = people()
    ana.open(f"/t/{ana.has_opened('zocken', 'beginner')}")
    player = RandomPlayer(ana, "zocken")
    player.play(until=lambda: ana.view.get("legal") == ["bet", "no bet"])
    expect(ana.button("No bet")).to_have_text(re.compile("win nothing, lose nothing"))
    bet = ana.page.locator('[data-move="bet"]')
    expect(bet).to_have_text(re.compile("win half, 30 or more; else lose 20|Bet: lose 20"))
    expect(ana.page.get_by_role("status").filter(has_text="and your decision")).to_be_visible()
