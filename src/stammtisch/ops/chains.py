"""Chains: computes every hash of a server's log again, table by table, also while the server is running.

A log that is damaged says nothing against the others: each is read on its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import sqlalchemy as sa

from stammtisch.ops.contents import ProgressBars
from stammtisch.ops.finding import Finding, ok, wrong
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import audit
from stammtisch.server.storage.store import Store

INDEXES = (schema.gathering.c.table_id, schema.tournament.c.tournament_id, schema.dice.c.table_id)
"""Where else the names of tables and tournaments stand."""


@dataclass
class Chains:
    """What was found: the logs that are sound, and what is wrong with the others."""

    sound: list[str] = field(default_factory=list)
    damaged: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    """Parts of the database that could not be read to their end."""
    events: int = 0


def check(store: Store, bar: ProgressBars) -> Chains:
    found = Chains()
    names = _names(store, found)
    part = bar.part("chains of the log")
    for number, name in enumerate(names, start=1):
        if fault := _fault(store, name, found):
            found.damaged[name] = fault
        else:
            found.sound.append(name)
        if number % 16 == 0 or number == len(names):
            part.reach(number, len(names))
    return found


def findings(store: Store, bar: ProgressBars) -> Iterator[Finding]:
    found = check(store, bar)
    for name, fault in found.damaged.items():
        yield wrong(f"log of {name}", fault)
    for fault in found.unread:
        yield wrong("database", fault)
    told = f"{len(found.sound):,} tables and tournaments with {found.events:,} events"
    if found.damaged or found.unread:
        yield wrong("chains", f"{len(found.damaged):,} logs in {store} are damaged; {told} can be read. {store.remedy}")
    else:
        yield ok("chains", f"{told}: every hash is right")


def _names(store: Store, found: Chains) -> list[str]:
    """Of all tables and tournaments, from wherever they are named."""
    names: set[str] = set()
    event = schema.event.c.table_id
    last: str | None = ""
    try:
        while last is not None:  # from one name to the next by the primary key: no rows are read
            ((last,),) = store.fetch(sa.select(sa.func.min(event)).where(event > last))
            names.update([] if last is None else [last])
    except Refusal as fault:
        found.unread.append(f"the table event cannot be read to its end: {fault}")
    for column in INDEXES:
        try:
            names.update(name for (name,) in store.fetch(sa.select(column)))
        except Refusal as fault:
            found.unread.append(f"the table {column.table.name} cannot be read to its end: {fault}")
    return sorted(names)


def _fault(store: Store, name: str, found: Chains) -> str | None:
    try:
        master, rows = store.log(name)
    except Refusal as fault:
        return f"its rows cannot be read: {fault}"
    if not rows:
        return "it stands in an index, but it has no rows"
    if master is None:
        return "the secret of its dice is missing"
    if wrong_row := audit(rows):
        return f"row {wrong_row.seq}: {wrong_row.reason}; of its {len(rows):,} rows, those before can be read"
    found.events += len(rows)
    return None
