"""One person's browser: the errors in it, the messages it received, what it stores and what it shows."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Response, WebSocket

from tests.server.server_process import ServerProcess

DESKTOP = (1280, 800)
REST = 250  # ms
PHONE = (360, 740)
PATIENCE = 120_000  # ms for anything to appear; two browsers, a server and bots share the machine, and not alone
FIND_BARRIERS = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
"""All rules; but what is right is not listed, which on a large board would take three times as long."""
NO_WORKER = "if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {}"
FRAME = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
TOO_WIDE = """() => {
    const [edge, all] = [document.documentElement.clientWidth, [...document.body.querySelectorAll('*')]];
    if (document.documentElement.scrollWidth <= edge) return [];
    const found = all.filter(each => each.getBoundingClientRect().right > edge + 1);
    return [`${document.documentElement.scrollWidth} px`, ...found.map(each => each.outerHTML.slice(0, 150))];
}"""
READ = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement.closest('script, style, [lang]:not(html)') && node.parentElement.checkVisibility())
            found.push(node.data);
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    for (const each of document.body.querySelectorAll(attributes.map(name => `[${name}]`).join()))
        if (each.checkVisibility()) for (const name of attributes) found.push(each.getAttribute(name) ?? '');
    return found.map(text => text.trim()).filter(text => text);
}"""


class Device:
    """One browser context: its own storage and its own cookies, as if on a device of its own."""

    def __init__(
        self,
        browser: Browser,
        server: ServerProcess,
        name: str = "Ana",
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: Any = "light",
        language: str = "en",
        pace: str | None = None,
        worker: bool = False,
    ) -> None:
        """`pace`: how fast the moves of others are shown, with motion; None: at once, for tests that need not watch.

        `worker`: the page may install its service worker. That fetches all there is, so each first visit would cost
        twice as much; most tests are about neither notices nor being offline."""
        self.server = server
        self.name = name
        self.faults: list[str] = []
        self.frames: list[str] = []
        """What came over sockets."""
        self._seen: list[dict[str, Any]] = []
        self._answers: list[Response] = []
        self._under_way: set[Request] = set()
        self.context = browser.new_context(
            base_url=server.address,
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            reduced_motion="no-preference" if pace else "reduce",
            locale=language,
            has_touch=size == PHONE,
            is_mobile=size == PHONE,
        )
        self.context.set_default_timeout(PATIENCE)
        settings = json.dumps(json.dumps({"pace": pace or "none"}))
        self.context.add_init_script(f"if (location.host) localStorage['stammtisch.settings'] ??= {settings}")
        if not worker:
            self.context.add_init_script(NO_WORKER)
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    # ── What goes wrong ──────────────────────────────────────────────────────────────────────────────────────────────

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error}"))
        page.on("request", self._asked)
        page.on("requestfinished", lambda request: self._under_way.discard(request))
        page.on("close", lambda _: self._under_way.clear())
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        """A browser reports here whatever the content security policy forbids, too."""
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if request.is_navigation_request():
            self._under_way.clear()  # of what is given up by that, a browser does not always tell
        if "wait=" not in request.url:
            self._under_way.add(request)

    def _failed(self, request: Request) -> None:
        self._under_way.discard(request)
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
        self.page.wait_for_timeout(REST)  # a browser tells of a failed connection when it finds the time
        del self.faults[before:]

    def close(self) -> None:
        self.context.close()

    # ── What it was told ─────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What came over sockets, read."""
        self._seen += [json.loads(frame) for frame in self.frames[len(self._seen) :]]
        return self._seen

    @property
    def news(self) -> dict[str, Any]:
        """What was told last of the table."""
        return next((message for message in reversed(self.messages) if message["type"] in ("welcome", "news")), {})

    @property
    def seq(self) -> int:
        """The number of the last event that came over a socket."""
        return int(self.news.get("seq") or 0)

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.news.get("view") or {})

    @property
    def turns(self) -> int:
        """The number of the turn in the game."""
        return int((self.view.get("state") or {}).get("turns") or 0)

    def until(self, holds: Callable[[], bool], what: str, patience: int = PATIENCE) -> None:
        """Wait until something holds that no part of the page shows."""
        deadline = time.monotonic() + patience / 1000
        while not holds():
            assert time.monotonic() < deadline, f"{self.name} waited for {what}"
            self.page.wait_for_timeout(20)

    def at_rest(self) -> None:
        """Everything has come but what waits for news, as every page does."""
        self.page.wait_for_load_state("load")
        for _ in range(2):  # what has come may ask for more
            self.page.wait_for_timeout(REST)
            self.until(lambda: not self._under_way, "what was asked for")
        self.page.evaluate("document.fonts.ready.then(() => null)")

    def settle(self) -> None:
        """Let the page draw what it knows."""
        self.page.evaluate(FRAME)

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

    @property
    def texts(self) -> list[str]:
        """What is to be seen or heard, except what is meant to be in another language."""
        return list(self.page.evaluate(READ))

    @property
    def too_wide(self) -> list[str]:
        """What reaches over the right edge of the screen, if there is more than one can see."""
        return list(self.page.evaluate(TOO_WIDE))

    def barriers(self) -> list[str]:
        """What axe finds serious or worse, and where."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate(FIND_BARRIERS)
        return [
            f"{each['id']}: {node['html'][:200]}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
