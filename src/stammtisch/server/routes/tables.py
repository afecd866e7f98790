"""HTTP: tables and seats. Whoever acts sends his secret as a bearer token; there are no cookies."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from stammtisch.server.clock import now
from stammtisch.server.http.dependencies import (
    Address,
    AnyGuest,
    AnyPayer,
    CurrentGuest,
    CurrentPayer,
    CurrentServices,
)
from stammtisch.server.http.prices import EVENTS, LOOK, RECORD
from stammtisch.server.http.responses import json_of
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.live.table_lists import LONGEST, listed
from stammtisch.server.live.turns import TurnStatus
from stammtisch.server.protocol.http import (
    Finished,
    GuestMade,
    ListedTable,
    MyTable,
    NewGuest,
    SeatKept,
    SeatLeft,
    SeatTaken,
    TableMade,
    TableShown,
    TakeSeat,
)
from stammtisch.server.protocol.message import TableId, Unchecked
from stammtisch.server.protocol.page import Language
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.settings import Opening
from stammtisch.server.storage.dealt import is_sealed
from stammtisch.server.storage.entities import TableSummary
from stammtisch.server.study import event_pages, history
from stammtisch.server.study.asked import Asked

router = APIRouter(route_class=StrictRoute)

SeatNumber = Annotated[int, Path(ge=0, le=15)]
Lists = Annotated[list[dict[str, Any]], Unchecked(list[ListedTable])]
Mine = Annotated[list[dict[str, Any]], Unchecked(list[MyTable])]


@router.post("/api/guests", status_code=201)
async def new_guest(wanted: NewGuest, server: CurrentServices) -> GuestMade:
    guest, token = await server.welcome(wanted.name, wanted.device, program=wanted.program)
    return GuestMade(guest=guest.id, name=guest.name, token=token)


@router.post("/api/tables", status_code=201)
async def open_table(opening: Opening, me: CurrentGuest, server: CurrentServices, address: Address) -> TableMade:
    name, invites = await server.tables.open(opening, me.id, address=address)
    live = await server.tables.live(name)
    return TableMade(table=name, invites=invites, key=live.table.key)


@router.get("/api/tables")
async def list_tables(
    server: CurrentServices,
    status: Annotated[str, Query(pattern="^(waiting|playing|over)$")] = "waiting",
    limit: Annotated[int, Query(ge=1, le=LONGEST)] = 50,
) -> Lists:
    return await server.tables.lists.latest(status, limit)


@router.get("/api/my/tables")
async def my_tables(me: CurrentGuest, server: CurrentServices) -> Mine:
    server.tables.presence.seen(me.id)
    return [_mine(table, seen, me.id) for table, seen in await server.turns.mine(me.id)]


@router.get("/api/my/finished")
async def my_finished(
    me: CurrentGuest,
    server: CurrentServices,
    before: Annotated[TableId | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Finished:
    """All games of mine that are over, the latest first, page by page."""
    last = await asyncio.to_thread(server.store.table_summary, before) if before else None
    if before and last is None:
        raise Refusal("no_table", "there is no such table")
    found = await asyncio.to_thread(server.store.tables_of, me.id, status="over", limit=limit + 1, before=last)
    return Finished(tables=[listed(each) for each in found[:limit]], more=len(found) > limit)


@router.get("/api/tables/{table}")
async def look(table: TableId, asking: AnyGuest, payer: AnyPayer, server: CurrentServices) -> Response:
    """As a spectator sees it. One that nobody uses is not loaded for that."""
    guest, live = asking.id if asking else None, server.tables.in_use(table)
    if live is None:
        asked = await asyncio.to_thread(Asked.of, server.store, table)
        await server.tables.check_seen(table, guest)
        return json_of(await server.answers.get("rest", payer, LOOK, history.looked_at, server.store.address, asked))
    async with live.lock:
        shown = TableShown(table=table, seq=live.table.seq, view=live.table.view(None))
    await server.tables.check_seen(table, guest)
    return json_of((shown.model_dump_json().encode(),))


@router.post("/api/tables/{table}/seats/{seat}")
async def sit(
    table: TableId, seat: SeatNumber, sitting: TakeSeat, me: CurrentGuest, server: CurrentServices
) -> SeatTaken:
    await server.tables.sit(table, seat, me, sitting.head, sitting.invite, sitting.key)
    return SeatTaken(table=table, seat=seat)


@router.get("/api/tables/{table}/seats/mine")
async def kept(table: TableId, me: CurrentGuest, server: CurrentServices) -> SeatKept:
    return SeatKept(table=table, seat=(await server.tables.live(table)).table.kept_for(me.id))


@router.delete("/api/tables/{table}/seats/mine")
async def leave(table: TableId, me: CurrentGuest, server: CurrentServices) -> SeatLeft:
    await server.tables.leave(table, me.id)
    return SeatLeft(table=table)


@router.get("/api/tables/{table}/events")
async def events(
    table: TableId,
    server: CurrentServices,
    asking: AnyGuest,
    payer: CurrentPayer,
    since: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
    language: Annotated[Language | None, Query()] = None,
) -> Response:
    """What has happened, page by page, as whoever asks may see it: an EventPage."""
    async with server.tables.held(table) as live:
        seat, over, last = live.table.seat_of(asking.id if asking else None), live.table.is_over, live.table.seq
    await server.tables.check_seen(table, asking.id if asking else None)
    if language is None or since >= last:
        found = await asyncio.to_thread(
            event_pages.plain, server.store, table, seat, since, min(since + limit, last), over=over
        )
    else:
        asked = (table, seat, since, min(since + limit, last), min(since + limit + 1, last), over, language)
        (found,) = await server.answers.get("rest", payer, EVENTS, event_pages.in_words, server.store.address, *asked)
    return json_of((event_pages.page(last, found),))


@router.get("/api/tables/{table}/{what}")
async def download(
    table: TableId, what: history.Download, asking: AnyGuest, payer: AnyPayer, server: CurrentServices
) -> Response:
    """What is left of a game that is over: record.jsonl, record.txt, transcript.jsonl."""
    asked = await asyncio.to_thread(Asked.of, server.store, table)
    await server.tables.check_seen(table, asking.id if asking else None)
    sealed = await asyncio.to_thread(is_sealed, server.store, table, now())
    database, asked = server.store.address, asked.over()
    (text,) = await server.answers.get("rest", payer, RECORD, history.downloaded, database, asked, what, sealed=sealed)
    return Response(text, media_type=history.MEDIA[what])


def _mine(summary: TableSummary, seen: TurnStatus, guest: str) -> dict[str, Any]:
    """One of somebody's tables, with whose turn it is."""
    return {
        **listed(summary),
        "seq": seen.seq,
        "seat": seen.seat_of(guest),
        "awaited": seen.awaited,
        "dice": seen.dice and seen.awaits(guest),
        "since": seen.since,
    }
