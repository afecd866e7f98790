"""HTTP: whom one follows, who is here, and calls to a table. What somebody follows and blocks is told to nobody."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query

from stammtisch.server.clock import now
from stammtisch.server.http.dependencies import Address, CurrentGuest, CurrentServices
from stammtisch.server.http.services import Services
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.people import calls, follows
from stammtisch.server.protocol import people
from stammtisch.server.protocol.message import TableId
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Statement, Write

router = APIRouter(route_class=StrictRoute)

PersonId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
SeatNumber = Annotated[int, Path(ge=0, le=15)]
MINUTE = 60_000
LONGEST = 25
"""Seconds that a request for calls may wait."""


@router.get("/api/my/people")
async def my_people(me: CurrentGuest, server: CurrentServices) -> people.PeopleShown:
    """Those whom one follows, and who of them is here."""
    found = await asyncio.to_thread(follows.followed, server.store, me.id)
    shown = [_shown(each, server) for each in found]
    return people.PeopleShown(
        people=sorted(shown, key=lambda each: not each.here),
        blocked=[
            people.BlockedPerson(person=each.id, name=each.name)
            for each in await asyncio.to_thread(follows.blocked_by, server.store, me.id)
        ],
        seen=await asyncio.to_thread(follows.is_seen, server.store, me.id),
    )


@router.put("/api/my/visibility")
async def show_me(wanted: people.Visibility, me: CurrentGuest, server: CurrentServices) -> people.Visibility:
    """May others see that I am here?"""
    await _write(server, follows.show(me.id, seen=wanted.seen))
    return wanted


@router.put("/api/my/followed/{person}")
async def follow(person: PersonId, me: CurrentGuest, server: CurrentServices) -> people.Noted:
    await asyncio.to_thread(follows.somebody, server.store, me.id, person)
    await asyncio.to_thread(follows.check_room, server.store, schema.follow, me.id)
    await _write(server, follows.follow(me.id, person, now()))
    return people.Noted()


@router.delete("/api/my/followed/{person}")
async def unfollow(person: PersonId, me: CurrentGuest, server: CurrentServices) -> people.Noted:
    await _write(server, follows.unfollow(me.id, person))
    return people.Noted()


@router.put("/api/my/blocked/{person}")
async def block(person: PersonId, me: CurrentGuest, server: CurrentServices) -> people.Noted:
    """Hear nothing from somebody any more. He is not told."""
    await asyncio.to_thread(follows.somebody, server.store, me.id, person)
    await asyncio.to_thread(follows.check_room, server.store, schema.blocked, me.id)
    await _write(server, *follows.block(me.id, person, now()))
    server.arrivals.tell(me.id)
    return people.Noted()


@router.delete("/api/my/blocked/{person}")
async def unblock(person: PersonId, me: CurrentGuest, server: CurrentServices) -> people.Noted:
    await _write(server, follows.unblock(me.id, person))
    return people.Noted()


@router.get("/api/tables/{table}/followed")
async def followed_here(table: TableId, me: CurrentGuest, server: CurrentServices) -> people.FollowedSeats:
    """Whom of a table's players one follows."""
    return await _followed(table, me.id, server)


@router.put("/api/tables/{table}/followed/{seat}")
async def follow_player(
    table: TableId, seat: SeatNumber, me: CurrentGuest, server: CurrentServices
) -> people.FollowedSeats:
    """Follow whoever sits there: one knows people from tables, not by their ids."""
    async with server.tables.held(table) as live:
        whom = live.table.seats[seat].guest if seat < len(live.table.seats) else None
    if whom is None:
        raise Refusal("no_person", "nobody sits there")
    await follow(whom, me, server)
    return await _followed(table, me.id, server)


# ── Calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/api/my/calls")
async def my_calls(
    me: CurrentGuest,
    server: CurrentServices,
    address: Address,
    mark: Annotated[str | None, Query(pattern="^[0-9a-f]{16}$")] = None,
    wait: Annotated[int, Query(ge=0, le=LONGEST)] = 0,
) -> people.Calls:
    """Who calls me to a table. With `mark` the answer waits until these are others, but not longer than `wait`."""
    server.arrivals.presence.seen(me.id)
    news = server.arrivals.expect(me.id)
    found = await asyncio.to_thread(calls.standing, server.store, me.id, now())
    if mark == calls.mark(found) and wait:
        with server.limits.polling(address):
            await server.arrivals.wait(me.id, news, wait)
        found = await asyncio.to_thread(calls.standing, server.store, me.id, now())
    return people.Calls(
        calls=[
            people.CallShown(
                person=each.caller.id,
                name=each.caller.name,
                avatar=each.caller.avatar,
                table=each.table,
                key=each.key or None,
                game=each.game,
                created=each.created,
            )
            for each in found
        ],
        mark=calls.mark(found),
    )


@router.post("/api/people/{person}/call")
async def call(person: PersonId, wanted: people.NewCall, me: CurrentGuest, server: CurrentServices) -> people.Noted:
    """Call somebody to the table where one sits. Whoever is blocked is answered like all others, and nothing comes of
    it."""
    await asyncio.to_thread(follows.somebody, server.store, me.id, person)
    if not await asyncio.to_thread(follows.sits_at, server.store, me.id, wanted.table):
        raise Refusal("not_seated", "you do not sit at this table")
    await asyncio.to_thread(calls.check_pause, server.store, person, me.id, now())
    server.arrivals.pay(me.id)
    if not await asyncio.to_thread(follows.block_each_other, server.store, me.id, [person]):
        await _write(
            server,
            *calls.put(person, me.id, wanted.table, wanted.key or "", now()),
            *server.tables.node.tell(calls.TOLD, person),
        )
        server.arrivals.tell(person)
    return people.Noted()


@router.delete("/api/my/calls/{person}")
async def answer_call(person: PersonId, me: CurrentGuest, server: CurrentServices) -> people.Noted:
    """Not now."""
    await _write(server, calls.answer(me.id, person))
    server.arrivals.tell(me.id)
    return people.Noted()


@router.post("/api/seeks")
async def seek(wanted: people.Seek, me: CurrentGuest, server: CurrentServices, address: Address) -> people.SeekFound:
    """Look for others to play with: the table where those who wish the same meet."""
    server.arrivals.presence.seen(me.id)
    table, free = await server.seeks.find(wanted, me.id, address)
    return people.SeekFound(table=table, free=free)


async def _write(server: Services, *statements: Statement) -> None:
    await server.writer.write(Write(also=list(statements)))


async def _followed(table: str, guest: str, server: Services) -> people.FollowedSeats:
    async with server.tables.held(table) as live:
        seats = {seat.guest: number for number, seat in enumerate(live.table.seats) if seat.guest}
    return people.FollowedSeats(seats=await asyncio.to_thread(follows.at_table, server.store, guest, seats))


def _shown(each: follows.Followed, server: Services) -> people.FollowedPerson:
    here = not each.hides and server.arrivals.is_here(each.guest.id, MINUTE)
    return people.FollowedPerson(
        person=each.guest.id,
        name=each.guest.name,
        avatar=each.guest.avatar,
        here=here,
        table=each.table if here else None,
        game=each.game if here else None,
        status=each.status if here else None,  # type: ignore[arg-type]
    )
