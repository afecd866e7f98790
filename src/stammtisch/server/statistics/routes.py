"""HTTP: ratings, figures of people, and the audit of the dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Concatenate, ParamSpec

from fastapi import APIRouter, Path, Query, Response

from stammtisch import games
from stammtisch.server.http.dependencies import AnyPayer, CurrentGuest, CurrentPayer, CurrentServices
from stammtisch.server.http.prices import STATISTICS
from stammtisch.server.http.responses import json_of
from stammtisch.server.http.services import Services
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.live.payer import Payer
from stammtisch.server.protocol.message import Message
from stammtisch.server.protocol.page import Language
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.statistics import Listing, ListingKept
from stammtisch.server.statistics import dice, queries, statements
from stammtisch.server.statistics.queries import told
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store

router = APIRouter(route_class=StrictRoute)

P = ParamSpec("P")
PersonId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


@router.get("/api/ratings")
async def ratings(
    payer: AnyPayer,
    server: CurrentServices,
    game: Annotated[str | None, Query(pattern=r"^[a-z0-9_]{1,32}$")] = None,
    players: Annotated[int | None, Query(ge=2, le=8)] = None,
) -> Response:
    """Everybody who wants to be seen, the strongest first; without a question, of what has been played most."""
    if game is not None and game not in games.names():
        raise Refusal("no_game", "there is no such game")
    return await _told(server, payer, queries.ratings, game, players)


@router.get("/api/my/statistics")
async def my_statistics(
    me: CurrentGuest, payer: CurrentPayer, server: CurrentServices, language: Language = "en"
) -> Response:
    return await _told(server, payer, queries.person, me, language)


@router.put("/api/my/listed")
async def list_me(wanted: Listing, me: CurrentGuest, server: CurrentServices) -> ListingKept:
    """Be seen in lists of ratings, or no longer."""
    await server.writer.write(Write(also=[statements.list_person(me.id, wanted.listed)]))
    return ListingKept(listed=wanted.listed)


@router.get("/api/people/{person}/statistics")
async def person_statistics(
    person: PersonId, payer: AnyPayer, server: CurrentServices, language: Language = "en"
) -> Response:
    """The figures of somebody who wants to be seen."""
    found = await asyncio.to_thread(queries.listed_person, server.store, person)
    return await _told(server, payer, queries.person, found, language)


@router.get("/api/dice")
async def dice_audit(payer: AnyPayer, server: CurrentServices, language: Language = "en") -> Response:
    """All dice and tiles of all games that are over, tested."""
    return await _told(server, payer, dice.dice, language)


async def _told(
    server: Services, payer: Payer, figures: Callable[Concatenate[Store, P], Message], *args: P.args, **names: P.kwargs
) -> Response:
    """What a worker finds in the database. The next game that is counted can change it, so it is not kept."""
    return json_of(
        await server.answers.new("rest", payer, STATISTICS, told, server.store.address, figures, *args, **names)
    )
