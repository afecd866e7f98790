"""The cup: tournaments online, one after the other, of people and bots."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter
from functools import partial
from typing import Any

from stammtisch.client import Server, ServerError
from stammtisch.tournament import Tournament
from tests.examples import EXAMPLE
from tests.soak.cluster.players import Acknowledged, Ending, Player, Seat, decide, patient

BOTS = 4
SCHEME = {"game": EXAMPLE, "rounds": 2, "final_size": 0, "smallest": 3, "usual": 3, "largest": 3}
ONLINE = {"wait": 3600, "pause": 0, "automatic": True, "takeover": None}
LOOK = 0.5  # seconds between two looks at a tournament


class Cup:
    def __init__(self, organiser: Player, people: list[Player], seed: str, ending: Ending) -> None:
        self.done: list[str] = []
        """Tournaments that have ended."""
        self.seats: list[Seat] = []
        self.acknowledged: list[Acknowledged] = []
        self._organiser, self._people = organiser, people
        self._rng = random.Random(seed)
        self._ending = Ending(finish=True, now=ending.now)
        """Who resigns is out of a tournament's game, so nobody does."""

    async def run(self) -> None:
        while not self._ending.now.is_set():
            cup = await self._begun()
            await asyncio.gather(*(self._play(cup, person) for person in self._people))
            self.done.append(cup)

    async def _begun(self) -> str:
        wanted = {"title": "Cup", "scheme": SCHEME, "online": ONLINE}
        made = await patient(
            lambda: self._organiser.server.ask("POST", "/api/tournaments", wanted, self._organiser.token)
        )
        cup: str = made["tournament"]
        for number, person in enumerate(self._people):
            await self._do(cup, person, {"kind": "entered", "name": f"Person {number}"})
        bots = [{"kind": "entered", "name": f"Robo {number}", "bot": "beginner"} for number in range(BOTS)]
        await self._do(cup, self._organiser, *bots, {"kind": "seeded", "seed": "4 2 1"}, {"kind": "drawn"})
        return cup

    async def _do(self, cup: str, who: Player, *what: dict[str, Any]) -> None:
        """Once, however often it must be said."""
        cid = secrets.token_urlsafe(16)
        while True:
            shown = await patient(lambda: who.server.ask("GET", f"/api/tournaments/{cup}", None, who.token))
            said = {"cid": cid, "seq": shown["seq"], "key": None, "player": None, "what": list(what)}
            say = partial(who.server.ask, "POST", f"/api/tournaments/{cup}/events", said, who.token)
            try:
                await patient(say)
                return
            except ServerError as error:
                if error.code != "stale":
                    raise

    async def _play(self, cup: str, person: Player) -> None:
        """One's games, from round to round, to the end of the tournament."""
        played = set()
        while True:
            shown = await patient(lambda: person.server.ask("GET", f"/api/tournaments/{cup}", None, person.token))
            if shown["view"]["phase"] == "closed":
                return
            you = shown["you"]
            if you and you["invite"]:
                table = shown["view"]["rounds"][you["round"] - 1]["tables"][you["table"] - 1]["played"]
                if table not in played:
                    played.add(table)
                    await self._play_at(table, person, you)
            await asyncio.sleep(LOOK)

    async def _play_at(self, table: str, person: Player, you: dict[str, Any]) -> None:
        look = f"/api/tables/{table}"  # it opens a moment after the draw
        await patient(lambda: person.server.ask("GET", look), "no_table")
        seat = await person.take_seat(table, you["seat"], you["invite"])
        self.seats.append(seat)
        async with seat:
            await decide(seat, random.Random(self._rng.random()), self.acknowledged.append, self._ending)


async def faults_of(cup: str, server: Server) -> list[str]:
    """What is wrong with a tournament that is over: its file, and its results beside the games themselves."""
    text = (await patient(lambda: server.fetch("GET", f"/api/tournaments/{cup}/tournament.jsonl"))).decode()
    kinds = Counter(event.what.kind for event in Tournament.read(text).events)  # every draw is made again
    view = (await patient(lambda: server.ask("GET", f"/api/tournaments/{cup}")))["view"]
    tables = [table for each in view["rounds"] for table in each["tables"]]
    expected = {"drawn": len(view["rounds"]), "result": len(tables), "confirmed": len(tables), "closed": 1}
    found = [
        f"{cup} has {kinds[kind]} times '{kind}', not {times}"
        for kind, times in expected.items()
        if kinds[kind] != times
    ]
    for table in tables:
        name = table["played"]
        game = (await patient(lambda name=name: server.ask("GET", f"/api/tables/{name}")))["view"]  # type: ignore[misc]  # the same
        if [line["score"] for line in table["lines"]] != game["scores"]:
            found.append(f"{cup} has another result of {name} than was played")
    return found
