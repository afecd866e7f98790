"""A channel: one place where somebody wants to be told of his games. Nobody is told anything who did not ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from typing import Literal, Self, TypeAlias, get_args

import sqlalchemy as sa

from stammtisch.server.people.guests import new_id, new_token
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.store import Store

Kind: TypeAlias = Literal["mail", "push", "url"]
Want: TypeAlias = Literal["turn", "rematch", "over"]
Off: TypeAlias = Literal["failed", "gone", "stopped"]
"""Why nothing is sent any more: it failed too often, it is no longer there, or somebody used the link to stop it."""

WANTS: tuple[Want, ...] = get_args(Want)
TOLD = "channels"
"""The topic of what nodes tell each other: whose channels have changed."""
MOST = 8  # channels of one person

OWNED = (("channel", "guest"), ("notice", "guest"))
"""What belongs to somebody: tables and the column with his id. Whoever is deleted leaves nothing in them."""


@dataclass(frozen=True, slots=True)
class Channel:
    """The fields are the columns, in their order."""

    id: str
    guest: str
    kind: Kind
    address: str
    """A mail address, a URL, or a push subscription as JSON. It may be a secret: it is never shown or logged."""
    language: str
    wants: str
    """With commas."""
    token: str
    """Who has it reads this channel: it stands in every message, behind the # of a link."""
    confirmed: bool
    off: Off | None
    failures: int
    """In a row."""
    created: int
    sent: int | None
    """When something other than a test was last sent."""

    @classmethod
    def new(cls, guest: str, kind: Kind, address: str, language: str, wants: Sequence[Want], now: int) -> Self:
        token, chosen = new_token(), ",".join(sorted(set(wants)))
        return cls(new_id(), guest, kind, address, language, chosen, token, kind != "mail", None, 0, now, None)

    @property
    def is_on(self) -> bool:
        return self.confirmed and self.off is None

    def tells_of(self, want: str) -> bool:
        return self.is_on and want in self.wants.split(",")

    @property
    def target(self) -> str:
        """Stands for the address where limits are counted, whoever has it."""
        return sha256(self.address.casefold().encode()).hexdigest()

    def changed(self, language: str, wants: Sequence[Want]) -> Channel:
        """As its owner wishes. It is on again, whatever was wrong."""
        off = self.off if self.off == "gone" else None
        return replace(self, language=language, wants=",".join(sorted(set(wants))), off=off, failures=0)


def put_channel(channel: Channel) -> Statement:
    """Add it, or bring what its owner wishes up to date."""
    return (
        "INSERT INTO channel"
        " (id, guest, kind, address, language, wants, token, confirmed, off, failures, created, sent)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET language = excluded.language, wants = excluded.wants,"
        " confirmed = excluded.confirmed, off = excluded.off, failures = excluded.failures",
        astuple(channel),
    )


def delivered(before: Channel, after: Channel) -> Statement:
    """Something was sent there, or could not be. What its owner may have wished meanwhile at another node stays."""
    if after.off == before.off:
        return "UPDATE channel SET failures = ?, sent = ? WHERE id = ?", (after.failures, after.sent, after.id)
    change = "UPDATE channel SET failures = ?, sent = ?, off = ? WHERE id = ?"
    return change, (after.failures, after.sent, after.off, after.id)


def remove_channel(channel: Channel) -> list[Statement]:
    """What was sent there stays as numbers, so that limits hold; what waits goes."""
    return [
        ("DELETE FROM channel WHERE id = ?", (channel.id,)),
        ("DELETE FROM notice WHERE channel = ? AND sent IS NULL", (channel.id,)),
    ]


def all_channels(store: Store, guest: str | None = None) -> list[Channel]:
    """Of everybody, or of somebody."""
    query = sa.select(schema.channel).order_by(schema.channel.c.created, schema.channel.c.id)
    if guest is not None:
        query = query.where(schema.channel.c.guest == guest)
    with store.reading() as connection:
        return [Channel(*row) for row in connection.execute(query)]
