"""HTTP: ratings, figures of people, and the audit of the dice."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Path, Query

from stammtisch import games
from stammtisch.server.log import Write
from stammtisch.server.refusal import Refusal
from stammtisch.server.signing import Me, The
from stammtisch.server.statistics import dice, figures, shelf
from stammtisch.server.statistics.shown import DiceShown, Listing, ListingKept, PersonShown, RatingsShown
from stammtisch.server.study_routes import router
from stammtisch.server.words import Language

PersonId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


@router.get("/api/ratings")
async def ratings(
    server: The,
    game: Annotated[str | None, Query(pattern=r"^[a-z0-9_]{1,32}$")] = None,
    players: Annotated[int | None, Query(ge=2, le=8)] = None,
) -> RatingsShown:
    """Everybody who wants to be seen, the strongest first; without a question, of what has been played most."""
    if game is not None and game not in games.names():
        raise Refusal("no_game", "there is no such game")
    return await asyncio.to_thread(figures.ratings, server.store, game, players)


@router.get("/api/my/statistics")
async def my_statistics(me: Me, server: The, language: Language = "en") -> PersonShown:
    return await asyncio.to_thread(figures.person, server.store, me, language)


@router.put("/api/my/listed")
async def list_me(wanted: Listing, me: Me, server: The) -> ListingKept:
    """Be seen in lists of ratings, or no longer."""
    await server.writer.write(Write(also=[shelf.list_person(me.id, wanted.listed)]))
    return ListingKept(listed=wanted.listed)


@router.get("/api/people/{person}/statistics")
async def person_statistics(person: PersonId, server: The, language: Language = "en") -> PersonShown:
    """The figures of somebody who wants to be seen."""
    return await asyncio.to_thread(figures.public_person, server.store, person, language)


@router.get("/api/dice")
async def dice_audit(server: The, language: Language = "en") -> DiceShown:
    """All dice and tiles of all games that are over, tested."""
    return await asyncio.to_thread(dice.dice, server.store, language)
