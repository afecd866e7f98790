"""Somebody at the page of a dishonest server."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Error, Locator

from tests.page.person import Person
from tests.server import dishonest

TRICKS = {
    dishonest.NULL_HEAD: "The server left a player out of the dice",
    dishonest.WAIVE: "The server gave a roll up",
    dishonest.NAMES: "another name than the one that was rolled",
    dishonest.VIEW: "The board shows something else",
    dishonest.FIGURES: "The board shows something else",
    dishonest.RULES: "The dice are for another game",
    dishonest.DOWNGRADE: "The server keeps the players from signing this game",
}
"""What the page says of each: the game stops."""

WARNINGS = {
    dishonest.CHAIN: "Another device has taken over your part of the dice.",
    dishonest.AWAY: "The server says that you are away",
}
"""The same of what may have a reason, which only the player knows: the game goes on."""


def alarm(person: Person) -> Locator:
    return person.page.get_by_role("alert", name=re.compile("Wrong dice|Noticed by this device"))


def plays(person: Person, moves: int) -> bool:
    """Press the first move there is, so many times, or until the page raises the alarm: does it?"""
    for _ in range(moves):
        person.until(lambda: alarm(person).count() > 0 or (person.awaited and person.moves.count() > 0), "a turn")
        if alarm(person).count():
            return True
        before = person.seq
        with suppress(Error):  # the alarm took the move away
            person.moves.first.click(timeout=2000)
        person.until(lambda seq=before: alarm(person).count() > 0 or person.seq > seq, "an answer")  # type: ignore[misc]
    return alarm(person).count() > 0
