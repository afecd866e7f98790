"""Levels: beginner, regular, expert and master, graded by the share of value that they give away.

They all know what each move is worth. A master makes the best move; the others are tempted by worse ones, the less the
more these give away. docs/ladder.md has the measured strength of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp

from stammtisch.core.dice import draw
from stammtisch.core.game import Bot, Move
from stammtisch.core.position import Position
from stammtisch.core.speech import say, to_say
from stammtisch.core.unit import Unit

BEGINNER, REGULAR, EXPERT, MASTER = LEVELS = ("beginner", "regular", "expert", "master")

BEST = to_say("always makes the best move it knows")

Values = Callable[[Position], Mapping[Move, float]]
"""What each legal move is worth to the player to move."""


class LevelBot:
    """Picks a move that gives away x with a chance proportional to exp(−x / heat); with heat 0, the best move.

    So it makes small mistakes often and large ones rarely, as people do.
    """

    def __init__(
        self,
        name: str,
        values: Values,
        heat: float,
        unit: Unit,
        about: str = BEST,
    ) -> None:
        self.name = name
        self.heat = heat
        self._values = values
        self._unit = unit
        self._about = about

    @property
    def about(self) -> str:
        if not self.heat:
            return say(self._about)
        amount = self._unit.amount(f"{self.heat:g}")
        return say("a move that gives away {amount} tempts it a third as often as the best one", amount=amount)

    def choose(self, view: Position, seed: int) -> Move:
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        values = self._values(view)
        best = max(values, key=lambda move: values[move])
        if not self.heat:
            return best
        shares = {move: exp((value - values[best]) / self.heat) for move, value in values.items()}
        point = draw(seed, 0, 0, 2**16) / 2**16 * sum(shares.values())
        for move, share in shares.items():
            point -= share
            if point < 0:
                return move
        return best  # what rounding left over


def levels(
    values: Values, unit: Unit, *, beginner: float, regular: float, expert: float, master: Bot | None = None
) -> list[Bot]:
    """The four levels of a game, weakest first, from what moves are worth and the heat of three of them.

    A master of its own may know more than `values` do.
    """
    heats = {BEGINNER: beginner, REGULAR: regular, EXPERT: expert}
    graded: list[Bot] = [LevelBot(name, values, heat, unit) for name, heat in heats.items()]
    return [*graded, master or LevelBot(MASTER, values, 0.0, unit)]
