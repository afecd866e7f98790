"""HTTP: positions that belong to no table. Nothing of them is stored, and nobody has to be anybody to ask."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from stammtisch.server.http.dependencies import AnyPayer, CurrentServices
from stammtisch.server.http.prices import HINT, LOOK
from stammtisch.server.http.responses import json_of
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.protocol.message import MoveName
from stammtisch.server.protocol.page import Language
from stammtisch.server.protocol.positions import LONGEST, PositionDraft
from stammtisch.server.study import drafts, positions

router = APIRouter(route_class=StrictRoute)

Game = Annotated[str, Query(pattern=r"^[a-z0-9_]{1,32}$")]
Line = Annotated[str, Query(max_length=LONGEST)]
Move = Annotated[MoveName, Query()]
Throw = Annotated[str, Query(max_length=2000)]


@router.get("/api/positions")
async def position(
    game: Game, payer: AnyPayer, server: CurrentServices, line: Line = "", language: Language = "en"
) -> Response:
    """A position for a page: what lies on the table, and what may be done."""
    return json_of(await server.answers.get("rest", payer, LOOK, positions.shown, game, line, language))


@router.get("/api/positions/analysis")
async def position_analysis(
    game: Game, payer: AnyPayer, server: CurrentServices, line: Line = "", language: Language = "en"
) -> Response:
    """What it and every move of it are worth."""
    return json_of(await server.answers.get("hints", payer, HINT, positions.analysed, game, line, language))


@router.get("/api/positions/odds")
async def position_odds(
    game: Game, payer: AnyPayer, server: CurrentServices, line: Line = "", language: Language = "en"
) -> Response:
    """Exact chances of the turn."""
    return json_of(await server.answers.get("hints", payer, HINT, positions.odds, game, line, language))


@router.get("/api/positions/moved")
async def position_moved(
    game: Game, move: Move, payer: AnyPayer, server: CurrentServices, line: Line = "", language: Language = "en"
) -> Response:
    """The position after a move."""
    return json_of(await server.answers.get("rest", payer, LOOK, positions.moved, game, line, move, language))


@router.get("/api/positions/thrown")
async def position_thrown(
    game: Game, payer: AnyPayer, server: CurrentServices, line: Line = "", throw: Throw = "", language: Language = "en"
) -> Response:
    """The position after a throw: its outcomes with commas between them; none: one by chance."""
    outcomes = tuple(each.strip() for each in throw.split(",")) if throw.strip() else ()
    ask = server.answers.get if outcomes else server.answers.new
    return json_of(await ask("rest", payer, LOOK, positions.thrown, game, line, outcomes, language))


@router.get("/api/positions/why")
async def position_why(
    game: Game, move: Move, payer: AnyPayer, server: CurrentServices, line: Line = "", language: Language = "en"
) -> Response:
    """May this move be made, and if not, by which paragraph?"""
    return json_of(await server.answers.get("rest", payer, LOOK, positions.why, game, line, move, language))


@router.post("/api/positions/setup")
async def set_up_position(
    asked: PositionDraft, payer: AnyPayer, server: CurrentServices, language: Language = "en"
) -> Response:
    """A position that somebody sets up: what can be chosen, and whether such a one can come about."""
    options, values = tuple(asked.options.items()), tuple(asked.values.items())
    job = drafts.set_up
    return json_of(
        await server.answers.get("rest", payer, LOOK, job, asked.game, asked.line, options, values, language)
    )
