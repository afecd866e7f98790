"""How many players one server holds, how soon it answers them, and how soon all are back after a kill.

    python -m bench.server [--tables 5000] [--rate 1000] [--minutes 10] [--zatre 4] [--skip closed,restart]
                           [--against OLDER]

The server has one core, all players together another (--cores). A command is a decision or a part given to the dice:
each is checked by the rules, on disk before it is answered, and shown to both players. Written to results/server.json.

With --against, each run is made twice, first with an older server: the Python of its installation, such as
../older/.venv/bin/python, or a folder that holds its `stammtisch` and what it needs beyond our packages. A table of
both, as docs/load.md has it, is printed at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import uvloop
from tests.server.server_process import COMMAND, ServerProcess

from bench import machine
from bench.echo import Ceiling, ceiling
from bench.players import Crowd
from bench.seating import seat_all

RESULTS = Path(__file__).parent / "results" / "server.json"
PINNED = "import os\nos.sched_setaffinity(0, {%d})\n"
SWITCH = f"""
import asyncio, signal
from stammtisch.server.live import sockets
from stammtisch.server.storage.writer import LogWriter
sockets.RATE = sockets.BURST = 1e9
real, off = LogWriter.write, False
def write(self, write):
    if not off:
        return real(self, write)
    done = asyncio.get_running_loop().create_future()
    done.set_result(None)
    return done
LogWriter.write = write
def switch(*_):
    global off
    off = not off
signal.signal(signal.SIGUSR1, switch)
{COMMAND}
"""
"""A server whose storage can be switched off and on by a signal. Nothing but this comparison may use it.

It lets everybody send as much as he likes: players who never think are quicker than a server should allow."""


Run = Callable[[ServerProcess], Coroutine[Any, Any, dict[str, Any]]]


def games(tables: int, zatre: int) -> list[str]:
    """Heckmeck, and one table in `zatre` of Zatre (0: none)."""
    return ["zatre" if zatre and number % zatre == 0 else "heckmeck" for number in range(tables)]


async def held(
    server: ServerProcess, wanted: list[str], rate: float, seconds: float, *, restart: bool
) -> dict[str, Any]:
    """Open loop over all tables; then, perhaps, a kill and the way back."""
    before = machine.memory_kib(server.pid)
    crowd = Crowd(server.port, random.Random(1))
    begin = time.perf_counter()
    await seat_all(crowd, wanted)
    seated = time.perf_counter()
    await crowd.connect()
    connected = time.perf_counter()
    sockets = len(crowd.players)
    crowd.rng.shuffle(crowd.ready)
    at_first = machine.memory_kib(server.pid)
    others, cpu = machine.Others(server.pid, os.getpid()), machine.cpu_seconds(server.pid)
    idle = await crowd.offer(rate, seconds)
    busy = machine.cpu_seconds(server.pid) - cpu
    await asyncio.sleep(1)
    done, memory = len(crowd.latencies), machine.memory_kib(server.pid)
    found = {
        "tables": len(wanted),
        "zatre tables": wanted.count("zatre"),
        "sockets": sockets,
        "seconds": seconds,
        "offered per second": rate,
        "nobody had anything to do": idle,
        "answered": done,
        "decisions among them": crowd.decisions,
        "refused": crowd.refused,
        "closed": crowd.closes,
        "games over": crowd.over,
        "ms from schedule to answer": machine.shares([each * 1000 for each in crowd.latencies], 0.5, 0.99, 0.999),
        "CPU µs per command": round(busy / max(1, done) * 1e6),
        "KiB at start": before,
        "KiB when all were connected": at_first,
        "KiB at the end": memory,
        "KiB per socket": round(memory / sockets, 1),
        "KiB per socket beyond the start": round((memory - before) / sockets, 1),
        "used by others": others.share(),
        "seconds to seat": round(seated - begin, 1),
        "seconds to connect": round(connected - seated, 1),
    }
    if restart:
        found["restart"] = await _back(server, crowd)
    return found


async def _back(server: ServerProcess, crowd: Crowd) -> dict[str, Any]:
    """kill -9, start, and wait until everybody has been welcomed again."""
    others = machine.Others(os.getpid())
    crowd.welcomed, crowd.resumes = 0, True
    await asyncio.to_thread(server.kill)
    start = time.perf_counter()
    _, listening = await asyncio.gather(asyncio.to_thread(server.start), asyncio.to_thread(_listens, server.port))
    while crowd.welcomed < len(crowd.players) and time.perf_counter() - start < 300:
        await asyncio.sleep(0.02)
    took = time.perf_counter() - start
    crowd.resumes = False
    cpu = machine.cpu_seconds(server.pid)
    return {
        "sockets": len(crowd.players),
        "resumed": crowd.welcomed,
        "seconds until it listens": round(listening - start, 2),
        "seconds until all are welcomed": round(took, 1),
        "CPU seconds of the server": round(cpu, 1),
        "used by others and the server": others.share(),
    }


def _listens(port: int) -> float:
    """When the first connection was accepted."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return time.perf_counter()
        except OSError:
            time.sleep(0.01)


