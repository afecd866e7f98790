"""The history of a game: its record in both forms, the transcript of its dice, any moment of it, its review."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum

from fastapi import Response

import stammtisch
from stammtisch.core.contract.text import board_in_words
from stammtisch.core.match import Match
from stammtisch.core.translation import speaking
from stammtisch.server.live.workers import when_ready
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.study import Moment
from stammtisch.server.storage.log import Row
from stammtisch.server.table.own_page import figures
from stammtisch.server.table.sentences import called
from stammtisch.server.table.state import TableState


class Download(StrEnum):
    RECORD = "record.jsonl"
    TEXT = "record.txt"
    TRANSCRIPT = "transcript.jsonl"


def page(table: TableState, rows: Sequence[Row], what: Download, *, over: bool) -> Response:
    """A download. While a game goes on there is nothing to download: it may have hidden hands."""
    if not over:
        raise Refusal("not_over", "the game is not over yet")
    match what:
        case Download.TRANSCRIPT:
            return _text(table.transcript(rows), "application/x-ndjson")
        case Download.RECORD:
            return _text(record(table, rows), "application/x-ndjson")
        case Download.TEXT:
            return _text(_match(table, rows).record(seats=table.names).to_text(), "text/plain")


def record(table: TableState, rows: Sequence[Row]) -> str:
    """The record of a game that is over."""
    if not table.is_over:
        raise Refusal("not_over", "the game is not over yet")
    return _match(table, rows).record(seats=table.names).to_jsonl()


def moment(table: TableState, rows: Sequence[Row], to: int | None, language: str) -> Moment:
    """A game that is over, as it was after event `to`."""
    if not table.is_over:
        raise Refusal("not_over", "the game is not over yet")
    match = _match(table, rows, to)
    position, turns = match.position, match.last_turns
    with speaking(language):
        names = called(table.names)
        return Moment(
            turn=position.turn,
            state=position.state.to_json(),
            scores=position.scores,
            figures=figures(position, names, turns),
            aloud=board_in_words(position.game.text, position, names, turns),
        )


def played(table: TableState, rows: Sequence[Row]) -> tuple[str, list[int]]:
    """The record of a game that is over, and the number of the table's event for each event of the record."""
    return record(table, rows), [seq for seq, _ in _made(rows)]


def reviewed(record: str, numbers: Sequence[int], seat: int | None, language: str) -> str:
    """In a process of its own: the review of a game, from what `played` gave, as it is told to a seat."""
    from stammtisch.bots.review import review  # it brings NumPy and Numba

    replayed = stammtisch.read(record)
    when_ready(replayed.match.game)
    with speaking(language):
        found = review(replayed.match).to_json(called(replayed.seats), dict(enumerate(numbers)), seat)
    return json.dumps(found, ensure_ascii=False)


def _match(table: TableState, rows: Sequence[Row], to: int | None = None) -> Match:
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


def _text(text: str, media: str) -> Response:
    return Response(text, media_type=f"{media}; charset=utf-8")
