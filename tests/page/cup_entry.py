"""A tournament in a room, run without the page; what people press on the sheet of their table, and to open another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator

from tests.page.person import Person
from tests.server import knock
from tests.server.house import House

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")
SMALL = {"preset": "free", "game": "heckmeck", "rounds": 2, "final_size": 0}
ROUNDS = 6  # that advice is given for
Sheet = Mapping[str, tuple[int, int]]
"""Name → worms and highest tile."""


class Cup:
    """A tournament and its organiser, who needs no browser here."""

    def __init__(self, house: House, *names: str, online: bool = False, **scheme: Any) -> None:
        self.house = house
        made = knock.ask(house, "POST", "/api/guests", {"name": "Olga"}).json
        self.token = str(made["token"])
        wanted = {"title": "Spring cup", "scheme": {**SMALL, **scheme}, "online": {} if online else None}
        opened = knock.ask(house, "POST", "/api/tournaments", wanted, token=self.token)
        assert opened.status == 201, opened.body
        self.id = str(opened.json["tournament"])
        self.does({"kind": "seeded", "seed": "4 2 6"}, *({"kind": "entered", "name": name} for name in names))

    @property
    def shown(self) -> dict[str, Any]:
        """How it stands, for the organiser."""
        return dict(knock.ask(self.house, "GET", f"/api/tournaments/{self.id}", token=self.token).json)

    def does(self, *what: dict[str, Any]) -> None:
        doing = {"cid": uuid4().hex, "seq": self.shown["seq"], "what": what}
        done = knock.ask(self.house, "POST", f"/api/tournaments/{self.id}/events", doing, token=self.token)
        assert done.status == 200, done.body

    def table(self, table: int, round: int = 1) -> dict[str, Any]:
        return dict(self.shown["view"]["rounds"][round - 1]["tables"][table - 1])

    def seated(self, table: int, round: int = 1) -> list[str]:
        """Who sits at a table, by name, the start player first."""
        names = {each["player"]: each["name"] for each in self.shown["view"]["players"]}
        return [names[player] for player in self.table(table, round)["seats"]]

    def link(self, table: int, round: int = 1) -> str:
        """What the code on a table leads to."""
        return f"/c/{self.id}/table/{round}/{table}#key={self.table(table, round)['key']}"

    def scores(self, table: int, round: int = 1) -> list[int]:
        return [line["score"] for line in self.table(table, round)["lines"]]


class AtTable:
    """Somebody with the sheet of the own table on a phone."""

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


class Planning:
    """Somebody at the form of a new tournament."""

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
