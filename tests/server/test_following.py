"""Whole honest games of all kinds, followed by everybody at the table and by a spectator: nobody is accused.

And the same games with another result than the lines give."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from stammtisch import games
from stammtisch.client import TableConnection
from stammtisch.fair import Code, Fault
from stammtisch.server.protocol import wire
from tests.examples import EXAMPLE, HIDDEN
from tests.server.table_driver import TableDriver

STEPS = 60
SEEDS = range(1)


class Followed:
    """A table, and a client for each seat and for a spectator, which get the news after each step. `shown` is how the
    server shows the table."""

    def __init__(self, game: str, *, plain: bool = False, shown: Callable[[Any], Any] = lambda view: view) -> None:
        self.driver = TableDriver(game, ["person", "person", "beginner"], plain=plain)
        self.shown = shown
        self.seats = (0, 1, None)
        self.clients = [self.client() for _ in self.seats]
        self.tell()
        self.driver.sit_all()
        self.tell()

    def client(self) -> TableConnection:
        return TableConnection("http://nowhere", self.driver.name)

    def tell(self) -> None:
        for seat, client in zip(self.seats, self.clients, strict=True):
            self.news(client, seat)

    def news(self, client: TableConnection, seat: int | None) -> None:
        table = self.driver.table
        client.seat = seat
        events = table.events(client.seq, seat, self.driver.rows)
        news = {"type": "news", "events": events, "view": self.shown(table.view(seat))}
        with suppress(StopIteration):  # it waits for nothing
            client._take(json.loads(json.dumps(news))).send(None)

    def play(self, seed: int, steps: int = 100_000) -> Followed:
        rng = Random(seed)
        for _ in range(steps):
            if not self.driver.step(rng):
                break
            self.tell()
        return self

    def do(self, seat: int, command: wire.Command) -> None:
        self.driver.do(seat, command)
        self.tell()

    def resign(self, *seats: int) -> Followed:
        for seat in seats:
            self.do(seat, wire.Resign(cid=self.driver.cid()))
        return self

    def take_back(self) -> Followed:
        """Somebody takes his last decision back, and the other agrees."""
        driver = self.driver
        while driver.contribute():
            self.tell()
        seat = next(seat for seat in (0, 1) if driver.table.playing.last_decision(seat))
        self.do(seat, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))
        self.do(1 - seat, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=True))
        return self

    def close(self) -> Followed:
        self.driver.table.close(self.driver.now)
        self.driver.written()
        self.tell()
        return self

    def draft(self, seed: int) -> Followed:
        """Play until somebody has moves that nobody else sees."""
        rng = Random(seed)
        while not self.driver.table.playing.is_drafting:
            self.driver.step(rng)
            self.tell()
        return self

    def verify(self) -> dict[str, Any]:
        """Everybody looks at the whole afterwards, and somebody at each seat begins to look only then; the result."""
        table = self.driver.table
        assert table.is_over
        late = [self.client() for _ in self.seats]
        for seat, client in zip(self.seats, late, strict=True):
            self.news(client, seat)
        if table.play:
            lines = table.transcript(self.driver.rows).splitlines()
            for seat, client in zip(self.seats * 2, [*self.clients, *late], strict=True):
                client._following.verify(lines, seat)
        assert table.result
        return table.result


ENDS: dict[str, Callable[[Followed, int], Followed]] = {
    "played": lambda table, seed: table.play(seed),
    "one resigns": lambda table, seed: table.play(seed, STEPS).resign(seed % 2).play(seed),
    "all resign": lambda table, seed: table.play(seed, STEPS + seed).resign(0, 1),
    "taken back": lambda table, seed: table.play(seed, STEPS).take_back().play(seed, STEPS).take_back().play(seed),
    "taken back and resigned": lambda table, seed: table.play(seed, STEPS).take_back().resign(1, 0),
    "closed": lambda table, seed: table.play(seed, STEPS + seed).close(),
    "closed at once": lambda table, _: table.close(),
    "resigned and closed": lambda table, seed: table.play(seed, STEPS).resign(0).close(),
}


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("game", games.names())
def test_an_honest_game_accuses_nobody(game: str, end: str, plain: bool) -> None:
    for seed in SEEDS:
        reason = ENDS[end](Followed(game, plain=plain), seed).verify()["reason"]
        assert reason == (
            "closed" if "closed" in end else "resigned" if end.endswith(("resign", "resigned")) else "played"
        )


@pytest.mark.parametrize("leaves", [0, 1, None])
def test_an_end_in_the_middle_of_a_draft_accuses_nobody(leaves: int | None) -> None:
    """What was drafted is seen by who sat there, and counts for nothing."""
    table = Followed(HIDDEN).play(1, STEPS).draft(1)
    if leaves is None:
        table.close().verify()
    else:
        table.resign(leaves, 1 - leaves).verify()


FALSE: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "scores": lambda result: {**result, "scores": [score + 1 for score in result["scores"]]},
    "places": lambda result: {**result, "places": [place % len(result["places"]) + 1 for place in result["places"]]},
    "reason": lambda result: {**result, "reason": "closed" if result["reason"] == "played" else "played"},
    "nothing": lambda _: {},
}


@pytest.mark.parametrize("what", FALSE)
@pytest.mark.parametrize("end", ["played", "all resign", "closed", "closed at once"])
@pytest.mark.parametrize("game", [EXAMPLE, HIDDEN])
def test_another_result_is_a_fault(game: str, end: str, what: str) -> None:
    def shown(view: dict[str, Any]) -> dict[str, Any]:
        return view | ({"result": FALSE[what](view["result"]) or None} if view["result"] else {})

    with pytest.raises(Fault) as fault:
        ENDS[end](Followed(game, shown=shown), 0).verify()
    assert fault.value.code == Code.SHOWN


def test_a_result_before_the_end_is_a_fault() -> None:
    result = {"scores": [0, 0, 0], "places": [1, 1, 1], "reason": "played"}
    for shown in (lambda view: view | {"result": result}, lambda view: view | {"result": result, "status": "over"}):
        with pytest.raises(Fault) as fault:
            Followed(EXAMPLE, shown=shown).play(0, 1)
        assert fault.value.code == Code.SHOWN
