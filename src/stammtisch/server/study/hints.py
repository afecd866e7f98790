"""Hints at a table: what the moves of a decision are worth, and why a move is not allowed.

A seat is advised only about its own decision, and only from what it may see.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import stammtisch
from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.core.position import Position
from stammtisch.core.translation import sentence, speaking
from stammtisch.server.live.workers import when_ready
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.study import Hint, HintChoice, Why
from stammtisch.server.study.library import in_words, unmarked
from stammtisch.server.table.commands import Table

if TYPE_CHECKING:
    from stammtisch.bots.analysis import Analysis


def own_decision(table: Table, guest: str) -> Position:
    """The position about which this guest has to decide, as his seat sees it."""
    seat = table.seat_of(guest)
    if seat is None:
        raise Refusal("not_seated", "you have no seat at this table")
    play = table.playing
    if table.is_over:
        raise Refusal("over", "the game is over")
    if play.position.turn != seat:
        raise Refusal("not_your_turn", "it is not your turn")
    return play.view(seat)


def hint(seq: int, view: str, language: str) -> tuple[bytes, ...]:
    """In a worker: what is known of the moves of a view, which is JSON."""
    from stammtisch.bots.analysis import analyse  # it brings NumPy and Numba

    position = stammtisch.position(json.loads(view))
    when_ready(position.game)
    with speaking(language):
        found = analyse(position)
        shown = Hint(
            seq=seq,
            best=str(found.best.move),
            unit=str(found.unit),
            choices=choices(found),
        )
    return (shown.model_dump_json().encode(),)


def choices(found: Analysis) -> list[HintChoice]:
    """What is known of each move, in the language that is spoken here."""
    return [
        HintChoice(
            move=str(each.move),
            said=each.move.said,
            value=each.value,
            loss=found.loss(each.move),
            leads=each.leads,
            figures=dict(each.figures),
        )
        for each in found.choices
    ]


def why(position: Position, move: str, language: str) -> Why:
    """May whoever decides here make this move, and if not, by which paragraph?"""
    try:
        meant = position.game.move(move)
    except StammtischError as error:
        raise Refusal("unknown_move", str(error)) from None
    with speaking(language):
        try:
            position.check(meant)
        except IllegalMove as error:
            book = position.game.rulebook
            cited = book.cited(error.paragraph)
            text = unmarked(in_words(position.game, book[cited])) if cited else ""
            return Why(allowed=False, paragraph=error.paragraph or None, reason=sentence(error.reason), text=text)
        return Why(allowed=True, paragraph=None, reason="", text="")
