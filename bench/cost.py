"""What a command, a game, a table and a connection cost: the figures that docs/scale.md counts with.

    python -m bench.cost [--games 10] [--tables 500] [--rate 150] [--seconds 20] [--skip commands,games,memory]

One node on a PostgreSQL that waits for its disk. CPU time is what processes used: others on the machine make it longer
only by what they do to its caches. Written to results/cost.json.

A command is a decision or a part given to the dice; it is acknowledged when it is on disk. In `games` people are bots
of a level that play over the protocol as people do, and two spectators watch: a page, and a program.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import tempfile
import time
import zlib
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import uvloop
from tests.server import postgres
from tests.server.server_process import COMMAND, ServerProcess
from websockets.asyncio.client import connect

from bench import machine
from bench.players import Crowd
from bench.seating import seat_all
from stammtisch import games
from stammtisch.bots.named import bot_named
from stammtisch.client import Server
from stammtisch.client.bot import play

RESULTS = Path(__file__).parent / "results" / "cost.json"
LEVEL = "regular"
MOVES = ("seat", "draft")
"""Events that are a decision."""
PEOPLE = ("guest", "session")
"""Tables with a row for each person, however many games he plays."""
IDLE = 60.0
"""Seconds after which a node puts a table away that nobody needs (TableRegistry.idle)."""
CODE = f"""
import ctypes, gc, pathlib, signal, sys
def give_back(*_):
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pathlib.Path("blocks").write_text(str(sys.getallocatedblocks()))
signal.signal(signal.SIGUSR1, give_back)
from stammtisch.server.live import sockets
sockets.RATE = sockets.BURST = 1e9
{COMMAND}
"""
"""A server that lets everybody send as much as he likes, and at a signal gives back what memory it does not need."""
Run = Callable[["Bench"], Coroutine[Any, Any, dict[str, Any]]]


class Bench:
    """A node and its database."""

    def __init__(self, server: ServerProcess, cluster: postgres.Cluster, url: str) -> None:
        self.server = server
        self._cluster = cluster
        self._url = url

    def cpu(self) -> tuple[float, float]:
        """Seconds that the node's process and PostgreSQL have used."""
        return machine.cpu_seconds(self.server.pid), self._cluster.cpu_seconds()

    def sql(self, text: str) -> list[Any]:
        with psycopg.connect(self._url) as connection:
            return connection.execute(text.encode()).fetchall()

    def vacuum(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("VACUUM")

    def wal(self) -> int:
        """How many bytes PostgreSQL has logged, which is what a standby gets."""
        return int(self.sql("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")[0][0])

    def rows(self) -> dict[str, int]:
        return {name: int(self.sql(f'SELECT count(*) FROM "{name}"')[0][0]) for name in self._tables()}

    def size(self) -> int:
        """Bytes on disk with indexes, without people."""
        return sum(int(self.sql(f"SELECT pg_total_relation_size('\"{name}\"')")[0][0]) for name in self._tables())

    def packed(self) -> float:
        """The mean size of the log of a table as a compressed file."""
        rows = self.sql("SELECT table_id, json_agg(event ORDER BY seq)::text FROM event GROUP BY table_id")
        return sum(len(zlib.compress(text.encode(), 9)) for _, text in rows) / len(rows)

    def _tables(self) -> list[str]:
        found = self.sql("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
        return [name for (name,) in found if name not in PEOPLE]


# ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def commands(bench: Bench, wanted: list[str], rate: float, seconds: float) -> dict[str, Any]:
    """People who do anything that is legal; so many commands a second, or (0) as many as are answered."""
    crowd = Crowd(bench.server.port, random.Random(1), at_once=not rate)
    await seat_all(crowd, wanted)
    await crowd.connect()
    await asyncio.sleep(1)
    answered, decisions = len(crowd.latencies), crowd.decisions
    cpu, wal, rows, begin = bench.cpu(), bench.wal(), bench.rows()["event"], time.perf_counter()
    await (crowd.offer(rate, seconds) if rate else asyncio.sleep(seconds))
    took = time.perf_counter() - begin
    answered, decisions = len(crowd.latencies) - answered, crowd.decisions - decisions
    used = [after - before for before, after in zip(cpu, bench.cpu(), strict=True)]
    found = {
        "tables": len(wanted),
        "answered": answered,
        "per second": round(answered / took),
        "decisions among them": decisions,
        "server: CPU ms per command": round(used[0] / answered * 1000, 3),
        "PostgreSQL: CPU ms per command": round(used[1] / answered * 1000, 3),
        "rows per command": round((bench.rows()["event"] - rows) / answered, 2),
        "bytes of WAL per command": round((bench.wal() - wal) / answered),
        "refused or closed": sum(crowd.refused.values()) + crowd.closes,
    }
    crowd.leave()
    return found


# ── Games ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def watched(server: ServerProcess, table: str, language: str | None) -> int:
    """The bytes that a spectator gets of a game after its beginning."""
    hello = {"type": "hello", "protocol": 1, "table": table, "language": language, "pages": True}
    size = 0
    async with connect(f"{server.address.replace('http', 'ws')}/ws/{table}", max_size=None, proxy=None) as socket:
        await socket.send(json.dumps(hello))
        await socket.recv()
        async for text in socket:
            size += len(text if isinstance(text, bytes) else text.encode())
            if '"status":"over"' in str(text):
                break
    return size


async def one_game(bench: Bench, name: str, seats: list[str]) -> dict[str, int]:
    """From an empty table to its result."""
    server, game = Server(bench.server.address), games.load(name)
    people = [await server.guest(f"Person {p}") for p, seat in enumerate(seats) if seat == "person"]
    table, invites = await people[0].open(name, seats)
    async with AsyncExitStack() as stack:
        page, program = (asyncio.ensure_future(watched(bench.server, table, language)) for language in ("en", None))
        await asyncio.sleep(0.1)
        places = [
            await stack.enter_async_context(await person.sit(table, p, invites[p])) for p, person in enumerate(people)
        ]
        bots = [bot_named(game, LEVEL) for _ in places]
        await asyncio.gather(*(play(place, game, bot) for place, bot in zip(places, bots, strict=True) if bot))
        sizes = await asyncio.gather(page, program)
        events = places[0].events
    return {
        "events": len(events),
        "decisions": sum(each["type"] in MOVES for each in events),
        "bytes to a page": sizes[0],
        "bytes to a program": sizes[1],
    }


async def played(bench: Bench, name: str, seats: list[str], number: int) -> dict[str, Any]:
    """So many games at once, and then twice as many: what these add is what a game takes."""
    await asyncio.gather(*(one_game(bench, name, seats) for _ in range(number)))
    await _counted(bench, number)
    rows, size, wal = bench.rows(), bench.size(), bench.wal()
    found: list[dict[str, int]] = []
    for _ in range(2):
        found += await asyncio.gather(*(one_game(bench, name, seats) for _ in range(number)))
    await _counted(bench, 3 * number)
    mean = {key: sum(each[key] for each in found) / len(found) for key in found[0]}
    more = {table: (after - rows[table]) / len(found) for table, after in bench.rows().items()}
    return {
        "seats": seats,
        "games": len(found),
        "decisions per game": round(mean["decisions"], 1),
        "events per game": round(mean["events"], 1),
        "rows per game": {table: round(each, 2) for table, each in more.items() if each},
        "bytes on disk per game, with indexes": round((bench.size() - size) / len(found)),
        "bytes per game, its log as a compressed file": round(bench.packed()),
        "bytes of WAL per game": round((bench.wal() - wal) / len(found)),
        "bytes to a page per decision": round(mean["bytes to a page"] / mean["decisions"]),
        "bytes to a program per decision": round(mean["bytes to a program"] / mean["decisions"]),
    }


async def _counted(bench: Bench, number: int) -> None:
    """Statistics have all games, and what changes no more is written."""
    while bench.rows()["counted"] < number:
        await asyncio.sleep(0.2)
    bench.vacuum()


# ── Memory ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def needed(server: ServerProcess) -> tuple[int, int]:
    """The KiB of a node's process, and how many pieces of memory are in use; it has given back what it could."""
    blocks = server.folder / "blocks"
    blocks.unlink(missing_ok=True)
    os.kill(server.pid, signal.SIGUSR1)
    while not blocks.exists() or not blocks.read_text():
        await asyncio.sleep(0.1)
    return machine.memory_kib(server.pid), int(blocks.read_text())


async def memory(bench: Bench, name: str, tables: int, rate: float) -> dict[str, Any]:
    """Of the node's process: tables in use, idle connections, and tables put away."""
    server, first = bench.server, Crowd(bench.server.port, random.Random(0))
    await seat_all(first, [name] * 10)  # what is made once is there
    start = await needed(server)
    crowd = Crowd(bench.server.port, random.Random(1))
    await seat_all(crowd, [name] * tables)
    seated = await needed(server)
    await crowd.connect()
    connected = await needed(server)
    await crowd.offer(rate, 20 * tables / rate)
    in_play = await needed(server)
    crowd.leave()
    left = await needed(server)
    await asyncio.sleep(IDLE + 10)
    asleep = await needed(server)
    cpu = bench.cpu()
    crowd.welcomed = 0
    await crowd.connect()
    woken = [after - before for before, after in zip(cpu, bench.cpu(), strict=True)]
    again = await needed(server)
    crowd.leave()
    sockets = len(crowd.players)

    def more(after: tuple[int, int], before: tuple[int, int], by: int) -> dict[str, float]:
        return {what: round((after[i] - before[i]) / by, 1) for i, what in enumerate(("KiB", "pieces"))}

    return {
        "tables": tables,
        "sockets": sockets,
        "KiB of the process before": start[0],
        "a table that has just begun": more(seated, start, tables),
        "a connection that does nothing": more(connected, seated, sockets),
        "a table after 20 commands, with two connections": more(in_play, start, tables),
        "without them": more(left, start, tables),
        "put away": more(asleep, start, tables),
        "woken, with two connections": more(again, start, tables),
        "server: CPU ms to wake a table and welcome two": round(woken[0] / tables * 1000, 2),
        "PostgreSQL: CPU ms to wake a table": round(woken[1] / tables * 1000, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.cost", description="What a command and a game cost.")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="that are played at once, three times")
    parser.add_argument("--tables", type=int, default=500, metavar="N", help="for commands and memory")
    parser.add_argument("--rate", type=float, default=150, metavar="N", help="commands a second that are offered")
    parser.add_argument("--seconds", type=float, default=20, metavar="N", help="of each measurement of commands")
    parser.add_argument("--skip", default="", help="of commands,games,memory")
    parser.add_argument("--to", type=Path, default=RESULTS, metavar="FILE", help="where results are written")
    given = parser.parse_args()
    results: dict[str, Any] = json.loads(given.to.read_text()) if given.to.exists() else {}
    names = list(games.names())
    tables, first = given.tables, games.first()

    def measured(kind: str, name: str, run: Run) -> None:
        with postgres.running("fsync=on") as cluster, tempfile.TemporaryDirectory() as folder:
            url, calm = cluster.new_database(), machine.idle()
            others = machine.Others(os.getpid())
            arguments = ("--database", url, "--node", "one", "--no-warm", "--sockets", "100000")
            with ServerProcess(Path(folder), *arguments, code=CODE) as server:
                found = uvloop.run(run(Bench(server, cluster, url)))
            found["idle before"], found["used by others and the server"] = calm, others.share()
        results.setdefault(kind, {})[name] = found
        given.to.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
        print(kind, name, json.dumps(found, indent=1, ensure_ascii=False), flush=True)

    if "commands" not in given.skip:
        for name in names:
            wanted = [name] * (tables // len(names))
            measured("commands", name, partial(commands, wanted=wanted, rate=given.rate, seconds=given.seconds))
        mixed = [names[number % len(names)] for number in range(tables)]
        for name, rate in (("all games", given.rate), ("all games, as fast as it can", 0)):
            measured("commands", name, partial(commands, wanted=mixed, rate=rate, seconds=given.seconds))
    if "games" not in given.skip:
        for name in names:
            for kind, seats in (("two people", ["person"] * 2), ("a person and a bot", ["person", LEVEL])):
                run = partial(played, name=name, seats=seats, number=given.games)
                measured("games", f"{name}, {kind}", run)
    if "memory" not in given.skip:
        measured("memory", first, partial(memory, name=first, tables=tables, rate=given.rate))
    print(table_of(results))


def table_of(results: dict[str, Any]) -> str:
    """As docs/scale.md has it."""
    lines = ["| commands | server, CPU ms | PostgreSQL, CPU ms | rows | WAL |", "|---|---:|---:|---:|---:|"]
    for name, each in results.get("commands", {}).items():
        cpu = f"{each['server: CPU ms per command']} | {each['PostgreSQL: CPU ms per command']}"
        lines.append(f"| {name} | {cpu} | {each['rows per command']} | {each['bytes of WAL per command']} |")
    lines += ["", "| games | decisions | rows | on disk | packed | to a page, a decision | to a program |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for name, each in results.get("games", {}).items():
        rows = round(sum(each["rows per game"].values()))
        sizes = f"{each['bytes to a page per decision']} | {each['bytes to a program per decision']}"
        disk, packed = (
            round(each[key] / 1000)
            for key in ("bytes on disk per game, with indexes", "bytes per game, its log as a compressed file")
        )
        lines.append(f"| {name} | {each['decisions per game']} | {rows} | {disk} kB | {packed} kB | {sizes} |")
    for name, each in results.get("memory", {}).items():
        lines += ["", f"| memory, {name} | |", "|---|---:|"]
        lines += [
            f"| {key} | {value['KiB']} KiB, {value['pieces']} pieces |"
            for key, value in each.items()
            if isinstance(value, dict)
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
