"""HTTP: the deals of the day, and how those who played one compare."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from stammtisch.fair.deal import nonce_of_deal, seed_of_deal, seed_text
from stammtisch.server.clock import now
from stammtisch.server.deals import course, days, results
from stammtisch.server.deals.days import DailyDeal
from stammtisch.server.deals.secret import DealKeys
from stammtisch.server.http.dependencies import Address, AnyGuest, CurrentGuest, CurrentPayer, CurrentServices
from stammtisch.server.http.prices import REVIEW, STATISTICS
from stammtisch.server.http.responses import json_of
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.live.tables import Dealt
from stammtisch.server.protocol.deals import ComingDeal, DealBegun, DealSeed, DealsShown
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.dealt import table_of
from stammtisch.server.storage.log import Conflict

router = APIRouter(route_class=StrictRoute)


async def _keys(request: Request) -> DealKeys:
    found: DealKeys = request.app.state.server.deals
    return await found.ready()


def _daily(deal: Annotated[str, Path(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9_]{1,32}$")]) -> DailyDeal:
    found = days.deal_named(deal)
    if found is None or found.opens > now():
        raise Refusal("no_deal", "there is no such deal, or it has not opened yet")
    return found


Keys = Annotated[DealKeys, Depends(_keys)]
Daily = Annotated[DailyDeal, Depends(_daily)]


@router.get("/api/deals")
async def todays_deals(asking: AnyGuest, keys: Keys, server: CurrentServices) -> DealsShown:
    """Today's, and the hashes of those of the coming days."""
    today = days.today(now())
    me = asking.id if asking else None
    opened = [
        await asyncio.to_thread(results.of_day, server.store, deal, keys.named(deal), me)
        for deal in days.deals_of(today)
    ]
    coming = [
        ComingDeal(name=deal.name, date=str(deal.date), game=deal.game, hash=keys.named(deal).hash)
        for deal in days.coming(today)
    ]
    return DealsShown(today=opened, coming=coming)


@router.put("/api/deals/{deal}")
async def begin_deal(deal: Daily, me: CurrentGuest, keys: Keys, server: CurrentServices, address: Address) -> DealBegun:
    """Play it: open a table, or come back to it. Everybody has one try."""
    seat = days.seats_of(deal).index("")
    mine = await asyncio.to_thread(table_of, server.store, deal.name, me.id)
    if mine is None:
        if deal.closes <= now():
            raise Refusal("no_deal", "this deal has closed")
        opening = days.opening(deal)
        reserved = [me.id if plan.kind == "person" else None for plan in opening.seats]
        dealt = Dealt(keys.named(deal), keys.key(deal), me.id)
        try:
            mine, _ = await server.tables.open(opening, me.id, reserved, address=address, dealt=dealt)
        except Conflict:  # he was quicker on another device
            mine = await asyncio.to_thread(table_of, server.store, deal.name, me.id)
            assert mine
    return DealBegun(table=mine, seat=seat)


@router.get("/api/deals/{deal}")
async def look_at_deal(deal: Daily, payer: CurrentPayer, keys: Keys, server: CurrentServices) -> Response:
    """How those who have played it compare."""
    at = now()
    seed = _seed(keys, deal).model_dump_json() if deal.closes <= at else None
    asked = (server.store.address, deal, keys.named(deal), payer.guest, seed)
    return json_of(await server.answers.new("rest", payer, STATISTICS, results.shown, *asked))


@router.get("/api/deals/{deal}/course")
async def follow_deal(deal: Daily, payer: CurrentPayer, keys: Keys, server: CurrentServices) -> Response:
    """The lead turn by turn: at the own table, and in the best line."""
    me = payer.guest
    mine = await asyncio.to_thread(table_of, server.store, deal.name, me) if me else None
    if mine and await server.tables.status(mine) != "over":
        mine = None
    if mine is None and now() < deal.closes:
        raise Refusal("sealed", "finish the game of this deal first, or wait until it has closed")
    asked = (server.store.address, deal.game, seed_of_deal(keys.key(deal)), tuple(days.seats_of(deal)), mine)
    return json_of(await server.answers.get("reviews", payer, REVIEW, course.course, *asked))


def _seed(keys: DealKeys, deal: DailyDeal) -> DealSeed:
    key = keys.key(deal)
    return DealSeed(seed=seed_text(seed_of_deal(key)), nonce=nonce_of_deal(key).hex())
