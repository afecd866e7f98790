"""People who only want to play, in a process of their own: python -m tests.soak.normal_players ADDRESS GAME

Two people play each other at 6 moves a second, and a third plays a bot. Lines on stdin ask for more: `prepare` makes
what attacks need, `play SECONDS` tells how long the moves and the bot took meanwhile. Each line is answered by a line
of JSON. This runs with the Python of the server that is attacked: of the project it imports nothing but its client.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from websockets.asyncio.client import connect

from stammtisch.client import Closed, Guest, Refused, SeatConnection, Server, ServerError

RATE = 6.0  # moves a second of the two together
PAUSE = 0.3  # seconds that who plays the bot takes for a move
AGAIN = 0.5  # seconds after which people try again
BOT = "master"
PEOPLE = 1000  # at the tournament
WORDS, AT_ONCE = 20_000, 100  # that were said at the long table
PASSWORD = "correct horse battery"


class Stopwatch:
    """How long something took, each time. What has not ended yet counts with the time that it has taken so far."""

    def __init__(self) -> None:
        self._times: list[float] = []
        self._since: float | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        self._since = time.perf_counter()
        try:
            yield
        finally:
            self._times.append(time.perf_counter() - self._since)
            self._since = None

    def taken(self) -> list[float]:
        waits = [] if self._since is None else [time.perf_counter() - self._since]
        found, self._times = self._times + waits, []
        return found


async def play_each_other(server: Server, game: str, watch: Stopwatch, rng: random.Random) -> None:
    """One game after another, with random moves."""
    people = [await server.guest(name) for name in ("Ann", "Ben")]
    due = time.perf_counter()
    while True:
        table, invites = await people[0].open(game, ["person", "person"])
        ann, ben = [await each.sit(table, seat, invites[seat]) for seat, each in enumerate(people)]
        async with ann, ben:
            while not ann.is_over:
                seat = await whose_turn(ann, ben)
                if seat is None:
                    break
                due = max(due + 1 / RATE, time.perf_counter())
                await asyncio.sleep(due - time.perf_counter())
                with watch.running():
                    await seat.play(rng.choice(seat.legal))


async def whose_turn(*seats: SeatConnection) -> SeatConnection | None:
    """None: the game is over."""
    while not seats[0].is_over:
        for seat in seats:
            if seat.legal:
                return seat
        seq = seats[0].seq
        with suppress(TimeoutError):  # the other one may have seen it first
            await asyncio.wait_for(seats[0].until(lambda known=seq: seats[0].seq > known), 0.05)  # type: ignore[misc]
    return None


async def play_bot(server: Server, game: str, watch: Stopwatch, rng: random.Random) -> None:
    me = await server.guest("Cleo")
    while True:
        table, _ = await me.open(game, ["person", BOT])
        async with await me.sit(table, 0) as seat:
            while not seat.is_over:
                if seat.legal:
                    await asyncio.sleep(PAUSE)
                    await seat.play(rng.choice(seat.legal))
                elif seat.view["turn"] == 1:
                    with watch.running():
                        await changed(seat)
                else:
                    await changed(seat)


async def in_spite_of_all(play: Callable[[], Awaitable[None]]) -> None:
    """A server that cannot cope may refuse what it never should. Then people try again."""
    while True:
        with suppress(ServerError, Refused, OSError):
            await play()
        await asyncio.sleep(AGAIN)


async def changed(seat: SeatConnection) -> None:
    seq = seat.seq
    await seat.until(lambda: seat.seq > seq or seat.is_over)


# ── What attacks need ────────────────────────────────────────────────────────────────────────────────────────────────


async def prepare(server: Server, game: str) -> dict[str, Any]:
    """At a server without limits: nobody could make so much at one that has them."""
    games = {each["game"]: each["most"] for each in await server.ask("GET", "/api/games")}
    player = await server.guest("Dora")
    owner = await server.guest("Olga")
    await owner.keep("olga", PASSWORD)
    return {
        "crowded": max(games, key=lambda name: (games[name], name)),
        "game": game,
        "finished": await finished_game(player, game, games[game]),
        "player": player.token,
        "asker": await asker(server, game),
        "long": await long_table(server, game),
        "tournament": await tournament(owner),
        "public": (await owner.open(game, ["person", "person"], public=True))[0],
        "owner": {"token": owner.token, "handle": "olga", "password": PASSWORD},
    }


async def finished_game(me: Guest, game: str, seats: int) -> str:
    """A long game: all others play at random, too."""
    table, _ = await me.open(game, ["person", *["random"] * (seats - 1)])
    async with await me.sit(table, 0) as seat:
        while await seat.my_turn():
            with suppress(Refused):  # an older client may have decided too early: it does so again
                await seat.play(random.choice(seat.legal))
    return table


async def asker(server: Server, game: str) -> dict[str, str]:
    """Somebody whose turn it is."""
    me = await server.guest("Emil")
    table, _ = await me.open(game, ["person", "random"])
    async with await me.sit(table, 0) as seat:
        await seat.until(lambda: bool(seat.legal))
    return {"table": table, "token": me.token}


async def long_table(server: Server, game: str) -> str:
    """A table at which very much was said, as fast as it goes: nothing of what comes back is looked at."""
    me = await server.guest("Fred")
    table, _ = await me.open(game, ["person", "random"])
    async with await me.sit(table, 0) as seat:
        url = seat.url
    async with connect(url, compression=None, ping_interval=None) as line:
        await line.send(json.dumps({"type": "hello", "protocol": 1, "table": table, "token": me.token}))
        for start in range(0, WORDS, AT_ONCE):
            for number in range(start, start + AT_ONCE):
                said = {"type": "say", "cid": secrets.token_hex(8), "text": f"{number} {'x' * 40}"}
                await line.send(json.dumps(said))
            done = 0
            while done < AT_ONCE:
                done += str(await line.recv()).startswith('{"type":"done"')
    return table


async def tournament(owner: Guest) -> str:
    """Everybody is here, the seed is published, nothing is drawn."""
    made = await owner.server.ask("POST", "/api/tournaments", {"title": "Cup"}, owner.token)
    name: str = made["tournament"]
    events: list[dict[str, str]] = [{"kind": "entered", "name": f"Player {n}"} for n in range(1, PEOPLE + 1)]
    events.append({"kind": "seeded", "seed": "5 1 6 3 3"})
    for start in range(0, len(events), 200):
        shown = await owner.server.ask("GET", f"/api/tournaments/{name}", None, owner.token)
        command = {"cid": secrets.token_hex(16), "seq": shown["seq"], "what": events[start : start + 200]}
        await owner.server.ask("POST", f"/api/tournaments/{name}/events", command, owner.token)
    return name


# ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def serve(address: str, game: str) -> None:
    server, rng = Server(address), random.Random(1)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    moves, bot = Stopwatch(), Stopwatch()
    playing: list[asyncio.Task[None]] = []
    while line := await lines.readline():
        asked, *numbers = line.decode().split()
        if asked == "prepare":
            answer = await prepare(server, game)
        else:
            if not playing:
                playing = [
                    asyncio.create_task(in_spite_of_all(lambda: play_each_other(server, game, moves, rng))),
                    asyncio.create_task(in_spite_of_all(lambda: play_bot(server, game, bot, rng))),
                ]
            moves.taken(), bot.taken()
            failed, _ = await asyncio.wait(playing, timeout=float(numbers[0]), return_when=asyncio.FIRST_EXCEPTION)
            for each in failed:
                each.result()
            answer = {"moves": moves.taken(), "bot": bot.taken()}
        print(json.dumps(answer), flush=True)
    for each in playing:
        each.cancel()
    with suppress(asyncio.CancelledError, Closed, Refused):
        await asyncio.gather(*playing)


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
