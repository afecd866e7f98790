"""What goes over the operator's listener. Players never speak to it, so this is no part of their protocol."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import StringConstraints

from stammtisch.server.protocol.message import Message, TableId

Sentence = Annotated[str, StringConstraints(max_length=300)]
Operator = Annotated[str, StringConstraints(min_length=1, max_length=64)]
ActionKind: TypeAlias = Literal["close", "ban", "unban", "announce"]
GuestId = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CloseTable(Message):
    """POST /api/admin/close"""

    table: TableId
    reason: Sentence = ""
    who: Operator


class BanGuest(Message):
    """POST /api/admin/ban and POST /api/admin/unban"""

    guest: GuestId
    reason: Sentence = ""
    who: Operator


class Announce(Message):
    """POST /api/admin/announce"""

    text: Sentence
    """Shown to everybody; empty: nothing any more."""
    who: Operator


class ActionShown(Message):
    """An action of the operator."""

    number: int
    at: int
    what: ActionKind
    whom: str
    note: str
    who: str


class GuestListed(Message):
    """A guest, as the operator sees him."""

    guest: str
    name: str
    program: bool
    created: int
    sockets: int
    banned: bool


class Sitter(Message):
    """Who sits at a table."""

    guest: str
    name: str


class TableListed(Message):
    """A table, as the operator sees it: who sits there, and nothing of what lies on it."""

    table: TableId
    game: str
    status: str
    public: bool
    created: int
    changed: int
    people: list[Sitter]
    node: str = ""
    """Of several, the one that has it in use."""
    sockets: int
    """Connections at the node that was asked."""


class ActionDone(Message):
    """The answer to every action: when it was written down."""

    at: int
