"""HTTP: tournaments. Every answer is in the language that the request names; keys of links are in a header."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from stammtisch.core.translation import speaking
from stammtisch.server.http.dependencies import Address, AnyGuest, AnyPayer, CurrentGuest, CurrentPayer, CurrentServices
from stammtisch.server.http.prices import DOCUMENT, DRAW
from stammtisch.server.http.responses import json_of
from stammtisch.server.http.services import Services
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.live.payer import Payer
from stammtisch.server.protocol.message import TableId, Unchecked
from stammtisch.server.protocol.page import Language
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.tournaments import (
    ClaimPlayer,
    ForecastShown,
    ForecastWanted,
    ImportTournament,
    NewTournament,
    PresetShown,
    TournamentCommand,
    TournamentListed,
    TournamentMade,
)
from stammtisch.server.storage.entities import Guest
from stammtisch.server.tournaments import index, planning
from stammtisch.server.tournaments.documents import Document, written
from stammtisch.server.tournaments.imports import imported
from stammtisch.server.tournaments.presets import presets
from stammtisch.server.tournaments.registry import TournamentRegistry

router = APIRouter(route_class=StrictRoute)


def _tournaments(request: Request) -> TournamentRegistry:
    found: TournamentRegistry = request.app.state.server.tournaments
    return found


Tournaments = Annotated[TournamentRegistry, Depends(_tournaments)]

Key = Annotated[str | None, Header(alias="X-Key", pattern=r"^[A-Za-z0-9_-]{20,100}$")]
Since = Annotated[int | None, Query(ge=0, le=2**53 - 1)]
Wait = Annotated[int, Query(ge=0, le=25)]
Lists = Annotated[list[dict[str, Any]], Unchecked(list[TournamentListed])]
MEDIA = {"jsonl": "application/jsonl", "csv": "text/csv"}


@router.get("/api/tournaments/presets")
async def list_presets(language: Language = "en") -> list[PresetShown]:
    with speaking(language):
        return await asyncio.to_thread(presets)


@router.post("/api/tournaments", status_code=201)
async def open_tournament(
    wanted: NewTournament, me: CurrentGuest, tournaments: Tournaments, address: Address, language: Language = "en"
) -> TournamentMade:
    tournaments.tables.quotas.may_hold_tournament(me.id, address)
    with speaking(language):
        hosted = await tournaments.open(wanted, me)
    return TournamentMade(tournament=hosted.name, key=hosted.keys.organiser)


@router.post("/api/tournaments/import", status_code=201)
async def import_tournament(
    wanted: ImportTournament,
    me: CurrentGuest,
    payer: CurrentPayer,
    server: CurrentServices,
    tournaments: Tournaments,
    address: Address,
    language: Language = "en",
) -> TournamentMade:
    """A file that was saved before goes on here."""
    tournaments.tables.quotas.may_hold_tournament(me.id, address)
    found = await server.workers.run("rest", payer, imported, wanted.text, language)
    if isinstance(found, str):
        raise Refusal("bad_tournament", found)
    with speaking(language):
        hosted = await tournaments.take_over(found, me)
    return TournamentMade(tournament=hosted.name, key=hosted.keys.organiser)


@router.post("/api/tournaments/advice")
async def give_advice(
    wanted: ForecastWanted, me: CurrentGuest, payer: CurrentPayer, server: CurrentServices, language: Language = "en"
) -> list[ForecastShown]:
    """What to expect of an evening, by the number of its rounds."""
    with speaking(language):
        schemes = planning.schemes(wanted)
    return await server.workers.run("rest", payer, planning.forecasts, wanted, schemes)


@router.get("/api/tournaments")
async def list_tournaments(server: CurrentServices) -> Lists:
    return await asyncio.to_thread(index.listed, server.store)


@router.get("/api/my/tournaments")
async def my_tournaments(me: CurrentGuest, server: CurrentServices) -> Lists:
    return await asyncio.to_thread(index.listed, server.store, me.id)


@router.get("/api/tournaments/{tournament}")
async def look_at_tournament(
    tournament: TableId,
    asking: AnyGuest,
    tournaments: Tournaments,
    server: CurrentServices,
    address: Address,
    key: Key = None,
    since: Since = None,
    wait: Wait = 0,
    language: Language = "en",
) -> Response:
    """How it stands. With `since` the answer waits for news, but not longer than `wait` seconds."""
    live = await tournaments.live(tournament)
    if since is not None and wait and live.hosted.seq <= since:
        with server.limits.polling(address):
            await live.news(wait)
    return await _shown(tournaments, tournament, asking, key, language)


@router.post("/api/tournaments/{tournament}/events")
async def let_happen(
    tournament: TableId,
    command: TournamentCommand,
    me: CurrentGuest,
    payer: CurrentPayer,
    tournaments: Tournaments,
    server: CurrentServices,
    language: Language = "en",
) -> Response:
    if command.what[-1].get("kind") == "drawn":
        players = (await tournaments.live(tournament)).hosted.tournament.progress.players
        server.limits.pay(me.id, payer.address, DRAW * len(players))
    with speaking(language):
        await tournaments.do(tournament, command, me, payer)
    return await _shown(tournaments, tournament, me, command.key, language)


@router.post("/api/tournaments/{tournament}/claims")
async def claim(
    tournament: TableId, claim: ClaimPlayer, me: CurrentGuest, tournaments: Tournaments, language: Language = "en"
) -> Response:
    with speaking(language):
        await tournaments.claim(tournament, claim.key, me)
    return await _shown(tournaments, tournament, me, None, language)


@router.get("/api/tournaments/{tournament}/log")
async def tell_tournament(
    tournament: TableId, payer: AnyPayer, tournaments: Tournaments, server: CurrentServices, language: Language = "en"
) -> Response:
    """All that has happened, in words, with who did it and when: a list of LoggedEvent."""
    return json_of((await _written(tournaments, server, payer, tournament, Document.LOG, language),))


@router.get("/api/tournaments/{tournament}/{what}")
async def download_tournament(
    tournament: TableId,
    what: Literal["tournament.jsonl", "standings.csv", "results.csv", "entries.csv"],
    payer: AnyPayer,
    tournaments: Tournaments,
    server: CurrentServices,
    language: Language = "en",
) -> Response:
    text = await _written(tournaments, server, payer, tournament, Document(what), language)
    head = {"content-disposition": f'attachment; filename="{tournament}-{what}"'}
    return Response(text, media_type=f"{MEDIA[what.rpartition('.')[2]]}; charset=utf-8", headers=head)


async def _written(
    tournaments: TournamentRegistry, server: Services, payer: Payer, name: str, document: Document, language: str
) -> bytes:
    async with tournaments.held(name) as live:  # what is being written may not come to be, and would be missing there
        seq = live.hosted.seq
    database = server.store.address
    (text,) = await server.answers.get("rest", payer, DOCUMENT, written, database, name, seq, document, language)
    return text


async def _shown(
    tournaments: TournamentRegistry, name: str, guest: Guest | None, key: str | None, language: str
) -> Response:
    return json_of((await tournaments.shown(name, guest.id if guest else None, key, language),))
