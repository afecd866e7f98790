"""The throw-and-set-aside turn, and all that games with such turns share.

Throw all dice you have, set aside every die of one symbol you have not set aside yet, then throw the rest again or
stop. What a symbol counts and what a total buys is the game's own affair.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Protocol

from stammtisch.core.constants import CHANCE, OVER, PASS

if TYPE_CHECKING:  # what is expected of the game
    POINTS: tuple[int, ...] = ()  # what each symbol counts

    class Options(Protocol):
        @property
        def players(self) -> int: ...

    class State(Protocol):
        turns: int
        player: int
        phase: int
        falling: int
        dice: int
        thrown: list[int]
        kept: list[int]


DICE = 8
SYMBOLS = 6
WORM = 5  # the last symbol; the five before it are numbers
THROWS = comb(DICE + SYMBOLS - 1, DICE)  # in which eight dice can fall

# The moves that belong to a turn in both games; what ends it, from 8 on, is the game's own.
#   0     1 … 6                7
#   pass  keep symbol 0 … 5    roll
KEEP = 1
ROLL = 7

# Phases of a turn, and the end of the game.
THROWING = 0  # dice are falling, one after another
KEEPING = 1  # a throw lies on the table: one symbol must be set aside
CHOOSING = 2  # throw again, or stop
ENDED = 3


def turn(s: State, o: Options) -> int:
    """Who is to move: a player, CHANCE or OVER."""
    if s.phase == THROWING:
        return CHANCE
    if s.phase == ENDED:
        return OVER
    return s.player


def outcomes(s: State, o: Options) -> int:
    """Dice fall one by one; each shows one of six symbols, all equally likely."""
    return SYMBOLS


def exchangeable(s: State, o: Options) -> int:
    """Which die shows what does not matter."""
    return s.falling


def go_on(s: State, m: int) -> bool:
    """Let a die fall on symbol m, or make move m if it goes on with the turn. False: the move ends the turn."""
    if s.phase == THROWING:
        fall(s, m)
    elif m == ROLL:
        throw(s)
    elif KEEP <= m < ROLL:
        set_aside(s, m - KEEP)
    else:
        return False
    return True


def pass_on(s: State, o: Options) -> None:
    """The next player clockwise has the dice."""
    s.turns += 1
    s.player += 1
    if s.player == o.players:
        s.player = 0
    begin_turn(s)


def list_keeps(s: State, out: list[int]) -> int:
    """While KEEPING: write all legal moves to `out`, in ascending order; how many there are."""
    count = 0
    for symbol in range(SYMBOLS):
        if is_new(s, symbol):
            out[count] = KEEP + symbol
            count += 1
    if count == 0:
        out[0] = PASS  # nothing new
        count = 1
    return count


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
