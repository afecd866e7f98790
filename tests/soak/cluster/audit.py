"""The audit: what was told and shown against what is in the log, when all is over."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields

from stammtisch.client import Server, ServerError
from stammtisch.core.errors import RecordError
from stammtisch.fair import Fault
from stammtisch.ops import chains
from stammtisch.ops.contents import ProgressBars
from stammtisch.server.storage.log import Row
from stammtisch.server.storage.store import Store
from stammtisch.server.table.events import view_event
from tests.soak.cluster.cup import Cup, faults_of
from tests.soak.cluster.house import House
from tests.soak.cluster.players import Seat, patient


@dataclass
class Audit:
    acknowledged: int = 0
    """Commands, a client's contributions to dice among them."""
    tables: int = 0
    tournaments: int = 0
    events: int = 0
    transcripts: int = 0
    lost: list[str] = field(default_factory=list)
    """Acknowledged, and not in the log at that number."""
    doubled: list[str] = field(default_factory=list)
    """More than once in the log."""
    broken: list[str] = field(default_factory=list)
    """Logs with gaps, with a number twice, or with wrong hashes."""
    differ: list[str] = field(default_factory=list)
    """Shown otherwise than it is in the log, dice among it."""
    wrong: list[str] = field(default_factory=list)
    """Transcripts, tournaments and alarms of clients."""
    unfinished: list[str] = field(default_factory=list)
    """Games that do not go on, and what failed otherwise while all played."""
    unleased: list[str] = field(default_factory=list)
    """Rows that a node has written which did not have the lease."""
    errors: list[str] = field(default_factory=list)
    """Lines of the servers' logs."""

    @property
    def faults(self) -> dict[str, list[str]]:
        lists = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: found for name, found in lists.items() if isinstance(found, list) and found}

    def __str__(self) -> str:
        counted = (
            f"{self.acknowledged:,} commands acknowledged, {self.events:,} events at {self.tables:,} tables and "
            f"tournaments, {self.transcripts:,} transcripts verified, {self.tournaments:,} tournaments"
        )
        kinds = [each.name for each in fields(self) if isinstance(getattr(self, each.name), list)]
        return f"{counted}: " + ", ".join(f"{kind} {len(getattr(self, kind)):,}" for kind in kinds)


async def ask(audit: Audit, house: House, seats: Iterable[Seat], cups: Sequence[Cup]) -> None:
    """What the servers say when all is over: transcripts, compared with what each client was shown, and tournaments."""
    server = Server(house.front.address)
    for seat in seats:
        given_up = min((event["seq"] for event in seat.events if event["type"] == "resigned"), default=math.inf)
        for alarm in seat.alarms:
            if alarm.seq < given_up:
                audit.wrong.append(f"{seat.table}, event {alarm.seq}: {alarm.code}")
        if not seat.is_over:
            audit.unfinished.append(f"{seat.table} is not over")
            continue
        try:
            await patient(seat.verify)
            audit.transcripts += 1
        except (Fault, RecordError, ServerError) as error:
            audit.wrong.append(f"{seat.table}: {error}")
        await asyncio.sleep(0)
    for cup in cups:
        for name in cup.done:
            audit.tournaments += 1
            audit.wrong += await faults_of(name, server)


def compare(audit: Audit, house: House, seats: Iterable[Seat]) -> None:
    """What is in the database, with the servers gone."""
    store = Store(house.url, server=False)
    try:
        found = chains.check(store, ProgressBars(quiet=True))
        audit.tables, audit.events = len(found.sound) + len(found.damaged), found.events
        audit.broken += [f"{name}: {why}" for name, why in found.damaged.items()] + found.unread
        for seat in seats:
            _compare(audit, seat, store.rows(seat.table))
    finally:
        store.close()
    twice = "SELECT table_id, seat, cid, count(*) FROM event WHERE cid IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1"
    audit.doubled += [f"{table}, seat {seat}, {cid}: {times} times" for table, seat, cid, times in house.ask(twice)]
    unleased = "SELECT table_id, seq, node FROM witness ORDER BY 1, 2"
    audit.unleased += [f"{table}, event {seq}, by {node}" for table, seq, node in house.ask(unleased)]
    told = Counter(house.errors)
    audit.errors += [f"{line} ({times} times)" if times > 1 else line for line, times in told.items()]


def _compare(audit: Audit, seat: Seat, rows: Sequence[Row]) -> None:
    there = {row.cid: row.seq for row in rows if row.cid is not None}
    audit.acknowledged += len(seat.acknowledged)
    for cid, seq in seat.acknowledged.items():
        if there.get(cid) != seq:
            audit.lost.append(f"{seat.table}: {cid} was acknowledged as event {seq}, and is {there.get(cid)}")
    over = any(row.kind == "result" for row in rows)
    shown = Counter(event["seq"] for event in seat.events)
    true = {row.seq: [view_event(row, seat.seat, over=late) for late in {False, over}] for row in rows}
    if list(shown) != list(range(1, len(shown) + 1)) or any(times > 1 for times in shown.values()):
        audit.differ.append(f"{seat.table}: a client has not seen every event once")
    audit.differ += [
        f"{seat.table}: event {each['seq']}" for each in seat.events if each not in true.get(each["seq"], ())
    ]
