"""A bad network and kill -9: python -m tests.soak.chaos [--cuts 2000] [--kills 20] [--tables 12]

Real clients (stammtisch.client, which check every die) play, talk and watch through a proxy that cuts, delays and
splits, while the server is killed and started again. Afterwards every command that was answered must be in the log
exactly once, and every client must have seen what the log says and must see the table as a new client does.

The control is a server that forgets which messages it has had: it executes or refuses what is sent again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from itertools import count
from pathlib import Path

from stammtisch import games
from stammtisch.client import Guest, Refused, SeatConnection, Server, TableConnection
from stammtisch.server.storage.store import Store
from stammtisch.server.table.events import view_event
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak import results
from tests.soak.proxy import Proxy

FORGETFUL = f"""
from itertools import count
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.table.commands import Table
do, numbers = Table.do, count()
def forgetful(self, command, guest, now):
    return do(self, command.model_copy(update={{"cid": f"{{next(numbers):016d}}{{now}}"}}), guest, now)
Table.do = forgetful
Table._current = lambda self, *_: None
async def never(*_): return None
TableRegistry._done_before = never
{COMMAND}
"""
"""A server without client ids and without numbers: every message is new to it."""


@dataclass
class Result:
    cuts: int = 0
    kills: int = 0
    answered: int = 0
    lost: int = 0
    """Answered as done, and not in the log at that number."""
    twice: int = 0
    """In the log once more than it was meant, or though it was refused."""
    differ: int = 0
    """Events, dice among them, that a client saw otherwise than the log has them."""
    astray: int = 0
    """Clients that see another table than one who comes anew."""
    refused: int = 0

    def __add__(self, other: Result) -> Result:
        return Result(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    @property
    def good(self) -> bool:
        return not (self.lost or self.twice or self.differ or self.astray)

    def __str__(self) -> str:
        return (
            f"{self.answered:,} commands answered: lost {self.lost}, twice {self.twice}, seen otherwise than in the "
            f"log {self.differ}, clients astray {self.astray}"
        )


@dataclass
class Person:
    """A client and what it was told."""

    guest: Guest
    seat: SeatConnection
    done: dict[int, str] = field(default_factory=dict)
    """The number of each event that was acknowledged, with the move or the words."""
    refused: int = 0

    async def play(self, rng: random.Random, numbers: count[int], stop: asyncio.Event) -> None:
        """Decide and talk until told to stop; then what was begun is brought to its end."""
        seat = self.seat
        while not stop.is_set() and not seat.is_over:
            try:
                if rng.random() < 0.1:
                    words = f"number {next(numbers)}"
                    self.done[await seat.send("say", text=words)] = words
                elif seat.legal:
                    move = rng.choice(seat.legal)
                    self.done[await seat.play(move)] = move
                else:
                    await asyncio.sleep(0.02)
            except Refused:
                self.refused += 1


async def _sit_down(server: ServerProcess, tables: int, address: str) -> tuple[list[Person], list[TableConnection]]:
    client = Server(server.address)
    people, watches = [], []
    for number in range(tables):
        pair = [await client.guest(f"Chaos {p}") for p in range(2)]
        game = games.names()[number % len(games.names())]
        table, invites = await pair[0].open(game, ["person", "person"])
        for p, guest in enumerate(pair):
            await guest.sit(table, p, invites[p])
            people.append(Person(guest, SeatConnection(address, table, guest.token, guest.secret)))
        watches.append(TableConnection(address, table))
    return people, watches


async def _kill(
    server: ServerProcess,
    proxy: Proxy,
    kills: int,
    cuts: int,
    rng: random.Random,
    playing: Sequence[asyncio.Task[None]],
) -> int:
    """Until there were as many cuts, with the kills spread over them, or until all games are over."""
    done = 0
    while (done < kills or proxy.cuts < cuts) and not all(task.done() for task in playing):
        await asyncio.sleep(rng.uniform(0.1, 0.5))
        if done < kills and proxy.cuts * (kills + 1) >= cuts * (done + 1):
            await asyncio.to_thread(server.restart)
            done += 1
    return done


async def _astray(client: TableConnection, guest: Guest | None, direct: str) -> bool:
    """Does it, in the end, see what somebody sees who comes anew?"""
    anew = (
        SeatConnection(direct, client.table, guest.token, guest.secret)
        if guest
        else TableConnection(direct, client.table)
    )
    async with anew:
        for _ in range(600):  # what is under way may still change it
            if (client.seq, client.view) == (anew.seq, anew.view):
                return False
            await asyncio.sleep(0.1)
    return True


async def storm(
    server: ServerProcess, tables: int, cuts: int, kills: int, seed: int, worse: float
) -> tuple[Result, list[Person], list[TableConnection]]:
    rng, numbers, stop = random.Random(seed), count(), asyncio.Event()
    async with Proxy(server.port, seed, worse) as proxy:
        people, watches = await _sit_down(server, tables, f"http://127.0.0.1:{proxy.port}")
        clients: list[TableConnection] = [*(person.seat for person in people), *watches]
        await asyncio.gather(*(client.__aenter__() for client in clients))
        try:
            playing = [
                asyncio.create_task(person.play(random.Random(f"{seed} {number}"), numbers, stop))
                for number, person in enumerate(people)
            ]
            done = await _kill(server, proxy, kills, cuts, rng, playing)
            proxy.calm = True
            stop.set()
            await asyncio.wait_for(asyncio.gather(*playing), 120)
            guests = [*(person.guest for person in people), *(None for _ in watches)]
            astray = [
                await _astray(client, guest, server.address) for client, guest in zip(clients, guests, strict=True)
            ]
        finally:
            await asyncio.gather(*(client.__aexit__() for client in clients))
        return Result(proxy.cuts, done, astray=sum(astray)), people, watches


def compare(store: Store, result: Result, people: Sequence[Person], watches: Sequence[TableConnection]) -> None:
    """What was told and seen against what is on disk."""
    for client in [*(person.seat for person in people), *watches]:
        rows = store.rows(client.table)
        over = any(row.kind == "result" for row in rows)
        true = {row.seq: [view_event(row, client.seat, over=late) for late in {False, over}] for row in rows}
        result.differ += sum(event not in true.get(event["seq"], ()) for event in client.events)
        result.differ += [event["seq"] for event in client.events] != list(range(1, client.seq + 1))
    for person in people:
        mine: dict[int, str] = {}
        for row in store.rows(person.seat.table):
            if row.seat == person.seat.seat and row.kind in ("seat", "draft", "said"):
                line = json.loads(row.payload)
                mine[row.seq] = line["text"] if row.kind == "said" else line["move"]
        result.answered += len(person.done)
        result.refused += person.refused
        result.lost += sum(mine.get(seq) != what for seq, what in person.done.items())
        result.twice += sum((Counter(mine.values()) - Counter(person.done.values())).values())


def run(tables: int, cuts: int, kills: int, seed: int, *, code: str = COMMAND, worse: float = 1.0) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        with ServerProcess(Path(folder), code=code) as server:
            result, people, watches = asyncio.run(storm(server, tables, cuts, kills, seed, worse))
        store = Store(f"sqlite:///{folder}/data/stammtisch.db")
        try:
            compare(store, result, people, watches)
        finally:
            store.close()
    return result


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.chaos", description="A bad network and kill -9.")
    parser.add_argument("--cuts", type=int, default=2000, metavar="N")
    parser.add_argument("--kills", type=int, default=20, metavar="N")
    parser.add_argument("--tables", type=int, default=12, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(arguments)
    found, seed = Result(), given.seed
    while found.cuts < given.cuts or found.kills < given.kills:  # in rounds, for games end
        found += run(given.tables, given.cuts // 10, max(1, given.kills // 8), seed)
        seed += 1
        print(f"{found.cuts} cuts, {found.kills} kills: {found}", flush=True)
    control = run(given.tables, given.cuts // 10, given.kills // 10, given.seed, code=FORGETFUL)
    row = (
        "bad network and kill -9",
        f"{found.cuts:,} cuts, {found.kills} kills, {given.tables} tables of all games",
        str(found),
        f"a server that forgets which messages it has had, {control.cuts:,} cuts: {control}",
        "python -m tests.soak.chaos",
    )
    return results.tell(row, good=found.good and control.twice > 0, keep=not arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
