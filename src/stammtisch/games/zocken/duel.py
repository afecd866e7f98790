"""The game for two, solved for the win.

Nothing is hidden and nobody moves at the same time: so from the last turn backwards every position has one value.
Between two turns it depends on the turns left and on the lead of whoever is to throw. Inside a turn the dice after the
bet are solved for the chance of winning with each bet; after three dice the rival makes the bet that is worst for the
thrower; and the dice before it are solved for that.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from stammtisch.core.game import Game
from stammtisch.games.zocken.rules import AGAINST, DICE, FOR, Bets, Options
from stammtisch.games.zocken.solve_tables import AT_BETS, Table, solver

STEP = 5  # all scores are multiples of it [K5.2]
EDGE = 1500 // STEP  # a lead of more than 1500 points is as good as a win
LEADS = np.arange(-EDGE, EDGE + 1)
OVER = (np.sign(LEADS) + 1) / 2  # [K6.1]
POINT = 1e-10  # what a point of the lead is worth where the chances of winning are equal


class Turn(NamedTuple):
    """A turn of a game for two, solved for the thrower's chance of winning."""

    by_bet: dict[int, Table]
    """By the rival's bet, a table for the dice after it."""
    early: Table
    """A table for the dice before it, and for the moment when the third die lies."""


class Duel:
    """Under the options of a game for two. Chances are by lead, from −EDGE to EDGE."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.options, Options)
        rules, o = game.rules, game.options
        self.solver = solver(game)
        self.bets = (FOR, 0, AGAINST) if o.bets == Bets.BOTH else (FOR, 0)
        brings = {FOR: rules.bet_points, AGAINST: rules.against_points, 0: lambda _o, _points: 0}
        points = self.solver.points[self.solver.graph.ends].astype(np.int64)
        self.gains = {
            int(each): [int(each) - brings[bet](o, int(each)) for bet in self.bets] for each in np.unique(points)
        }
        """What a turn adds to the lead of its thrower, by its points, for each of the bets."""
        self.turns = np.array([self.gains[int(each)] for each in points]) // STEP

    def ends(self, after: Any, leads: Any) -> Any:
        """What follows a turn, where `after` says it by the lead of who throws then: by its end, lead and bet."""
        then = leads[:, None] + self.turns[:, None, :]
        return after[(EDGE - then).clip(0, 2 * EDGE)]

    def before(self, after: Any, leads: Any) -> Any:
        """The chances of the thrower before his turn, for these leads."""
        found = (1 - self.ends(after, leads)).reshape(len(self.turns), -1)
        at_bets = self.solver.climb_all(found, 0, AT_BETS)[-1].reshape(-1, len(leads), len(self.bets)).min(axis=2)
        return self.solver.climb_all(at_bets, AT_BETS, DICE)[-1][0]

    def turn(self, after: Any, lead: int) -> Turn:
        """One turn from one lead, where a point counts a little too."""
        ends = 1 - self.ends(after, np.array([lead]))[:, 0] + POINT * STEP * (lead + self.turns)
        late, at_bets = self.solver.late(ends)
        return Turn(dict(zip(self.bets, late, strict=True)), self.solver.early(at_bets.min(axis=1)))


@cache
def duel(game: Game) -> Duel:
    """For a game's options, made once."""
    return Duel(game)
