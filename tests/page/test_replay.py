"""The replay of a game plays by itself, and stops where it is told to."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.examples import EXAMPLE
from tests.page.conftest import People
from tests.page.person import Person

WHOLE_GAME = 10_000


def after_a_game(person: Person) -> Person:
    person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner', moves=WHOLE_GAME)}")
    person.result.wait_for()
    return person


def moment(person: Person) -> int:
    return int(person.page.get_by_role("slider", name="Moment").input_value())


def test_a_game_plays_by_itself_from_the_beginning(people: People) -> None:
    ana = after_a_game(people())
    end = moment(ana)
    ana.button("Play the moves").click()
    ana.until(lambda: 2 <= moment(ana) < end, "the third moment")
    assert re.search(r"#\d+$", ana.page.url)
    ana.button("Pause").click()
    paused = moment(ana)
    ana.page.wait_for_timeout(1500)  # three times as long as a step takes
    assert moment(ana) == paused


def test_the_space_bar_plays_and_going_back_by_hand_stops_it(people: People) -> None:
    ana = after_a_game(people())
    ana.button("Play the moves").wait_for()
    end = moment(ana)
    ana.page.keyboard.press("Space")
    ana.until(lambda: 2 <= moment(ana) < end, "the third moment")
    ana.page.get_by_role("button", name="Back", exact=True).click()
    expect(ana.button("Play the moves")).to_be_visible()
    stopped = moment(ana)
    ana.page.wait_for_timeout(1500)
    assert moment(ana) == stopped


def test_it_ends_with_the_result(people: People) -> None:
    ana = after_a_game(people())
    slider = ana.page.get_by_role("slider", name="Moment")
    slider.fill(str(moment(ana) - 2))
    ana.button("Play the moves").click()
    ana.result.wait_for()
    expect(ana.button("Play the moves")).to_be_visible()
    assert "#" not in ana.page.url
