"""Advice: what is known of a position — every legal move with its value, its chances, and what it leads to in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stammtisch.core.contract.part import Part
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say, to_say
from stammtisch.core.unit import Unit

SAME = 0.005  # what gives away less is no mistake


@dataclass(frozen=True)
class Choice:
    """A legal move and what comes of it if everything after it is played well."""

    move: Move
    """The move."""
    value: float
    """What it is worth to the player to move, in the unit of the analysis."""
    leads: str
    """What it leads to: "89 % to get a tile"."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """Chances and amounts by name: {"fail": 0.11}."""


@dataclass(frozen=True)
class Analysis:
    """A position as one seat sees it. At a throw there are no choices, only what the position is worth."""

    seat: int
    """Whose values these are: the seat to move; at a throw, the one whose turn it is."""
    value: float
    """What the position is worth to that seat."""
    unit: Unit
    """What values count: worms."""
    choices: tuple[Choice, ...] = ()
    """All legal moves, the best first."""
    luck: float = 0.0
    """How much better than expected the seat's hand is, where it was drawn long before it is played."""

    @property
    def best(self) -> Choice:
        """The best move, or the first of several that are equally good."""
        return self.choices[0]

    def choice(self, move: int) -> Choice:
        """What is known of a legal move."""
        return next(choice for choice in self.choices if choice.move == move)

    def loss(self, move: int) -> float:
        """What a move gives away against the best one: 0 or more, in the unit of the analysis."""
        return self.best.value - self.choice(move).value

    def amount(self, loss: float) -> str:
        """A loss for people: "1.2 worms"."""
        return self.unit.amount(_rounded(loss))

    def sentence(self, move: int) -> str:
        """One move in a sentence: "keep 5: 89 % to get a tile, best"."""
        choice, loss = self.choice(move), self.loss(move)
        said, leads = choice.move.said, choice.leads
        if len(self.choices) == 1:
            return say("{move}: {leads}, the only move", move=said, leads=leads)
        if loss == 0:
            if choice is self.best:
                return say("{move}: {leads}, best", move=said, leads=leads)
            return say("{move}: {leads}, equally good", move=said, leads=leads)
        if loss < SAME:
            return say("{move}: {leads}, almost as good", move=said, leads=leads)
        amount = self.amount(loss)
        return say("{move}: {leads}, gives away {amount}", move=said, leads=leads, amount=amount)

    def to_json(self) -> dict[str, object]:
        """Everything as plain JSON, with a sentence for each move."""
        return {
            "seat": self.seat,
            "value": self.value,
            "unit": str(self.unit),
            "choices": [
                {
                    "move": str(choice.move),
                    "value": choice.value,
                    "figures": dict(choice.figures),
                    "sentence": self.sentence(choice.move),
                }
                for choice in self.choices
            ],
        }


def _rounded(value: float) -> str:
    """Two digits that count, and never 1.3e+02."""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def percent(chance: float) -> str:
    """For people: 0 % and 100 % mean never and always."""
    if 0 < chance < 0.01:
        return say("less than 1 %")
    return say("more than 99 %") if 0.99 < chance < 1 else say("{percent} %", percent=f"{100 * chance:.0f}")


class Advice(Part):
    """advice.py: what the moves of a position are worth, for hints and reviews."""

    FILE = "advice"

    ABOUT: str = to_say("Chance of winning, estimated by a search.")
    """What a value is, and how well it is known, in a sentence."""
    analyse: Callable[[Position], Analysis]
    """What the player to move, or at a throw the one whose turn it is, can know of a view that is not over.

    Of a game without this file, a search says it (bots/analysis.py).
    """
