"""HTTP: what happens around a game. Who acts sends his secret as a bearer token; there are no cookies.

All routes are on one router, so that tests can go over them.
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import Path, Query, Response

from stammtisch import __version__
from stammtisch.server import account_routes, history, notice_routes, statistics_routes, wire
from stammtisch.server.calls import (
    Announcement,
    Finished,
    GuestMade,
    Health,
    Listed,
    MyTable,
    NewGuest,
    SeatKept,
    SeatLeft,
    SeatTaken,
    Sitting,
    TableMade,
    TableShown,
)
from stammtisch.server.entries import Gathering
from stammtisch.server.message import Like, TableId
from stammtisch.server.refusal import Refusal
from stammtisch.server.settings import Opening
from stammtisch.server.signing import Me, The
from stammtisch.server.study_routes import router
from stammtisch.server.tournaments import routes as tournament_routes
from stammtisch.server.turns import Glance

__all__ = ["account_routes", "notice_routes", "router", "statistics_routes", "tournament_routes"]

SeatNumber = Annotated[int, Path(ge=0, le=15)]
Lists = Annotated[list[dict[str, Any]], Like(list[Listed])]
Mine = Annotated[list[dict[str, Any]], Like(list[MyTable])]


@router.get("/health")
async def health(server: The) -> Health:
    storage = str(await asyncio.to_thread(lambda: server.store.facts))
    return Health(status="ok", version=__version__, protocol=wire.PROTOCOL, storage=storage)


@router.get("/api/announcement")
async def announcement(server: The) -> Announcement:
    return Announcement(text=server.orders.announcement, since=server.orders.since, notices=server.offers.any)


@router.post("/api/guests", status_code=201)
async def new_guest(wanted: NewGuest, server: The) -> GuestMade:
    guest, token = await server.welcome(wanted.name, wanted.device, program=wanted.program)
    return GuestMade(guest=guest.id, name=guest.name, token=token)


@router.post("/api/tables", status_code=201)
async def open_table(opening: Opening, me: Me, server: The) -> TableMade:
    name, invites = await server.hall.open(opening, me.id)
    live = await server.hall.live(name)
    return TableMade(table=name, invites=invites, key=live.table.key)


@router.get("/api/tables")
async def list_tables(
    server: The,
    status: Annotated[str, Query(pattern="^(waiting|playing|over)$")] = "waiting",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Lists:
    return [_listed(each) for each in await asyncio.to_thread(server.store.tables, status=status, limit=limit)]


@router.get("/api/my/tables")
async def my_tables(me: Me, server: The) -> Mine:
    server.hall.presence.seen(me.id)
    return [_mine(table, seen, me.id) for table, seen in await server.turns.mine(me.id)]


@router.get("/api/my/finished")
async def my_finished(
    me: Me,
    server: The,
    before: Annotated[TableId | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Finished:
    """All games of mine that are over, the latest first, page by page."""
    last = await asyncio.to_thread(server.store.gathering, before) if before else None
    if before and last is None:
        raise Refusal("no_table", "there is no such table")
    found = await asyncio.to_thread(server.store.tables_of, me.id, status="over", limit=limit + 1, before=last)
    return Finished(tables=[_listed(each) for each in found[:limit]], more=len(found) > limit)


@router.get("/api/tables/{table}")
async def look(table: TableId, server: The) -> TableShown:
    live = await server.hall.live(table)
    async with live.lock:
        return TableShown(table=table, seq=live.table.seq, view=live.table.view(None))


@router.post("/api/tables/{table}/seats/{seat}")
async def sit(table: TableId, seat: SeatNumber, sitting: Sitting, me: Me, server: The) -> SeatTaken:
    await server.hall.sit(table, seat, me, sitting.head, sitting.invite)
    return SeatTaken(table=table, seat=seat)


@router.get("/api/tables/{table}/seats/mine")
async def kept(table: TableId, me: Me, server: The) -> SeatKept:
    return SeatKept(table=table, seat=(await server.hall.live(table)).table.kept_for(me.id))


@router.delete("/api/tables/{table}/seats/mine")
async def leave(table: TableId, me: Me, server: The) -> SeatLeft:
    await server.hall.leave(table, me.id)
    return SeatLeft(table=table)


@router.get("/api/tables/{table}/{what}")
async def download(table: TableId, what: history.What, server: The) -> Response:
    """What is left of a game that is over: record.jsonl, record.txt, transcript.jsonl."""
    live = await server.hall.live(table)
    async with live.lock:
        over = live.table.is_over
    rows = await asyncio.to_thread(server.store.rows, table)
    page: Response = await asyncio.to_thread(history.page, live.table, rows, what, over=over)
    return page


def _listed(gathering: Gathering) -> dict[str, Any]:
    """A table as lists show it."""
    return {
        "table": gathering.table,
        "game": gathering.game,
        "players": gathering.players,
        "status": gathering.status,
        "changed": gathering.changed,
        "host": None,  # unless the summary knows it
        **json.loads(gathering.summary),
    }


def _mine(gathering: Gathering, seen: Glance, guest: str) -> dict[str, Any]:
    """One of somebody's tables, with whose turn it is."""
    return {
        **_listed(gathering),
        "seq": seen.seq,
        "seat": seen.seat_of(guest),
        "awaited": seen.awaited,
        "dice": seen.dice and seen.awaits(guest),
        "since": seen.since,
    }
