"""View: a tournament as plain data, for pages, printers and programs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from stammtisch.tournament.presets import OWN, sheet_of
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.standings import Row, score_table
from stammtisch.tournament.state import Round, Table


def view(progress: Progress) -> dict[str, Any]:
    scheme = progress.scheme
    return {
        "title": progress.title,
        "scheme": scheme.to_json(),
        "organiser": progress.organiser,
        "seed": progress.seed,
        "phase": progress.phase,
        "table_counts": _table_counts(progress),
        "mark": sheet_of(scheme.game).MARK,  # what a result must tell besides the scores, to be said; "" for nothing
        "players": [
            {"player": each.number, "name": each.name, "bot": each.bot, "missed": each.missed, "gone": each.gone}
            for each in progress.players.values()
        ],
        "rounds": [_round(progress, each) for each in progress.drawn],
        "standings": [_row(place, row) for place, row in enumerate(progress.rows(), 1)],
        "finalists": list(progress.finalists),
        "ranking": list(progress.ranking),
        "announcements": list(progress.announcements),
    }


def _table_counts(progress: Progress) -> list[int]:
    """Before the first draw: the numbers of tables that those who are here can have."""
    if progress.phase != "entries":
        return []
    here = len(progress.present)
    return list(progress.scheme.tables_for(here).possible(here))


def number(value: Fraction | int) -> int | float:
    """A whole number where it is one."""
    return int(value) if value == int(value) else round(float(value), 2)


def _round(progress: Progress, each: Round) -> dict[str, Any]:
    return {
        "round": each.number,
        "final": each.final,
        "game": each.number - len(progress.rounds) if each.final else None,
        "complete": each.is_complete,
        "tables": [{"table": at, **_table(progress, table, each)} for at, table in enumerate(each.tables, 1)],
    }


def _table(progress: Progress, table: Table, each: Round) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seats": list(table.seats),
        "absent": list(table.absent),
        "entered": table.entered,
        "confirmed": table.confirmed,
        "lines": [],
    }
    if table.result:
        scheme = replace(progress.scheme, dice=OWN) if each.final else progress.scheme
        won = score_table(scheme, table, each.tables)
        data["lines"] = [
            {
                "player": line.player,
                "score": line.score,
                "mark": line.mark,
                "place": line.place,
                "out": line.out,
                "points": number(points),
            }
            for line, points in zip(table.result, won, strict=True)
        ]
    return data


def _row(place: int, row: Row) -> dict[str, Any]:
    return {
        "place": place,
        "player": row.player,
        "score": number(row.score),
        "worms": row.worms,
        "tiles": row.tiles,
        "wins": row.wins,
        "share": number(row.share),
        "opposition": number(row.opposition),
        "starts": row.starts,
        "games": row.games,
        "decided": row.decided,
    }
