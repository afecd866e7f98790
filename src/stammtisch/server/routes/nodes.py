"""HTTP: what nodes ask each other. Nobody else is heard."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, HTTPException, Request

from stammtisch.server.http.guard import RELAYED
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.protocol.nodes import LeaseWanted, News, NewsHeard

router = APIRouter(route_class=StrictRoute)


class NodeServer(Protocol):
    async def give(self, home: str) -> None: ...

    def hear(self, news: News) -> None: ...


def _server(request: Request) -> NodeServer:
    if RELAYED not in request.scope.get("extensions", {}):
        raise HTTPException(404)  # as if there were nothing
    found: NodeServer = request.app.state.server
    return found


Asked = Annotated[NodeServer, Depends(_server)]


@router.post("/api/node/release")
async def release(wanted: LeaseWanted, server: Asked) -> LeaseWanted:
    """Another node wants to have this."""
    await server.give(wanted.name)
    return wanted


@router.post("/api/node/news")
async def news(told: News, server: Asked) -> NewsHeard:
    """What another node tells all the time."""
    server.hear(told)
    return NewsHeard()