async def closed(server: ServerProcess, tables: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Closed loop, with storage on and off by turns."""
    rates: dict[str, list[float]] = {"on": [], "off": []}
    lost = over = 0
    for number in range(2 * rounds):
        way = "off" if number % 2 else "on"
        crowd = Crowd(server.port, random.Random(number), at_once=True)  # a game may not last for all rounds
        await seat_all(crowd, games(tables, 0))
        await crowd.connect()
        if way == "off":
            os.kill(server.pid, signal.SIGUSR1)
        await asyncio.sleep(0.5)
        before, begin = len(crowd.latencies), time.perf_counter()
        await asyncio.sleep(seconds)
        rates[way].append((len(crowd.latencies) - before) / (time.perf_counter() - begin))
        if way == "off":
            os.kill(server.pid, signal.SIGUSR1)
        lost, over = lost + crowd.closes + sum(crowd.refused.values()), over + crowd.over
        crowd.leave()
    on, off = (max(rates[way]) for way in ("on", "off"))
    return {
        "tables": tables,
        "commands per second with storage": round(on),
        "without": round(off),
        "ratio": round(on / off, 2),
        "rounds": {way: [round(each) for each in found] for way, found in rates.items()},
        "closed or refused": lost,
        "games over": over,
    }


def row(name: str, found: dict[str, Any]) -> str:
    """A run as a row of the table in docs/load.md."""
    if "commands per second with storage" in found:
        rates = f"{found['commands per second with storage']:,}/s with storage, {found['without']:,}/s without"
        return f"| {name}: {found['tables']} tables as fast as they can | {rates} | | | |"
    took, offered = found["ms from schedule to answer"], round(found["offered per second"] * found["seconds"])
    what = f"{found['sockets']:,} sockets, {found['offered per second']:g} commands/s for {found['seconds']:g} s"
    return (
        f"| {name}: {what} | {found['answered']:,} of {offered:,}, {found['closed']} closed "
        f"| {took['p50']} ms / {took['p99']} ms "
        f"| {found['CPU µs per command']} µs, {found['times the echo']} × the echo | {found['KiB per socket']} KiB |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description="A server under load.")
    parser.add_argument("--tables", type=int, default=5000, metavar="N")
    parser.add_argument("--rate", type=float, default=1000, metavar="N", help="commands a second that are offered")
    parser.add_argument("--minutes", type=float, default=10, metavar="N")
    parser.add_argument("--zatre", type=int, default=4, metavar="N", help="in a second run, one table in N is of Zatre")
    parser.add_argument("--skip", default="", help="of heckmeck,zatre,closed,restart")
    parser.add_argument("--cores", default="0,1", metavar="A,B", help="for the server, for the players")
    parser.add_argument("--against", type=Path, metavar="OLDER", help="an older server: its Python, or a folder")
    parser.add_argument("--to", type=Path, default=RESULTS, metavar="FILE", help="where results are written")
    given = parser.parse_args()
    skip = given.skip.split(",")
    server_core, load_core = map(int, given.cores.split(","))
    pinned = PINNED % server_core
    os.sched_setaffinity(0, {load_core})
    results: dict[str, Any] = json.loads(given.to.read_text()) if given.to.exists() else {}
    installations = {" (before)": given.against, "": None} if given.against else {"": None}
    rows = []

    def measured(name: str, installation: Path | None, code: str, run: Run) -> None:
        with tempfile.TemporaryDirectory() as folder:
            calm, disk, echo = machine.idle(), machine.fdatasync_ms(Path(folder)), uvloop.run(ceiling())
            with ServerProcess(Path(folder), code=pinned + code, installation=installation) as server:
                found: dict[str, Any] = uvloop.run(run(server))
            keep(name, found, calm, disk, echo)
            found["fdatasync ms after"] = machine.fdatasync_ms(Path(folder))
        given.to.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")

    def keep(name: str, found: dict[str, Any], calm: float, disk: dict[str, float], echo: Ceiling) -> None:
        found["idle before"], found["fdatasync ms"] = calm, disk
        found["echo per second"], found["CPU µs per echo"] = echo
        if "CPU µs per command" in found:
            found["times the echo"] = round(found["CPU µs per command"] / echo.cpu_us, 1)
        results[name] = found
        rows.append(row(name, found))
        print(name, json.dumps(found, indent=1, ensure_ascii=False), flush=True)

    for name, zatre in (("heckmeck", 0), ("one table in four Zatre" if given.zatre == 4 else "zatre", given.zatre)):
        if ("zatre" if zatre else "heckmeck") in skip:
            continue
        wanted = games(given.tables, zatre)
        restart = "restart" not in skip and not zatre
        run = partial(held, wanted=wanted, rate=given.rate, seconds=given.minutes * 60, restart=restart)
        for when, installation in installations.items():
            measured(name + when, installation, COMMAND, run)
    if "closed" not in skip:
        run = partial(closed, tables=min(200, given.tables), seconds=5, rounds=3)
        for when, installation in installations.items():
            measured("closed loop" + when, installation, SWITCH, run)
    head = "| run | answered | p50 / p99 from schedule to answer | CPU a command | memory a socket |"
    print("\n".join([head, "|---|---|---|---|---|", *rows]))


if __name__ == "__main__":
    main()
