"""The operator's routes. Each wants his token: as a bearer, or, where nothing is changed, as a password that a browser
asks for. A browser sends a password by itself, also for foreign pages; so it may not change anything.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hmac
from contextlib import suppress
from typing import Annotated, Protocol

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Header, Query, Request, Response

from stammtisch.server.clock import now
from stammtisch.server.http.services import Services
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.nodes.gossip import NodeFigures
from stammtisch.server.nodes.node import Node
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.operator import audit, page, snapshot
from stammtisch.server.operator.metrics import KIND, metrics
from stammtisch.server.people.guests import hashed
from stammtisch.server.protocol.operator import (
    ActionDone,
    ActionKind,
    ActionShown,
    Announce,
    BanGuest,
    CloseTable,
    GuestListed,
    Sitter,
    TableListed,
)
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import leases, schema
from stammtisch.server.storage.faults import NoStorage
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store


def operator(request: Request, authorization: Annotated[str | None, Header()] = None) -> None:
    """Let nobody pass but who has the token; it is compared by its hash, in constant time."""
    scheme, _, given = (authorization or "").partition(" ")
    if scheme.lower() == "basic" and request.method == "GET":
        try:
            given = base64.b64decode(given, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            given = ""
    elif scheme.lower() != "bearer":
        given = ""
    if not hmac.compare_digest(hashed(given), request.app.state.key):
        raise Refusal("not_signed_in", "this is for the operator, with the token in admin.token")


class OperatedServer(Services, Protocol):
    """What an operator sees and changes, besides what every route can use."""

    operator_state: audit.OperatorState
    node: Node
    notice_settings: NoticeSettings

    def nodes(self) -> list[NodeFigures]: ...

    def obey(self, action: audit.Action) -> None: ...


def operated_server(request: Request) -> OperatedServer:
    found: OperatedServer = request.app.state.server
    return found


Operated = Annotated[OperatedServer, Depends(operated_server)]
router = APIRouter(route_class=StrictRoute, dependencies=[Depends(operator)])
Limit = Annotated[int, Query(ge=1, le=500)]


@router.get("/metrics")
async def prometheus(server: Operated) -> Response:
    return Response(metrics(await snapshot.taken(server, server.nodes())), media_type=KIND)


@router.get("/admin")
async def status_page(server: Operated) -> Response:
    tables, recent = [], []
    with suppress(NoStorage):  # the page itself says so
        tables = await _tables(server, "playing", 20)
        recent = await asyncio.to_thread(audit.actions, server.store, last=10)
    text = page.page(
        await snapshot.taken(server, server.nodes()),
        tables,
        server.operator_state,
        recent,
        now(),
        notices=server.notice_settings.any,
    )
    return Response(text, media_type="text/html; charset=utf-8")


@router.get("/admin/style.css")
async def style() -> Response:
    return Response(page.STYLE, media_type="text/css; charset=utf-8")


@router.get("/api/admin/tables")
async def tables(
    server: Operated,
    status: Annotated[str, Query(pattern="^(waiting|playing|over)$")] = "playing",
    limit: Limit = 50,
) -> list[TableListed]:
    return await _tables(server, status, limit)


@router.get("/api/admin/guests")
async def guests(
    server: Operated, name: Annotated[str, Query(max_length=24)] = "", limit: Limit = 50
) -> list[GuestListed]:
    """Guests whose name has these letters, the newest first."""
    column = schema.guest.c
    query = sa.select(column.id, column.name, column.bot, column.created).order_by(column.created.desc(), column.id)
    if name:
        query = query.where(sa.func.lower(column.name).contains(name.lower(), autoescape=True))
    found = await asyncio.to_thread(server.store.fetch, query.limit(limit))
    return [
        GuestListed(
            guest=row.id,
            name=row.name,
            program=bool(row.bot),
            created=row.created,
            sockets=server.tables.presence.connections(row.id),
            banned=row.id in server.tables.banned,
        )
        for row in found
    ]


@router.get("/api/admin/audit")
async def read_audit(server: Operated, limit: Limit = 50) -> list[ActionShown]:
    found = await asyncio.to_thread(audit.actions, server.store, last=limit)
    return [ActionShown(**each._asdict()) for each in found]


@router.post("/api/admin/close")
async def close(order: CloseTable, server: Operated) -> ActionDone:
    """End a table for everybody who sits there."""
    action = _action("close", order.table, order.reason, order.who)
    await server.tables.close_table(order.table, audit.put_action(action))
    return ActionDone(at=action.at)


@router.post("/api/admin/ban")
async def ban(order: BanGuest, server: Operated) -> ActionDone:
    """His sockets die, and his token is refused from now on."""
    await _known(server, order.guest)
    return await _done(server, _action("ban", order.guest, order.reason, order.who))


@router.post("/api/admin/unban")
async def unban(order: BanGuest, server: Operated) -> ActionDone:
    await _known(server, order.guest)
    return await _done(server, _action("unban", order.guest, order.reason, order.who))


@router.post("/api/admin/announce")
async def announce(order: Announce, server: Operated) -> ActionDone:
    """Show a sentence to everybody, or nothing any more."""
    return await _done(server, _action("announce", "", order.text, order.who))


async def _known(server: OperatedServer, guest: str) -> None:
    if await asyncio.to_thread(server.store.guest, guest) is None:
        raise Refusal("no_guest", "there is no such guest")


def _action(what: ActionKind, whom: str, note: str, who: str) -> audit.Action:
    return audit.Action(0, now(), what, _shown(whom), _shown(note), _shown(who))


def _shown(text: str) -> str:
    """What can be shown of it, and stored."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter == " ").split())


async def _done(server: OperatedServer, action: audit.Action) -> ActionDone:
    """Put an action on disk; then, and only then, let it have its effect."""
    await server.writer.write(Write(also=[audit.put_action(action), *server.node.tell(audit.TOLD)]))
    server.obey(action)
    return ActionDone(at=action.at)


async def _tables(server: OperatedServer, status: str, limit: int) -> list[TableListed]:
    """By the index, and by who watches: whoever asks sees no hand and no secret, for none of this has seen one."""
    found = await asyncio.to_thread(lambda: server.store.tables(public=None, status=status, limit=limit))
    people = await asyncio.to_thread(_people, server.store, [each.table for each in found])
    at = {} if server.node.is_alone else await asyncio.to_thread(_nodes, server.store, [each.table for each in found])
    watching = {live.table.name: len(live.watchers) for live in server.tables.lives()}
    return [
        TableListed(
            table=each.table,
            game=each.game,
            status=each.status,
            public=each.public,
            created=each.created,
            changed=each.changed,
            people=people.get(each.table, []),
            node=at.get(each.table, ""),
            sockets=watching.get(each.table, 0),
        )
        for each in found
    ]


def _nodes(store: Store, tables: list[str]) -> dict[str, str]:
    """Which node has these tables in use, for those that one has."""
    with store.reading() as connection:
        return {each[0]: each[2] for each in connection.execute(sa.text(leases.OWNER), {"names": tables})}


def _people(store: Store, tables: list[str]) -> dict[str, list[Sitter]]:
    """Who sits at these tables."""
    sitting, guest = schema.sitting.c, schema.guest.c
    query = sa.select(sitting.table_id, guest.id, guest.name).join(schema.guest, guest.id == sitting.guest)
    result: dict[str, list[Sitter]] = {}
    for table, number, name in store.fetch(query.where(sitting.table_id.in_(tables)).order_by(guest.name)):
        result.setdefault(table, []).append(Sitter(guest=number, name=name))
    return result
