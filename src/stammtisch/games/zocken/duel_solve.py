"""The whole game for two, solved turn by turn from its end (duel.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from stammtisch.computing import Place, in_order
from stammtisch.core.game import Game
from stammtisch.fast import table_cache
from stammtisch.games.zocken import duel as one_turn
from stammtisch.games.zocken.duel import EDGE, LEADS, OVER, duel

TINY = 1e-12  # what is so close to 0 or 1 is taken for it
AT_ONCE = 8  # leads; more need more memory

HERE = Place(None, 1)  # in this process
Tick = Callable[[str, int], None]


def solved(game: Game, turns: int, place: Place = HERE, tick: Tick = lambda _, __: None) -> list[Any]:
    """The chances of who is to throw, by turns left, from none to so many; kept on disk."""
    known = duel(game)
    stamp = table_cache.stamp((one_turn,), known.solver.stamp, known.gains, TINY)
    found = [OVER]
    for left in range(1, turns + 1):
        tick("turns from the end", left - 1)
        make = partial(before, 1 - found[-1], partial(chances_before, game, found[-1]), place)
        found.append(table_cache.load_or_make(f"zocken-duel-{left}-{stamp}", len(LEADS), make))
    tick("turns from the end", turns)
    return found


def is_open(chances: Any, tiny: float = TINY) -> Any:
    """Where nothing is decided yet; the rest is 0 or 1, within TINY."""
    return (chances > tiny) & (chances < 1 - tiny)


def before(after: Any, chances: Callable[[Any], Any], place: Place, tiny: float = TINY) -> Any:
    """Somebody's chances a turn earlier, by the lead of who throws there, from his chances after it: for the leads that
    are open after it, then for more, until the next ones are decided.

    `chances` finds them for some leads, and can be pickled.
    """
    still = np.flatnonzero(is_open(after, tiny))
    low, high = (2 * EDGE - int(still[-1]), 2 * EDGE - int(still[0])) if len(still) else (EDGE, EDGE)
    found, waiting = np.where(LEADS < 0, after[-1], after[0]), list(range(low, high + 1))
    while waiting:
        tasks = [(LEADS[waiting[k : k + AT_ONCE]],) for k in range(0, len(waiting), AT_ONCE)]
        found[waiting] = np.concatenate(list(in_order(place, chances, tasks)))
        waiting = []
        if low > 0 and is_open(found[low], tiny):
            waiting += range(max(0, low - AT_ONCE), low)
            low = max(0, low - AT_ONCE)
        if high < 2 * EDGE and is_open(found[high], tiny):
            waiting += range(high + 1, min(2 * EDGE, high + AT_ONCE) + 1)
            high = min(2 * EDGE, high + AT_ONCE)
    return np.where(is_open(found, tiny), found, found.round())


def chances_before(game: Game, after: Any, leads: Any) -> Any:
    """`Duel.before`, in whatever process."""
    return duel(game).before(after, leads)
