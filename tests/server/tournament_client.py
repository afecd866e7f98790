"""A tournament on a real server, run by its organiser without a page."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from stammtisch.tournament import Scheme, SeededNumbers, sheet_of
from tests.server import api
from tests.server.server_process import ServerProcess

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Fritz", "Gwen", "Hans", "Ida", "Jo", "Kim", "Leo", "Mia")  # 13


class TournamentClient:
    """Asks as its organiser, unless told otherwise; what is refused comes back as it is."""

    def __init__(self, server: ServerProcess, title: str = "Cup", *, organiser: str = "Olga", **wanted: Any) -> None:
        self.server = server
        self._lots = SeededNumbers("7", "lots", 0)
        self.token = api.guest(server, organiser)
        made = api.ask(server, "POST", "/api/tournaments", {"title": title, **wanted}, token=self.token)
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
        answer = api.ask(self.server, "GET", f"/api/tournaments/{self.id}{rest}", token=token, **headers)
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
    ) -> api.Answer:
        body = {
            "cid": cid or secrets.token_hex(16),
            "seq": self.shown["seq"] if seq is None else seq,
            "key": key,
            "player": player,
            "what": list(what),
        }
        path = f"/api/tournaments/{self.id}/events?language={language}"
        return api.ask(self.server, "POST", path, body, token=token or self.token)

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
        """The next round. The seed is published before the first."""
        self.do(*([] if self.view["seed"] else [{"kind": "seeded", "seed": seed}]), {"kind": "drawn"})

    @property
    def tables(self) -> list[Json]:
        """Of the last round."""
        return list(self.view["rounds"][-1]["tables"])

    def table(self, round: int, table: int) -> Json:
        return dict(self.view["rounds"][round - 1]["tables"][table - 1])

    def seated(self, round: int, table: int) -> list[str]:
        """Who sits at a table, by name, the start player first."""
        return [self.name(player) for player in self.table(round, table)["seats"]]

    def name(self, player: int) -> str:
        return str(self.view["players"][player - 1]["name"])

    def scores(self, round: int, table: int) -> list[int]:
        return [line["score"] for line in self.table(round, table)["lines"]]

    def link(self, round: int, table: int) -> str:
        """What the code on a table leads to."""
        return f"/c/{self.id}/table/{round}/{table}#key={self.table(round, table)['key']}"

    def result(self, round: int, table: int, kind: str = "result") -> Json:
        """A score sheet that could be, drawn by lot."""
        seats = self.table(round, table)["seats"]
        scheme = Scheme.read(self.view["scheme"])
        drawn = sheet_of(scheme.game).sample(len(seats), self._lots.below, scheme.options_for(len(seats)))
        lines = [{"player": p, "score": score, "mark": mark} for p, (score, mark) in zip(seats, drawn, strict=True)]
        return {"kind": kind, "round": round, "table": table, "lines": lines}

    def play_round(self) -> None:
        """All results of the last round that are missing."""
        round = len(self.view["rounds"])
        for each in self.tables:
            if not each["lines"]:
                self.do(self.result(round, each["table"]))
