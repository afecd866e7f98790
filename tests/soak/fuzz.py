"""Fuzzed messages: python -m tests.soak.fuzz [--frames 1000000] [--sockets 20000]

Valid messages with changed bytes, the whole table of bad input, and noise are sent in two ways: through the decoder and
the table as a socket uses them, and over real sockets. Nothing may crash, nothing that is refused may change a table,
and memory must not grow. The control is a decoder that accepts everything: it must be detected.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from stammtisch import games
from stammtisch.client import Server
from stammtisch.server.protocol import strict_json, wire
from stammtisch.server.protocol.message import Message
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from tests.examples import EXAMPLE
from tests.server import bad_input
from tests.server.server_process import ServerProcess
from tests.server.table_driver import TableDriver
from tests.soak.results import tell

GUESTS = ("guest-0", "guest-1", "guest-2", "guest-9", None)
AT_A_TABLE = 400  # frames, then the table goes on a bit; after so many of these it is a new one
STOPS = 25


@dataclass
class Counts:
    frames: int = 0
    done: int = 0
    crashes: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    """Refusals after which the table was another."""
    answers: Counter[str] = field(default_factory=Counter)
    grown: int = 0
    """KiB of memory after the first tenth."""


# ── Frames ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def good(driver: TableDriver, rng: Random) -> dict[str, Any]:
    """A message that fits the table as it is, or nearly."""
    table = driver.table
    made = dict(rng.choice(list(bad_input.GOOD.values())))
    if made["type"] in ("resign", "new_chain") and rng.random() < 0.95:  # these would end most games at once
        made = dict(bad_input.GOOD[wire.Play])
    made["cid"] = f"fuzz-{rng.getrandbits(64):016x}"
    if "seq" in made:
        made["seq"] = table.seq - rng.choice((0, 0, 0, 1, -1, table.seq))
    if "move" in made:
        names = [str(move) for move in table.play.position.legal_moves] if table.play else ["roll"]
        made["move"] = rng.choice([*names, "done", "pass", "roll", "7"])
    if "throw" in made and table.dealer and table.dealer.seen.open:
        made["throw"] = table.dealer.seen.open.number
    return made


def mutated(text: bytes, rng: Random) -> bytes:
    """A few bytes changed, lost, doubled, or a piece of another message put in."""
    data = bytearray(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(6):
            case 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del data[at : at + rng.randrange(1, 9)]
            case 2:
                data[at:at] = data[at : at + rng.randrange(1, 30)]
            case 3:
                data[at:at] = rng.choice(bad_input.VALUES).encode("utf-8", "surrogatepass")[:200]
            case 4:
                data[at:at] = rng.choice((b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\0", b"\xff", b"e9", b"-"))
            case _:
                data[at : at + 4] = rng.randbytes(4)
    return bytes(data)


def frames(driver: TableDriver, rng: Random, table: list[bytes]) -> Iterator[bytes]:
    """Without end: mostly changed messages, some good ones, some from the table of bad input, some noise."""
    while True:
        kind = rng.random()
        if kind < 0.1:
            yield rng.choice(table)
        elif kind < 0.15:
            yield rng.randbytes(rng.randrange(200))
        else:
            text = json.dumps(good(driver, rng)).encode()
            yield text if kind < 0.25 else mutated(text, rng)


# ── Through the decoder and the table ────────────────────────────────────────────────────────────────────────────────


def state(driver: TableDriver) -> tuple[object, ...]:
    """What must not change: all of the log, and the game."""
    table = driver.table
    position = table.play.position if table.play else None
    return (
        *(table.seq, table.hash, len(table.rows), len(table.fresh), str(table.asked), table.status),
        *(str(table.seats), position and position.turn, table.play and table.play.events),
        *(table.dealer and (table.dealer.seen.throws, str(table.dealer.seen.open)),),
    )


def one(
    driver: TableDriver, text: bytes, guest: str | None, counts: Counts, read: Callable[[bytes], wire.Command]
) -> None:
    """One frame, as a socket takes it."""
    before: tuple[object, ...] | None = None  # what cannot be read never comes to the table
    counts.frames += 1
    try:
        try:
            command = read(text)
        except ValueError as error:
            answer: Message = wire.Refused(cid=wire.cid_of(text), code="bad_message", reason=strict_json.reason(error))
        else:
            before = state(driver)
            try:
                done = driver.table.do(command, guest, driver.now)
                answer = wire.Done(cid=command.cid, seq=done.seq)
            except Refusal as refusal:
                answer = wire.Refused(cid=command.cid, code=refusal.code, reason=refusal.reason)
            except StaleCommand:
                answer = wire.Stale(cid=command.cid, seq=driver.table.seq)
        json.loads(wire.packed(answer))
    except Exception as error:
        counts.crashes[f"{type(error).__name__}: {error}"[:100]] += 1
        driver.table = driver.folded()
        return
    if isinstance(answer, wire.Done):
        counts.done += 1
        for made in driver.written():
            made.payload.encode()
            if "\0" in made.payload:
                counts.crashes["cannot be stored"] += 1
    elif before is not None and before != state(driver):
        counts.changed += 1
        driver.written()
    counts.answers[getattr(answer, "code", answer.__class__.__name__)] += 1


def memory() -> int:
    """KiB, at most so far."""
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def through_the_table(count: int, seed: int, read: Callable[[bytes], wire.Command] = strict_json.command) -> Counts:
    counts, rng, known = Counts(), Random(seed), list(bad_input.frames())
    first = 0
    while counts.frames < count:
        driver = TableDriver(rng.choice(games.names()), ["person"] * rng.choice((2, 3)))
        if rng.random() < 0.95:
            driver.sit_all()
        for _ in range(STOPS):
            source = frames(driver, rng, known)
            for _ in range(min(AT_A_TABLE, count - counts.frames)):
                one(driver, next(source), rng.choice(GUESTS), counts, read)
                if driver.table.is_over:
                    break
            if driver.table.is_over or counts.frames >= count:
                break
            with suppress(Refusal):  # not begun, or a chain was changed by a good message
                for _ in range(rng.randrange(6)):
                    driver.step(rng)
        if not first and counts.frames > count // 10:
            first = memory()
    counts.grown = memory() - first if first else 0
    return counts


def lenient(text: bytes) -> wire.Command:
    """A decoder as many are: it takes what it can and believes it."""
    found = json.loads(text)
    kinds = {model.model_fields["type"].default: model for model in wire.COMMANDS}
    return kinds[found["type"]].model_construct(**found)  # type: ignore[return-value]


# ── Over real sockets ────────────────────────────────────────────────────────────────────────────────────────────────


async def send_frames(server: ServerProcess, count: int, seed: int) -> tuple[int, int]:
    """Frames sent over sockets of spectators, guests and players; the answers, and closed connections."""
    client, rng, known = Server(server.address), Random(seed), list(bad_input.frames())
    people = [await client.guest(name) for name in ("Ann", "Ben", "Eve")]
    table, invites = await people[0].open(EXAMPLE, ["person", "person"], chat=False)
    for p in (0, 1):
        await people[p].sit(table, p, invites[p])
    before = await client.ask("GET", f"/api/tables/{table}")
    stand_in = TableDriver(EXAMPLE).sit_all()  # frames are made from a table like it
    source = frames(stand_in, rng, known)
    sent = answers = closed = 0
    while sent < count:
        token = rng.choice((None, *(each.token for each in people)))
        async with connect(server.address.replace("http", "ws") + "/ws", compression=None, max_size=2**20) as line:
            await line.send(json.dumps({"type": "hello", "table": table, "token": token}))
            try:
                await line.recv()
                for _ in range(90):
                    text = next(source)
                    if b'"resign"' in text or b'"start"' in text:
                        continue  # these would do what they say
                    try:
                        await line.send(text.decode())
                    except UnicodeDecodeError:
                        await line.send(text)
                    sent += 1
                    json.loads(await asyncio.wait_for(line.recv(), 20))
                    answers += 1
            except WebSocketException:
                closed += 1
    after = await client.ask("GET", f"/api/tables/{table}")
    assert before["view"]["state"] == after["view"]["state"], "a table has changed"
    return answers, closed


def over_sockets(count: int, seed: int) -> tuple[int, int, str]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
        answers, closed = asyncio.run(send_frames(server, count, seed))
        return answers, closed, server.log


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.fuzz")
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--sockets", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    counts = through_the_table(wanted.frames, wanted.seed)
    print(counts, flush=True)
    control = through_the_table(20_000, wanted.seed, lenient)
    answers, closed, log = over_sockets(wanted.sockets, wanted.seed)
    clean = "Traceback" not in log and '"level": "error"' not in log
    return tell(
        (
            "fuzzed frames",
            f"{counts.frames:,} through decoder and table, {answers:,} over sockets",
            f"crashes {counts.crashes.total()}, changed by a refusal {counts.changed}, memory +{counts.grown:,} KiB; "
            f"over sockets: log {'clean' if clean else 'NOT CLEAN'}, closed {closed}",
            f"a decoder that believes everything, 20,000 frames: {sum(control.crashes.values()):,} crashes",
            "python -m tests.soak.fuzz",
        ),
        good=not counts.crashes and not counts.changed and clean and counts.grown < 50 * 1024 and bool(control.crashes),
        keep=wanted.frames >= 1_000_000 and wanted.sockets >= 20_000,
    )


if __name__ == "__main__":
    sys.exit(main())
