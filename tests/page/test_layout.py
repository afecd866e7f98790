"""Where things stand: dice and buttons are seen together, nothing that opens moves the board, and boards grow."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.examples import TITLES, some_moves
from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.person import Person

SIZES = [(844, 390), (720, 450), (640, 360), (1440, 900), (1280, 720), (820, 1180)]
"""A phone on its side, 200 % of a laptop's two usual screens, desktops, and a tablet."""
NEEDED = {
    "heckmeck": ["[aria-label='The roll']", "[aria-label='Set aside']", ".actions .button"],
    "barbecue": ["[aria-label='The roll']", "[aria-label='Set aside']", ".actions .button"],
    "zocken": ["[aria-label='The row']", "[aria-label='Dice in hand']", ".say"],
    "zatre": [".pane", "[aria-label='Your tiles'] button", ".actions .button"],
}
"""What somebody needs to see in order to play."""
HIDDEN = """selector => [...document.querySelectorAll(selector)].flatMap(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inside = top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    return inside && above && (each.contains(above) || above.contains(each))
        ? [] : [`${selector}: ${left},${top} to ${right},${bottom} of ${innerWidth},${innerHeight}`];
})"""


def place(board: Locator) -> tuple[float, float, float, float]:
    """Left, top, width and height."""
    found = board.bounding_box()
    assert found
    return found["x"], found["y"], found["width"], found["height"]


def at_table(person: Person, game: str) -> Person:
    person.open(f"/t/{person.has_opened(game, 'regular', 'beginner', moves=some_moves(game, 3))}")
    person.my_turn.wait_for()
    person.until(lambda: person.page.locator(NEEDED[game][0]).count() > 0, "the board")
    return person


@pytest.mark.parametrize("game", TITLES)
def test_what_one_plays_with_is_seen_without_scrolling(people: People, game: str) -> None:
    ana = at_table(people(), game)
    for width, height in SIZES:
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.settle()
        assert not [fault for each in NEEDED[game] for fault in ana.page.evaluate(HIDDEN, each)], (width, height)
        assert ana.too_wide == []


@pytest.mark.parametrize("game", TITLES)
def test_boards_use_the_window(people: People, game: str) -> None:
    ana = at_table(people(size=(1440, 900)), game)
    _, top, _, height = place(ana.page.locator(".actions"))
    assert top + height > 0.8 * 900


@pytest.mark.parametrize("size", [PHONE, DESKTOP, (844, 390)])
def test_what_opens_moves_nothing_and_escape_closes_it(people: People, size: tuple[int, int]) -> None:
    ana = at_table(people(size=size), "heckmeck")
    grill = ana.page.get_by_role("group", name="The grill")
    ana.button("Hint").scroll_into_view_if_needed()
    ana.settle()
    for name in ("Hint", "More"):
        before = place(grill)
        panel = ana.page.get_by_role("region", name=name)
        opener = ana.page.get_by_role("button", name=name, exact=True)  # the log says, too, that she looks at hints
        opener.click()
        panel.wait_for()
        assert place(grill) == before
        ana.page.keyboard.press("Escape")
        panel.wait_for(state="hidden")
        assert place(grill) == before
        opener.click()
        panel.wait_for()
        ana.page.mouse.click(size[0] - 3, 3)
        panel.wait_for(state="hidden")


def test_a_hint_stays_pointed_out(people: People) -> None:
    ana = at_table(people(), "heckmeck")
    ana.asks_for_a_hint()
    pointed_out = ana.page.locator("[data-lit]")
    pointed_out.first.wait_for()
    before = pointed_out.count()  # a tile to be taken, and the button that takes it
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("region", name="Hint").wait_for(state="hidden")
    assert pointed_out.count() == before
