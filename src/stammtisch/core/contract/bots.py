"""Bots: who plays a game when people are few."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from stammtisch.core.contract.part import Part

if TYPE_CHECKING:
    from stammtisch.core.game import Bot


class Bots(Part):
    FILE = "bots"

    BOTS: Mapping[str, Bot] = {}
    """By name, weakest first. Some are there to compare with; the last four are the levels."""


def all_bots(own: Bots) -> Mapping[str, Bot]:
    """A game's bots. What it lacks of those that every game has is played by a search, which knows no game."""
    search: Mapping[str, Bot] = import_module("stammtisch.bots").searching_bots()  # only now: core imports nobody
    return {**{name: bot for name, bot in search.items() if name not in own.BOTS}, **own.BOTS}
