"""HTTP: what can be looked up and asked. Every answer is in the language that the request names."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from stammtisch.core.extras import is_installed
from stammtisch.server.http.dependencies import AnyGuest, AnyPayer, CurrentGuest, CurrentPayer, CurrentServices
from stammtisch.server.http.prices import HINT, MOMENT, PICTURE, REVIEW, STORY
from stammtisch.server.http.responses import json_of
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.protocol.message import MoveName, TableId
from stammtisch.server.protocol.page import Language
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.study import GameShown, LessonShown, RulesShown, Why
from stammtisch.server.study import event_log, hints, history, library
from stammtisch.server.study.asked import Asked

router = APIRouter(route_class=StrictRoute)

GameName = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,32}$")]
To = Annotated[int | None, Query(ge=0, le=10**6)]
Since = Annotated[int, Query(ge=0, le=10**6)]


@router.get("/api/games")
async def list_games(language: Language = "en") -> list[GameShown]:
    return await asyncio.to_thread(library.shown_games, language)


@router.get("/api/games/{game}/rules")
async def rules(game: GameName, language: Language = "en") -> RulesShown:
    return await asyncio.to_thread(library.shown_rules, game, language)


@router.get("/api/games/{game}/lesson")
async def lesson(game: GameName, language: Language = "en") -> LessonShown:
    return await asyncio.to_thread(library.shown_lesson, game, language)


@router.get("/api/tables/{table}/hint")
async def hint(
    table: TableId, me: CurrentGuest, payer: CurrentPayer, server: CurrentServices, language: Language = "en"
) -> Response:
    """What the own moves are worth."""
    live = await server.tables.live(table)
    async with live.lock:
        if not live.table.opened.opening.hints:
            raise Refusal("no_hints", "this table was opened without hints")
        position = hints.own_decision(live.table, me.id)
        await server.tables.tell_of_hint(live, position.turn)
        seq, view = live.table.seq, json.dumps(position.to_json())
    return json_of(await server.answers.get("hints", payer, HINT, hints.hint, seq, view, language))


@router.get("/api/tables/{table}/why")
async def why(
    table: TableId,
    move: Annotated[MoveName, Query()],
    me: CurrentGuest,
    server: CurrentServices,
    language: Language = "en",
) -> Why:
    """May this move be made now, and if not, by which paragraph?"""
    live = await server.tables.live(table)
    async with live.lock:
        return hints.why(hints.own_decision(live.table, me.id), move, language)


@router.get("/api/tables/{table}/story")
async def told_story(
    table: TableId,
    asking: AnyGuest,
    payer: CurrentPayer,
    server: CurrentServices,
    language: Language = "en",
    since: Since = 0,
) -> Response:
    """All that has happened after an event, in words."""
    asked = await asyncio.to_thread(Asked.of, server.store, table, asking.id if asking else None)
    await server.tables.check_seen(table, asking.id if asking else None)
    database = server.store.address
    pieces = await server.answers.get("rest", payer, STORY, event_log.story_lines, database, asked, language)
    return json_of((event_log.story_since(asked, pieces, since),))


@router.get("/api/tables/{table}/moment")
async def moment(
    table: TableId,
    asking: AnyGuest,
    payer: AnyPayer,
    server: CurrentServices,
    to: To = None,
    language: Language = "en",
) -> Response:
    """A game that is over, as it was after an event."""
    asked = await asyncio.to_thread(Asked.of, server.store, table)
    await server.tables.check_seen(table, asking.id if asking else None)
    at = asked.over().seq if to is None else min(to, asked.seq)
    database = server.store.address
    return json_of(await server.answers.get("rest", payer, MOMENT, history.moment, database, asked, at, language))


@router.get("/api/tables/{table}/picture.png")
async def picture(
    table: TableId, asking: AnyGuest, payer: AnyPayer, server: CurrentServices, language: Language = "en"
) -> Response:
    """A game that is over, to share: who has won, the scores and the board as it lies."""
    if not is_installed("PIL"):
        raise Refusal("not_found", "this server draws no pictures: its operator has not installed what that needs")
    asked = await asyncio.to_thread(Asked.of, server.store, table)
    await server.tables.check_seen(table, asking.id if asking else None)
    database, asked = server.store.address, asked.over()
    (png,) = await server.answers.get("rest", payer, PICTURE, history.pictured, database, asked, language)
    return Response(png, media_type="image/png", headers={"cache-control": "private, max-age=3600"})


@router.get("/api/tables/{table}/review")
async def review(
    table: TableId, asking: AnyGuest, payer: CurrentPayer, server: CurrentServices, language: Language = "en"
) -> Response:
    """A game that is over, looked at again: what each decision gave away, and what the dice gave."""
    asked = await asyncio.to_thread(Asked.of, server.store, table, asking.id if asking else None)
    await server.tables.check_seen(table, asking.id if asking else None)
    database, asked = server.store.address, asked.over()
    return json_of(await server.answers.get("reviews", payer, REVIEW, history.reviewed, database, asked, language))
