"""Attackers, in a process of their own: python -m tests.soak.attackers PORT ATTACK ADDRESS SECONDS

Each attack is one function. It makes 20 requests a second for as long as it is let, from one address, which it claims
as a proxy would: X-Forwarded-For. What it may know comes on stdin (normal_players.prepare). At its end it prints how
often it got which answer.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

RATE = 20.0
LANGUAGES = ("en", "de", "fr", "ro", "ru", "cs")
HANDLES = 1010
TABLES = 151
VOICES = 20

Json = dict[str, Any]
NO_ANSWER = "none"


@dataclass
class Attacker:
    port: int
    address: str
    known: Json
    answers: Counter[str] = field(default_factory=Counter)

    async def ask(self, method: str, path: str, data: object = None, token: str | None = None) -> bytes:
        """One request over a connection of its own; the body of the answer. It is counted, answered or not."""
        status = NO_ANSWER
        try:
            status, body = await self._ask(method, path, data, token)
            return body
        except (OSError, EOFError, ValueError):
            return b""
        finally:
            self.answers[status] += 1

    async def _ask(self, method: str, path: str, data: object, token: str | None) -> tuple[str, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            body = b"" if data is None else json.dumps(data).encode()
            head = [
                f"{method} {path} HTTP/1.1",
                f"Host: 127.0.0.1:{self.port}",
                f"X-Forwarded-For: {self.address}",
                "Content-Type: application/json",
                f"Content-Length: {len(body)}",
                "Connection: close",
                *([f"Authorization: Bearer {token}"] if token else []),
            ]
            writer.write("\r\n".join([*head, "", ""]).encode() + body)
            status = (await reader.readline()).split()[1].decode()
            _, _, answer = (await reader.read()).partition(b"\r\n\r\n")
            return status, answer
        except IndexError:
            raise EOFError from None
        finally:
            writer.close()

    async def guest(self) -> str:
        """The token of a new guest."""
        _, body = await self._ask("POST", "/api/guests", {"name": "Mallory"}, None)
        token: str = json.loads(body)["token"]
        return token

    async def again_and_again(self, request: Callable[[int], Awaitable[object]], rate: float = RATE) -> None:
        """20 a second, whether the ones before are answered or not."""
        start, sent = time.perf_counter(), 0
        async with asyncio.TaskGroup() as tasks:
            while True:
                tasks.create_task(_one(request(sent)))
                sent += 1
                await asyncio.sleep(max(0.0, start + sent / rate - time.perf_counter()))

    async def crowd(self, request: Callable[[int], Awaitable[object]], pause: float) -> None:
        """As many as there are handles, so many seconds apart; then 20 a second, for those that have ended."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(HANDLES):
                tasks.create_task(_one(request(number)))
                await asyncio.sleep(pause)
            await self.again_and_again(request)

    async def get(self, path: str, token: str | None = None) -> None:
        """The same place with all numbers, and in all languages where it has any."""

        async def one(number: int) -> None:
            language = LANGUAGES[number % len(LANGUAGES)]
            await self.ask("GET", path.format(n=number, language=language), None, token)

        await self.again_and_again(one)

    def socket(self) -> connect:
        headers = {"X-Forwarded-For": self.address}
        address = f"ws://127.0.0.1:{self.port}/ws"
        return connect(address, additional_headers=headers, compression=None, max_size=None, ping_interval=None)


async def _one(request: Awaitable[object]) -> None:
    await request


# ── What is dear to compute ──────────────────────────────────────────────────────────────────────────────────────────


async def advice(a: Attacker) -> None:
    me, wanted = await a.guest(), {"players": 200, "rounds": [12] * 8}
    await a.again_and_again(lambda _: a.ask("POST", "/api/tournaments/advice", wanted, me))


async def bots_only(a: Attacker) -> None:
    """151 requests, and no more: the bots play on."""
    me = await a.guest()
    seats = [{"kind": "bot", "bot": "master"}] * 8
    opening = {"game": a.known["crowded"], "options": {}, "seats": seats}

    async def one(number: int) -> None:
        if number < TABLES:
            await a.ask("POST", "/api/tables", opening, me)

    await a.again_and_again(one)


async def story(a: Attacker) -> None:
    await a.get(f"/api/tables/{a.known['finished']}/story?since={{n}}&language={{language}}")


async def record(a: Attacker) -> None:
    await a.get(f"/api/tables/{a.known['finished']}/record.txt")


