"""Bots: who plays a game when people are few."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stammtisch.core.contract.part import Part

if TYPE_CHECKING:
    from stammtisch.core.game import Bot


class Bots(Part):
    """bots.py: the game's own bots."""

    FILE = "bots"

    BOTS: Mapping[str, Bot] = {}
    """By name, weakest first. Some are there to compare with; the last four are the levels."""
