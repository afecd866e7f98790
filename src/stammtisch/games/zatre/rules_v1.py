"""Zatre, version 1: a position also held the cells of the turn before. The rules were those of today."""

from __future__ import annotations

from typing import Any

from stammtisch.core.record import row
from stammtisch.games.zatre import rules
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.rules import Options
from stammtisch.games.zatre.rules import end_blocked_turn as newer_end_blocked_turn
from stammtisch.games.zatre.rules import end_turn as newer_end_turn

VERSION = 1
NEWER = rules

_AT = [name for name, _ in rules.State.LAYOUT].index("made") + 1


class State(rules.State):
    WIDE = (*rules.State.WIDE, "last")
    LAYOUT = (*rules.State.LAYOUT[:_AT], ("last", MOST), *rules.State.LAYOUT[_AT:])  # in the order of old lines of text

    last = row(MOST)  # the cells covered by the turn before, 0 for none


def end_turn(s: State, o: Options) -> None:
    """Remember the tiles of the turn before they are forgotten."""
    for i in range(MOST):
        s.last[i] = s.laid[i]
    newer_end_turn(s, o)


def end_blocked_turn(s: State, o: Options) -> None:
    """Nothing was laid."""
    for i in range(MOST):
        s.last[i] = 0
    newer_end_blocked_turn(s, o)


def __getattr__(name: str) -> Any:
    return getattr(rules, name)
