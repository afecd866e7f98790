"""The audit: every action of the operator, in order. It is also where bans and the announcement are read from, so that
no action can be without its row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import sqlalchemy as sa

from stammtisch.server.protocol.operator import ActionKind
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.store import Store

TOLD = "operator"
"""The topic of what nodes tell each other: that there is another action."""


class Action(NamedTuple):
    """Something the operator has done; its fields are the columns."""

    number: int
    at: int
    what: ActionKind
    whom: str
    """The table or the guest."""
    note: str
    """Why; or the announcement."""
    who: str
    """The operator, as his command named him."""


@dataclass
class OperatorState:
    """What follows from all actions."""

    banned: dict[str, str] = field(default_factory=dict)
    """Guests, each with the reason."""
    announcement: str = ""
    since: int = 0

    def apply(self, action: Action) -> None:
        match action.what:
            case "ban":
                self.banned[action.whom] = action.note
            case "unban":
                self.banned.pop(action.whom, None)
            case "announce":
                self.announcement, self.since = action.note, action.at


def put_action(action: Action) -> Statement:
    """The database gives it its number."""
    return "INSERT INTO audit (at, what, whom, note, who) VALUES (?, ?, ?, ?, ?)", action[1:]


def actions(store: Store, *, last: int | None = None) -> list[Action]:
    """All actions in their order, or the last few, the newest first."""
    query = sa.select(schema.audit)
    number = schema.audit.c.number
    query = query.order_by(number) if last is None else query.order_by(number.desc()).limit(last)
    return [Action._make(row) for row in store.fetch(query)]


def operator_state(found: Iterable[Action]) -> OperatorState:
    result = OperatorState()
    for action in found:
        result.apply(action)
    return result
