"""A person who uses the page in a separate browser: what they press, what they see, and what they had done before.

The names of controls are written here and nowhere else, in English; the catalogues have them in other languages.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Error, Locator

from stammtisch import games
from stammtisch.bots.named import bot_named
from stammtisch.client import Refused, SeatConnection
from stammtisch.client.bot import seen_by
from stammtisch.core.position import Position
from stammtisch.core.translation import ENGLISH
from stammtisch.fair import Chain, Signer
from stammtisch.puzzles import Puzzle
from stammtisch.puzzles.library import puzzles_of
from tests.examples import TITLES
from tests.page.device import Device
from tests.page.languages import Part, called
from tests.server import api
from tests.server.server_process import ServerProcess

FAILS = ["The turn fails", "The turn fails: lose {tile}"]  # there is nothing else to do
ENDS_TURN = ["Take {tile}", "Steal {tile}", "Stop at {total}", *FAILS]  # not for nothing
ENDS_LAYING = ["Done", "Pass", "Show the tiles"]
LAYING = "Take back the last tile"  # there as long as one may lay
LAYS = "{pips} here: {leads}."
TILE = "Tile {pips}"  # nothing more, if it may be laid now
POINTED_OUT = "[data-lit]"
"""The move that a lesson shows with a frame or an arrow."""
SECRET = bytes(range(32))
"""What everybody's part of the dice is made of, where it was made without the page."""


