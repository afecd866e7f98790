"""A small network learned from examples, compiled. See keeping/learned_value.py for what it computes."""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.fast.compiler import jit
from stammtisch.games.keeping.value import Net

MINIBATCH = 256
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": True}


class Pupil:
    """A net that learns, with what Adam (Kingma, Ba 2015) remembers of its slopes."""

    def __init__(self, facts: int, hidden: int, rng: np.random.Generator) -> None:
        self.net = Net(*(rng.normal(0, 0.1, shape).astype(np.float32) for shape in ((facts, hidden), hidden + 1)))
        self._memory = tuple(np.zeros_like(each) for each in self.net for _ in range(3))
        self._steps = 0

    def fit(self, seen: Any, counts: Any, targets: Any, order: Any, rate: float) -> None:
        """Go once over the examples in this order: facts, how many, and the chance to be learned."""
        _fit(seen, counts, targets, order, *self.net, self._memory, self._steps, rate)
        self._steps += len(order) // MINIBATCH


def _fit(
    seen: Any, counts: Any, targets: Any, order: Any, first: Any, second: Any, memory: Any, steps: int, rate: float
) -> None:
    """Minibatches of examples; the loss is the cross entropy, so the slope of the odds is the error of the chance."""
    first_slope, first_mean, first_square, second_slope, second_mean, second_square = memory
    width = first.shape[1]
    hidden = np.empty(width, np.float32)
    used = len(order) // MINIBATCH * MINIBATCH
    for n in range(used):
        i = order[n]
        hidden[:] = 0
        for k in range(counts[i]):
            row = first[seen[i, k]]
            for j in range(width):
                hidden[j] += row[j]
        odds = second[width]
        for j in range(width):
            odds += max(hidden[j], np.float32(0)) * second[j]
        error = np.float32(1 / (1 + np.exp(-odds)) - targets[i])
        second_slope[width] += error
        for j in range(width):
            second_slope[j] += error * max(hidden[j], np.float32(0))
            hidden[j] = error * second[j] if hidden[j] > 0 else np.float32(0)
        for k in range(counts[i]):
            row = first_slope[seen[i, k]]
            for j in range(width):
                row[j] += hidden[j]
        if n % MINIBATCH == MINIBATCH - 1:
            steps += 1
            pace = rate * np.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
            _adam(first.ravel(), first_slope.ravel(), first_mean.ravel(), first_square.ravel(), pace)
            _adam(second, second_slope, second_mean, second_square, pace)


def _adam(weights: Any, slope: Any, mean: Any, square: Any, pace: float) -> None:
    for i in range(len(weights)):
        g = slope[i] / np.float32(MINIBATCH)
        mean[i] = np.float32(0.9) * mean[i] + np.float32(0.1) * g
        square[i] = np.float32(0.999) * square[i] + np.float32(0.001) * g * g
        weights[i] -= np.float32(pace) * mean[i] / (np.sqrt(square[i]) + np.float32(1e-8))
        slope[i] = 0


_adam = jit(_adam, **_FLAGS)
_fit = jit(_fit, **_FLAGS)
