"""A person at the form for a new tournament: what he chooses there, and what he sees."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from tests.page.person import Person

ROUNDS = 6  # that advice is given for


class TournamentForm:
    def __init__(self, person: Person) -> None:
        self.person = person.open("/c/new")
        self.page = person.page
        self.title = self.page.get_by_label("Title")
        self.title.wait_for()
        self.page.get_by_label("Your name").fill(person.name)

    def takes(self, preset: str) -> None:
        self.page.get_by_role("radio", name=preset).check()

    @property
    def game(self) -> Locator:
        return self.page.get_by_role("combobox", name=re.compile("^Game"))

    def asks_for_advice(self) -> None:
        """And wait until all of it is there."""
        self.person.button("Calculate").click()
        for at in range(ROUNDS):
            self.advised.nth(at).wait_for()

    @property
    def advised(self) -> Locator:
        """A column of the chart for each number of rounds."""
        return self.page.get_by_role("radiogroup", name="Number of rounds").get_by_role("radio")

    @property
    def rounds(self) -> Locator:
        return self.page.get_by_label("Preliminary rounds")

    def looks_at_more(self) -> None:
        self.page.get_by_text("More settings").click()

    def setting(self, label: str) -> Locator:
        return self.page.get_by_label(label)

    def opens(self) -> None:
        self.person.button("Open the tournament").click()
