"""The tables of a deal compared, seat by seat. All had the same dice, so what differs is how they were played.

Matchpoints, as in duplicate bridge: the share of the other tables that did worse at this seat, ties half. What is
compared is the lead: the own points less the mean of the rivals'.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from stammtisch.server.deals import days
from stammtisch.server.deals.days import DailyDeal
from stammtisch.server.protocol.deals import DealOfDay, DealResult, DealSeed, DealShown
from stammtisch.server.protocol.settings import DealNamed
from stammtisch.server.storage import schema
from stammtisch.server.storage.dealt import DealtTable, count_ended, table_of, tables_of
from stammtisch.server.storage.store import Store
from stammtisch.server.study.asked import reader


class Finished(NamedTuple):
    """A table of a daily deal that was played to its end in time."""

    guest: str | None
    name: str
    score: int
    place: int
    lead: float


def lead(scores: Sequence[int], seat: int) -> float:
    """The points of a seat less the mean of its rivals'."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def matchpoints(mine: float, leads: Sequence[float]) -> float | None:
    """The share of the other tables that did worse, ties half, from 0 to 1; None: there are no others. `leads` are
    those of all tables in ascending order, and mine is among them."""
    others = len(leads) - 1
    if others < 1:
        return None
    below, up_to = bisect_left(leads, mine), bisect_right(leads, mine)
    return (below + (up_to - below - 1) / 2) / others


def finished(tables: Sequence[DealtTable], closes: int, seat: int = 0) -> list[Finished]:
    """Those that count: played to the end before the deal closed."""
    found = []
    for table in tables:
        told = json.loads(table.summary)
        result = told["result"]
        if table.ended is None or table.ended > closes or not result or result["reason"] != "played":
            continue
        scores = result["scores"]
        name = told["seats"][seat]["name"]
        found.append(Finished(table.guest, name, scores[seat], result["places"][seat], lead(scores, seat)))
    return found


def compared(tables: Sequence[Finished], me: str | None, seen: set[str]) -> list[DealResult]:
    """The best first. A name is told only of who wants to be seen in lists (`seen`); mine only to me."""
    leads = sorted(each.lead for each in tables)
    mean = sum(leads) / len(leads) if leads else 0.0
    rows = []
    for each in tables:
        mine = each.guest is not None and each.guest == me
        rows.append(
            DealResult(
                name=each.name if mine or each.guest in seen else "",
                mine=mine,
                score=each.score,
                place=each.place,
                lead=each.lead,
                matchpoints=matchpoints(each.lead, leads),
                difference=each.lead - mean,
            )
        )
    return sorted(rows, key=lambda row: -row.lead)


def of_day(store: Store, deal: DailyDeal, named: DealNamed, guest: str | None) -> DealOfDay:
    """A deal as this guest has it."""
    table = table_of(store, deal.name, guest) if guest else None
    entry = store.table_summary(table) if table else None
    return DealOfDay(
        name=deal.name,
        date=str(deal.date),
        game=deal.game,
        hash=named.hash,
        seats=days.seats_of(deal),
        opens=deal.opens,
        closes=deal.closes,
        played=count_ended(store, deal.name, deal.closes),
        table=table,
        status=entry.status if entry else None,
    )


def shown(database: str, deal: DailyDeal, named: DealNamed, guest: str | None, opened: str | None) -> tuple[bytes, ...]:
    """In a worker: a DealShown. `opened`: its seed as JSON, once it has closed."""
    store = reader(database)
    mine = of_day(store, deal, named, guest)
    rows = None
    if opened or mine.status == "over":
        tables = finished(tables_of(store, deal.name), deal.closes, mine.seats.index(""))
        rows = compared(tables, guest, _listed(store, {each.guest for each in tables if each.guest}))
    seed = DealSeed.model_validate_json(opened) if opened else None
    return (DealShown(deal=mine, closed=opened is not None, opened=seed, results=rows).model_dump_json().encode(),)


def _listed(store: Store, guests: set[str]) -> set[str]:
    """Those of them who want to be seen in lists."""
    column = schema.listed.c
    with store.reading() as connection:
        return guests & set(connection.scalars(sa.select(column.guest)))
