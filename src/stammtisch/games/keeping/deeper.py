"""Looking further than the own turn, late in a game for two: there a turn has few ends, and what a net guesses of the
positions after them is replaced by what the turns that follow are worth, each solved exactly, as far as time allows.

Near the end of a game a guess costs most, and the turns that can follow are few. So is every position of a game that
leads to the same few: turns are solved in batches, and equal ones once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stammtisch.games.keeping import ENDED

if TYPE_CHECKING:
    from stammtisch.games.keeping.lockstep import LockStep, Weigh

LATE = 9
"""Ends of a turn. One with more is not looked beyond: there the net guesses well, and it would take too long."""
TURNS = 81
"""That are solved for one, at most: so many of the last generation follow it."""
MOST = 8
"""Generations."""


def further(ends: int, turns: int = TURNS, most: int = MOST) -> int:
    """How many turns to look ahead from one that has so many ends."""
    if ends > LATE:
        return 0
    return max(generations for generations in range(most + 1) if ends**generations <= turns)


class Deeper:
    """Weighs ends as `guess` does, or by the turns after them."""

    def __init__(self, step: LockStep, guess: Weigh, turns: int = TURNS, most: int = MOST) -> None:
        self._step = step
        self._guess = guess
        self._further = np.array([further(ends, turns, most) for ends in range(step.compiled.ENDS + 1)])

    def __call__(self, states: Any, options: Any, rows: Any, mine: Any, afters: Any, possible: Any, worth: Any) -> None:
        """See keeping/drive.py, weigh_gains."""
        self._guess(states, options, rows, mine, afters, possible, worth)
        ahead = np.where(mine, self._further[_ends(possible, worth.shape[1]).sum(1)], 0)
        for generations in np.unique(ahead[ahead > 0]).tolist():
            some = np.flatnonzero(ahead == generations)
            worth[some] = self._weighed(states[rows[some]], afters[some], possible[some], worth[some], generations)

    def _weighed(self, states: Any, afters: Any, possible: Any, worth: Any, generations: int) -> Any:
        """The worth of all ends after which the game goes on, by the turns that follow."""
        goes_on = _ends(possible, worth.shape[1]) & (afters["phase"] != ENDED)
        values = self._values(afters[goes_on], generations)
        same = (afters["player"] == states["player"][:, None])[goes_on]
        worth = worth.copy()
        worth[goes_on] = np.where(same, values, 1 - values)
        return worth

    def _values(self, states: Any, generations: int) -> Any:
        """What turns are worth to those who make them: by so many generations of turns, this one counted."""
        states = states.copy()
        states["turns"] = 1
        keys = states.view(np.dtype((np.void, states.itemsize)))
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        states = states[first]
        found = np.empty(len(states))
        for begin in range(0, len(states), self._step.batch):
            part = slice(begin, begin + self._step.batch)
            found[part] = self._solved(states[part], generations - 1)
        return found[which]

    def _solved(self, states: Any, generations: int) -> Any:
        step = self._step
        ahead = step.ahead(states)
        rows = np.arange(len(states))
        worth = np.zeros((len(states), step.compiled.ENDS))
        self._guess(states, step.options, rows, rows >= 0, ahead.afters, ahead.possible, worth)
        if generations:
            worth = self._weighed(states, ahead.afters, ahead.possible, worth, generations)
        return step.turns(ahead, worth)[-1]


def _ends(possible: Any, ends: int) -> Any:
    """possible[b, end], of bits."""
    return possible[:, None] >> np.arange(ends) & 1 > 0
