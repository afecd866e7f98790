"""The event log of a table: everything that has happened at it in words, with the scores after each event."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.constants import SPECTATOR
from stammtisch.core.position import Position
from stammtisch.core.translation import speaking
from stammtisch.server.protocol.study import Story
from stammtisch.server.storage.log import Row
from stammtisch.server.table.sentences import told
from stammtisch.server.table.state import TableState


def story(table: str, rows: Sequence[Row], seat: int | None, language: str, since: int = 0) -> Story:
    """From the whole log of a table, as a seat, or a spectator, may know it; what happened after event `since`."""
    steps, last = TableState.retraced(table, rows)
    positions = [*(step.settled for step in steps[1:]), last.play.settled if last.play else None]
    after = {step.row.seq: position for step, position in zip(steps, positions, strict=True)}
    with speaking(language):
        lines = [line for line in told(steps, seat, over=last.is_over) if line["seq"] > since]
    return Story(
        table=table, seq=rows[-1].seq, told=[{**line, "scores": _scores(after[line["seq"]], seat)} for line in lines]
    )


def _scores(position: Position | None, seat: int | None) -> list[int] | None:
    """As this viewer may know them."""
    return position.view(SPECTATOR if seat is None else seat).scores if position else None
