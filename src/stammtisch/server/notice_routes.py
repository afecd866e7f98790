"""HTTP: where somebody wants to be told of his games. Nothing is sent to anybody who did not ask for it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Annotated

from fastapi import Path

from stammtisch.server.live import now
from stammtisch.server.notice_calls import (
    ChannelShown,
    ChannelsShown,
    ChannelTest,
    ChannelWishes,
    LinkDone,
    LinkUsed,
    NewChannel,
)
from stammtisch.server.notices import addresses
from stammtisch.server.notices.channels import MOST, Channel, Kind, remove_channel
from stammtisch.server.notices.offers import Offers
from stammtisch.server.notices.post import Post
from stammtisch.server.refusal import Refusal
from stammtisch.server.signing import Me, The
from stammtisch.server.study_routes import router

LOOKUPS = ThreadPoolExecutor(2, "lookup")
SECONDS = 5.0  # to look a host up

ChannelId = Annotated[str, Path(pattern=r"^[0-9a-f]{8,64}$")]


@router.get("/api/my/channels")
async def my_channels(me: Me, server: The) -> ChannelsShown:
    return await _shown(server.post, me.id)


@router.post("/api/my/channels", status_code=201)
async def add_channel(wanted: NewChannel, me: Me, server: The) -> ChannelsShown:
    post: Post = server.post
    kind, address = _address(wanted, post.offers)
    if address.host and not post.offers.private:
        await _look_up(address.host)
    mine = post.channels(me.id)
    if any(each.address == address.text for each in mine):
        raise Refusal("bad_channel", "you are told there already")
    if len(mine) >= MOST:
        raise Refusal("too_many", f"at most {MOST} channels")
    channel = Channel.new(me.id, kind, address.text, wanted.language, wanted.wants, now())
    if channel.confirmed:
        await post.keep(channel)
    else:
        await post.ask(channel, "confirm")
    return await _shown(post, me.id)


@router.post("/api/my/channels/{channel}")
async def change_channel(channel: ChannelId, wishes: ChannelWishes, me: Me, server: The) -> ChannelsShown:
    found = _mine(server.post, me.id, channel)
    await server.post.keep(found.changed(wishes.language, wishes.wants))
    return await _shown(server.post, me.id)


@router.post("/api/my/channels/{channel}/test", status_code=202)
async def try_channel(channel: ChannelId, wanted: ChannelTest, me: Me, server: The) -> ChannelsShown:
    found = _mine(server.post, me.id, channel)
    if found.off:
        raise Refusal("bad_channel", "this channel is off")
    spoken = replace(found, language=wanted.language)
    await server.post.ask(spoken, "test" if found.confirmed else "confirm")
    return await _shown(server.post, me.id)


@router.delete("/api/my/channels/{channel}")
async def forget_channel(channel: ChannelId, me: Me, server: The) -> ChannelsShown:
    found = _mine(server.post, me.id, channel)
    await server.post.remove(found, remove_channel(found))
    return await _shown(server.post, me.id)


@router.post("/api/notices/confirm")
async def confirm(link: LinkUsed, server: The) -> LinkDone:
    found = _linked(server.post, link)
    if not found.confirmed:
        await server.post.keep(replace(found, confirmed=True))
    return _done(found)


@router.post("/api/notices/stop")
async def stop(link: LinkUsed, server: The) -> LinkDone:
    """Whoever reads a channel can stop it, whoever he is. A mail address must then be confirmed anew."""
    found = _linked(server.post, link)
    await server.post.keep(replace(found, off="stopped", confirmed=found.kind != "mail"))
    return _done(found)


def _address(wanted: NewChannel, offers: Offers) -> tuple[Kind, addresses.Address]:
    if offers.address is None:
        raise Refusal("no_notices", "this server does not know its own address, so it sends no notices")
    found: addresses.Address
    kind: Kind
    if wanted.mail is not None:
        can, kind, found = offers.by_mail, "mail", addresses.mail(wanted.mail)
    elif wanted.url is not None:
        can, kind, found = offers.url, "url", addresses.url(wanted.url)
    else:
        assert wanted.push
        can, kind = offers.push is not None, "push"
        found = addresses.push(wanted.push.model_dump(), plain=offers.private)
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


def _mine(post: Post, guest: str, id: str) -> Channel:
    """Somebody else's does not exist."""
    found = next((each for each in post.channels(guest) if each.id == id), None)
    if found is None:
        raise Refusal("no_channel", "you have no such channel")
    return found


def _linked(post: Post, link: LinkUsed) -> Channel:
    found = post.by_token(link.token)
    if found is None:
        raise Refusal("no_channel", "this link is used up: what it was for is there no more")
    return found


def _done(channel: Channel) -> LinkDone:
    return LinkDone(kind=channel.kind, shown=addresses.shown(channel.kind, channel.address))


async def _shown(post: Post, guest: str) -> ChannelsShown:
    offers = post.offers
    return ChannelsShown(
        address=offers.address,
        mail=offers.by_mail,
        url=offers.url,
        push=await asyncio.to_thread(lambda: offers.push),
        minutes=offers.after / 60_000,
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
            for each in post.channels(guest)
        ],
    )
