"""HTTP: the health of the server, and the operator's announcement."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from stammtisch import __version__
from stammtisch.server.http.dependencies import CurrentServices
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.operator.audit import Orders
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.http import Announcement, Health

router = APIRouter(route_class=StrictRoute)


def _orders(request: Request) -> Orders:
    found: Orders = request.app.state.server.orders
    return found


def _notice_settings(request: Request) -> NoticeSettings:
    found: NoticeSettings = request.app.state.server.notice_settings
    return found


@router.get("/health")
async def health(server: CurrentServices) -> Health:
    storage = str(await asyncio.to_thread(lambda: server.store.facts))
    return Health(status="ok", version=__version__, protocol=wire.PROTOCOL, storage=storage)


@router.get("/api/announcement")
async def announcement(
    orders: Annotated[Orders, Depends(_orders)], settings: Annotated[NoticeSettings, Depends(_notice_settings)]
) -> Announcement:
    return Announcement(text=orders.announcement, since=orders.since, notices=settings.any)
