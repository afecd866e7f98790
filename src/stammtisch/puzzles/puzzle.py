"""A puzzle: a position as the player to move sees it, and its best move. In a file it is a line of JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import stammtisch
from stammtisch.core.errors import StammtischError
from stammtisch.core.position import Position

NAME = 10  # letters of a puzzle's name

TURN = "turn"
"""Checked by everything that can happen until the end of the turn, in exact fractions."""
PLAYED = "played"
"""Checked by playing on from both moves, with the same dice."""


@dataclass(frozen=True)
class Check:
    """The computation without the solver that a puzzle has passed."""

    way: str
    """How it was checked: TURN or PLAYED."""
    lead: float
    """By how much the best move leads the next one by this computation."""
    count: int
    """How many positions were looked at, or how many times it was played on from each move."""
    error: float = 0.0
    """Of a lead that was played out, its standard error."""


@dataclass(frozen=True)
class Puzzle:
    """A position with a clear best move."""

    position: str
    """The view of the player to move as a line of text."""
    best: tuple[str, ...]
    """The moves that solve it: the best one and those that are as good, as two first steps of the same turn are."""
    second: str
    """The best of all other moves."""
    values: tuple[float, float]
    """What the best move and the second are worth, in the unit of the analysis."""
    rating: float
    """How hard it is, on the scale of rating.py: who is rated so solves it every other time."""
    check: Check
    """How it was checked, and with what result."""
    source: str
    """Where it was found: "self-play 17", or the name of a record."""

    @cached_property
    def name(self) -> str:
        """What its links call it: the same position has always the same name."""
        return name_of(self.position)

    @property
    def seed(self) -> int:
        """What it is played on with, where that is how it is checked."""
        return seed_of_puzzle(self.position)

    @cached_property
    def view(self) -> Position:
        """The position as the player to move sees it."""
        return stammtisch.position(self.position)

    @property
    def lead(self) -> float:
        """By how much the best move leads."""
        return self.values[0] - self.values[1]

    @property
    def moves(self) -> int:
        """How many legal moves there are."""
        return len(self.view.legal_moves)

    def solved_by(self, move: str) -> bool:
        """Is this move right?"""
        return move in self.best

    def to_line(self) -> str:
        """The line of a file."""
        return json.dumps({"name": self.name, **asdict(self)}, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> Puzzle:
        """The puzzle that `to_line` wrote. Whether it is right is another matter: see checking.py."""
        try:
            data: Mapping[str, Any] = json.loads(line)
            given = {name: data[name] for name in ("position", "second", "rating", "source")}
            best, second = data["values"]
            check = Check(**data["check"])
            return cls(**given, best=tuple(data["best"]), values=(best, second), check=check)
        except (ValueError, KeyError, TypeError) as error:
            raise StammtischError(f"this line is no puzzle: {line[:80]}") from error


def name_of(position: str) -> str:
    """The name of the puzzle that this position is."""
    return hashlib.sha256(position.encode()).hexdigest()[:NAME]


def seed_of_puzzle(position: str) -> int:
    """The seed of the games that are played on from it."""
    return int(name_of(position), 16) << 16