class Person(Device):
    """Knows the language of the page, once it was chosen."""

    def __init__(self, browser: Browser, server: ServerProcess, name: str = "Ana", **wishes: Any) -> None:
        super().__init__(browser, server, name, **wishes)
        self.language = wishes.get("language", ENGLISH)
        self._token: str | None = None

    # ── Where they are ───────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, path: str = "/") -> Person:
        self.page.goto(path)
        self.page.get_by_role("main").wait_for()
        return self

    def analyses(self, position: Position) -> Person:
        """The analysis board with a position, once the server has loaded what it takes; until then it answers 503."""
        asked = urlencode({"game": position.game.name, "line": position.to_text()})
        self.until(lambda: api.ask(self.server, "GET", f"/api/positions/analysis?{asked}").status != 503, "the worker")
        return self.open(f"/analysis/{position.game.name}#{position.to_text()}")

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
        self.starts(game).click()
        return self.at_table()

    def starts(self, game: str) -> Locator:
        return self.button(self.called("Play {game} now", game=TITLES[game]))

    def chooses(self, language: str) -> None:
        """Another language, in the settings."""
        self.button(self.called("Settings")).click()
        self.page.get_by_label(self.called("Language", part="start")).select_option(language)
        self.language = language
        self.button(self.called("Settings")).click()

    def opens(self, game: str, *others: str, **options: str | bool) -> str:
        """Open a table for oneself and others, "friend" or levels of bots; the table."""
        self.open(f"/new/{game}")
        self.page.get_by_label(self.called("Your name", part="start")).fill(self.name)
        for seat, other in enumerate(others, 2):
            if seat > 2:
                self.button(self.called("Add a seat")).click()
            self.page.get_by_label(self.called("Seat {n}", n=str(seat))).select_option(other)
        if options:
            self.looks_at_the_options()
            infos = api.ask(self.server, "GET", f"/api/games?language={self.language}").json
            (info,) = [each for each in infos if each["game"] == game]
            about = {option["name"]: option["about"] for option in info["options"]}
            for name, value in options.items():
                field = self.page.get_by_label(about[name])
                field.set_checked(value) if isinstance(value, bool) else field.select_option(value)
        self.button(self.called("Open the table")).click()
        return self.at_table()

    def looks_at_the_options(self) -> None:
        self.page.get_by_text(self.called("Rules and clock")).click()

    def invites(self, game: str, **options: str | bool) -> tuple[str, str]:
        """Open a table for oneself and a friend; the table, and the link for the friend."""
        table = self.opens(game, "friend", **options)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.button("Invitation for every free seat: copy link").click()
        self.page.get_by_text("Copied").wait_for()
        return table, str(self.page.evaluate("navigator.clipboard.readText()"))

    def shows_code(self) -> None:
        self.button("Invitation for every free seat: show a QR code").click()
        self.page.get_by_alt_text(re.compile("Invitation for every free seat")).wait_for()

    def asks_for_a_hint(self) -> None:
        self.page.get_by_role("button", name="Hint", exact=True).click()
        self.page.get_by_role("status").filter(has_text="Thinking").wait_for(state="hidden")

    def accepts(self, link: str) -> None:
        self.open(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.button("Sit down").click()

    def gives_up(self) -> None:
        self.page.get_by_role("button", name="More", exact=True).click()
        self.button("Resign").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    def keeps_games(self, handle: str, password: str) -> None:
        """Create an account, on the page for that."""
        form = self.page.locator("form").filter(has=self.button("Create an account"))
        form.get_by_label("Username").fill(handle)
        form.get_by_label("Password").fill(password)
        self.button("Create an account").click()
        self.page.get_by_role("status").filter(has_text="Your games are saved").wait_for()

    def logs_in(self, handle: str, password: str) -> None:
        """On the page for that; somebody with games here is asked about them."""
        self.page.get_by_label("Your username").fill(handle)
        self.page.get_by_label("Your password").fill(password)
        self.button("Log in").click()

    @property
    def lays_tiles(self) -> bool:
        """The board has cells, on which tiles are laid. The view tells it, also before the board is drawn."""
        return "laid" in (self.view.get("state") or {}) or self.page.get_by_role("grid").count() > 0

    @property
    def moves(self) -> Locator:
        """What can be pressed now to make a move. Where tiles are laid, what ends a turn comes before the cells."""
        if not self.lays_tiles:
            return self.page.get_by_role("main").get_by_role("button").and_(self.page.locator("[aria-disabled=false]"))
        if not self.ends_laying.count() and self.button(self.called(LAYING)).count():
            return self.page.get_by_role("gridcell", name=self.called(LAYS, part="start"))
        return self.ends_laying

    @property
    def sure(self) -> Locator:
        """The answer to the question that is asked before a move that loses something."""
        return self.page.get_by_role("dialog").locator(".button.danger")

    def makes_the_only_move(self) -> None:
        """And waits until it is their turn again."""
        seq = self.seq
        self.until(lambda: self.moves.count() > 0, "the board")
        self.moves.first.click()
        self.until(lambda: self.seq > seq and self.awaited, "the next turn")

    @property
    def awaited(self) -> bool:
        """Everybody waits for them: to move, or to throw the dice that begin their turn."""
        return any(self.view.get("legal", [])) or bool((self.view.get("throw") or {}).get("begins"))

    @property
    def ends_laying(self) -> Locator:
        return self.page.get_by_role("button", name=self.called(*ENDS_LAYING, part="start"), disabled=False)

    @property
    def tiles(self) -> Locator:
        """Those in the own hand that may be laid now."""
        return self.page.get_by_role("button", name=self.called(TILE, pips=r"\d"), disabled=False)

    def verifies_the_dice(self) -> None:
        """The page does it by itself for those who have seen the game end."""
        verified = self.page.get_by_text(self.called("All dice verified.", "All dice verified, but:", part="any"))
        verify = self.button(self.called("Verify the dice"))
        self.until(lambda: verified.count() > 0 or verify.count() > 0, "the dice")
        with suppress(Error):  # it has done so meanwhile
            if not verified.count():
                verify.click(timeout=2000)
        verified.wait_for()

    def saves_the_dice(self) -> bytes:
        """The dice file of a game of this game."""
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name=self.called("dice")).click()
        return Path(download.value.path()).read_bytes()

    def checks(self, dice: bytes) -> str:
        """Give a file to the page that checks dice; what it says."""
        self.open("/verify")
        files = self.page.get_by_label("The dice file of a game")
        files.set_input_files({"name": "a-dice.jsonl", "mimeType": "application/jsonl", "buffer": dice})
        return self.page.get_by_role("status").inner_text()

    def goes_on_with_the_lesson(self) -> bool:
        """Do what the lesson wants now; false: it is at its end."""
        progress = self.page.get_by_role("progressbar", name="Progress")
        progress.wait_for()
        before = progress.get_attribute("value")
        if self.page.get_by_role("link", name="Play a real game").count():
            assert before == progress.get_attribute("max")
            return False
        pointed_out = self.page.locator(POINTED_OUT)
        if pointed_out.count():
            pointed_out.first.click()
        else:
            self.button("Continue").first.click()
        self.until(lambda: progress.get_attribute("value") != before, f"what follows scene {before} of a lesson")
        return True

    # ── What they see ────────────────────────────────────────────────────────────────────────────────────────────────

    def opens_a_puzzle(self, game: str, number: int = 0) -> Puzzle:
        """A puzzle of a game, by its place in the file."""
        found = list(puzzles_of(games.load(game)).values())[number]
        self.open(f"/puzzles/{game}/{found.name}")
        self.page.get_by_role("region", name=self.called("Puzzle")).wait_for()
        return found

    def answers_the_puzzle(self, move: str) -> None:
        """Make this move, and wait for what all moves were worth."""
        with self.trouble():  # right after its start a server cannot tell that yet, and is asked again
            self.page.locator(f"[data-move='{move}']").first.click()
            worth = self.page.get_by_role("region", name=self.called("What the moves are worth"))
            worth.get_by_role("listitem").first.wait_for()

    def called(self, *texts: str, part: Part = "all", **names: str) -> re.Pattern[str]:
        """What English texts are in the language of the page."""
        return called(self.language, *texts, part=part, **names)

    @property
    def my_turn(self) -> Locator:
        return self.page.get_by_role("status").filter(has_text=self.called("It is your turn."))

    @property
    def connecting(self) -> Locator:
        return self.page.get_by_role("alert").filter(has_text="Connection lost.")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role(
            "heading", name=self.called("{name} has won", "You win!", "{names} share first place")
        )

    @property
    def says(self) -> str:
        """All that the page says."""
        return self.page.get_by_role("main").inner_text()

    @property
    def told(self) -> list[str]:
        """What has happened, line by line."""
        log = self.page.get_by_role("log", name=self.called("What has happened"))
        return log.locator("p span:not([aria-hidden] *, [aria-hidden])").all_inner_texts()

    # ── Without the page: what somebody had done before ──────────────────────────────────────────────────────────────

    def known(self) -> str:
        """This device is somebody's already; the token."""
        if self._token is None:
            made = api.ask(self.server, "POST", "/api/guests", {"name": self.name}).json
            self._token = str(made["token"])
            me = json.dumps({"name": self.name, "token": self._token, "secret": SECRET.hex()})
            self.context.add_init_script(f"localStorage.setItem('stammtisch.me', {json.dumps(me)})")
        return self._token

    def has_opened(self, game: str, *others: str, moves: int = 0, **options: str) -> str:
        """A table that this person has opened and sits at, with bots of these levels; the game has begun."""
        seats = [{"kind": "person"}, *({"kind": "bot", "bot": each} for each in others)]
        opening = {"game": game, "options": options, "seats": seats}
        made = api.ask(self.server, "POST", "/api/tables", opening, token=self.known()).json
        table: str = made["table"]
        sitting = {"head": Chain(SECRET, table, 0).head.hex(), "key": Signer(SECRET, table, 0).key.hex()}
        taken = api.ask(self.server, "POST", f"/api/tables/{table}/seats/0", sitting, token=self.known())
        assert taken.status == 200, taken.body
        if moves:
            self.plays_elsewhere(table, moves=moves)
        return table

    def has_played_deal(self, game: str, *, moves: int = 0) -> str:
        """The table of the day's game, begun, with so many moves made on another device; its name is the deal's."""
        deal = f"{datetime.now(UTC).date()}-{game}"
        begun = api.ask(self.server, "PUT", f"/api/deals/{deal}", token=self.known()).json
        table: str = begun["table"]
        sitting = {"head": Chain(SECRET, table, 0).head.hex(), "key": Signer(SECRET, table, 0).key.hex()}
        taken = api.ask(self.server, "POST", f"/api/tables/{table}/seats/0", sitting, token=self.known())
        assert taken.status == 200, taken.body
        if moves:
            self.plays_elsewhere(table, moves=moves)
        return deal

    @property
    def figures(self) -> dict[str, Any]:
        """The own statistics, as the server has them now."""
        return dict(api.ask(self.server, "GET", "/api/my/statistics", token=self.known()).json)

    def plays_elsewhere(self, table: str, *, moves: int = 0, turns: int = 0, to: str = "") -> bool:
        """On another device, so many moves at least and so many turns of anybody, or until a move is legal: is it?"""
        with ThreadPoolExecutor(1) as elsewhere:  # this thread's loop is the browser's
            return elsewhere.submit(asyncio.run, self._play(table, moves, turns, to)).result()

    def moves_elsewhere(self, table: str, secret: bytes) -> None:
        """On another device with this secret, the first move that is legal now; it does nothing more."""
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(asyncio.run, self._move(table, secret)).result()

    async def _move(self, table: str, secret: bytes) -> None:
        async with SeatConnection(self.server.address, table, self.known(), secret, shared=True) as seat:
            await seat.play(seat.legal[0])

    def was_away(self, table: str, seq: int, hours: int = 3) -> None:
        """This device has last seen this event of a table, so many hours ago."""
        at = int((time.time() - 3600 * hours) * 1000)
        seen = json.dumps({table: {"seq": seq, "at": at}})
        self.context.add_init_script(f"localStorage['stammtisch.seen'] ??= {json.dumps(seen)}")

    def is_told_at(self, url: str) -> None:
        """Of all games, by this channel."""
        made = api.ask(self.server, "POST", "/api/my/channels", {"url": url}, token=self.known())
        assert made.status == 201, made.body

    async def _play(self, table: str, moves: int, turns: int, to: str) -> bool:
        """Make moves as a beginner would; a game that is over before is that."""
        # The page is another device, with a secret of its own.
        async with SeatConnection(self.server.address, table, self.known(), SECRET, shared=True) as seat:
            opening = seat.events[0]["opening"]
            game = games.load(opening["game"], opening["options"])
            bot = bot_named(game, "beginner")
            assert bot
            number, last = 0, seat.view["state"]["turns"] + turns
            while await seat.my_turn() and (number < moves or seat.view["state"]["turns"] < last):
                if to in seat.legal:
                    return True
                with suppress(Refused):  # something happened meanwhile: look again
                    await seat.play(str(bot.choose(seen_by(seat, game), number)))
                number += 1
            return False
