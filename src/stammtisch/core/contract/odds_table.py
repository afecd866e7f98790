"""Tables of odds for people: what a solver knows of a turn, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stammtisch.core.translation import printed, say


@dataclass(frozen=True)
class OddsRow:
    """A line of a table."""

    label: str
    """What it is about."""
    figures: Sequence[str]
    """One for each column, as people write it."""
    share: float = 0.0
    """How long its bar is, from 0 to 1."""


@dataclass(frozen=True)
class OddsTable:
    """A table of exact chances."""

    title: str
    """What it tells."""
    columns: Sequence[str]
    """What the label is, and then what the figures are."""
    rows: Sequence[OddsRow]
    """In the order in which they are read."""


def exact_percent(chance: float) -> str:
    """A chance with one decimal: tables compare what sentences round."""
    if 0 < chance < 0.0005:
        return say("less than {percent} %", percent=printed("0.1"))
    return say("{percent} %", percent=printed(f"{100 * chance:.1f}"))


def chances_table(title: str, columns: Sequence[str], chances: Mapping[str, float]) -> OddsTable:
    """A table with one chance a line; the longest bar is that of the likeliest."""
    most = max(chances.values(), default=0) or 1
    rows = [OddsRow(label, (exact_percent(chance),), chance / most) for label, chance in chances.items()]
    return OddsTable(title, columns, rows)
