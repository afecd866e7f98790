"""What somebody has done with puzzles, as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime

from stammtisch import games
from stammtisch.puzzles.library import of_the_day, puzzles_of, with_puzzles
from stammtisch.server.protocol.puzzles import PuzzleGame, PuzzleLine, PuzzlesShown
from stammtisch.server.protocol.statistics import RatingShown
from stammtisch.server.puzzles.answers import Answer, answers_of
from stammtisch.server.storage.store import Store

CURVE = 100


def today(at: int) -> date:
    """The day of a time, in UTC: it is the same everywhere."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def puzzles_shown(store: Store, guest: str | None, day: date) -> PuzzlesShown:
    """All games with puzzles, the puzzles of the day, and what a guest has answered."""
    answers = answers_of(store, guest) if guest else []
    return PuzzlesShown(
        day=day.isoformat(),
        streak=streak((each.day for each in answers if each.solved and each.day is not None), day),
        games=[_game(name, [each for each in answers if each.game == name], day) for name in with_puzzles()],
    )


def _game(name: str, answers: list[Answer], day: date) -> PuzzleGame:
    puzzles = puzzles_of(games.load(name))
    solved = {each.puzzle: each.solved for each in answers}
    last = answers[-1] if answers else None
    return PuzzleGame(
        game=name,
        puzzles=len(puzzles),
        answered=len(answers),
        solved=sum(each.solved for each in answers),
        rating=RatingShown(mu=last.mu, sigma=last.sigma) if last else None,
        curve=[each.mu for each in answers[-CURVE:]],
        today=[
            PuzzleLine(puzzle=each.name, rating=each.rating, answered=solved.get(each.name))
            for each in of_the_day(puzzles, name, day)
        ],
    )


def streak(days: Iterable[int], day: date) -> int:
    """How many of these days come one after another, up to this day or to the one before."""
    known = set(days)
    last = day.toordinal() if day.toordinal() in known else day.toordinal() - 1
    length = 0
    while last - length in known:
        length += 1
    return length
