"""What can be looked up over HTTP, as models: games, rules, lessons, hints, why a move is refused, what happened."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from stammtisch.server.protocol.message import Message, MoveName, SeatNumber, Seq, TableId, Unchecked
from stammtisch.server.protocol.page import EventText, MoveChoice


class OptionShown(Message):
    """An option of a game."""

    name: str
    about: str
    kind: Literal["bool", "choice", "number"]
    choices: list[bool | int | str]
    """Every value that it can have."""
    said: list[str]
    """The same values in words."""
    default: bool | int | str


class LevelShown(Message):
    """A bot that every game has."""

    name: str
    about: str


class Colour(Message):
    """A colour as CSS writes it, on a light and on a dark page."""

    light: str
    dark: str


class GameShown(Message):
    """A game in the list of GET /api/games."""

    game: str
    title: str
    summary: str
    least: int
    most: int
    """How many can play."""
    letter: str
    """Before the numbers of its paragraphs: H."""
    score: list[str]
    """What is counted, as the English texts of a catalogue: "{n} worm" and "{n} worms"."""
    options: list[OptionShown]
    levels: list[LevelShown]
    name: str
    """What people call it for short."""
    order: int
    """Where it stands in a list for people: lower numbers first, then by name."""
    unit: str
    """What is counted, in words: "worms"."""
    heading: str
    """The same over a column: "Worms"."""
    negative: bool
    """Can a score be below zero?"""
    ties: list[str]
    """What may break a tie in the standings of a tournament."""
    colour: Colour
    mark: str
    """One or two letters or a symbol, where there is no room for a picture."""
    picture: str
    """The name of its picture, and of its board."""
    company: int
    """How many sit down if nobody says how many."""
    minutes: int | None
    """About how long a game takes; null: nobody says."""
    lesson: bool
    """Is there a lesson?"""


class Paragraph(Message):
    """A paragraph of the rules."""

    number: str
    """As people cite it: H3.4."""
    html: str
    """Without any HTML but what Markdown makes."""


class Section(Message):
    """A section of the rules."""

    number: str
    title: str
    paragraphs: list[Paragraph]


class BookSection(Message):
    """A section of a game's book, which a person reads to learn the game."""

    key: Literal["aim", "table", "turn", "end", "story", "tips", "players"]
    title: str
    html: str
    """What Markdown makes, and drawings as SVG."""


class RulesShown(Message):
    """The answer to GET /api/games/{game}/rules."""

    title: str
    sections: list[Section]
    book: list[BookSection] | None = None
    """What to read before the numbered paragraphs; None: the game has no book."""


class SceneView(Message):
    """The position of a scene as the learner sees it; the fields are those of View."""

    turn: int
    state: dict[str, Any]
    scores: list[int]
    legal: list[MoveName]


class SceneShown(Message):
    """A moment of a lesson."""

    text: str
    told: list[str]
    """What others have done since the scene before, in words."""
    want: MoveName | None
    """The move that the learner makes now; null: he reads and goes on."""
    cites: list[str]
    """The paragraphs that the text is about."""
    view: SceneView
    choices: list[MoveChoice]
    figures: dict[str, Any] | None
    aloud: str


class LessonShown(Message):
    """The answer to GET /api/games/{game}/lesson: a game in a few scenes, played by the learner at seat 0."""

    title: str
    players: int
    names: list[str]
    options: dict[str, bool | int | str]
    scenes: list[SceneShown]


class HintChoice(Message):
    """A legal move and what comes of it if everything after it is played well."""

    move: MoveName
    said: str
    """Its name in words."""
    value: float
    loss: float
    """What it gives away; 0 for the best."""
    leads: str
    figures: dict[str, float]
    """Chances and amounts by name."""


class Hint(Message):
    """The answer to GET /api/tables/{table}/hint: what your moves are worth as far as you can know."""

    seq: Seq
    """The last event when it was asked: later, the hint is about the past."""
    best: MoveName
    unit: str
    """What values count: worms."""
    choices: list[HintChoice]
    """All legal moves, the best first."""


class Why(Message):
    """The answer to GET /api/tables/{table}/why: may you make this move now, and if not, by which paragraph?"""

    allowed: bool
    paragraph: str | None
    """H3.4; null: it is allowed, or no paragraph is needed to see why not."""
    reason: str
    text: str
    """The paragraph in plain words."""


class StoryLine(EventText):
    """An event in words, with the scores after it."""

    scores: list[int] | None
    """null: the game had not begun."""


class Story(Message):
    """The answer to GET /api/tables/{table}/story: all that has happened, as you may know it."""

    table: TableId
    seq: Seq
    told: Annotated[list[dict[str, Any]], Unchecked(list[StoryLine])]


class Moment(Message):
    """The answer to GET /api/tables/{table}/moment: a game that is over, as it was after an event."""

    line: str
    """The position as one line of text (docs/positions.md)."""
    turn: int
    state: dict[str, Any]
    scores: list[int]
    figures: dict[str, Any] | None
    aloud: str


class Reviewed(Message):
    """A player of a game that is over."""

    name: str
    score: int
    place: int | None
    """null: the game was not played to its end."""
    given_away: float
    luck: float
    """What the dice gave him above expectation."""


class DecisionShown(Message):
    """A decision and what it gave away."""

    event: Seq
    """Of the table: a moment before it, the decision was to be made."""
    seat: SeatNumber
    move: MoveName
    gives_away: float
    best: MoveName
    sentence: str
    did: str = ""
    """What was done, in a sentence; to who asks with his own token, "You kept the 5s."."""
    instead: str = ""
    """What was best and by how much: "Keeping the worms was 1.2 worms better."; empty: nothing was better."""
    leads: str = ""
    best_leads: str = ""
    """What the move and the best one led to: "89 % to get a tile"."""


class ThrowShown(Message):
    """What chance gave to a seat, above or below expectation."""

    event: Seq
    seat: SeatNumber
    luck: float


class ReviewShown(Message):
    """The answer to GET /api/tables/{table}/review: a game that is over, looked at again."""

    game: str
    unit: str
    players: list[Reviewed]
    decisions: list[DecisionShown]
    throws: list[ThrowShown]


REPLIES: tuple[type[Message], ...] = (GameShown, RulesShown, LessonShown, Hint, Why, Story, Moment, ReviewShown)
PARTS: tuple[type[Message], ...] = (
    OptionShown, LevelShown, Colour, Section, Paragraph, BookSection, SceneShown, SceneView, HintChoice, StoryLine,
    Reviewed, DecisionShown, ThrowShown,
)  # fmt: skip
