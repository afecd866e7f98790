"""By finger: to rest on a move asks what it leads to, to tap makes it; and nothing lies over what is to be tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.examples import TITLES
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.person import POINTED_OUT, Person

SEEN = """each => {
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && (each.contains(top) || top.contains(each));
}"""


def rest_on(person: Person, what: Locator) -> None:
    """Until the page says something more; it takes 0.4 s for a question."""
    said = person.says
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    finger = person.context.new_cdp_session(person.page)
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    person.until(lambda: person.says != said, "an answer to the finger")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("game", TITLES)
def test_to_rest_is_to_ask(people: People, game: str) -> None:
    ana = people(size=PHONE)
    ana.open(f"/t/{ana.has_opened(game, 'beginner')}")
    ana.until(lambda: ana.awaited, "the first turn")  # the draw for the start may give it to the bot
    while len(ana.view["legal"]) < 2:  # to roll the dice, and what must be done, needs no question
        ana.makes_the_only_move()
    ana.until(lambda: ana.moves.count() > 0, "the board")
    seq, move = ana.seq, ana.moves.first
    rest_on(ana, move)
    assert ana.seq == seq
    move.tap()
    ana.until(lambda: ana.seq > seq, "the move that was tapped")


@pytest.mark.parametrize("game", TITLES)
def test_what_a_lesson_points_out_is_seen(people: People, game: str) -> None:
    ana = people(size=PHONE).open(f"/learn/{game}")
    pointed_out = 0
    while ana.goes_on_with_the_lesson():
        for each in ana.page.locator(POINTED_OUT).all():
            assert each.evaluate(SEEN), each.get_attribute("aria-label")
            pointed_out += 1
    assert pointed_out > 3
