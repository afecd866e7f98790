"""HTTP: who one is, on which devices, and what is kept of that."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import Path, Request, Response

from stammtisch.server import calls
from stammtisch.server.entries import Session
from stammtisch.server.export import export
from stammtisch.server.limits import address_of
from stammtisch.server.live import now
from stammtisch.server.refusal import Refusal
from stammtisch.server.signing import MySession, The
from stammtisch.server.study_routes import router

NAMED = 16
"""Digits of a token's hash that name a session."""
_exporting = asyncio.Semaphore(1)


@router.get("/api/me")
async def who_am_i(me: MySession, server: The) -> calls.MeShown:
    return await _shown(me, server)


@router.put("/api/me/name")
async def rename(wanted: calls.NewName, me: MySession, server: The) -> calls.MeShown:
    guest = await server.rename(me.guest, wanted.name)
    return await _shown(Session(me.token_hash, guest, me.created, me.used, me.device), server)


@router.post("/api/account", status_code=201)
async def new_account(wanted: calls.NewAccount, me: MySession, server: The) -> calls.MeShown:
    await server.accounts.make(me.guest, wanted.handle, wanted.password)
    return await _shown(me, server)


@router.put("/api/account/password")
async def new_password(wanted: calls.NewPassword, me: MySession, server: The, request: Request) -> calls.MeShown:
    await server.accounts.change_password(me, wanted.old, wanted.new, address_of(request.scope))
    return await _shown(me, server)


@router.post("/api/sessions", status_code=201)
async def log_in(wanted: calls.LogIn, server: The, request: Request) -> calls.LoggedIn:
    session, token = await server.accounts.log_in(
        wanted.handle, wanted.password, wanted.device, address_of(request.scope)
    )
    return calls.LoggedIn(guest=session.guest.id, name=session.guest.name, token=token)


@router.delete("/api/sessions/mine")
async def log_out(me: MySession, server: The) -> calls.Gone:
    """The token is good for nothing any more, and its connections close. Programs do the same with theirs."""
    await server.sessions.end([me.token_hash])
    return calls.Gone(ended=1)


@router.delete("/api/sessions/{session}")
async def log_out_elsewhere(
    session: Annotated[str, Path(pattern="^[0-9a-f]{16}$")], me: MySession, server: The
) -> calls.Gone:
    """One of the own devices."""
    ended = [each.token_hash for each in await server.sessions.all_of(me.guest) if each.token_hash[:NAMED] == session]
    if not ended:
        raise Refusal("no_session", "you have no such session")
    await server.sessions.end(ended)
    return calls.Gone(ended=len(ended))


@router.delete("/api/sessions")
async def log_out_others(me: MySession, server: The) -> calls.Gone:
    """All devices but this."""
    every = {each.token_hash for each in await server.sessions.all_of(me.guest)}
    await server.sessions.end(every - {me.token_hash})
    return calls.Gone(ended=len(every) - 1)


@router.get("/api/me/export")
async def export_me(me: MySession, server: The) -> Response:
    """Everything that is kept about whoever asks."""
    account, sessions = await server.accounts.of(me.guest.id), await server.sessions.all_of(me.guest)
    async with _exporting:  # it reads the whole log
        found = await asyncio.to_thread(export, server.store, me.guest, account, sessions, now())
    text = json.dumps(found, ensure_ascii=False, indent=1)
    headers = {"content-disposition": 'attachment; filename="stammtisch.json"'}
    return Response(text, media_type="application/json; charset=utf-8", headers=headers)


@router.delete("/api/me")
async def delete_me(wanted: calls.Leaving, me: MySession, server: The, request: Request) -> calls.Gone:
    """Answered when nothing is left. Whoever does not wait for that is deleted all the same."""
    await server.accounts.prove(me.guest.id, wanted.password, address_of(request.scope))
    ended = len(await server.sessions.all_of(me.guest))
    await asyncio.shield(asyncio.ensure_future(server.leaving.leave(me.guest.id)))
    return calls.Gone(ended=ended)


async def _shown(me: Session, server: Any) -> calls.MeShown:
    account = await server.accounts.of(me.guest.id)
    return calls.MeShown(
        guest=me.guest.id,
        name=me.guest.name,
        program=me.guest.bot,
        handle=account and account.handle,
        created=me.guest.created,
        sessions=[
            calls.SessionShown(
                session=each.token_hash[:NAMED],
                created=each.created,
                used=each.used,
                device=each.device,
                mine=each.token_hash == me.token_hash,
            )
            for each in await server.sessions.all_of(me.guest)
        ],
    )
