"""The history of a game: its record in both forms, the transcript of its dice, any moment of it, its review.

All of it is computed in a worker, which reads the log itself."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum

from stammtisch.core.contract.text import board_in_words
from stammtisch.core.match import Match
from stammtisch.core.translation import speaking
from stammtisch.fair.deal_dealer import opening_line
from stammtisch.server.live.workers import when_ready
from stammtisch.server.protocol.http import TableShown
from stammtisch.server.protocol.study import Moment
from stammtisch.server.storage.log import Row
from stammtisch.server.study.asked import Asked, reader
from stammtisch.server.table.commands import Table
from stammtisch.server.table.own_page import figures
from stammtisch.server.table.sentences import called
from stammtisch.server.table.state import TableState


class Download(StrEnum):
    RECORD = "record.jsonl"
    TEXT = "record.txt"
    TRANSCRIPT = "transcript.jsonl"


MEDIA = {
    Download.RECORD: "application/x-ndjson; charset=utf-8",
    Download.TEXT: "text/plain; charset=utf-8",
    Download.TRANSCRIPT: "application/x-ndjson; charset=utf-8",
}


def downloaded(database: str, asked: Asked, what: Download, *, sealed: bool = False) -> tuple[bytes, ...]:
    """In a worker: what is left of a game that is over. `sealed`: the seed of its deal is not opened yet."""
    rows = asked.over().rows(database)
    table = _table(asked, rows)
    if what is Download.TRANSCRIPT:
        text = table.transcript(rows)
        if table.opened.deal and not sealed:
            master, _ = reader(database).log(asked.table)
            text += f"{opening_line(master or b'')}\n"
        return (text.encode(),)
    record = played(table, rows).record(seats=table.names)
    return ((record.to_text() if what is Download.TEXT else record.to_jsonl()).encode(),)


def moment(database: str, asked: Asked, to: int, language: str) -> tuple[bytes, ...]:
    """In a worker: a game that is over, as it was after event `to`."""
    rows = asked.over().rows(database)
    table = _table(asked, rows)
    match = played(table, rows, to)
    position, turns = match.position, match.last_turns
    with speaking(language):
        names = called(table.names)
        found = Moment(
            line=position.to_text(),
            turn=position.turn,
            state=position.state.to_json(),
            scores=position.scores,
            figures=figures(position, names, turns),
            aloud=board_in_words(position.game.text, position, names, turns),
        )
    return (found.model_dump_json().encode(),)


def pictured(database: str, asked: Asked, language: str) -> tuple[bytes, ...]:
    """In a worker: a game that is over as a picture to share."""
    from stammtisch.pictures.final import Ending, final_picture  # they bring Pillow

    rows = asked.over().rows(database)
    table = _table(asked, rows)
    result = table.result
    assert result
    with speaking(language):
        ending = Ending(played(table, rows).position, called(table.names), result["scores"], result["places"])
        return (final_picture(ending),)


def reviewed(database: str, asked: Asked, language: str) -> tuple[bytes, ...]:
    """In a worker: the review of a game that is over, as it is told to whoever asks. Its events have the numbers of the
    table's."""
    from stammtisch.bots.review import review  # it brings NumPy and Numba

    rows = asked.over().rows(database)
    table = _table(asked, rows)
    when_ready(table.game)
    numbers = [seq for seq, _ in _made(rows)]
    with speaking(language):
        found = review(played(table, rows)).to_json(
            called(table.names), dict(enumerate(numbers)), table.seat_of(asked.guest)
        )
    return (json.dumps(found, ensure_ascii=False).encode(),)


def looked_at(database: str, asked: Asked) -> tuple[bytes, ...]:
    """In a worker: a table that nobody uses, as a spectator sees it."""
    master, rows = reader(database).log(asked.table)
    table = Table.folded(asked.table, master or b"", [row for row in rows if row.seq <= asked.seq])
    return (TableShown(table=asked.table, seq=asked.seq, view=table.view(None)).model_dump_json().encode(),)


def record(table: TableState, rows: Sequence[Row]) -> str:
    """The record of a game that is over."""
    return played(table, rows).record(seats=table.names).to_jsonl()


def _table(asked: Asked, rows: Sequence[Row]) -> TableState:
    return TableState.retraced(asked.table, rows)[1]


def played(table: TableState, rows: Sequence[Row], to: int | None = None) -> Match:
    """The game as it counts, up to an event."""
    match = table.game.match(fed=True)
    for _, move in _made(rows, to):
        match.play(move)
    return match


def _made(rows: Sequence[Row], to: int | None = None) -> list[tuple[int, str]]:
    """Every move and outcome, each with the number of its event. What was taken back is not among them."""
    made: list[tuple[int, str]] = []
    for row in rows:
        if to is not None and row.seq > to:
            break
        line = json.loads(row.payload)
        if row.kind in ("throw", "show") and "are" in line:
            made += [(row.seq, outcome) for outcome in line["are"]]
        elif row.kind in ("seat", "draft", "undo"):
            if "undo" in line:
                del made[-line["count"] :]
            else:
                made.append((row.seq, line["move"]))
    return made
