"""What the page is given besides a view: words and figures, so that it needs to know no rule of any game.

It is made for viewers who named their language; programs need none of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stammtisch.core.contract.text import board_in_words
from stammtisch.core.position import Position
from stammtisch.core.translation import speaking
from stammtisch.server.table.own_page import figures
from stammtisch.server.table.sentences import Step, called, told

if TYPE_CHECKING:
    from stammtisch.server.table.state import TableState


def page(table: TableState, seat: int | None, language: str, steps: Sequence[Step]) -> dict[str, Any]:
    """For one viewer in his language: what these steps were, and what he may do now."""
    play = table.play
    position, turns = (play.view(seat), play.last_turns(seat)) if play else (None, None)
    deciding = position is not None and not table.is_over and seat is not None and seat == position.turn
    with speaking(language):
        names = called(table.names)
        return {
            "told": told(steps, seat, over=table.is_over),
            "choices": choices(position, names) if position and deciding else [],
            "applies": applies(position) if position and deciding else [],
            "figures": figures(position, names, turns) if position else None,
            "aloud": board_in_words(position.game.text, position, names, turns) if position else "",
        }


def choices(position: Position, names: Sequence[str]) -> list[dict[str, Any]]:
    """Every legal move, what it leads to, and what it certainly throws away."""
    text = position.game.text
    return [
        {
            "move": str(move),
            "said": move.said,
            "leads": text.leads_to(position, move, names),
            "loses": text.loses(position, move, names),
        }
        for move in position.legal_moves
    ]


def applies(position: Position) -> list[str]:
    """The paragraphs that govern a decision, as people cite them."""
    text = position.game.text
    return [f"{text.LETTER}{number}" for number in text.applies(position)]
