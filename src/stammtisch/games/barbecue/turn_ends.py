"""The ways in which a turn of Barbecue can end, numbered. Rules Python, bound with the rules (see keeping/drive.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.barbecue.rules import DECLINE, HIGHEST, LOWEST, PLACES, STOP, Options, State
from stammtisch.games.keeping import total
from stammtisch.games.keeping.drive import FAILED

if TYPE_CHECKING:  # what is expected of the rules

    def is_valid(s: State, o: Options) -> bool: ...


ENDS = 1 + PLACES + 1 + 1
DECLINED = ENDS - 1


def end_of(s: State, o: Options, m: int) -> int:
    """How move m ends the turn: it fails, wins at a place of the grill, or wins above 36, which is all the same; or a
    second plate is declined."""
    if m == DECLINE:
        return DECLINED
    if m != STOP or not is_valid(s, o):
        return FAILED
    return 1 + min(total(s), HIGHEST + 1) - LOWEST


def wins(s: State, o: Options, m: int) -> bool:
    """Does move m end the turn with a success?"""
    return m == STOP and is_valid(s, o)


def robs(s: State, o: Options, m: int) -> bool:
    """Does a rival lie where move m wins?"""
    place = total(s) - LOWEST
    return 0 <= place <= HIGHEST - LOWEST and s.holds[place] >= 0 and s.holds[place] != s.player
