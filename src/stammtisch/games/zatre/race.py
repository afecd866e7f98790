"""Which of several turns is best, found with few samples: time is spent where it matters.

Every turn gets a few samples, with the same tiles for all. Turns that are surely behind the best one are dropped, and
the others get as many samples again, until one is left or the budget is used up. Numbers decide, never the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

WIDEST = 24  # turns
FIRST = 8  # samples
BUDGET = 900  # samples of all turns together
SURE = 1.5  # a turn is dropped if it is behind the best one by so many standard errors of the difference


def race(turns: list[int], sample: Callable[[int, int], Any]) -> list[list[int]]:
    """The turns in groups: first what stayed to the end, then what was dropped last, …; in each the best first.

    `sample(turn, samples)` gives the values of so many further samples.
    """
    found = {turn: np.zeros(0) for turn in turns}
    left, dropped, samples, used = turns, list[list[int]](), FIRST, 0
    while samples:
        for turn in left:
            found[turn] = np.concatenate([found[turn], sample(turn, samples)])
        used += samples * len(left)
        left = sorted(left, key=lambda turn: -found[turn].mean())
        stays = [turn for turn in left if not is_behind(found[turn], found[left[0]])]
        dropped.append([turn for turn in left if turn not in stays])
        left = stays
        samples = min(len(found[left[0]]), (BUDGET - used) // len(left)) if len(left) > 1 else 0
    return [left, *(group for group in reversed(dropped) if group)]


def is_behind(values: Any, best: Any) -> bool:
    """Is this turn surely worse than the best one, by their values in the same samples?"""
    behind = best - values
    return bool(behind.mean() > SURE * behind.std() / np.sqrt(len(behind)))
