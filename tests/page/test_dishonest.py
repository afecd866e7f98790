"""Dishonest servers against the page in a real browser: every trick is noticed during the game, or convicted by what
the server gives out afterwards. The control of each is the same game at an honest table of the same server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Locator

from tests.page.person import Person
from tests.server import dishonest
from tests.server.server_process import ServerProcess

MOVES = 4
TRICKS = {
    dishonest.NAMES: "another name than the one that was rolled",
    dishonest.VIEW: "The board shows something else",
    dishonest.FIGURES: "The board shows something else",
    dishonest.AWAY: "The server says that you are away",
}
"""What the page says of each."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with dishonest.server(tmp_path_factory.mktemp("dishonest"), "--changes", "10000") as server:
        yield server


def alarm(person: Person) -> Locator:
    return person.page.get_by_role("alert", name="Wrong dice")


def play(person: Person, moves: int) -> bool:
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


@pytest.mark.parametrize("trick", TRICKS)
def test_the_page_raises_the_alarm(browser: Browser, server: ServerProcess, trick: str) -> None:
    person = Person(browser, server, trick)
    person.open(f"/t/{person.has_opened('heckmeck', 'beginner')}")
    assert play(person, MOVES)
    assert TRICKS[trick] in alarm(person).inner_text()
    assert person.moves.count() == 0, "nothing can be done at such a table any more"
    assert person.barriers() == person.too_wide == person.faults == []
    person.close()


def test_an_honest_table_raises_none(browser: Browser, server: ServerProcess) -> None:
    person = Person(browser, server, dishonest.HONEST)
    person.open(f"/t/{person.has_opened('heckmeck', 'beginner')}")
    assert not play(person, 2 * MOVES)
    assert person.faults == []
    person.close()
