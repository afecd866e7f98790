"""The events of a table's log, by kind, and what a viewer may see of each. Nothing else of them is ever sent.

A row's kind is one of these, or the first field of a line of the dice transcript (stammtisch.fair), which is then its
payload, letter by letter:

    opened     who opened the table, and all its settings
    sat, left  a person took a seat, with the head of his hash chain, or left it before the start
    fair       the header of the transcript: the game has begun
    open, throw, waive, next, head, prove, away, back      the dice, and who contributes to them
    show       a hidden throw, for the seat that may see it; at the end for all
    seat       a move · undo: moves taken back
    draft      a move, or an undo, that only its seat may see until the turn is done (text.DRAFTS)
    laid       the moves of a drafted turn, for all
    lines      lines of the transcript that were hidden until now: the drafts of a turn, before the move that ends it;
               all hidden throws, before the end
    end, log   the end of the transcript, and its hash · result: scores, places and how it came to that
    seal       somebody signs the end
    asked, answered   somebody asks to take a decision back; somebody agrees or not
    hinted     somebody looks at hints
    stood_in, stuck   a bot has failed: a simpler one plays for it, or everybody has to wait
    resigned, said, rematch, resumed
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic_core import from_json

from stammtisch.server.storage.log import Row

SECRET = ("host", "invites", "reserved", "named", "guest")
"""Fields of payloads that never leave the server."""


def view_event(row: Row, seat: int | None, *, over: bool) -> dict[str, Any]:
    """A row of the log as a seat, or a spectator (None), may see it. Every event is there: numbers have no gaps."""
    if row.kind in SECRET_KINDS and not over and (seat is None or seat != row.seat):
        return {"seq": row.seq, "type": "hidden"}
    if row.kind in LINES:  # as it is written, so that clients can check it
        return {"seq": row.seq, "type": row.kind, "at": row.at, "line": row.payload}
    payload: dict[str, Any] = from_json(row.payload)
    if row.kind in ("opened", "sat"):
        payload = {name: value for name, value in payload.items() if name not in SECRET}
    return {"seq": row.seq, "type": row.kind, "at": row.at, **payload}


def are_for_all(rows: Iterable[Row], *, over: bool) -> bool:
    """Does everybody see the same of these rows?"""
    return over or not any(row.kind in SECRET_KINDS for row in rows)


SECRET_KINDS = frozenset(("show", "draft"))
"""Kinds of rows that only their own seat may see until the game is over."""
LINES = frozenset(
    (
        *("fair", "open", "throw", "waive", "next", "head", "prove", "away", "back"),
        *("show", "seat", "draft", "undo", "end", "log", "seal"),
    )
)
"""Kinds whose payload is a line of the transcript."""
