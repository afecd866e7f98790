"""A connection that ends and comes back at once is a pause; only one that does not is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import WebSocketRoute, expect

from tests.page.conftest import People

RESTART = 1012


@dataclass
class Door:
    """What stands between a page and its server."""

    open: bool = True
    came: list[str] = field(default_factory=list)
    """The addresses of all connections."""
    welcomed: int = 0
    last: WebSocketRoute | None = None

    def take(self, socket: WebSocketRoute) -> None:
        self.came.append(urlsplit(socket.url).path)
        if not self.open:
            socket.close(code=RESTART)
            return
        self.last, there = socket, socket.connect_to_server()

        def forward(text: str | bytes) -> None:
            self.welcomed += '"welcome"' in str(text)
            socket.send(text)

        there.on_message(forward)


def test_a_connection_that_comes_back_at_once_is_no_more_than_a_pause(people: People) -> None:
    """The clock of the page is the test's: as long as it stands, nothing is told too soon or too late."""
    ana, door = people(), Door()
    table = ana.has_opened("heckmeck", "beginner")
    ana.page.clock.install()
    ana.page.route_web_socket("**/ws/**", door.take)
    ana.open(f"/t/{table}")
    expect(ana.my_turn).to_be_visible()
    ana.page.clock.pause_at(ana.page.evaluate("Date.now()") + 1000)

    assert door.last
    door.last.close(code=RESTART)
    ana.page.clock.run_for(100)  # the first attempt comes sooner
    ana.until(lambda: door.welcomed == 2, "its server")
    ana.page.clock.run_for(10_000)
    expect(ana.connecting).to_have_count(0)
    expect(ana.my_turn).to_be_visible()
    assert door.came == [f"/ws/{table}"] * 2

    door.open = False
    door.last.close(code=RESTART)
    ana.page.clock.run_for(1900)
    ana.page.wait_for_timeout(100)
    expect(ana.connecting).to_have_count(0)
    ana.page.clock.run_for(200)
    expect(ana.connecting).to_be_visible()
    tries = len(door.came)
    for _ in range(10):  # pauses grow: each attempt is answered before the clock goes on
        ana.page.clock.run_for(1000)
        ana.page.wait_for_timeout(50)
    assert tries < len(door.came) <= tries + 8
    door.open = True
    ana.page.clock.run_for(13_000)
    ana.until(lambda: door.welcomed == 3, "its server")
    expect(ana.connecting).to_have_count(0)
