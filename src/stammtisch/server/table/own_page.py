"""Each game's own page.py: what a page shows of it that follows from its rules. A game may have none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from stammtisch.core.game import Move
from stammtisch.core.position import Position


def figures(position: Position) -> dict[str, Any] | None:
    """What follows from the rules, for a board to show."""
    own = _own_page(position)
    return own.figures(position) if own else None


def drawn(before: Position, event: Sequence[int] | Move) -> dict[str, Any] | None:
    """How a run of outcomes, or a move, is drawn in a line of the log; None: its sentence says it."""
    own = getattr(_own_page(before), "drawn", None)
    found: dict[str, Any] | None = own(before, event) if own else None
    return found


def _own_page(position: Position) -> ModuleType | None:
    return _module(position.game.module.__package__ or "")


@cache
def _module(package: str) -> ModuleType | None:
    name = f"{package}.page"
    return import_module(name) if find_spec(name) else None
