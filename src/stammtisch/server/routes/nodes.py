"""HTTP: what nodes ask each other. Nobody else is heard."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, HTTPException, Request

from stammtisch.server.http.guard import RELAYED
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.protocol.nodes import LeaseWanted

router = APIRouter(route_class=StrictRoute)


class Giver(Protocol):
    async def give(self, home: str) -> None: ...


def _giver(request: Request) -> Giver:
    if RELAYED not in request.scope.get("extensions", {}):
        raise HTTPException(404)  # as if there were nothing
    found: Giver = request.app.state.server
    return found


@router.post("/api/node/release")
async def release(wanted: LeaseWanted, server: Annotated[Giver, Depends(_giver)]) -> LeaseWanted:
    """Another node wants to have this."""
    await server.give(wanted.name)
    return wanted
