"""A move that loses says so before it is made, and is asked about: by mouse, finger and keys, unless one wishes not."""

from __future__ import annotations

import re
from collections.abc import Callable

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


def meets(ana: Person, until: Callable[[], bool]) -> None:
    """Play games of Heckmeck until this is so; the dice may end one before."""
    for _ in range(10):
        ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner')}")
        player = RandomPlayer(ana, "heckmeck")
        player.play(until=until)
        if not player.is_over:
            return
    raise AssertionError("ten games without it")


def test_the_tile_that_is_lost_is_named_and_what_is_forced_is_not_asked(people: People) -> None:
    """Both come in the course of a game; a player who only ever ends turns meets them soon."""
    ana = people()
    tile = ana.button(re.compile(r"^(Fail the turn|The turn fails): lose \d\d$"))
    meets(ana, lambda: tile.and_(ana.page.locator("[aria-disabled=false]")).count() > 0)
    lost = tile.inner_text().split("lose ")[1][:2]
    top = re.compile(f"^Top tile of Ana: {lost}, ")
    expect(ana.button(top)).to_be_visible()

    meets(ana, lambda: ana.view.get("legal") in (["pass"], ["stop"]))
    seq, forced = ana.seq, ana.button(re.compile("^The turn fails"))
    expect(forced).to_have_class(re.compile("primary"))
    forced.click()
    ana.until(lambda: ana.seq > seq, "the move")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)


def test_what_a_bet_wins_and_loses_stands_on_it(people: People) -> None:
    ana = people()
    ana.open(f"/t/{ana.has_opened('zocken', 'beginner')}")
    player = RandomPlayer(ana, "zocken")
    player.play(until=lambda: ana.view.get("legal") == ["bet", "no bet"])
    expect(ana.button("No bet")).to_have_text(re.compile("win nothing, lose nothing"))
    bet = ana.page.locator('[data-move="bet"]')
    expect(bet).to_have_text(re.compile("win half, 30 or more; else lose 20|Bet: lose 20"))
    expect(ana.page.get_by_role("status").filter(has_text="and your decision")).to_be_visible()
