"""What is left of a game: its record in both forms, the transcript of its dice, any moment of it, its review."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum

from fastapi import Response

import stammtisch
from stammtisch.core.match import Match
from stammtisch.core.speech import speaking
from stammtisch.server.log import Row
from stammtisch.server.page import figures
from stammtisch.server.refusal import Refusal
from stammtisch.server.standing import Standing
from stammtisch.server.study import Moment


class What(StrEnum):
    RECORD = "record.jsonl"
    TEXT = "record.txt"
    TRANSCRIPT = "transcript.jsonl"


def page(table: Standing, rows: Sequence[Row], what: What, *, over: bool) -> Response:
    """A download. While a game goes on there is nothing to download: it may have hidden hands."""
    if not over:
        raise Refusal("not_over", "the game is not over yet")
    match what:
        case What.TRANSCRIPT:
            return _text(table.transcript(rows), "application/x-ndjson")
        case What.RECORD:
            return _text(record(table, rows), "application/x-ndjson")
        case What.TEXT:
            return _text(_match(table, rows).record(seats=table.names).to_text(), "text/plain")


def record(table: Standing, rows: Sequence[Row]) -> str:
    """The record of a game that is over."""
    if not table.is_over:
        raise Refusal("not_over", "the game is not over yet")
    return _match(table, rows).record(seats=table.names).to_jsonl()


def moment(table: Standing, rows: Sequence[Row], to: int | None, language: str) -> Moment:
    """A game that is over, as it was after event `to`."""
    if not table.is_over:
        raise Refusal("not_over", "the game is not over yet")
    position = _match(table, rows, to).position
    with speaking(language):
        return Moment(
            turn=position.turn,
            state=position.state.to_json(),
            scores=position.scores,
            figures=figures(position),
            aloud=position.game.text.board(position, table.names),
        )


def reviewed(record: str, language: str) -> str:
    """In a process of its own: the review of a game, from its record."""
    from stammtisch.bots.review import review  # it brings NumPy and Numba

    replayed = stammtisch.read(record)
    with speaking(language):
        return json.dumps(review(replayed.match).to_json(replayed.seats), ensure_ascii=False)


def _match(table: Standing, rows: Sequence[Row], to: int | None = None) -> Match:
    """The game as it counts: what was taken back is not in it. `to` is the number of the last event to be played."""
    made: list[str] = []
    for row in rows:
        if to is not None and row.seq > to:
            break
        line = json.loads(row.payload)
        if row.kind in ("throw", "show") and "are" in line:
            made += line["are"]
        elif row.kind in ("seat", "draft", "undo"):
            if "undo" in line:
                del made[-line["count"] :]
            else:
                made.append(line["move"])
    match = table.game.match(fed=True)
    for move in made:
        match.play(move)
    return match


def _text(text: str, media: str) -> Response:
    return Response(text, media_type=f"{media}; charset=utf-8")
