"""What nodes of one server ask each other over HTTP. It is no part of the protocol for clients."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stammtisch.server.protocol.message import Message


class LeaseWanted(Message):
    """POST /api/node/release, and its answer: let go of a table, or a tournament with its tables."""

    name: Annotated[str, Field(max_length=100)]


class Figures(Message):
    """How a node is, for the operator of any."""

    tables: int
    """In memory."""
    people: int
    """Connected."""
    lag: float
    """Seconds by which the event loop was late at the last look."""


class News(Message):
    """POST /api/node/news: what a node tells the others all the time (nodes/gossip.py)."""

    epoch: int
    anew: bool
    """What it told before holds no longer."""
    figures: Figures
    counts: dict[str, dict[str, float]]
    """What was used up there since the last time: of what, by whom (as JSON), how much."""
    levels: dict[str, dict[str, int]]
    """The same for how many there are now, where that has changed."""


class NewsHeard(Message):
    """The answer."""
