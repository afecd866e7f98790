"""The throw-and-set-aside turn that Heckmeck and Heckmeck Barbecue share.

Throw all dice you have, set aside every die of one symbol you have not set aside yet, then throw the rest again or
stop. What a symbol counts and what a total buys is the game's own affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # what is expected of the game
    POINTS: tuple[int, ...] = ()  # what each symbol counts

    class State(Protocol):
        phase: int
        falling: int
        dice: int
        thrown: list[int]
        kept: list[int]


DICE = 8
SYMBOLS = 6
WORM = 5  # the last symbol; the five before it are numbers

# Phases of a turn. A game adds its own end after these.
THROWING = 0  # dice are falling, one after another
KEEPING = 1  # a throw lies on the table: one symbol must be set aside
CHOOSING = 2  # throw again, or stop


def begin_turn(s: State) -> None:
    """All dice in hand, nothing set aside; the first throw is compulsory."""
    for symbol in range(SYMBOLS):
        s.kept[symbol] = 0
    s.dice = DICE
    throw(s)


def throw(s: State) -> None:
    """Throw every die not set aside."""
    for symbol in range(SYMBOLS):
        s.thrown[symbol] = 0
    s.falling = s.dice
    s.phase = THROWING


def fall(s: State, symbol: int) -> None:
    """One more die comes to rest."""
    s.thrown[symbol] += 1
    s.falling -= 1
    if s.falling == 0:
        s.phase = KEEPING


def is_new(s: State, symbol: int) -> bool:
    """The throw shows this symbol, and it has not been set aside this turn."""
    return s.thrown[symbol] > 0 and s.kept[symbol] == 0


def set_aside(s: State, symbol: int) -> None:
    """All dice showing the symbol, never only some."""
    s.kept[symbol] = s.thrown[symbol]
    s.dice -= s.thrown[symbol]
    s.thrown[symbol] = 0
    s.phase = CHOOSING


def is_used_up(s: State) -> bool:
    """All dice, or all symbols, have been set aside: no further throw."""
    if s.dice == 0:
        return True
    for symbol in range(SYMBOLS):
        if s.kept[symbol] == 0:
            return False
    return True


def total(s: State) -> int:
    """The sum of the dice set aside."""
    points = 0
    for symbol in range(SYMBOLS):
        points += s.kept[symbol] * POINTS[symbol]
    return points
