"""What the dice of a throw-and-set-aside turn must be in any position; see core/position_reading.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stammtisch.games.keeping import CHOOSING, DICE, ENDED, SYMBOLS, THROWING

if TYPE_CHECKING:
    from stammtisch.games.keeping import Options, State


def check_turn(s: State, o: Options) -> Iterator[str]:
    """Whose turn it is, and where the eight dice are."""
    if s.player != (s.turns - 1) % o.players:
        yield f"player is {s.player}, but turn {s.turns} of {o.players} players is seat {(s.turns - 1) % o.players}'s"
    if not THROWING <= s.phase <= ENDED:
        yield f"phase is {s.phase}, but phases are {THROWING} to {ENDED}"
        return
    for name, count in (("kept", min(s.kept)), ("thrown", min(s.thrown)), ("falling", s.falling), ("dice", s.dice)):
        if count < 0:
            yield f"{name} says {count} dice"
    if sum(s.kept) + s.dice != DICE:
        yield f"kept and dice make {sum(s.kept)} + {s.dice} dice, but there are {DICE}"
    if sum(s.thrown) + s.falling != s.dice:
        yield f"thrown and falling make {sum(s.thrown)} + {s.falling} dice, but {s.dice} are not set aside"
    if (s.phase == THROWING) != (s.falling > 0):
        yield f"falling is {s.falling}, which does not go with phase {s.phase}"
    if s.phase == THROWING and sum(1 for kept in s.kept if kept) == SYMBOLS:
        yield "dice are falling, but kept has all symbols, so there is no further throw"
    if s.phase == CHOOSING and sum(s.kept) == 0:
        yield "kept has no die, though one symbol has just been set aside"
