"""Somebody who runs a tournament, without a page: so that tests of pages can watch what happens elsewhere."""

from __future__ import annotations

import secrets
from typing import Any

from stammtisch.tournament import Scheme, SeededNumbers, sheet_of
from tests.server import knock
from tests.server.house import House

NAMES = """
Ann Ben Cleo Dan Eva Finn Greta Hugo Ida Jan Kati Leo Mia Nils Olga Pia Quentin Rosa Sven Tina Uwe Vera Wim Xenia Yann
Zoe Anneliese-Charlotte Bartholomäus Кристина Řehoř Éloïse Ștefan Maximilian Konstantinopolsky Gwen Hal Ivo
"""


class Organiser:
    """Asks the server as a page does; results are drawn by lot and could be."""

    def __init__(self, house: House, scheme: dict[str, Any], players: int, title: str = "Spring cup") -> None:
        self.house = house
        self.scheme = Scheme.read(scheme)
        self._luck = SeededNumbers("7", "luck", 0)
        self.token = knock.ask(house, "POST", "/api/guests", {"name": "Olga"}).json["token"]
        made = knock.ask(house, "POST", "/api/tournaments", {"title": title, "scheme": scheme}, token=self.token).json
        self.id, self.key = made["tournament"], made["key"]
        self.shown = knock.ask(house, "GET", f"/api/tournaments/{self.id}", token=self.token).json
        if players:
            self.do(*({"kind": "entered", "name": name} for name in NAMES.split()[:players]))

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.shown["view"])

    @property
    def tables(self) -> list[dict[str, Any]]:
        """Of the last round."""
        return list(self.view["rounds"][-1]["tables"])

    def do(self, *what: dict[str, Any]) -> None:
        doing = {"cid": secrets.token_hex(8), "seq": self.shown["seq"], "key": self.key, "what": list(what)}
        answer = knock.ask(self.house, "POST", f"/api/tournaments/{self.id}/events", doing, token=self.token)
        assert answer.status == 200, answer.json
        self.shown = answer.json

    def draw(self) -> None:
        if not self.view["seed"]:
            self.do({"kind": "seeded", "seed": "4 2 6 1 5"})
        self.do({"kind": "drawn"})

    def enter(self, table: int) -> None:
        """A result of a table of the last round."""
        seats = self.tables[table - 1]["seats"]
        options = self.scheme.options_for(len(seats))
        drawn = sheet_of(self.scheme.game).sample(len(seats), self._luck.below, options)
        lines = [{"player": p, "score": score, "mark": mark} for p, (score, mark) in zip(seats, drawn, strict=True)]
        self.do({"kind": "result", "round": len(self.view["rounds"]), "table": table, "lines": lines})

    def play(self) -> None:
        """All results that are missing."""
        for table in self.tables:
            if not table["lines"]:
                self.enter(table["table"])

    def name(self, player: int) -> str:
        return str(self.view["players"][player - 1]["name"])
