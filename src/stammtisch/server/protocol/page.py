"""Words and figures for the page, as models. table/page.py makes them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from stammtisch.server.protocol.message import Message, MoveName, SeatNumber, Seq

Language: TypeAlias = Literal["en", "de", "fr", "ro", "ru", "cs"]


class EventPicture(Message):
    """How a page may draw an event instead of writing it: a throw as small dice."""

    pieces: list[str]
    """A kind and what it shows: "die 5", "kept worm", "sum 27", "tile 26"; each game's page.py has its own. None: the
    event needs no line."""
    told: bool
    """The sentence belongs to it."""


class EventText(Message):
    """An event in words, as this viewer may know it."""

    seq: Seq
    seat: SeatNumber | None
    """Whose it was; null: nobody's."""
    text: str
    turns: int | None = None
    """The number of the turn that it belongs to; null: the game had not begun."""
    drawn: EventPicture | None = None
    """null: the sentence says it."""


class MoveChoice(Message):
    """A legal move, and what it leads to in a few words."""

    move: MoveName
    said: str
    """Its name in the language of the page."""
    leads: str
    loses: str | None = None
    """What it certainly throws away, as its name: "Fail the turn: lose 25"; null: nothing that is certain."""


class Page(Message):
    """Words and figures for a page that knows no rules, in the language of the hello."""

    told: list[EventText]
    """The events of this message in words. Not all of them need any; what people say is in `said`."""
    choices: list[MoveChoice]
    """One for each legal move of this viewer."""
    applies: list[str]
    """The paragraphs of the rules that govern his decision: H3.2."""
    figures: dict[str, Any] | None
    """Numbers that follow from the rules, for the game's board; each game's page.py makes its own."""
    aloud: str
    """The table in plain lines that can be read aloud."""
