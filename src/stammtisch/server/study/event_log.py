"""The event log of a table: everything that has happened at it in words, with the scores after each event."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from stammtisch.core.constants import SPECTATOR
from stammtisch.core.position import Position
from stammtisch.core.translation import speaking
from stammtisch.server.protocol.study import Story
from stammtisch.server.storage.log import Row
from stammtisch.server.study.asked import Asked
from stammtisch.server.table.sentences import told
from stammtisch.server.table.state import TableState


def story(table: str, rows: Sequence[Row], seat: int | None, language: str) -> Story:
    """From the whole log of a table, as a seat, or a spectator, may know it."""
    steps, last = TableState.retraced(table, rows)
    return Story(table=table, seq=rows[-1].seq, told=_told(steps, last, seat, language))


def story_lines(database: str, asked: Asked, language: str) -> tuple[bytes, ...]:
    """In a worker: the story in pieces, so that whoever knows its beginning can be given the rest: the numbers of the
    events, then a line for each."""
    steps, last = TableState.retraced(asked.table, asked.rows(database))
    lines = _told(steps, last, last.seat_of(asked.guest), language)
    return json.dumps([line["seq"] for line in lines]).encode(), *(_packed(line) for line in lines)


def story_since(asked: Asked, pieces: tuple[bytes, ...], since: int) -> bytes:
    """What happened after event `since`, as JSON, from what `story_lines` gave."""
    numbers, *lines = pieces
    rest = lines[bisect_right(json.loads(numbers), since) :]
    return b'{"table":%s,"seq":%d,"told":[%s]}' % (_packed(asked.table), asked.seq, b",".join(rest))


def _told(steps: list[Any], last: TableState, seat: int | None, language: str) -> list[dict[str, Any]]:
    positions = [*(step.settled for step in steps[1:]), last.play.settled if last.play else None]
    after = {step.row.seq: position for step, position in zip(steps, positions, strict=True)}
    with speaking(language):
        lines = told(steps, seat, over=last.is_over)
    return [{**line, "scores": _scores(after[line["seq"]], seat)} for line in lines]


def _packed(thing: object) -> bytes:
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":")).encode()


def _scores(position: Position | None, seat: int | None) -> list[int] | None:
    """As this viewer may know them."""
    return position.view(SPECTATOR if seat is None else seat).scores if position else None
