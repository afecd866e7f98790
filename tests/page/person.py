"""Somebody at the page, in a browser of his own; what went wrong there, what it was told, and what it stores.

The names of what people press stand here and nowhere else.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, Response, WebSocket

from stammtisch import games
from stammtisch.bots.named import bot_named
from stammtisch.client import Refused, Seat
from stammtisch.client.bot import seen_by
from stammtisch.fair import Chain
from tests.server import knock
from tests.server.house import House

TITLES = {"heckmeck": "Heckmeck", "barbecue": "Heckmeck Barbecue", "zocken": "Zocken", "zatre": "Zatre"}
MOVES = {
    "heckmeck": re.compile("^(Keep|Roll|Take|Steal|Stop|Go on)"),
    "zatre": re.compile(r"^(Done|Pass|Show the tiles)"),
}
LAYING = "Take the last tile back"  # there as long as one may lay
LAYS = re.compile(r"\d here: ")
DESKTOP = (1280, 800)
PHONE = (360, 740)
SECRET = bytes(range(32))
"""What everybody's part of the dice is made of, where it was made without the page."""
PATIENCE = 20_000  # ms for anything to appear; two browsers, a server and bots share the machine


class Person:
    """One browser context: its own storage and its own cookies, as if on a device of its own."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        name: str = "Ana",
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: Any = "light",
        language: str = "en",
    ) -> None:
        self.house = house
        self.name = name
        self.faults: list[str] = []
        self.frames: list[str] = []
        """What came over sockets."""
        self._answers: list[Response] = []
        self._token: str | None = None
        self.context = browser.new_context(
            base_url=house.address,
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            reduced_motion="reduce",
            locale=language,
            has_touch=size == PHONE,
            is_mobile=size == PHONE,
        )
        self.context.set_default_timeout(PATIENCE)
        at_once = json.dumps(json.dumps({"pace": "none"}))  # tests need not watch what others do
        self.context.add_init_script(f"if (location.host) localStorage['stammtisch.settings'] ??= {at_once}")
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    # ── What goes wrong ──────────────────────────────────────────────────────────────────────────────────────────────

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        """A browser reports here whatever the content security policy forbids, too."""
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left before the answer came
            self.faults.append(f"failed: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url:
            self._answers.append(response)
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.request.method} {response.url}")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """What goes wrong meanwhile is meant to."""
        before = len(self.faults)
        yield
        del self.faults[before:]

    def close(self) -> None:
        self.context.close()

    # ── Where they are ───────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, path: str = "/") -> Person:
        self.page.goto(path)
        self.page.get_by_role("main").wait_for()
        return self

    def new_tab(self, path: str) -> Person:
        """Close the tab, and come back in another."""
        self.page.close()
        self.page = self.context.new_page()
        return self.open(path)

    def at_table(self) -> str:
        """The table they are at, once they are."""
        self.page.wait_for_url(re.compile(r"/t/[^/?#]+"))
        found = re.search(r"/t/([^/?#]+)", self.page.url)
        assert found
        return found[1]

    # ── What they press ──────────────────────────────────────────────────────────────────────────────────────────────

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def play_now(self, game: str) -> str:
        """From the start page to a table against bots; the table."""
        self.button(f"Play {TITLES[game]} now").click()
        return self.at_table()

    def invites(self, game: str) -> tuple[str, str]:
        """Open a table for oneself and a friend; the table, and the link for the friend."""
        self.open(f"/new/{game}")
        self.page.get_by_label("Your name").fill(self.name)
        self.button("Open the table").click()
        table = self.at_table()
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.button(re.compile("^Invite to seat 2: (copy|send)")).click()
        self.page.get_by_text("Copied").wait_for()
        return table, str(self.page.evaluate("navigator.clipboard.readText()"))

    def shows_code(self) -> None:
        self.button(re.compile("^Invite to seat 2: show a code")).click()
        self.page.get_by_alt_text(re.compile("invitation to seat 2")).wait_for()

    def asks_for_a_hint(self) -> None:
        self.button("Hint").click()
        self.page.get_by_role("status").filter(has_text="Thinking").wait_for(state="hidden")

    def accepts(self, link: str) -> None:
        self.open(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.button("Sit down").click()

    def gives_up(self) -> None:
        self.page.get_by_text("More", exact=True).click()
        self.button("Give up").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Give up").click()

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something holds that no part of the page shows."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < deadline, f"{self.name} waited for {what}"
            self.page.wait_for_timeout(20)

    def moves(self, game: str) -> Locator:
        """What can be pressed now to make a move. In Zatre, what ends a turn comes before the cells."""
        buttons = self.page.get_by_role("button", name=MOVES[game], disabled=False)
        if game == "zatre" and not buttons.count() and self.button(LAYING).count():
            return self.page.get_by_role("gridcell", name=LAYS)
        return buttons

    # ── What they see ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def my_turn(self) -> Locator:
        return self.page.get_by_role("status").filter(has_text="It is your turn.")

    @property
    def told(self) -> list[str]:
        """What has happened, line by line."""
        return self.page.get_by_role("log").locator("p").all_inner_texts()

    @property
    def seq(self) -> int:
        """The number of the last event that came over a socket."""
        return max((json.loads(frame).get("seq") or 0 for frame in self.frames), default=0)

    # ── Without the page: what somebody had done before ──────────────────────────────────────────────────────────────

    def known(self) -> str:
        """This device is somebody's already; the token."""
        if self._token is None:
            made = knock.ask(self.house, "POST", "/api/guests", {"name": self.name}).json
            self._token = str(made["token"])
            me = json.dumps({"name": self.name, "token": self._token, "secret": SECRET.hex()})
            self.context.add_init_script(f"localStorage.setItem('stammtisch.me', {json.dumps(me)})")
        return self._token

    def has_opened(self, game: str, *others: str, moves: int = 0) -> str:
        """A table that this person has opened and sits at, with bots of these levels; the game has begun."""
        seats = [{"kind": "person"}, *({"kind": "bot", "bot": level} for level in others)]
        made = knock.ask(self.house, "POST", "/api/tables", {"game": game, "seats": seats}, token=self.known()).json
        table: str = made["table"]
        head = Chain(SECRET, table, 0).head.hex()
        taken = knock.ask(self.house, "POST", f"/api/tables/{table}/seats/0", {"head": head}, token=self.known())
        assert taken.status == 200, taken.body
        if moves:
            with ThreadPoolExecutor(1) as elsewhere:  # this thread's loop is the browser's
                elsewhere.submit(asyncio.run, self._play(table, moves)).result()
        return table

    async def _play(self, table: str, moves: int) -> None:
        """Make so many moves as a beginner would, or all of a game that is over before."""
        async with Seat(self.house.address, table, self.known(), SECRET) as seat:
            opening = seat.events[0]["opening"]
            game = games.load(opening["game"], opening["options"])
            bot = bot_named(game, "beginner")
            assert bot
            for number in range(moves):
                if not await seat.my_turn():
                    return
                with suppress(Refused):  # something happened meanwhile: look again
                    await seat.play(str(bot.choose(seen_by(seat, game), number)))
            await seat.my_turn()

    # ── What is on this device, and how it can be read ───────────────────────────────────────────────────────────────

    def bodies(self) -> list[str]:
        """What came over HTTP, as far as the browser still has it."""
        texts = []
        for answer in self._answers:
            with suppress(Error):
                texts.append(answer.text())
        return texts

    def storage(self) -> str:
        return str(self.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])"))

    def barriers(self) -> list[str]:
        """What axe finds serious or worse, and where."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{each['id']}: {node['html'][:200]}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
