"""An organiser at the page of a tournament: what he presses there, and what he sees.

As in person.py, the names of controls are written here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page

from tests.page.person import Person
from tests.server import api

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jon", "Kim", "Lea", "Max"]
RIGHT = [(4, 36), (3, 32), (2, 28), (1, 24)]
"""One tile each; the start player is ahead."""
Lines = Sequence[tuple[int, int]]
"""Worms and highest tile, in the order of the seats."""


class OrganiserPage:
    """The page of a tournament as its organiser uses it: `OrganiserPage(person).opens("Spring cup", preset=PRESET)`."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.tournament = ""
        self.key = ""

    @property
    def page(self) -> Page:
        return self.person.page

    def opens(self, title: str, *, online: bool = False, **scheme: object) -> OrganiserPage:
        """Without the form for it, which has tests of its own."""
        wanted = {"title": title, "scheme": scheme, **({"online": {}} if online else {})}
        made = api.ask(self.person.server, "POST", "/api/tournaments", wanted, token=self.person.known()).json
        self.tournament, self.key = made["tournament"], made["key"]
        self.person.open(f"/c/{self.tournament}")
        self.heading("Players").wait_for()
        return self

    def helped_by(self, person: Person) -> OrganiserPage:
        """Somebody who has the organiser's link on another device."""
        other = OrganiserPage(person)
        other.tournament, other.key = self.tournament, self.key
        person.open(f"/c/{self.tournament}#key={self.key}")
        other.page.get_by_role("tablist").wait_for()
        return other

    # ── What is pressed ──────────────────────────────────────────────────────────────────────────────────────────────

    def enters(self, name: str) -> None:
        field = self.page.get_by_label("Name of the player")
        field.fill(name)
        field.press("Enter")

    def enters_all(self, names: Sequence[str]) -> None:
        self.page.get_by_text("Add a list of players").click()
        self.page.get_by_label("One name per line").fill("Name;Club\n" + "\n".join(f"{name};Home" for name in names))
        self.page.get_by_text("To be added").wait_for()
        self.person.button(f"Add {len(names)} players").click()

    def enters_bots(self, count: int, level: str = "beginner") -> None:
        self.page.get_by_label("Bot level").select_option(level)
        for number in range(1, count + 1):
            self.person.button("Add a bot").click()
            self.page.get_by_text(f"{number} player").first.wait_for()

    def seeds(self, seed: str = "") -> None:
        if seed:
            self.page.get_by_label("Seed").fill(seed)
        else:
            self.person.button("Roll five dice").click()
        self.person.button("Publish the seed").click()

    def goes_on(self, press: str) -> None:
        """The next thing to do; there is only one button for it."""
        assert self.page.locator(".button.primary:visible").count() == 1
        self.next.get_by_role("button", name=press).click()

    def announces(self, text: str) -> None:
        self.shows("Announcements")
        self.page.get_by_label("To everybody").fill(text)
        self.person.button("Announce").click()

    def shows(self, tab: str) -> None:
        self.page.get_by_role("tab", name=tab).click()

    def types(self, table: int, lines: Lines) -> None:
        """A result, field by field with the key Enter, which saves it after the last."""
        fields = self.sheet(table).get_by_role("textbox")
        fields.first.focus()
        for value in [value for line in lines for value in line]:
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.type(str(value))
            self.page.keyboard.press("Enter")

    def corrects(self, table: int, lines: Lines, reason: str) -> None:
        self.table(table).get_by_role("button", name="Edit").click()
        self.types(table, lines)
        self.sheet(table).get_by_label("Reason for the correction").fill(reason)
        self.saves(table)

    def saves(self, table: int) -> None:
        self.sheet(table).get_by_role("button", name=re.compile("^Save the")).click()

    # ── What is seen ─────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def next(self) -> Locator:
        return self.page.get_by_role("region", name="What comes next")

    @property
    def refusal(self) -> Locator:
        return self.page.get_by_role("alert").filter(visible=True)

    def heading(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=name)

    def table(self, number: int) -> Locator:
        """Of the round that is played."""
        return self.page.get_by_role("region", name=f"Table {number}").first

    def sheet(self, number: int) -> Locator:
        return self.table(number).get_by_role("form")

    def typed(self, table: int) -> list[str]:
        return [field.input_value() for field in self.sheet(table).get_by_role("textbox").all()]

    def confirmed(self, table: int) -> Locator:
        return self.table(table).get_by_text("confirmed")
