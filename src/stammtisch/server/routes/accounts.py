"""HTTP: who somebody is, his account, his sessions, and what is kept about him."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from stammtisch.server.clock import now
from stammtisch.server.http.dependencies import Address, CurrentPayer, CurrentServices, CurrentSession
from stammtisch.server.http.prices import DELETION, EXPORT
from stammtisch.server.http.services import Services
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.privacy.deletion import Deletion
from stammtisch.server.privacy.export import exported
from stammtisch.server.protocol import http
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.entities import Session

router = APIRouter(route_class=StrictRoute)


def _deletion(request: Request) -> Deletion:
    found: Deletion = request.app.state.server.deletion
    return found


NAMED = 16
"""Digits of a token's hash that name a session."""


@router.get("/api/me")
async def who_am_i(me: CurrentSession, server: CurrentServices) -> http.MeShown:
    return await _shown(me, server)


@router.put("/api/me/name")
async def rename(wanted: http.NewName, me: CurrentSession, server: CurrentServices) -> http.MeShown:
    guest = await server.rename(me.guest, wanted.name)
    return await _shown(replace(me, guest=guest), server)


@router.put("/api/me/avatar")
async def change_avatar(wanted: http.NewAvatar, me: CurrentSession, server: CurrentServices) -> http.MeShown:
    guest = replace(me.guest, avatar=wanted.avatar)
    await server.sessions.change(guest.id, ("UPDATE guest SET avatar = ? WHERE id = ?", (guest.avatar, guest.id)))
    return await _shown(replace(me, guest=guest), server)


@router.post("/api/account", status_code=201)
async def new_account(
    wanted: http.NewAccount, me: CurrentSession, server: CurrentServices, address: Address
) -> http.MeShown:
    await server.accounts.make(me.guest, wanted.handle, wanted.password, address)
    return await _shown(me, server)


@router.put("/api/account/password")
async def new_password(
    wanted: http.NewPassword, me: CurrentSession, server: CurrentServices, address: Address
) -> http.MeShown:
    await server.accounts.change_password(me, wanted.old, wanted.new, address)
    return await _shown(me, server)


@router.post("/api/sessions", status_code=201)
async def log_in(wanted: http.LogIn, server: CurrentServices, address: Address) -> http.LoggedIn:
    session, token = await server.accounts.log_in(wanted.handle, wanted.password, wanted.device, address)
    return http.LoggedIn(guest=session.guest.id, name=session.guest.name, token=token)


@router.delete("/api/sessions/mine")
async def log_out(me: CurrentSession, server: CurrentServices) -> http.SessionsEnded:
    """The token is good for nothing any more, and its connections close. Programs do the same with theirs."""
    await server.sessions.end(me.token_hash)
    return http.SessionsEnded(ended=1)


@router.delete("/api/sessions/{session}")
async def log_out_elsewhere(
    session: Annotated[str, Path(pattern="^[0-9a-f]{16}$")], me: CurrentSession, server: CurrentServices
) -> http.SessionsEnded:
    """One of the own devices."""
    ended = [each.token_hash for each in await server.sessions.all_of(me.guest) if each.token_hash[:NAMED] == session]
    if not ended:
        raise Refusal("no_session", "you have no such session")
    for each in ended:
        await server.sessions.end(each)
    return http.SessionsEnded(ended=len(ended))


@router.delete("/api/sessions")
async def log_out_others(me: CurrentSession, server: CurrentServices) -> http.SessionsEnded:
    """All devices but this."""
    every = await server.sessions.all_of(me.guest)
    await server.sessions.end_all_of(me.guest.id, but=me.token_hash)
    return http.SessionsEnded(ended=len(every) - 1)


@router.get("/api/me/export")
async def export_me(me: CurrentSession, payer: CurrentPayer, server: CurrentServices) -> Response:
    """Everything that is kept about whoever asks."""
    about = (me.guest, await server.accounts.of(me.guest.id), await server.sessions.all_of(me.guest), now())
    (text,) = await server.answers.new("rest", payer, EXPORT, exported, server.store.address, *about)
    headers = {"content-disposition": 'attachment; filename="stammtisch.json"'}
    return Response(text, media_type="application/json; charset=utf-8", headers=headers)


@router.delete("/api/me")
async def delete_me(
    wanted: http.DeleteMe,
    me: CurrentSession,
    server: CurrentServices,
    deletion: Annotated[Deletion, Depends(_deletion)],
    address: Address,
) -> http.SessionsEnded:
    """Answered when nothing is left. Whoever does not wait for that is deleted all the same."""
    await server.accounts.prove(me.guest.id, wanted.password, address)
    server.limits.pay(None, address, DELETION)  # the whole log is searched, and guests cost nothing
    ended = len(await server.sessions.all_of(me.guest))
    await asyncio.shield(asyncio.ensure_future(deletion.leave(me.guest.id)))
    return http.SessionsEnded(ended=ended)


async def _shown(me: Session, server: Services) -> http.MeShown:
    account = await server.accounts.of(me.guest.id)
    return http.MeShown(
        guest=me.guest.id,
        name=me.guest.name,
        program=me.guest.bot,
        handle=account.handle if account else None,
        avatar=me.guest.avatar,
        created=me.guest.created,
        sessions=[
            http.SessionShown(
                session=each.token_hash[:NAMED],
                created=each.created,
                used=each.used,
                device=each.device,
                mine=each.token_hash == me.token_hash,
            )
            for each in await server.sessions.all_of(me.guest)
        ],
    )
