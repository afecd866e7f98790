"""Two people in two browsers, and what happens to browsers and servers in the middle of a game."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.page.conftest import People
from tests.page.person import Person
from tests.server.server_process import ServerProcess


def play(moves: int, *people: Person) -> None:
    """Whoever is to move presses the first move there is, so many times."""
    for _ in range(moves):
        ready: list[tuple[Person, Locator]] = []

        def somebody(found: list[tuple[Person, Locator]] = ready) -> bool:
            """Once all have heard the same and drawn it: until then a page shows the moves of before."""
            if len({person.seq for person in people}) > 1:
                return False
            for person in people:
                person.settle()
            found[:] = [(person, offered) for person in people if person.awaited and (offered := person.moves).count()]
            return bool(found)

        people[0].until(somebody, "somebody's turn")
        mover, offered = ready[0]
        before = mover.seq
        offered.first.click()
        mover.until(lambda who=mover, seq=before: who.seq > seq, "an answer")  # type: ignore[misc]  # mypy knows no default of a lambda


def agree(*people: Person) -> list[str]:
    """What has happened, once both pages tell the same."""
    people[0].until(lambda: len({person.seq for person in people}) == 1, "the others")
    people[0].until(lambda: len({tuple(person.told) for person in people}) == 1, "the same story")
    return people[0].told


def test_a_game_survives_a_reload_a_closed_tab_and_a_restart_of_the_server(
    people: People, server: ServerProcess
) -> None:
    ana, ion = people("Ana"), people("Ion")
    table, link = ana.invites("heckmeck")
    ion.accepts(link)
    play(3, ana, ion)
    story = agree(ana, ion)
    assert story

    ana.page.reload()
    play(2, ana, ion)
    assert agree(ana, ion)[: len(story)] == story

    ion.new_tab(f"/t/{table}")
    play(2, ana, ion)
    story = agree(ana, ion)

    with ana.trouble(), ion.trouble():
        server.kill()
        expect(ana.connecting).to_be_visible()
        server.start()
        for person in (ana, ion):
            expect(person.connecting).to_be_hidden(timeout=20_000)
    play(3, ana, ion)
    assert agree(ana, ion)[: len(story)] == story

    ana.gives_up()
    expect(ana.page.get_by_role("heading", name="Ion has won")).to_be_visible()
    expect(ion.page.get_by_role("heading", name="You win!")).to_be_visible()
