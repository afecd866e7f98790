"""Lock step: many games at once, between those bots of a game that can play so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from stammtisch.core.contract.part import Part
from stammtisch.core.game import Game


class Ended(NamedTuple):
    """How a game has ended."""

    places: list[int]
    """By seat, from 1."""
    scores: list[int]
    """By seat."""
    plies: int
    """How many moves and outcomes of chance it had."""


class LockStep(Part):
    """lockstep.py: many games at once, each move for move the one that the same bots play in a `Match`."""

    FILE = "lockstep"

    BOTS: Collection[str] = ()
    """The bots that can play so, by their names."""
    play: Callable[[Game, Sequence[Sequence[str]], Sequence[int]], Sequence[Ended | None]]
    """play(game, bots, seeds): the games of these bots, by seat, with these seeds. None: it went on for too long."""
