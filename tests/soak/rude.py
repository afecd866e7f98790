"""Rude clients: python -m tests.soak.rude

Spectators that never read, clients that never stop sending, and connections that say nothing, against a real server on
which two people play. The server must disconnect them, use no more memory, and keep serving the two. Each control is
the same server without the protection in question: it must fail.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from stammtisch.client import Guest, SeatConnection, Server
from tests.examples import HIDDEN
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.results import tell

KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
UPGRADE = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{KEY}"

SOON = f"""
from stammtisch.server.http import connections
from stammtisch.server.live import sockets
connections.REQUEST = sockets.GREETING = 1.0
{COMMAND}
"""
"""A server that waits for nobody, so that a test need not wait either."""
PATIENT = f"""
from stammtisch.server.http import connections
from stammtisch.server.live import sockets
connections.REQUEST = sockets.GREETING = 1e6
{COMMAND}
"""
TALKATIVE = f"""
from stammtisch.server.live import quotas
quotas.TALK_AT_ONCE = quotas.TALK_OF_TABLE_AT_ONCE = 1e9
{COMMAND}
"""
"""A server at which everybody may say as much as he likes."""
HOARDER = f"""
import asyncio
from stammtisch.server.live.watcher import Watcher
def keep(self, text):
    self.waiting.append(text)
    if self._writing is None:
        self._writing = asyncio.ensure_future(self._write(self._socket))
Watcher.send_packed = keep
{TALKATIVE}
"""
"""A server that keeps everything for those who do not read."""
MEEK = f"""
from stammtisch.server.live.sockets import TokenBucket
TokenBucket.take = lambda self: True
{COMMAND}
"""


def memory(server: ServerProcess) -> int:
    """KiB of the server's memory."""
    lines = Path(f"/proc/{server.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def gone(server: ServerProcess, base: int, patience: float) -> int:
    """Wait until the server has let all connections go, but not for ever; how many are left."""
    deadline = time.monotonic() + patience
    while server.sockets > base and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    return max(0, server.sockets - base)


def silent_socket(server: ServerProcess, data: bytes) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(data)
    return line


def frame(text: str) -> bytes:
    """A short text frame, masked with zeros."""
    data = text.encode()
    return bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big") + bytes(4) + data


async def players(server: ServerProcess) -> tuple[Guest, str, list[SeatConnection]]:
    client = Server(server.address)
    people = [await client.guest(name) for name in ("Ann", "Ben")]
    table, invites = await people[0].open(HIDDEN, ["person", "person"])
    return people[0], table, [await each.sit(table, p, invites[p]) for p, each in enumerate(people)]


async def slow(server: ServerProcess, count: int, rounds: int) -> tuple[int, int, int]:
    """Spectators that never read, at a table where much is said: those left, KiB of memory that grew, words heard."""
    host, table, (ann, ben) = await players(server)
    async with ann, ben:
        await ann.until(lambda: ann.view["status"] == "playing")
        base = server.sockets
        hello = frame(json.dumps({"type": "hello", "protocol": 1, "table": table, "token": None, "since": None}))
        head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{UPGRADE}\r\n\r\n".encode()
        readers = []
        for _ in range(count):
            line = await asyncio.to_thread(silent_socket, server, head)
            await asyncio.to_thread(line.recv, 300)  # the answer to the upgrade, and nothing more
            line.sendall(hello)
            readers.append(line)
        before = most = memory(server)
        for _ in range(rounds):  # each over a connection of its own, for one may not say so much
            async with host.seat(table) as voice:
                for number in range(90):
                    await voice.send("say", text=f"{number} " + "x" * 290)
            most = max(most, memory(server))
        heard = sum(event["type"] == "said" for event in ben.events)
        left = await gone(server, base, 15.0)
        for line in readers:
            line.close()
    return left, most - before, heard


async def flood(server: ServerProcess, count: int, patience: float) -> tuple[int, int]:
    """Clients that send without end: how many were closed with 1008, and the moves the players made meanwhile."""
    _, table, (ann, ben) = await players(server)
    text = json.dumps({"type": "say", "cid": "c" * 16, "text": "x" * 200})

    async def pour() -> int:
        async with connect(ann.url, compression=None, max_queue=None, ping_interval=None) as line:
            await line.send(json.dumps({"type": "hello", "table": table}))
            with suppress(ConnectionClosed):
                for _ in range(2000):
                    await line.send(text)
            await line.wait_closed()
            return line.close_code or 0

    async def drain() -> int:
        try:
            return await asyncio.wait_for(pour(), patience)
        except (TimeoutError, WebSocketException, OSError):
            return 0

    async with ann, ben:
        pouring = asyncio.gather(*(drain() for _ in range(count)))
        moves = 0
        while not pouring.done() or moves < 10:
            for seat in (ann, ben):
                if seat.legal:
                    done = [move for move in seat.legal if move == "done"]
                    await seat.play((done or seat.legal)[0])
                    moves += 1
            await asyncio.sleep(0.01)
        codes = await pouring
    return sum(code == 1008 for code in codes), moves


async def silent(server: ServerProcess, count: int, patience: float) -> tuple[int, int]:
    """Connections that never say what they want: how many there were, and how many the server still holds."""
    _, _, (ann, ben) = await players(server)
    base = server.sockets
    head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n".encode()
    post = (
        head.replace(b"GET /ws", b"POST /api/guests") + b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    beginnings = (b"", b"G", head, head + UPGRADE.encode() + b"\r\n\r\n", post)
    lines = [await asyncio.to_thread(silent_socket, server, beginnings[i % len(beginnings)]) for i in range(count)]
    async with ann, ben:
        await ann.until(lambda: ann.view["turn"] in (0, 1))  # lots and hands are drawn: both were served
    await asyncio.sleep(0.1)
    left = await gone(server, base, patience)
    for line in lines:
        line.close()
    return count, left


def run_slow(count: int, rounds: int, code: str = TALKATIVE) -> tuple[int, int, int]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), code=code) as server:
        return asyncio.run(slow(server, count, rounds))


