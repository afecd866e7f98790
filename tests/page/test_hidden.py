"""Hidden tiles: what one player may not know is nowhere in that player's browser."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from tests.page.conftest import People
from tests.page.person import Person
from tests.page.test_two_browsers import play
from tests.server.server_process import ServerProcess

CACHES = """async () => {
    const texts = [];
    for (const name of await caches.keys())
        for (const answer of await (await caches.open(name)).matchAll()) texts.push(await answer.text());
    return texts.join();
}"""


def everything(person: Person) -> str:
    """All that this browser was sent, shows and keeps."""
    page = person.page
    shown = page.content() + page.locator("body").inner_text() + page.locator("body").aria_snapshot()
    return "\n".join([*person.frames, *person.bodies(), shown, person.storage(), page.evaluate(CACHES)])


def hands(person: Person, seat: int) -> list[Any]:
    """The tiles of a seat, by each message with a view of the table."""
    told = [json.loads(frame) for frame in person.frames]
    views = [each for each in told if each.get("view") and each["view"].get("state")]
    return [
        [each["view"]["state"]["hand"][6 * seat : 6 * seat + 6], each["page"]["figures"]["hands"][seat]]
        for each in views
    ]


def test_the_tiles_of_one_are_nowhere_in_the_browser_of_the_other(people: People, server: ServerProcess) -> None:
    both = ana, ion = people("Ana"), people("Ion")
    table, link = ana.invites("zatre")
    ion.accepts(link)
    play(8, ana, ion)
    ana.until(lambda: any(person.moves.count() for person in both), "the end of all draws")
    ana.until(lambda: ana.seq == ion.seq, "Ion")  # what they are told differs, as it should

    with sqlite3.connect(server.folder / "data" / "stammtisch.db") as database:
        rows = database.execute(
            "SELECT seat, payload FROM event WHERE kind = 'show' AND table_id = ?", [table]
        ).fetchall()
    secrets = [(seat, json.loads(payload)["secret"]) for seat, payload in rows]
    assert {seat for seat, _ in secrets} == {0, 1}
    has = [everything(person) for person in both]
    for seat, secret in secrets:
        assert secret in has[seat]  # what proves the own tiles is there, so we look in the right place
        assert secret not in has[1 - seat]
    for seat, person in enumerate(both):
        assert any(sum(held) for held, _ in hands(person, seat))
        assert all(not sum(held) and not shown for held, shown in hands(person, 1 - seat))
