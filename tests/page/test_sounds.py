"""Sounds: on by themselves after the first click, and off by one press. They are really made; nobody listens."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.examples import EXAMPLE
from tests.page.conftest import People
from tests.page.person import Person

WATCH = """
    window.sounds = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...args) { window.sounds++; return start.apply(this, args); };
    const begin = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...args) { window.sounds++; return begin.apply(this, args); };
"""


def sounds(person: Person) -> int:
    return int(person.page.evaluate("window.sounds"))


def listening(people: People) -> Person:
    ana = people()
    ana.context.add_init_script(WATCH)
    return ana


def test_sounds_are_on_from_the_first_click_and_one_press_ends_them(people: People) -> None:
    ana = listening(people)
    ana.open(f"/t/{ana.has_opened(EXAMPLE, 'beginner')}")
    ana.my_turn.wait_for()
    assert sounds(ana) == 0  # nobody has touched the page, and the console says nothing
    switch = ana.page.get_by_role("switch", name="Sound")
    expect(switch).to_be_checked()
    ana.page.get_by_role("main").click()
    ana.makes_the_only_move()
    ana.until(lambda: sounds(ana) > 0, "a sound")
    switch.click()
    expect(switch).not_to_be_checked()
    before = sounds(ana)
    ana.moves.first.click()
    ana.until(lambda: ana.seq > 0 and ana.awaited, "the next turn")
    assert sounds(ana) == before


def test_a_device_that_was_quiet_stays_quiet(people: People) -> None:
    ana = listening(people)
    quiet = json.dumps(json.dumps({"pace": "none", "sound": False}))
    ana.context.add_init_script(f"localStorage['stammtisch.settings'] = {quiet}")
    ana.open(f"/t/{ana.has_opened(EXAMPLE, 'beginner')}")
    ana.my_turn.wait_for()
    expect(ana.page.get_by_role("switch", name="Sound")).not_to_be_checked()
    ana.page.get_by_role("main").click()
    ana.makes_the_only_move()
    assert sounds(ana) == 0