async def transcript(a: Attacker) -> None:
    await a.get(f"/api/tables/{a.known['finished']}/transcript.jsonl")


async def moment(a: Attacker) -> None:
    await a.get(f"/api/tables/{a.known['finished']}/moment?to={{n}}&language={{language}}")


async def review(a: Attacker) -> None:
    await a.get(f"/api/tables/{a.known['finished']}/review?language={{language}}")


async def export(a: Attacker) -> None:
    await a.get("/api/me/export", a.known["player"])


async def hints(a: Attacker) -> None:
    await a.get(f"/api/tables/{a.known['asker']['table']}/hint?language={{language}}", a.known["asker"]["token"])


async def hello(a: Attacker) -> None:
    """Anonymous, at a table where 20,000 words were said; who may not have all of it at once takes the last 5,000."""
    await _hello(a, {"table": a.known["long"]}, {"since": 15_100})


async def hello_in_words(a: Attacker) -> None:
    """Anonymous, at a long game, told from its beginning; who may not have all of it at once takes pages."""
    await _hello(a, {"table": a.known["finished"], "language": "de"}, {"pages": True})


async def _hello(a: Attacker, wanted: Json, instead: Json) -> None:
    asked = {"type": "hello", "protocol": 1, **wanted}

    async def one(_: int) -> None:
        answer = NO_ANSWER
        try:
            async with a.socket() as line:
                await line.send(json.dumps(asked))
                told = json.loads(await line.recv())
                answer = told.get("code", told["type"])
                if answer == "too_long":
                    asked.update(instead)
        except (OSError, WebSocketException):
            pass
        finally:
            a.answers[answer] += 1

    await a.again_and_again(one)


async def pages_of_events(a: Attacker) -> None:
    path = f"/api/tables/{a.known['long']}/events?limit=500&language=de"  # in words
    await a.again_and_again(lambda n: a.ask("GET", f"{path}&since={n * 37 % 19_000}"))


async def pages_of_game(a: Attacker) -> None:
    path = f"/api/tables/{a.known['finished']}/events?limit=500&language=de"
    await a.again_and_again(lambda n: a.ask("GET", f"{path}&since={n}"))


async def messages(a: Attacker) -> None:
    """Over 100 connections of one guest 10 messages a second each, that are refused."""
    table, token = a.known["asker"]["table"], a.known["asker"]["token"]

    async def one() -> None:
        with suppress(OSError, WebSocketException):
            async with a.socket() as line:
                await line.send(json.dumps({"type": "hello", "protocol": 1, "table": table, "token": token}))
                reading = asyncio.create_task(_heard(a, line))
                while not reading.done():
                    await line.send(json.dumps({"type": "undo", "cid": secrets.token_hex(16), "seq": 1}))
                    await asyncio.sleep(0.1)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(100):
            tasks.create_task(one())
            await asyncio.sleep(0.02)


async def _heard(a: Attacker, line: ClientConnection) -> None:
    with suppress(WebSocketException):
        async for text in line:
            answer = json.loads(text)
            if "cid" in answer:
                a.answers[answer.get("code", answer["type"])] += 1


# ── Tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def _command(a: Attacker, token: str, *what: Json) -> Json:
    return {"cid": secrets.token_hex(16), "seq": await _seq(a, token), "what": what}


async def _seq(a: Attacker, token: str) -> int:
    _, body = await a._ask("GET", f"/api/tournaments/{a.known['tournament']}", None, token)
    seq: int = json.loads(body)["seq"]
    return seq


async def look_at_tournament(a: Attacker) -> None:
    await a.get(f"/api/tournaments/{a.known['tournament']}?language={{language}}")


async def draw_of_stranger(a: Attacker, *before: Json) -> None:
    me = await a.guest()
    command = await _command(a, me, *before, {"kind": "drawn"})
    path = f"/api/tournaments/{a.known['tournament']}/events"
    await a.again_and_again(lambda _: a.ask("POST", path, command, me))


async def words_and_draw_of_stranger(a: Attacker) -> None:
    """Several things at once: a server may copy the whole tournament for that before it asks who wants it."""
    await draw_of_stranger(a, {"kind": "announced", "text": "x"})


