"""Schemes: tournaments as they are usual for one game. Every game has the free scheme besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stammtisch.core.contract.part import Part


@dataclass(frozen=True)
class Preset:
    """A named scheme: what it fills in unless an organiser says otherwise, and what it holds to."""

    title: str
    """What people call it."""
    about: str
    """For whom it is and how it goes, in a sentence."""
    values: Mapping[str, Any]
    """Fields of a tournament's Scheme."""
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Fields of the Scheme that an organiser may change only within these bounds: the lowest and the highest value."""
    tables: Callable[[int], int] | None = None
    """How many tables so many players sit at; None: as many as they need."""


class Schemes(Part):
    """schemes.py: tournament schemes of the game's own."""

    FILE = "schemes"

    PRESETS: Mapping[str, Preset] = {}
    """By name, which begins with the name of the game: saved tournaments have it."""
