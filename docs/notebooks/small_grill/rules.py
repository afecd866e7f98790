"""A small grill: Heckmeck with two dice of three symbols and three tiles. Everything else is Heckmeck's.

Like older rules of a game, this file has only what is different (docs/design.md, section 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stammtisch.core.options import BaseOptions, between
from stammtisch.core.record import Record, row
from stammtisch.games.heckmeck import rules
from stammtisch.games.heckmeck.rules import Fast, Lower, Steal

VERSION = 1
NEWER = rules

DICE = 2
SYMBOLS = 3  # 1, 2, worm
POINTS = (1, 2, 2)
WORM = 2

# Tiles 2, 3 and 4, with one, one and two worms.
TILES = 3
LOWEST = 2
HIGHEST = 4

# Moves:  0     1 … 3           4     5 … 7       8
#         pass  keep 1 2 worm   roll  take 2 3 4  stop
ROLL = 4
TAKE = 5
STOP = 8
MOVES = 9

LENGTH = 1000  # plies; whoever studies it sets a limit on the turns, for two who always fail never end


@dataclass(frozen=True)
class Options(BaseOptions):
    players: int = between(2, 2)
    steal: Steal = Steal.OPTIONAL
    lower: Lower = Lower.NEXT
    flip_without_tile: bool = False
    fast: Fast = Fast.OFF


class State(Record):
    WIDE = ("turns",)

    turns = 1
    player = 0
    phase = rules.THROWING
    falling = DICE
    dice = DICE
    thrown = row(SYMBOLS)
    kept = row(SYMBOLS)
    lies = row(TILES, rules.GRILL)
    highest = TILES - 1
    below = row(TILES, rules.NO_TILE)
    top = row(2, rules.NO_TILE)


def worms(t: int) -> int:
    """The worms on tile t."""
    return 2 if t == TILES - 1 else 1


def __getattr__(name: str) -> Any:
    return getattr(rules, name)
