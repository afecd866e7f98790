"""HTTP: where somebody wants to be told of his games. Nothing is sent to anybody who did not ask for it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from stammtisch.server.clock import now
from stammtisch.server.http.dependencies import CurrentGuest
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.notices import addresses
from stammtisch.server.notices.channels import MOST, Channel, Kind, remove_channel
from stammtisch.server.notices.dispatcher import Dispatcher
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.protocol.notices import (
    ChannelShown,
    ChannelsShown,
    ChannelTest,
    ChannelWishes,
    LinkDone,
    LinkUsed,
    NewChannel,
)
from stammtisch.server.protocol.refusal import Refusal

router = APIRouter(route_class=StrictRoute)


def _notices(request: Request) -> Dispatcher:
    found: Dispatcher = request.app.state.server.notices
    return found


Notices = Annotated[Dispatcher, Depends(_notices)]

LOOKUPS = ThreadPoolExecutor(2, "lookup")
SECONDS = 5.0  # to look a host up

ChannelId = Annotated[str, Path(pattern=r"^[0-9a-f]{8,64}$")]


@router.get("/api/my/channels")
async def my_channels(me: CurrentGuest, notices: Notices) -> ChannelsShown:
    return await _shown(notices, me.id)


@router.post("/api/my/channels", status_code=201)
async def add_channel(wanted: NewChannel, me: CurrentGuest, notices: Notices) -> ChannelsShown:
    kind, address = _address(wanted, notices.settings)
    if address.host and not notices.settings.private:
        await _look_up(address.host)
    mine = notices.channels(me.id)
    if any(each.address == address.text for each in mine):
        raise Refusal("bad_channel", "you are told there already")
    if len(mine) >= MOST:
        raise Refusal("too_many", f"at most {MOST} channels")
    channel = Channel.new(me.id, kind, address.text, wanted.language, wanted.wants, now())
    if channel.confirmed:
        await notices.keep(channel)
    else:
        await notices.ask(channel, "confirm")
    return await _shown(notices, me.id)


@router.post("/api/my/channels/{channel}")
async def change_channel(
    channel: ChannelId, wishes: ChannelWishes, me: CurrentGuest, notices: Notices
) -> ChannelsShown:
    found = _mine(notices, me.id, channel)
    await notices.keep(found.changed(wishes.language, wishes.wants))
    return await _shown(notices, me.id)


@router.post("/api/my/channels/{channel}/test", status_code=202)
async def try_channel(channel: ChannelId, wanted: ChannelTest, me: CurrentGuest, notices: Notices) -> ChannelsShown:
    found = _mine(notices, me.id, channel)
    if found.off:
        raise Refusal("bad_channel", "this channel is off")
    spoken = replace(found, language=wanted.language)
    await notices.ask(spoken, "test" if found.confirmed else "confirm")
    return await _shown(notices, me.id)


@router.delete("/api/my/channels/{channel}")
async def forget_channel(channel: ChannelId, me: CurrentGuest, notices: Notices) -> ChannelsShown:
    found = _mine(notices, me.id, channel)
    await notices.remove(found, remove_channel(found))
    return await _shown(notices, me.id)


@router.post("/api/notices/confirm")
async def confirm(link: LinkUsed, notices: Notices) -> LinkDone:
    found = _linked(notices, link)
    if not found.confirmed:
        await notices.keep(replace(found, confirmed=True))
    return _done(found)


@router.post("/api/notices/stop")
async def stop(link: LinkUsed, notices: Notices) -> LinkDone:
    """Whoever reads a channel can stop it, whoever he is. A mail address must then be confirmed anew."""
    found = _linked(notices, link)
    await notices.keep(replace(found, off="stopped", confirmed=found.kind != "mail"))
    return _done(found)


def _address(wanted: NewChannel, settings: NoticeSettings) -> tuple[Kind, addresses.Address]:
    if settings.address is None:
        raise Refusal("no_notices", "this server does not know its own address, so it sends no notices")
    found: addresses.Address
    kind: Kind
    if wanted.mail is not None:
        can, kind, found = settings.by_mail, "mail", addresses.mail(wanted.mail)
    elif wanted.url is not None:
        can, kind, found = settings.url, "url", addresses.url(wanted.url)
    else:
        assert wanted.push
        can, kind = settings.push is not None, "push"
        found = addresses.push(wanted.push.model_dump(), plain=settings.private)
    if not can:
        raise Refusal("no_notices", "this server cannot send that; its operator can install stammtisch[notices]")
    return kind, found


async def _look_up(host: str) -> None:
    """A name can be made to take its time: it must keep nobody else from his thread."""
    looking = asyncio.get_running_loop().run_in_executor(LOOKUPS, addresses.check_public, host)
    try:
        await asyncio.wait_for(looking, SECONDS)
    except TimeoutError:
        raise Refusal("bad_channel", "there is no such host") from None


def _mine(notices: Dispatcher, guest: str, id: str) -> Channel:
    """Somebody else's does not exist."""
    found = next((each for each in notices.channels(guest) if each.id == id), None)
    if found is None:
        raise Refusal("no_channel", "you have no such channel")
    return found


def _linked(notices: Dispatcher, link: LinkUsed) -> Channel:
    found = notices.by_token(link.token)
    if found is None:
        raise Refusal("no_channel", "this link is used up: what it was for is there no more")
    return found


def _done(channel: Channel) -> LinkDone:
    return LinkDone(kind=channel.kind, shown=addresses.shown(channel.kind, channel.address))


async def _shown(notices: Dispatcher, guest: str) -> ChannelsShown:
    settings = notices.settings
    return ChannelsShown(
        address=settings.address,
        mail=settings.by_mail,
        url=settings.url,
        push=await asyncio.to_thread(lambda: settings.push),
        minutes=settings.after / 60_000,
        channels=[
            ChannelShown(
                channel=each.id,
                kind=each.kind,
                shown=addresses.shown(each.kind, each.address),
                language=each.language,
                wants=[want for want in ("turn", "rematch", "over") if want in each.wants.split(",")],
                confirmed=each.confirmed,
                off=each.off,
                failures=each.failures,
                sent=each.sent,
            )
            for each in notices.channels(guest)
        ],
    )
