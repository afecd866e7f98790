"""What a game's text.py may say besides what it must. What a game leaves out has a default here."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say


def loses(position: Position, move: int, names: Sequence[str] = ()) -> str | None:
    """A legal move that certainly throws something away, named by that: "Fail the turn: lose 25".

    None: it loses nothing, or nothing that the rules make certain. A move that is forced says it as well; whether
    there is another one is for the caller to see.
    """
    own = getattr(position.game.text, "loses", None)
    found: str | None = own(position, move, names) if own else None
    return found


def you_did(position: Position, move: Move, names: Sequence[str]) -> str:
    """A move as its player is told of it later: "You kept the 5s."."""
    own = getattr(position.game.text, "you_did", None)
    found: str = own(position, move, names) if own else say("You chose: {move}.", move=move.said)
    return found


def better(position: Position, move: Move, amount: str, names: Sequence[str]) -> str:
    """A move that was not made: "Keeping the worms was 1.2 worms better."."""
    own = getattr(position.game.text, "better", None)
    found: str = (
        own(position, move, amount, names) if own else say("{move} was {amount} better.", move=move.said, amount=amount)
    )
    return found
