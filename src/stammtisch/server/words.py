"""Words and figures for the page, as models: what they are is told here, page.py makes them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from stammtisch.server.message import Message, MoveName, SeatNumber, Seq

Language: TypeAlias = Literal["en", "de", "fr", "ro", "ru", "cs"]


class Told(Message):
    """An event in words, as this viewer may know it."""

    seq: Seq
    seat: SeatNumber | None
    """Whose it was; null: nobody's."""
    text: str


class Leading(Message):
    """A legal move, and what it leads to in a few words."""

    move: MoveName
    said: str
    """Its name in the language of the page."""
    leads: str
    loses: str | None = None
    """What it certainly throws away, as its name: "Fail the turn: lose 25"; null: nothing that is certain."""


class Page(Message):
    """Words and figures for a page that knows no rules, in the language of the hello."""

    told: list[Told]
    """The events of this message in words. Not all of them need any; what people say is in `said`."""
    choices: list[Leading]
    """One for each legal move of this viewer."""
    applies: list[str]
    """The paragraphs of the rules that govern his decision: H3.2."""
    figures: dict[str, Any] | None
    """Numbers that follow from the rules, for the game's board; each game's page.py makes its own."""
    aloud: str
    """The table in plain lines that can be read aloud."""
