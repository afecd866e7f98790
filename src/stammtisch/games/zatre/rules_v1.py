"""Zatre, version 1: always as many tiles as possible [Z4.3]; and a position also held the cells of the turn before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from stammtisch.core.options import Value
from stammtisch.core.record import row
from stammtisch.games.zatre import rules
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.rules import Lay, LowRuns, OpeningSum
from stammtisch.games.zatre.rules import end_blocked_turn as newer_end_blocked_turn
from stammtisch.games.zatre.rules import end_turn as newer_end_turn

VERSION = 1
NEWER = rules

_AT = [name for name, _ in rules.State.LAYOUT].index("made") + 1


@dataclass(frozen=True)
class Options(rules.Options):
    """What has become an option since is fixed here."""

    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "amigo": {"must_score": False, "opening_cap": "per_run", "opening": "free", "draw": "before"}
    }

    lay: ClassVar[Lay] = Lay.MOST  # type: ignore[misc]  # no field any more
    low_runs: ClassVar[LowRuns] = LowRuns.BESIDE  # type: ignore[misc]
    opening_sum: ClassVar[OpeningSum] = OpeningSum.RUN  # type: ignore[misc]

    def numbers(self) -> dict[str, int]:
        """All options of today, for what is compiled with the rules of today."""
        return {each.name: int(getattr(self, each.name)) for each in fields(rules.Options)}


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
