"""A tournament on a real server, as a test sees it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from stammtisch.tournament import sheet_of
from tests.server import knock
from tests.server.house import House

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Fritz", "Gwen", "Hans", "Ida", "Jo", "Kim", "Leo", "Mia")  # 13


class Cup:
    """Asks as its organiser, unless told otherwise; what is refused comes back as it is."""

    def __init__(self, house: House, title: str = "Cup", *, organiser: str = "Olga", **wanted: Any) -> None:
        self.house = house
        self.token = knock.guest(house, organiser)
        made = knock.ask(house, "POST", "/api/tournaments", {"title": title, **wanted}, token=self.token)
        assert made.status == 201, made.body
        self.id: str = made.json["tournament"]
        self.key: str = made.json["key"]

    @property
    def shown(self) -> Json:
        return self.look(self.token)

    @property
    def view(self) -> Json:
        return dict(self.shown["view"])

    def look(self, token: str | None = None, key: str | None = None, rest: str = "") -> Json:
        headers = {"x-key": key} if key else {}
        answer = knock.ask(self.house, "GET", f"/api/tournaments/{self.id}{rest}", token=token, **headers)
        assert answer.status == 200, answer.body
        return dict(answer.json)

    def try_to(
        self,
        *what: Json,
        token: str | None = None,
        key: str | None = None,
        player: int | None = None,
        seq: int | None = None,
        cid: str | None = None,
        language: str = "en",
    ) -> knock.Answer:
        body = {
            "cid": cid or secrets.token_hex(16),
            "seq": self.shown["seq"] if seq is None else seq,
            "key": key,
            "player": player,
            "what": list(what),
        }
        path = f"/api/tournaments/{self.id}/events?language={language}"
        return knock.ask(self.house, "POST", path, body, token=token or self.token)

    def do(self, *what: Json, **how: Any) -> Json:
        answer = self.try_to(*what, **how)
        assert answer.status == 200, answer.body
        return dict(answer.json)

    def refused(self, *what: Json, **how: Any) -> tuple[str, str]:
        """The code and the sentence."""
        before = self.shown["seq"]
        answer = self.try_to(*what, **how)
        assert answer.status >= 400, answer.body
        assert self.shown["seq"] == before  # nothing has changed
        return answer.json["code"], answer.json["reason"]

    def enter(self, names: Sequence[str] = NAMES, **more: Any) -> None:
        self.do(*({"kind": "entered", "name": name, **more} for name in names))

    def draw(self, seed: str = "5 1 6 3 3") -> None:
        self.do({"kind": "seeded", "seed": seed}, {"kind": "drawn"})

    def table(self, round: int, table: int) -> Json:
        return dict(self.view["rounds"][round - 1]["tables"][table - 1])

    def result(self, round: int, table: int, kind: str = "result") -> Json:
        """A score sheet that could be: the first has most."""
        seats = self.table(round, table)["seats"]
        game = self.view["scheme"]["game"]
        lines = [{"player": player, "score": 0, "mark": 0} for player in seats]
        if game == "heckmeck":
            lines[0] |= {"score": 10, "mark": 36}
            lines[1] |= {"score": 3, "mark": 29}
        else:
            assert sheet_of(game).MARK == ""
            for place, line in enumerate(lines):
                line["score"] = 100 - 5 * place
        return {"kind": kind, "round": round, "table": table, "lines": lines}

    def play_round(self) -> None:
        last = self.view["rounds"][-1]
        for each in last["tables"]:
            if not each["lines"]:
                self.do(self.result(last["round"], each["table"]))
