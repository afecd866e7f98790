"""Dishonest servers against the page in a real browser: every trick is noticed during the game, or convicted by what
the server gives out afterwards. The control of each is the same game at an honest table of the same server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.examples import EXAMPLE
from tests.page.person import SECRET, Person
from tests.page.victim import TRICKS, WARNINGS, alarm, plays
from tests.server import dishonest
from tests.server.server_process import ServerProcess

MOVES = 4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with dishonest.server(tmp_path_factory.mktemp("dishonest"), "--changes", "10000") as server:
        yield server


@pytest.mark.parametrize("trick", TRICKS)
def test_the_page_raises_the_alarm(browser: Browser, server: ServerProcess, trick: str) -> None:
    person = Person(browser, server, trick)
    person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner')}")
    assert plays(person, MOVES)
    assert TRICKS[trick] in alarm(person).inner_text()
    assert person.moves.count() == 0, "nothing can be done at such a table any more"
    assert person.barriers() == person.too_wide == person.faults == []
    person.close()


@pytest.mark.parametrize("trick", WARNINGS)
def test_the_page_warns(browser: Browser, server: ServerProcess, trick: str) -> None:
    person = Person(browser, server, trick)
    person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner')}")
    assert plays(person, MOVES)
    assert WARNINGS[trick] in alarm(person).inner_text()
    assert person.barriers() == person.too_wide == person.faults == []
    person.close()


def test_another_result(browser: Browser, server: ServerProcess) -> None:
    person = Person(browser, server, dishonest.RESULT)
    person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner')}")
    assert not plays(person, MOVES)
    person.gives_up()
    alarm(person).wait_for()
    assert "The board shows something else" in alarm(person).inner_text()
    assert person.barriers() == person.too_wide == person.faults == []
    person.close()


@pytest.mark.parametrize("own", [True, False])
def test_a_move_that_was_made_while_this_device_was_cut_off(browser: Browser, server: ServerProcess, own: bool) -> None:
    """The control is a move that has the tag which this device would give."""
    person = Person(browser, server, dishonest.HONEST)
    table = person.has_opened(EXAMPLE, "beginner")
    person.open(f"/t/{table}")
    assert not plays(person, 1)
    person.until(lambda: bool(person.view.get("legal")), "a decision")
    before = person.seq
    person.context.set_offline(True)
    person.connecting.wait_for()
    person.moves_elsewhere(table, SECRET if own else bytes(32))
    assert person.seq == before
    person.context.set_offline(False)
    person.until(lambda: person.seq > before, "what has happened")
    if own:
        person.until(lambda: person.awaited, "a turn")
        assert alarm(person).count() == 0
    else:
        alarm(person).wait_for()
        assert "A move was made for you that this device did not send." in alarm(person).inner_text()
    person.close()


def test_another_game_given_out_afterwards(browser: Browser, server: ServerProcess) -> None:
    person = Person(browser, server, dishonest.REWRITE)
    person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner')}")
    assert not plays(person, MOVES)
    person.gives_up()
    person.page.get_by_text("The server gives out another game than the one that was played.").wait_for()
    assert person.barriers() == person.too_wide == person.faults == []
    person.close()


def test_an_honest_table_raises_none(browser: Browser, server: ServerProcess) -> None:
    person = Person(browser, server, dishonest.HONEST)
    person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner')}")
    assert not plays(person, 2 * MOVES)
    assert person.faults == []
    person.close()
