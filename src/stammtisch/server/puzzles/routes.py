"""HTTP: puzzles to be solved, by guests with a rating, and by everybody else."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Response

from stammtisch.core.errors import StammtischError
from stammtisch.puzzles.library import next_puzzle, of_the_day, puzzles_of
from stammtisch.puzzles.puzzle import Puzzle
from stammtisch.rating import Rating
from stammtisch.server.clock import now
from stammtisch.server.http.dependencies import AnyGuest, AnyPayer, CurrentServices
from stammtisch.server.http.prices import HINT
from stammtisch.server.http.responses import json_of
from stammtisch.server.http.services import Services
from stammtisch.server.http.strict_route import StrictRoute
from stammtisch.server.live.payer import SERVER
from stammtisch.server.protocol.page import Language
from stammtisch.server.protocol.puzzles import PuzzleAnswer, PuzzleJudged, PuzzleName, PuzzleShown, PuzzlesShown
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.statistics import RatingShown
from stammtisch.server.puzzles import answers, queries, shown
from stammtisch.server.puzzles.answers import Answer
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.log import Conflict, Write
from stammtisch.server.study.library import the_game

router = APIRouter(route_class=StrictRoute)

GameName = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,32}$")]
Named = Annotated[PuzzleName, Path()]
TRIES = 5


@router.get("/api/puzzles")
async def list_puzzles(asking: AnyGuest, server: CurrentServices) -> PuzzlesShown:
    """Games with puzzles, those of the day, and one's own ratings."""
    guest = asking.id if asking else None
    return await asyncio.to_thread(queries.puzzles_shown, server.store, guest, queries.today(now()))


@router.get("/api/puzzles/{game}/next")
async def any_puzzle(
    game: GameName, asking: AnyGuest, server: CurrentServices, language: Language = "en"
) -> PuzzleShown:
    """A puzzle near one's rating that one has not answered."""
    return await asyncio.to_thread(_next, server, game, asking, language)


@router.get("/api/puzzles/{game}/{puzzle}")
async def one_puzzle(
    game: GameName, puzzle: Named, asking: AnyGuest, server: CurrentServices, language: Language = "en"
) -> PuzzleShown:
    """A puzzle by its name."""
    return await asyncio.to_thread(_shown, server, game, puzzle, asking, language)


@router.post("/api/puzzles/{game}/{puzzle}/answer")
async def answer(
    game: GameName, puzzle: Named, answered: PuzzleAnswer, asking: AnyGuest, server: CurrentServices
) -> PuzzleJudged:
    """Is this move right? A guest's first answer to a puzzle counts for his rating."""
    found = shown.the_puzzle(game, puzzle)
    solved = found.solved_by(_legal(found, answered.move))
    if asking is None:
        return _judged(found, solved)
    for _ in range(TRIES):
        kept, before = await asyncio.to_thread(_first_answer, server, game, found, asking, solved)
        if kept is None:
            return _judged(found, solved, before, before)
        try:
            await server.writer.write(Write(also=[answers.put_answer(kept)]))
        except Conflict:  # he has just answered another one, or this one, on another device
            continue
        return _judged(found, solved, before, kept.rating, counted=True)
    raise Refusal("busy", "you are answering in too many places at once")


@router.get("/api/puzzles/{game}/{puzzle}/explanation")
async def explanation(
    game: GameName, puzzle: Named, payer: AnyPayer, server: CurrentServices, language: Language = "en"
) -> Response:
    """What every move of a puzzle is worth, and why."""
    found = shown.the_puzzle(game, puzzle)
    if found in of_the_day(puzzles_of(the_game(game)), game, queries.today(now())):
        payer = SERVER  # every page keeps these for when there is no network, and nobody has used up his points by that
    return json_of(await server.answers.get("hints", payer, HINT, shown.explained, game, puzzle, language))


def _next(server: Services, game: str, asking: Guest | None, language: str) -> PuzzleShown:
    puzzles = puzzles_of(the_game(game))
    mine = answers.answers_of(server.store, asking.id, game) if asking else []
    known = {each.puzzle for each in mine}
    rating = answers.rating_after(mine).mu
    found = next_puzzle(puzzles.values(), rating, known, secrets.randbelow(2**16))
    if found is None:
        raise Refusal("no_puzzle", "you have answered all puzzles of this game" if puzzles else "it has no puzzles")
    return shown.shown(game, found.name, language)


def _shown(server: Services, game: str, name: str, asking: Guest | None, language: str) -> PuzzleShown:
    found = shown.shown(game, name, language)
    mine = answers.answers_of(server.store, asking.id, game) if asking else []
    return found.model_copy(update={"answered": next((each.solved for each in mine if each.puzzle == name), None)})


def _legal(puzzle: Puzzle, move: str) -> str:
    try:
        return str(puzzle.view.check(move))
    except StammtischError as error:
        raise Refusal("illegal", str(error)) from None


def _first_answer(
    server: Services, game: str, puzzle: Puzzle, guest: Guest, solved: bool
) -> tuple[Answer | None, Rating]:
    """The answer that is to be kept, and the rating before it; None: he has answered it already."""
    mine = answers.answers_of(server.store, guest.id, game)
    before = answers.rating_after(mine)
    if any(each.puzzle == puzzle.name for each in mine):
        return None, before
    at = now()
    day = queries.today(at)
    of_day = puzzle in of_the_day(puzzles_of(the_game(game)), game, day)
    rating = answers.after(before, puzzle, solved=solved)
    ordinal = day.toordinal() if of_day else None
    return Answer(guest.id, game, puzzle.name, len(mine), at, ordinal, solved, rating.mu, rating.sigma), before


def _judged(
    puzzle: Puzzle, solved: bool, before: Rating | None = None, after: Rating | None = None, *, counted: bool = False
) -> PuzzleJudged:
    return PuzzleJudged(
        right=solved,
        counted=counted,
        best=list(puzzle.best),
        before=RatingShown(mu=before.mu, sigma=before.sigma) if before else None,
        after=RatingShown(mu=after.mu, sigma=after.sigma) if after else None,
    )
