"""Shown: a position for a board that suits every game. tools/figures.py makes the page's types from its models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from stammtisch.core.position import Position


class ShownRow(TypedDict):
    label: str
    """Empty: the cells are sentences."""
    cells: list[str]


class Shown(TypedDict):
    rows: list[ShownRow]
    """What lies on the table."""
    seats: list[list[str]]
    """What each player has, by seat."""


def shown(position: Position, names: Sequence[str]) -> Shown:
    """The score stands beside each player's name anyway."""
    rows = position.game.text.rows(position, names)
    scores = [position.game.text.SCORE.count(score) for score in position.scores]
    return {
        "rows": [{"label": row.label, "cells": list(row.cells)} for row in rows if row.seat is None],
        "seats": [
            [cell for row in rows if row.seat == p for cell in row.cells if cell != scores[p]]
            for p in range(len(names))
        ],
    }
