"""What a route depends on: who asks, by the bearer token of the request, and the parts of the server that it uses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Header, Request

from stammtisch.server.http.limits import address_of
from stammtisch.server.http.services import Services
from stammtisch.server.live.payer import Payer
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.entities import Guest, Session


def services(request: Request) -> Services:
    found: Services = request.app.state.server
    return found


async def current_session(request: Request, authorization: Annotated[str | None, Header()] = None) -> Session:
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not 20 <= len(token) <= 100:
        raise Refusal("not_signed_in", "send your secret as 'Authorization: Bearer …'")
    return await services(request).session(token)


async def current_guest(request: Request, authorization: Annotated[str | None, Header()] = None) -> Guest:
    return (await current_session(request, authorization)).guest


async def current_guest_or_none(
    request: Request, authorization: Annotated[str | None, Header()] = None
) -> Guest | None:
    """Whoever shows no secret looks on; a wrong one is refused all the same."""
    return await current_guest(request, authorization) if authorization else None


async def nameless_payer(request: Request) -> AsyncIterator[Payer]:
    """Whom the workers compute for, where it does not matter who he is: his address pays. What waits for a client that
    has left is not computed."""
    left = asyncio.Event()
    watching = asyncio.ensure_future(_until_left(request, left))
    try:
        yield Payer(None, address_of(request.scope), left)
    finally:
        watching.cancel()


def current_payer(
    payer: Annotated[Payer, Depends(nameless_payer)], asking: Annotated[Guest | None, Depends(current_guest_or_none)]
) -> Payer:
    """The same where it does: he and his address pay."""
    return replace(payer, guest=asking.id if asking else None)


async def _until_left(request: Request, left: asyncio.Event) -> None:
    """The body was read before, so nothing else can come than that the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    left.set()


def address(request: Request) -> str | None:
    """From where somebody asks; None: from this machine."""
    return address_of(request.scope)


Address = Annotated[str | None, Depends(address)]
CurrentServices = Annotated[Services, Depends(services)]
CurrentSession = Annotated[Session, Depends(current_session)]
CurrentGuest = Annotated[Guest, Depends(current_guest)]
AnyGuest = Annotated[Guest | None, Depends(current_guest_or_none)]
AnyPayer = Annotated[Payer, Depends(nameless_payer)]
CurrentPayer = Annotated[Payer, Depends(current_payer)]
