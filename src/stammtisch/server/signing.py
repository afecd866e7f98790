"""Who asks: a guest shows his secret as a bearer token."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Request

from stammtisch.server.entries import Guest, Session
from stammtisch.server.refusal import Refusal


def the_server(request: Request) -> Any:
    """The Server of this process; app.py puts it there."""
    return request.app.state.server


async def session_of(request: Request, authorization: Annotated[str | None, Header()] = None) -> Session:
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not 20 <= len(token) <= 100:
        raise Refusal("not_signed_in", "send your secret as 'Authorization: Bearer …'")
    session: Session = await the_server(request).session(token)
    return session


async def signed_in(request: Request, authorization: Annotated[str | None, Header()] = None) -> Guest:
    return (await session_of(request, authorization)).guest


async def perhaps_signed_in(request: Request, authorization: Annotated[str | None, Header()] = None) -> Guest | None:
    """Whoever shows no secret looks on; a wrong one is refused all the same."""
    return await signed_in(request, authorization) if authorization else None


Me = Annotated[Guest, Depends(signed_in)]
MySession = Annotated[Session, Depends(session_of)]
The = Annotated[Any, Depends(the_server)]
Anybody = Annotated[Guest | None, Depends(perhaps_signed_in)]
