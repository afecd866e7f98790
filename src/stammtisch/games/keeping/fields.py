"""What the fields of a turn say that is shared by games of throwing and setting aside."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.contract.fields import Field, amount, choice, counter, derived, seat
from stammtisch.games.keeping import DICE, ENDED, THROWING


def turn_fields(symbols: Sequence[str]) -> dict[str, Field]:
    """`symbols` are the names of a die's faces."""
    return {
        "turns": counter("the number of the turn"),
        "player": seat("whose turn it is"),
        "phase": choice(
            "0: dice fall, 1: a symbol must be set aside, 2: throw again or stop, 3: the game has ended",
            THROWING,
            ENDED,
        ),
        "falling": derived("dice of this throw still to come to rest"),
        "dice": amount("dice not set aside", 0, DICE),
        "thrown": amount("dice lying on the table, by symbol", 0, DICE, labels=symbols),
        "kept": amount("dice set aside this turn, by symbol", 0, DICE, labels=symbols),
    }