async def draws_of_organiser(a: Attacker) -> None:
    """Ten draws in one request; whether it is taken or not, 20 such requests a second."""
    me = a.known["owner"]["token"]
    drawn: Json = {"kind": "drawn"}
    undrawn: Json = {"kind": "undrawn", "round": 1}
    command = await _command(a, me, *[drawn, undrawn] * 9, drawn)
    path = f"/api/tournaments/{a.known['tournament']}/events"
    await a.again_and_again(lambda _: a.ask("POST", path, {**command, "cid": secrets.token_hex(16)}, me))


async def drawn_and_undrawn(a: Attacker) -> None:
    """One at a time, each as soon as the one before is answered, but not more than 20 a second."""
    me = a.known["owner"]["token"]
    path = f"/api/tournaments/{a.known['tournament']}/events"
    for number in range(10**9):
        what: Json = {"kind": "undrawn", "round": 1} if number % 2 else {"kind": "drawn"}
        before = time.perf_counter()
        await a.ask("POST", path, await _command(a, me, what), me)
        await asyncio.sleep(max(0.0, before + 2 / RATE - time.perf_counter()))  # two requests each time


# ── What fills up ────────────────────────────────────────────────────────────────────────────────────────────────────


async def wrong_logins(a: Attacker) -> None:
    handle = a.known["owner"]["handle"]
    await a.again_and_again(
        lambda n: a.ask("POST", "/api/sessions", {"handle": handle, "password": f"wrong password {n}", "device": ""})
    )


async def long_polls(a: Attacker) -> None:
    """As many as there are handles, at once; each that ends is begun again, 20 a second."""
    path = f"/api/tournaments/{a.known['tournament']}?since=1000000&wait=25"
    await a.crowd(lambda _: a.ask("GET", path), 0.004)


async def idle_connections(a: Attacker) -> None:
    """They are silent; each that is closed is opened again, 20 a second."""
    held: list[asyncio.StreamWriter] = []

    async def one(_: int) -> None:
        answer = NO_ANSWER
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", a.port)
            held.append(writer)
            writer.write(f"GET /health HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {a.address}\r\n".encode())
            line = await reader.readline()
            answer = line.split()[1].decode() if line else "closed"
            writer.close()
        except OSError:
            pass
        finally:
            a.answers[answer] += 1

    await a.crowd(one, 0.004)


async def spectators(a: Attacker) -> None:
    """Sockets that say hello, and stay."""
    asked = json.dumps({"type": "hello", "protocol": 1, "table": a.known["finished"]})

    async def one(_: int) -> None:
        answer = NO_ANSWER
        try:
            async with a.socket() as line:
                await line.send(asked)
                answer = json.loads(await line.recv())["type"]
                await line.wait_closed()
        except (OSError, WebSocketException):
            pass
        finally:
            a.answers[answer] += 1

    await a.crowd(one, 0.01)


async def chat(a: Attacker) -> None:
    """One guest with many connections to a table of his own says 10 things a second over each."""
    table, token = a.known["asker"]["table"], a.known["asker"]["token"]

    async def voice() -> None:
        while True:
            with suppress(OSError, WebSocketException):
                async with a.socket() as line:
                    await line.send(json.dumps({"type": "hello", "protocol": 1, "table": table, "token": token}))
                    hearing = asyncio.create_task(_heard(a, line))  # ends with the connection
                    while not hearing.done():
                        said = {"type": "say", "cid": secrets.token_hex(16), "text": "x" * 200}
                        await line.send(json.dumps(said))
                        await asyncio.sleep(2 / RATE)
            await asyncio.sleep(1.0)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(VOICES):
            tasks.create_task(voice())


async def open_tables(a: Attacker) -> None:
    me = await a.guest()
    opening = {"game": a.known["game"], "seats": [{"kind": "person"}] * 2, "public": True}
    await a.again_and_again(lambda _: a.ask("POST", "/api/tables", opening, me))


ATTACKS: Mapping[str, Callable[[Attacker], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        advice, bots_only, story, record, transcript, moment, review, export, hints, hello, hello_in_words,
        pages_of_events, pages_of_game, messages, look_at_tournament, draw_of_stranger, words_and_draw_of_stranger,
        draws_of_organiser, drawn_and_undrawn,
        wrong_logins, long_polls, idle_connections, spectators, chat, open_tables,
    )
}  # fmt: skip


async def attack(port: int, name: str, address: str, seconds: float, known: Json) -> Counter[str]:
    attacker = Attacker(port, address, known)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](attacker)
    return attacker.answers


def main() -> None:
    port, name, address, seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(attack(int(port), name, address, float(seconds), json.load(sys.stdin)))))


if __name__ == "__main__":
    main()
