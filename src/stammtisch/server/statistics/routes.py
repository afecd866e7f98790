"""HTTP: ratings, figures of people, and the audit of the dice."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query

from stammtisch import games
from stammtisch.server.http.dependencies import CurrentGuest, CurrentServices
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.protocol.page import Language
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.statistics import DiceShown, Listing, ListingKept, PersonShown, RatingsShown
from stammtisch.server.statistics import dice, queries, statements
from stammtisch.server.storage.log import Write

router = APIRouter(route_class=StrictRoute)

PersonId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


@router.get("/api/ratings")
async def ratings(
    server: CurrentServices,
    game: Annotated[str | None, Query(pattern=r"^[a-z0-9_]{1,32}$")] = None,
    players: Annotated[int | None, Query(ge=2, le=8)] = None,
) -> RatingsShown:
    """Everybody who wants to be seen, the strongest first; without a question, of what has been played most."""
    if game is not None and game not in games.names():
        raise Refusal("no_game", "there is no such game")
    return await asyncio.to_thread(queries.ratings, server.store, game, players)


@router.get("/api/my/statistics")
async def my_statistics(me: CurrentGuest, server: CurrentServices, language: Language = "en") -> PersonShown:
    return await asyncio.to_thread(queries.person, server.store, me, language)


@router.put("/api/my/listed")
async def list_me(wanted: Listing, me: CurrentGuest, server: CurrentServices) -> ListingKept:
    """Be seen in lists of ratings, or no longer."""
    await server.writer.write(Write(also=[statements.list_person(me.id, wanted.listed)]))
    return ListingKept(listed=wanted.listed)


@router.get("/api/people/{person}/statistics")
async def person_statistics(person: PersonId, server: CurrentServices, language: Language = "en") -> PersonShown:
    """The figures of somebody who wants to be seen."""
    return await asyncio.to_thread(queries.public_person, server.store, person, language)


@router.get("/api/dice")
async def dice_audit(server: CurrentServices, language: Language = "en") -> DiceShown:
    """All dice and tiles of all games that are over, tested."""
    return await asyncio.to_thread(dice.dice, server.store, language)
