"""Answers to puzzles: only a guest's first answer to each is kept, with his rating after it.

An answer is a game of a guest against the puzzle, in openskill's model (rating.py). The puzzle's rating stays as its
file says: it was measured, and a few answers would not improve it.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import sqlalchemy as sa

from stammtisch.puzzles.puzzle import Puzzle
from stammtisch.rating import START, Rating, rated
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.schema import puzzle_answer
from stammtisch.server.storage.store import Store

OWNED = (("puzzle_answer", "guest"),)
"""Every table with something about a person, and its column with his id."""
CERTAIN = 2.0
"""How uncertain the rating of a puzzle is: a standard deviation."""


@dataclass(frozen=True)
class Answer:
    """The fields are the columns, in their order."""

    guest: str
    game: str
    puzzle: str
    number: int
    """Which of his answers in this game it is, from 0."""
    at: int
    day: int | None
    """The day whose puzzle it was then, as date.toordinal; None: of no day."""
    solved: bool
    mu: float
    sigma: float

    @property
    def rating(self) -> Rating:
        """His rating after it."""
        return Rating(self.mu, self.sigma)


def after(before: Rating, puzzle: Puzzle, *, solved: bool) -> Rating:
    """The rating of a guest after his answer."""
    places = [1, 2] if solved else [2, 1]
    known = {"guest": before, "puzzle": Rating(puzzle.rating, CERTAIN)}
    return rated(known, ["guest", "puzzle"], places)["guest"]


def put_answer(answer: Answer) -> Statement:
    """Keep it. A second one to the same puzzle, or with the same number, is a Conflict."""
    return (
        "INSERT INTO puzzle_answer (guest, game, puzzle, number, at, day, solved, mu, sigma)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        astuple(answer),
    )


def answers_of(store: Store, guest: str, game: str | None = None) -> list[Answer]:
    """All answers of a guest, in each game in their order."""
    query = sa.select(puzzle_answer).where(puzzle_answer.c.guest == guest)
    if game is not None:
        query = query.where(puzzle_answer.c.game == game)
    with store.reading() as connection:
        found = connection.execute(query.order_by(puzzle_answer.c.game, puzzle_answer.c.number))
        return [Answer(*row) for row in found]


def rating_after(answers: list[Answer]) -> Rating:
    """The rating after the last of these answers in one game."""
    return answers[-1].rating if answers else START
