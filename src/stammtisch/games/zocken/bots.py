"""The bots of Zocken: some to compare with, then the four levels."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from stammtisch.bots import Grade, Mistake, RandomBot, SearchBot, by_name, levels
from stammtisch.bots.levels import MASTER
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say, to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.zocken.facts import SPACES, placed, points_so_far, slots_for, state, welcome
from stammtisch.games.zocken.rules import (
    BET,
    BET_AGAINST,
    BETTING,
    BOX,
    EMPTY,
    END,
    FACES,
    LOST_BET,
    NO_BET,
    PENALTY,
    PICKING,
    PLACE,
    ROW,
    THROW,
)

TINY = 1e-9


class TidyBot:
    """Keeps the row open for what may still come, and takes a colour where it is cheap."""

    name = "tidy"
    instant = True  # it needs nothing compiled, see bots/precompile.py

    @property
    def about(self) -> str:
        return say("keeps the row open for what may still come, and takes a colour where it is cheap")

    ROOM = 4  # what an open space is worth, in points
    ENOUGH = 4  # spaces for one value; more help little

    def choose(self, view: Position, seed: int) -> Move:
        phase = state(view).phase
        if phase == BETTING:
            return view.game.moves[self._bet(view)]
        return max(
            view.legal_moves, key=lambda move: self._hope(view, move) if phase == PICKING else self._worth(view, move)
        )

    @staticmethod
    def _bet(view: Position) -> int:
        """More than 50 takes a series and a colour."""
        s = state(view)
        if s.box == 0:
            return BET if sum(points_so_far(view.game, s)) > 0 else NO_BET
        return BET_AGAINST if BET_AGAINST in view.legal_moves else NO_BET

    @staticmethod
    def _hope(view: Position, move: Move) -> int:
        """How many values would match on the die's own space."""
        s, slot = state(view), ROW + move - THROW
        return len(welcome(view.game, s, slot)) if s.slots[slot] == EMPTY else -1

    def _worth(self, view: Position, move: Move) -> int:
        """The points of the dice as they lie then, and the room left for each value."""
        after = placed(view, move - PLACE)
        room = 0
        for value in range(1, FACES + 1):
            spaces = [slot for slot in slots_for(view.game, after, value) if slot in SPACES]
            room += min(len(spaces), self.ENOUGH)
        return sum(points_so_far(view.game, after)) + self.ROOM * room


class ExactBot:
    """Knows the odds of the turn: throws and places for the highest expected score, bets where a bet gains."""

    name = "exact"

    @property
    def about(self) -> str:
        return say("rolls and places for the highest expected score, and bets when a bet pays")

    def choose(self, view: Position, seed: int) -> Move:
        with optional_imports():
            from stammtisch.games.zocken import solve

        return solve.best(solve.values(view))


class MasterBot:
    """Plays and bets for the win, not for points: it knows the scores and the turns left."""

    name = MASTER

    @property
    def about(self) -> str:
        return say("rolls, places and bets for the best chance of winning the game, whatever the points")

    def choose(self, view: Position, seed: int) -> Move:
        with optional_imports():
            from stammtisch.games.zocken import winning

        return winning.best(view)


def values(view: Position) -> Mapping[Move, float]:
    """What each legal move is worth in points."""
    with optional_imports():  # not before somebody plays: it brings NumPy and Numba
        from stammtisch.games.zocken import solve

    return solve.values(view)


def dominated(view: Position) -> Collection[Move]:
    """An end or the −20, where a space of the row is as good, and the −20, where an end is; a bet that cannot win."""
    worth = values(view)
    if state(view).phase == BETTING:
        return [move for move in worth if worth[move] <= LOST_BET + TINY]
    costs = {move: _cost(move) for move in worth if PLACE <= move <= PLACE + BOX}
    return [
        move
        for move, cost in costs.items()
        if any(costs[other] < cost and worth[other] >= worth[move] - TINY for other in costs)
    ]


def _cost(move: Move) -> int:
    """The points that a placement costs at once: none in the row."""
    slot = move - PLACE
    return -PENALTY if slot == BOX else 0 if slot in SPACES else -END


def _colours(view: Position) -> Mapping[Move, float]:
    """A die on the space of its colour."""
    s = state(view)
    return {move: 1.0 for move in view.legal_moves if move == PLACE + ROW + s.die}


def _order(view: Position) -> Mapping[Move, float]:
    """The first die from the left that it has in hand."""
    first = view.legal_moves[0]
    return {first: 1.0} if THROW <= first < PLACE else {}


def _timid(view: Position) -> Mapping[Move, float]:
    """Not betting."""
    return {move: 1.0 for move in view.legal_moves if move == NO_BET}


COLOURS = Mistake(
    "colours", to_say("puts a die on its own colour whenever it can, though the series suffers"), _colours
)
ORDER = Mistake("order", to_say("rolls the dice as they lie, from left to right"), _order)
TIMID = Mistake("timid", to_say("seldom bets, for fear of losing 20 points"), _timid)

BOTS = by_name(
    RandomBot(),
    TidyBot(),
    SearchBot(),
    ExactBot(),
    *levels(
        values,
        POINTS,
        beginner=Grade.of(14.0, (COLOURS, 40.0), (ORDER, 14.0), (TIMID, 25.0)),
        regular=Grade.of(6.5, (COLOURS, 12.0), (TIMID, 8.0)),
        expert=Grade.of(1.0),
        master=MasterBot(),
        dominated=dominated,
    ),
)
