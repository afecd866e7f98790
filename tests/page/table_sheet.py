"""A player with the score sheet of a tournament's table on a phone: what he presses there, and what he sees."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Locator

from tests.page.person import Person

Sheet = Mapping[str, tuple[int, int]]
"""Name → worms and highest tile."""


class TableSheet:
    def __init__(self, person: Person, link: str) -> None:
        self.person = person.open(link)
        self.page = person.page

    def is_there(self) -> None:
        """Say once who one is."""
        self.page.get_by_text("Who are you?").wait_for()
        self.person.button(self.person.name).click()

    def types(self, sheet: Sheet) -> None:
        for name, (worms, tile) in sheet.items():
            self.field("Worms", name).fill(str(worms))
            self.field("highest tile", name).fill(str(tile))

    def field(self, what: str, name: str) -> Locator:
        return self.page.get_by_label(f"{name}: {what}")

    def left(self, name: str) -> Locator:
        return self.page.get_by_label(f"{name} has left the game")

    def saves(self) -> None:
        self.person.button("Save the").click()

    def corrects(self) -> None:
        self.person.button("No, edit it").click()

    def confirms(self) -> None:
        self.confirm.click()

    @property
    def confirm(self) -> Locator:
        return self.person.button("Yes, it is right")

    @property
    def refused(self) -> Locator:
        return self.page.get_by_role("alert")

    @property
    def lines(self) -> list[str]:
        """Place, worms, highest tile and score, in the order of the seats."""
        rows = self.page.get_by_role("table").first.locator("tbody tr").all()
        return [" ".join(row.locator("td").all_inner_texts()) for row in rows]
