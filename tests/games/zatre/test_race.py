"""Turns are dropped when they are surely behind, and the others get the time."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from stammtisch.games.zatre.race import BUDGET, FIRST, race


class Noisy:
    """Turn i is worth -i * gap; luck that all turns share, and some of its own. Samples are counted."""

    def __init__(self, gap: float, own: float) -> None:
        self.gap, self.own = gap, own
        self.samples: Counter[int] = Counter()
        self.rng = Random(1)
        self.luck = [self.rng.gauss(0, 20) for _ in range(BUDGET)]

    def __call__(self, turn: int, samples: int) -> Any:
        first = self.samples[turn]
        self.samples[turn] += samples
        shared = np.array(self.luck[first : first + samples])
        return shared - turn * self.gap + [self.rng.gauss(0, self.own) for _ in range(samples)]


def test_all_turns_come_back_once_the_best_first() -> None:
    sample = Noisy(gap=2.0, own=5.0)
    groups = race([3, 0, 4, 1, 2], sample)
    assert sorted(turn for group in groups for turn in group) == [0, 1, 2, 3, 4]
    assert groups[0][0] == 0


def test_luck_that_all_turns_share_does_not_matter() -> None:
    sample = Noisy(gap=0.1, own=0.0)
    assert race([1, 0], sample) == [[0], [1]]
    assert sample.samples == {0: FIRST, 1: FIRST}


def test_close_turns_get_more_samples_within_the_budget() -> None:
    far, close = Noisy(gap=30.0, own=5.0), Noisy(gap=0.01, own=5.0)
    race(list(range(6)), far)
    race(list(range(6)), close)
    assert far.samples.total() == 6 * FIRST
    assert 4 * far.samples.total() < close.samples.total() <= BUDGET


def test_equal_turns_stay_and_a_single_one_is_not_raced_for_long() -> None:
    sample = Noisy(gap=0.0, own=0.0)
    assert race([5, 7], sample) == [[5, 7]]
    single = Noisy(gap=1.0, own=1.0)
    assert race([4], single) == [[4]]
    assert single.samples == {4: FIRST}