def run_flood(count: int, code: str = COMMAND, patience: float = 10.0) -> tuple[int, int]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), code=code) as server:
        return asyncio.run(flood(server, count, patience))


def run_silent(count: int, patience: float, code: str = COMMAND) -> tuple[int, int]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), code=code) as server:
        return asyncio.run(silent(server, count, patience))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.rude")
    parser.add_argument("--slow", type=int, default=500)
    parser.add_argument("--flood", type=int, default=50)
    parser.add_argument("--silent", type=int, default=1000)
    wanted = parser.parse_args()
    full = wanted == parser.parse_args([])
    left, grown, heard = run_slow(wanted.slow, 8)
    _, hoarded, _ = run_slow(50, 8, HOARDER)
    status = tell(
        (
            "spectators that never read",
            f"{wanted.slow} at one table, {heard} messages each",
            f"{wanted.slow - left} let go, memory +{grown / wanted.slow:.0f} KiB each, every word reached the players",
            f"a server that keeps everything, 50 spectators: memory +{hoarded / 50:.0f} KiB each",
            "python -m tests.soak.rude",
        ),
        good=left == 0 and grown <= 300 * wanted.slow and hoarded / 50 > 2 * grown / wanted.slow,
        keep=full,
    )
    closed, moves = run_flood(wanted.flood)
    spared, _ = run_flood(5, MEEK)
    status |= tell(
        (
            "clients that send without end",
            f"{wanted.flood} at one table",
            f"{closed} closed with 1008; the players made {moves} moves meanwhile",
            f"a server without a rate, 5 clients: {spared} closed",
            "python -m tests.soak.rude",
        ),
        good=closed == wanted.flood and spared == 0,
        keep=full,
    )
    count, held = run_silent(wanted.silent, 15.0)
    _, kept = run_silent(20, 12.0, PATIENT)
    return status | tell(
        (
            "connections that say nothing, or half of it",
            f"{count} at once",
            f"{count - held} let go within 15 s; the players were served",
            f"a server with endless patience, 20 connections: {20 - kept} let go",
            "python -m tests.soak.rude",
        ),
        good=held == 0 and kept > 0,
        keep=full,
    )


if __name__ == "__main__":
    sys.exit(main())
