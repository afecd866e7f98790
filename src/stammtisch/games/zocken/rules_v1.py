"""Zocken, version 1: a position also held the turn before, for those who told it. The rules were those of today."""

from __future__ import annotations

from typing import Any

from stammtisch.core.record import row
from stammtisch.games.zocken import rules
from stammtisch.games.zocken.rules import SEATS, Options, count_ends, count_matches
from stammtisch.games.zocken.rules import end_turn as newer_end_turn

VERSION = 1
NEWER = rules

NOBODY = -1


class State(rules.State):
    # The turn before; at the end of the game, the last turn.
    last_thrower = NOBODY
    last_matches = 0
    last_ends = 0
    last_box = 0
    last_bets = row(SEATS)


def end_turn(s: State, o: Options) -> None:
    """Remember the turn before it is cleared away."""
    s.last_thrower = s.player
    s.last_matches = count_matches(s)
    s.last_ends = count_ends(s)
    s.last_box = s.box
    for p in range(o.players):
        s.last_bets[p] = s.bets[p]
    newer_end_turn(s, o)


def __getattr__(name: str) -> Any:
    return getattr(rules, name)
