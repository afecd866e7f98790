"""The game for two, solved for the win.

Nothing is hidden and nobody moves at the same time: so from the last turn backwards every position has one value. Between
two turns it depends on the turns left and on the lead of whoever is to throw. Inside a turn the dice after the bet are
solved for the chance of winning with each bet; after three dice the rival makes the bet that is worst for the thrower;
and the dice before it are solved for that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from stammtisch.computing import Place, in_order
from stammtisch.core.game import Game
from stammtisch.fast import table_cache
from stammtisch.games.zocken.rules import AGAINST, DICE, FOR, Bets, Options
from stammtisch.games.zocken.solve_tables import AT_BETS, Table, solver

STEP = 5  # all scores are multiples of it [K5.2]
EDGE = 1500 // STEP  # a lead of more than 1500 points is as good as a win
LEADS = np.arange(-EDGE, EDGE + 1)
OVER = (np.sign(LEADS) + 1) / 2  # [K6.1]
TINY = 1e-12  # what is so close to 0 or 1 is taken for it
AT_ONCE = 8  # leads; more need more memory
POINT = 1e-10  # what a point of the lead is worth where the chances of winning are equal

HERE = Place(None, 1)  # in this process
Tick = Callable[[str, int], None]


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
        self._turns = np.array([self.gains[int(each)] for each in points]) // STEP

    def _ends(self, after: Any, leads: Any) -> Any:
        """The thrower's chances at the ends of his turn, if `after` are those of who throws then: by end, lead, bet."""
        then = leads[:, None] + self._turns[:, None, :]
        return (1 - after)[(EDGE - then).clip(0, 2 * EDGE)]

    def before(self, after: Any, leads: Any) -> Any:
        """The chances of the thrower before his turn, for these leads."""
        found = self._ends(after, leads).reshape(len(self._turns), -1)
        at_bets = self.solver.climb_all(found, 0, AT_BETS)[-1].reshape(-1, len(leads), len(self.bets)).min(axis=2)
        return self.solver.climb_all(at_bets, AT_BETS, DICE)[-1][0]

    def turn(self, after: Any, lead: int) -> Turn:
        """One turn from one lead, where a point counts a little too."""
        ends = self._ends(after, np.array([lead]))[:, 0] + POINT * STEP * (lead + self._turns)
        late, at_bets = self.solver.late(ends)
        return Turn(dict(zip(self.bets, late, strict=True)), self.solver.early(at_bets.min(axis=1)))


@cache
def duel(game: Game) -> Duel:
    """For a game's options, made once."""
    return Duel(game)


def is_open(chances: Any) -> Any:
    """Where nothing is decided yet; the rest is 0 or 1, within TINY."""
    return (chances > TINY) & (chances < 1 - TINY)


def solved(game: Game, turns: int, place: Place = HERE, tick: Tick = lambda _, __: None) -> list[Any]:
    """The chances of who is to throw, by turns left, from none to so many; kept on disk."""
    stamp = table_cache.stamp((sys.modules[__name__],), solver(game).stamp, duel(game).gains)
    found = [OVER]
    for left in range(1, turns + 1):
        tick("turns from the end", left)
        make = partial(_before, game, found[-1], place)
        found.append(table_cache.load_or_make(f"zocken-duel-{left}-{stamp}", len(LEADS), make))
    return found


def _before(game: Game, after: Any, place: Place) -> Any:
    """A turn earlier: for the leads that are open after it, and then for more, until the next ones are not."""
    still = np.flatnonzero(is_open(after))
    low, high = 2 * EDGE - int(still[-1]) if len(still) else EDGE, 2 * EDGE - int(still[0]) if len(still) else EDGE
    before, waiting = OVER.copy(), list(range(low, high + 1))
    while waiting:
        tasks = [(game, after, LEADS[waiting[k : k + AT_ONCE]]) for k in range(0, len(waiting), AT_ONCE)]
        before[waiting] = np.concatenate(list(in_order(place, chances_before, tasks)))
        waiting = []
        if low > 0 and before[low] > TINY:
            waiting += range(max(0, low - AT_ONCE), low)
            low = max(0, low - AT_ONCE)
        if high < 2 * EDGE and before[high] < 1 - TINY:
            waiting += range(high + 1, min(2 * EDGE, high + AT_ONCE) + 1)
            high = min(2 * EDGE, high + AT_ONCE)
    return np.where(before <= TINY, 0.0, np.where(before >= 1 - TINY, 1.0, before))


def chances_before(game: Game, after: Any, leads: Any) -> Any:
    """`Duel.before`, in whatever process."""
    return duel(game).before(after, leads)
