"""Levels: beginner, regular, expert and master.

A level knows what each move is worth, sees some moves as better or worse than they are, and is tempted by others:

- its **mistakes** are those that people make. Each has a name, says in plain words what it is, and *pulls*: it makes
  some moves seem worth more or less. A level believes each of its mistakes by a weight.
- its **heat** is temptation: of the values as it sees them it gives up small differences often and large ones rarely.
- it never makes a **dominated** move: one that gains nothing where another is at least as good, such as giving up a
  turn while there are dice to throw. A game says which these are; by default there are none.

A beginner has most mistakes, a regular fewer and smaller ones, an expert has only heat, and a master has not even that.
docs/ladder.md has the measured strength of each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import exp

from stammtisch.core.dice import draw
from stammtisch.core.game import Bot, Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say, to_say
from stammtisch.core.unit import Unit

LEVELS = ("beginner", "regular", "expert", "master")
"""The names of the four levels, weakest first. Every game has a bot of each."""
BEGINNER, REGULAR, EXPERT, MASTER = LEVELS

BEST = to_say("always makes the best move it knows")

Values = Callable[[Position], Mapping[Move, float]]
"""What each legal move is worth to the player to move."""

Dominated = Callable[[Position], Collection[Move]]
"""The legal moves that nobody who can count would make; at least one legal move is left."""


def nothing(view: Position) -> Collection[Move]:
    """No move is known to be dominated."""
    return ()


@dataclass(frozen=True)
class Mistake:
    """A mistake that people make."""

    name: str
    """What the game calls it."""
    about: str
    """What somebody who makes it does: "stops too early, for fear of losing what it has"."""
    pull: Values
    """How much more each move seems to be worth to who fully believes it; moves left out are seen as they are."""


@dataclass(frozen=True)
class Grade:
    """What makes a level of a game."""

    heat: float
    """How large a loss still tempts it, in the unit of the game's values; 0: none does."""
    mistakes: Mapping[Mistake, float]
    """Each with the weight by which it is believed."""

    @classmethod
    def of(cls, heat: float, *mistakes: tuple[Mistake, float]) -> Grade:
        """A grade from its heat, and mistakes with their weights."""
        return cls(heat, dict(mistakes))


class LevelBot:
    """Picks a move that seems to give away x with a chance proportional to exp(−x / heat); with heat 0, the best move.

    So it makes small mistakes often and large ones rarely, as people do.
    """

    name: str
    """The level."""
    grade: Grade
    """What makes the level."""
    dominated: Dominated
    """Which moves it never makes."""

    def __init__(
        self,
        name: str,
        values: Values,
        grade: Grade,
        unit: Unit,
        about: str = BEST,
        dominated: Dominated = nothing,
    ) -> None:
        self.name = name
        self.grade = grade
        self.dominated = dominated
        self._values = values
        self._unit = unit
        self._about = about

    @property
    def about(self) -> str:
        """How it plays, in a sentence of the language that is spoken."""
        if not self.grade.heat:
            return say(self._about)
        mistakes = "; ".join(say(mistake.about) for mistake in self.grade.mistakes)
        if mistakes:
            return mistakes if self.name == BEGINNER else say("sometimes: {mistakes}", mistakes=mistakes)
        amount = self._unit.amount(f"{self.grade.heat:g}")
        return say("a move that gives away {amount} tempts it a third as often as the best one", amount=amount)

    def choose(self, view: Position, seed: int) -> Move:
        """A legal move; the same view and seed give the same."""
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        values = self.seen(view)
        best = max(values, key=lambda move: values[move])
        if not self.grade.heat:
            return best
        shares = {move: exp((value - values[best]) / self.grade.heat) for move, value in values.items()}
        every = 0.0
        for share in shares.values():  # not by `sum`, which rounds otherwise from Python 3.12 on
            every += share
        point = draw(seed, 0, 0, 2**16) / 2**16 * every
        for move, share in shares.items():
            point -= share
            if point < 0:
                return move
        return best  # what rounding left over

    def seen(self, view: Position) -> Mapping[Move, float]:
        """What each move that it would make at all seems to be worth to it."""
        dominated = self.dominated(view)
        values = {move: value for move, value in self._values(view).items() if move not in dominated}
        for mistake, weight in self.grade.mistakes.items():
            pulls = mistake.pull(view)
            values = {move: value + weight * pulls.get(move, 0.0) for move, value in values.items()}
        return values


def levels(
    values: Values,
    unit: Unit,
    *,
    beginner: Grade,
    regular: Grade,
    expert: Grade,
    master: Bot | None = None,
    dominated: Dominated = nothing,
) -> list[Bot]:
    """The four levels of a game, weakest first, from what moves are worth and what makes three of them.

    A master of its own may know more than `values` do.
    """
    grades = {BEGINNER: beginner, REGULAR: regular, EXPERT: expert}
    graded: list[Bot] = [LevelBot(name, values, grade, unit, dominated=dominated) for name, grade in grades.items()]
    return [*graded, master or LevelBot(MASTER, values, Grade.of(0.0), unit, dominated=dominated)]
