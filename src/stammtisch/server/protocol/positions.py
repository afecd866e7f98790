"""Positions that belong to no table, as models: they are shown, analysed, played on and set up by hand."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Field, StringConstraints

from stammtisch.server.protocol.message import Message, MoveName
from stammtisch.server.protocol.page import MoveChoice
from stammtisch.server.protocol.study import HintChoice

LONGEST = 4000  # letters; the longest line that a game of ours has shown has 800
MOST_VALUES = 2000

Line: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST)]
"""A position as one line of text (docs/positions.md); empty: the start of the game."""
GameKey: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,32}$")]
OptionValue: TypeAlias = bool | int | Annotated[str, StringConstraints(max_length=40)]
SetupKey: TypeAlias = Annotated[str, StringConstraints(max_length=40)]
SetupValue: TypeAlias = Annotated[int, Field(ge=-(10**6), le=10**6)]


class OutcomeShown(Message):
    """An outcome of chance that can come next."""

    move: MoveName
    said: str
    chance: float


class ChanceDue(Message):
    """Dice fall, or something is drawn, before anybody can move."""

    count: int
    """How many outcomes come at once, in an order that does not matter."""
    outcomes: list[OutcomeShown]
    """What the next of them can be."""


class PositionShown(Message):
    """The answer to GET /api/positions: a position for a page, as whoever is to move sees it."""

    line: Line
    title: str
    options: dict[str, bool | int | str]
    names: list[str]
    seat: int | None
    """Whose eyes these are; null: everything is open, or nobody is to move."""
    turn: int
    """Who is to move; -1: chance, -2: nobody, the game is over."""
    thrower: int
    """Whose turn it is, also while chance is to move."""
    state: dict[str, Any]
    scores: list[int]
    choices: list[MoveChoice]
    """The legal moves; none where what is hidden decides."""
    throw: ChanceDue | None
    hidden: bool
    """How it goes on depends on what is hidden here, so nobody can say."""
    odds: bool
    """Are there exact odds of the turn to be asked for?"""
    figures: dict[str, Any] | None
    aloud: str


class PositionAnalysed(Message):
    """The answer to GET /api/positions/analysis: what the position and every move of it are worth."""

    seat: int
    """Whose values these are."""
    value: float
    """What the position is worth to that seat."""
    worth: str
    """The same in words: "1.2 worms"."""
    unit: str
    about: str
    """What a value is, and how well it is known, in a sentence."""
    choices: list[HintChoice]
    """All legal moves, the best first; none at a throw."""


class OddsRow(Message):
    """A line of a table of odds."""

    label: str
    figures: list[str]
    """One for each column, as people write it."""
    share: float
    """How long its bar is, from 0 to 1."""


class OddsTable(Message):
    """A table of exact chances."""

    title: str
    columns: list[str]
    """What the label and the figures are."""
    rows: list[OddsRow]


class PositionOdds(Message):
    """The answer to GET /api/positions/odds: exact chances of the turn."""

    tables: list[OddsTable]


class PositionAfter(Message):
    """The answer to GET /api/positions/moved and thrown: the position after a move or a throw."""

    line: Line
    told: str
    """What has happened, in words."""


class PositionDraft(Message):
    """POST /api/positions/setup: a position that somebody is setting up."""

    game: GameKey
    line: Line = ""
    """The position that it began with."""
    options: Annotated[dict[SetupKey, OptionValue], Field(max_length=40)] = {}
    """Other options than those of the line; empty: the same."""
    values: Annotated[dict[SetupKey, SetupValue], Field(max_length=MOST_VALUES)] = {}
    """What was chosen, by the keys of the controls."""


class SetupChoice(Message):
    """A value that can be chosen."""

    value: int
    said: str


class SetupControl(Message):
    """Something that can be chosen."""

    key: str
    label: str
    """Empty: nothing lies here."""
    value: int


class SetupGroup(Message):
    """Controls that belong together."""

    title: str
    choices: list[SetupChoice]
    """What each of its controls can be; empty: a number from `low` to `high`."""
    low: int
    high: int
    columns: int
    """0: as many in a line as there is room for; else so many, for they lie like this on the table."""
    paint: bool
    """One picks a choice and then the controls that get it."""
    controls: list[SetupControl]


class SetupShown(Message):
    """The answer to PositionDraft: what can be chosen, and the position if there can be such a one."""

    options: dict[str, bool | int | str]
    groups: list[SetupGroup]
    line: Line | None
    """null: such a position cannot come about."""
    fault: str
    """What is wrong with it."""


REQUESTS: tuple[type[Message], ...] = (PositionDraft,)
REPLIES: tuple[type[Message], ...] = (PositionShown, PositionAnalysed, PositionOdds, PositionAfter, SetupShown)
PARTS: tuple[type[Message], ...] = (
    ChanceDue, OutcomeShown, OddsTable, OddsRow, SetupGroup, SetupControl, SetupChoice,
)  # fmt: skip
