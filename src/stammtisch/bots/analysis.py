"""What is known of a position: every legal move with its value, its chances, and what it leads to in words.

A game says it in its folder's advice.py, by `analyse(view) -> Analysis`; of a game without one, a search says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from stammtisch.core.errors import GameOver
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say
from stammtisch.core.unit import Unit

SAME = 0.005  # what gives away less is no mistake


@dataclass(frozen=True)
class Choice:
    """A legal move and what comes of it if everything after it is played well."""

    move: Move
    value: float
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
    unit: Unit
    """What values count: worms."""
    choices: tuple[Choice, ...] = ()
    """All legal moves, the best first."""
    luck: float = 0.0
    """How much better than expected the seat's hand is, where it was drawn long before it is played."""

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def choice(self, move: int) -> Choice:
        return next(choice for choice in self.choices if choice.move == move)

    def loss(self, move: int) -> float:
        """What a move gives away."""
        return self.best.value - self.choice(move).value

    def amount(self, loss: float) -> str:
        """For people: "1.2 worms"."""
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


def analyse(position: Position) -> Analysis:
    """What the player to move — at a throw: whose turn it is — can know of a position from what he may see of it."""
    if position.is_over:
        raise GameOver(f"the game is over: there is nothing left to choose; the final scores are {position.scores}")
    if position.viewer is None and not position.is_chance:
        position = position.view(position.turn)
    name = f"{position.game.module.__package__}.advice"
    with optional_imports():
        advice = import_module(name if find_spec(name) else "stammtisch.bots.search")
    found: Analysis = advice.analyse(position)
    return found
