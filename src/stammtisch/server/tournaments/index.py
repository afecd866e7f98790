"""The index of tournaments: what lists show, and who plays where. It follows the log, which is the truth."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from typing import Any

import sqlalchemy as sa

from stammtisch.server.live.fairness import LOOKED_AT, fairly
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.store import Store
from stammtisch.server.tournaments.hosted import HostedTournament


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament as lists show it. The fields are the columns, in their order."""

    tournament: str
    public: bool
    care: bool
    """Something can happen in it by itself."""
    created: int
    changed: int
    summary: str
    """JSON text."""


def put(hosted: HostedTournament) -> list[Statement]:
    progress = hosted.tournament.progress
    is_over = progress.phase == "closed"
    summary = {
        "title": progress.title,
        "game": progress.scheme.game,
        "online": hosted.online is not None,
        "phase": progress.phase,
        "players": len(progress.players),
        "rounds": len(progress.drawn),
    }
    text = json.dumps(summary, ensure_ascii=False)
    care = hosted.online is not None and not is_over
    listed = ListedTournament(hosted.name, hosted.public, care, hosted.at, hosted.at, text)
    people = [(hosted.host, True), *((guest, False) for guest in set(hosted.guests.values()) - {hosted.host})]
    return [
        (
            "INSERT INTO tournament (tournament_id, public, care, created, changed, summary) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (tournament_id) DO UPDATE SET public = excluded.public, care = excluded.care,"
            " changed = excluded.changed, summary = excluded.summary",
            astuple(listed),
        ),
        *(
            (
                "INSERT INTO entrant (guest, tournament_id, runs) VALUES (?, ?, ?)"
                " ON CONFLICT (guest, tournament_id) DO NOTHING",
                (guest, hosted.name, runs),
            )
            for guest, runs in people
        ),
    ]


def with_guest(store: Store, guest: str) -> list[str]:
    """The tournaments that somebody runs or plays, or helps to run: their logs know him."""
    event, entrant = schema.event.c, schema.entrant.c
    known = event.payload.contains(f'"{guest}"', autoescape=True)
    query = sa.select(event.table_id).where(known, event.table_id.in_(sa.select(schema.tournament.c.tournament_id)))
    with store.reading() as connection:
        of_index = connection.scalars(sa.select(entrant.tournament_id).where(entrant.guest == guest))
        return sorted({*connection.scalars(query), *of_index})


def listed(store: Store, guest: str | None = None, limit: int = 50) -> list[dict[str, Any]]:
    """Public tournaments, or those of a guest; where something happened most recently first. Whoever runs many public
    ones does not push others off the list."""
    table, entrant = schema.tournament, schema.entrant
    query, its = sa.select(table, entrant.c.guest, entrant.c.runs), entrant.c.tournament_id == table.c.tournament_id
    if guest is None:
        query = query.outerjoin(entrant, sa.and_(its, entrant.c.runs)).where(table.c.public)
    else:
        query = query.join(entrant, its).where(entrant.c.guest == guest)
    query = query.order_by(table.c.changed.desc()).limit(LOOKED_AT if guest is None else limit)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [
        {
            "tournament": row.tournament_id,
            "changed": row.changed,
            "organiser": guest is not None and bool(row.runs),
            **json.loads(row.summary),
        }
        for row in fairly(rows, lambda row: row.guest, limit)
    ]


def summary(store: Store, tournament: str) -> dict[str, Any] | None:
    """What lists show of one tournament."""
    table = schema.tournament.c
    with store.reading() as connection:
        found = connection.scalar(sa.select(table.summary).where(table.tournament_id == tournament))
    return None if found is None else dict(json.loads(found))


def to_be_cared_for(store: Store) -> list[str]:
    """Those that go on although nobody looks."""
    query = sa.select(schema.tournament.c.tournament_id).where(schema.tournament.c.care)
    with store.reading() as connection:
        return list(connection.scalars(query.order_by(schema.tournament.c.created)))
