"""Puzzles as they are asked for over HTTP: requests, and their answers."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import StringConstraints

from stammtisch.server.protocol.message import Message, MoveName, SeatNumber
from stammtisch.server.protocol.page import MoveChoice
from stammtisch.server.protocol.statistics import RatingShown
from stammtisch.server.protocol.study import SceneView

PuzzleName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{10}$")]
"""What a puzzle's links call it."""


class PuzzleShown(Message):
    """The answer to GET /api/puzzles/{game}/next and to GET /api/puzzles/{game}/{puzzle}: a position to be solved."""

    game: str
    puzzle: PuzzleName
    rating: float
    """How hard it is: who is rated so solves it every other time."""
    position: str
    """As a line of text."""
    seat: SeatNumber
    """Who is to move: it is you."""
    names: list[str]
    options: dict[str, bool | int | str]
    view: SceneView
    choices: list[MoveChoice]
    figures: dict[str, Any] | None
    aloud: str
    answered: bool | None
    """Whether your answer was right; null: you have not answered it."""


class PuzzleAnswer(Message):
    """POST /api/puzzles/{game}/{puzzle}/answer"""

    move: MoveName


class PuzzleJudged(Message):
    """The answer to PuzzleAnswer."""

    right: bool
    counted: bool
    """Did it change your rating? Only the first answer to a puzzle does, and only a guest has a rating."""
    best: list[MoveName]
    """Every move that solves it."""
    before: RatingShown | None
    """Your rating in this game; null: you are no guest."""
    after: RatingShown | None


class PuzzleChoice(Message):
    """A legal move and what is known of it."""

    move: MoveName
    said: str
    """Its name in words."""
    value: float
    loss: float
    sentence: str
    did: str
    """What was done by it: "You kept the 5s."."""
    leads: str
    instead: str
    """What was better, and by how much; empty: nothing was."""


class PuzzleCheck(Message):
    """How it was computed again that the move is best, without what found it."""

    way: str
    """turn: by everything that can happen in the turn. played: by playing on from both moves."""
    lead: float
    count: int
    """Positions of the turn, or games from each move."""
    error: float
    """The standard error of a lead that was played out; 0: it is exact."""


class PuzzleExplained(Message):
    """The answer to GET /api/puzzles/{game}/{puzzle}/explanation: what every move is worth, and why."""

    puzzle: PuzzleName
    unit: str
    best: list[MoveName]
    lead: str
    """By how much the best move leads the next: "1.2 worms"."""
    choices: list[PuzzleChoice]
    """All legal moves, the best first."""
    cites: list[str]
    """The paragraphs that govern the decision."""
    check: PuzzleCheck
    source: str


class PuzzleLine(Message):
    """A puzzle in a list."""

    puzzle: PuzzleName
    rating: float
    answered: bool | None


class PuzzleGame(Message):
    """A game that has puzzles."""

    game: str
    puzzles: int
    answered: int
    solved: int
    rating: RatingShown | None
    """Yours; null: you have not answered any."""
    curve: list[float]
    """Your rating after each of the last 100 answers."""
    today: list[PuzzleLine]
    """The puzzles of the day, the easiest first: the same for everybody."""


class PuzzlesShown(Message):
    """The answer to GET /api/puzzles."""

    day: str
    """The day, in UTC: 2026-11-19."""
    streak: int
    """On how many days in a row, up to today or yesterday, you have solved a puzzle of the day."""
    games: list[PuzzleGame]


REQUESTS: tuple[type[Message], ...] = (PuzzleAnswer,)
REPLIES: tuple[type[Message], ...] = (PuzzlesShown, PuzzleShown, PuzzleJudged, PuzzleExplained)
PARTS: tuple[type[Message], ...] = (PuzzleGame, PuzzleLine, PuzzleChoice, PuzzleCheck)
