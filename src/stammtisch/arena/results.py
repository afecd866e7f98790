"""Results: what is kept of a game and of a round of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stammtisch.arena.seating import Arrangement
from stammtisch.core.places import win_shares


@dataclass(frozen=True)
class Fault:
    """Why a seat lost its game before the end."""

    seat: int
    """Who lost it."""
    reason: str
    """What its bot did wrong, as the rest of a sentence."""


@dataclass(frozen=True)
class Result:
    """One game: the bot on every seat, and their places from 1. A game that ended early has its places as they were."""

    seats: Arrangement
    """The number of the bot on each seat."""
    places: list[int]
    """By seat, from 1."""
    scores: list[int]
    """By seat."""
    plies: int
    """How many moves and outcomes of chance it had."""
    fault: Fault | None = None
    """Who lost it before the end, and why."""
    stopped: bool = False
    """It went on for too long."""

    @property
    def points(self) -> list[float]:
        """One point for the first place, shared by those who share it; by seat."""
        return win_shares(self.places)

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON."""
        data: dict[str, Any] = {
            "seats": list(self.seats),
            "places": self.places,
            "scores": self.scores,
            "plies": self.plies,
        }
        if self.fault:
            data["fault"] = {"seat": self.fault.seat, "reason": self.fault.reason}
        if self.stopped:
            data["stopped"] = True
        return data

    @classmethod
    def from_json(cls, data: Any, seats: Arrangement) -> Result:
        """The result that was written; ValueError if it cannot be one of this arrangement."""
        if not isinstance(data, dict) or data.get("seats") != list(seats):
            raise ValueError(f"a game must have the seats {list(seats)}")
        written: dict[str, Any] = {"places": None, "scores": None, "plies": None, "fault": None, **data}
        places, scores, plies, fault = (written[name] for name in ("places", "scores", "plies", "fault"))
        if not (_numbers(places, len(seats)) and all(1 <= place <= len(seats) for place in places) and 1 in places):
            raise ValueError(f"a game must have {len(seats)} places from 1")
        if not (_numbers(scores, len(seats)) and _numbers([plies], 1) and type(data.get("stopped", False)) is bool):
            raise ValueError("a game must have its scores and the number of its plies")
        if fault is not None:
            if not isinstance(fault, dict) or not isinstance(fault.get("reason"), str):
                raise ValueError("a fault must have a seat and a reason")
            if fault.get("seat") not in range(len(seats)):
                raise ValueError(f"a fault must have a seat from 0 to {len(seats) - 1}")
            fault = Fault(fault["seat"], fault["reason"])
        return cls(seats, places, scores, plies, fault, data.get("stopped", False))


def _numbers(values: Any, count: int) -> bool:
    return isinstance(values, list) and len(values) == count and all(type(value) is int for value in values)


@dataclass(frozen=True)
class Round:
    """The games of one circle, all with the same seed."""

    number: int
    """From 0."""
    seed: int
    """What the dice of its games come from."""
    games: list[Result]
    """The same bots and dice, from every seat in turn."""

    def to_json(self) -> dict[str, Any]:
        """The round as plain JSON."""
        return {"round": self.number, "seed": self.seed, "games": [game.to_json() for game in self.games]}
