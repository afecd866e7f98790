"""HTTP: the health of the server, and the operator's announcement."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from stammtisch import __version__
from stammtisch.core.extras import is_installed
from stammtisch.server.clock import now
from stammtisch.server.http.dependencies import CurrentServices
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.nodes.node import Leaving, Node
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.operator.audit import OperatorState
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.http import Announcement, Health
from stammtisch.server.storage.writer import Stopped

router = APIRouter(route_class=StrictRoute)


def _operator_state(request: Request) -> OperatorState:
    found: OperatorState = request.app.state.server.operator_state
    return found


def _notice_settings(request: Request) -> NoticeSettings:
    found: NoticeSettings = request.app.state.server.notice_settings
    return found


def _node(request: Request) -> Node:
    found: Node = request.app.state.server.node
    return found


@router.get("/health")
async def health(server: CurrentServices, node: Annotated[Node, Depends(_node)]) -> Health:
    """503 while it can store nothing, or stops: a proxy sends people elsewhere then."""
    if node.draining:
        raise Leaving()
    if server.writer.fault:
        raise Stopped(server.writer.fault)
    if not node.hears:
        raise Stopped("this node does not reach its database at the moment")
    storage = str(await asyncio.to_thread(lambda: server.store.facts))
    return Health(status="ok", version=__version__, protocol=wire.PROTOCOL, storage=storage)


@router.get("/api/announcement")
async def announcement(
    server: CurrentServices,
    state: Annotated[OperatorState, Depends(_operator_state)],
    settings: Annotated[NoticeSettings, Depends(_notice_settings)],
) -> Announcement:
    offered = {"notices": settings.any, "pictures": is_installed("PIL")}
    if server.writer.fault:
        return Announcement(text=Stopped(server.writer.fault).reason, since=now(), **offered)
    return Announcement(text=state.announcement, since=state.since, **offered)
