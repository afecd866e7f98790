"""A small network learned from examples, on all cores. See keeping/learned_value.py for what it computes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from stammtisch.fast.compiler import jit
from stammtisch.games.keeping.value import Net

MINIBATCH = 1024
SHARDS = 16
"""Into which a minibatch is divided, however many threads there are: so they change nothing but the time."""
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": True}


class Pupil:
    """A net that learns, with what Adam (Kingma, Ba 2015) remembers of its slopes. All arrays lie in one."""

    def __init__(self, net: Net) -> None:
        self._shapes = [each.shape for each in net]
        self.weights = np.concatenate([each.ravel() for each in net]).astype(np.float32)
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.steps = 0
        self._slopes = np.zeros((SHARDS, self.weights.size), np.float32)
        self._cuts = np.linspace(0, self.weights.size, SHARDS + 1).astype(int)

    @classmethod
    def new(cls, facts: int, width: int, narrow: int, rng: np.random.Generator) -> Pupil:
        """One that knows nothing yet."""
        shapes = ((facts, width), 0.1), ((width + 1, narrow), np.sqrt(2 / width)), (narrow + 1, np.sqrt(1 / narrow))
        return cls(Net(*(rng.normal(0, scale, shape) for shape, scale in shapes)))

    @property
    def net(self) -> Net:
        """As it is now; it goes on learning."""
        return self._arrays(self.weights)

    def fit(
        self, seen: Any, counts: Any, targets: Any, order: Any, rate: float, threads: Executor | None = None
    ) -> float:
        """Go once over the examples in this order: facts, how many, and the chance to be learned. The mean square by
        which it was wrong."""
        each: Callable[..., Any] = threads.map if threads else map
        net, slopes = self.net, [self._arrays(slope) for slope in self._slopes]
        wrong, used = 0.0, len(order) // MINIBATCH * MINIBATCH
        for begin in range(0, used, MINIBATCH):
            shares = order[begin : begin + MINIBATCH].reshape(SHARDS, -1)
            wrong += sum(each(partial(_learn, seen, counts, targets, *net), shares, *zip(*slopes, strict=True)))
            self.steps += 1
            pace = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            adam = partial(_adam, self.weights, self._slopes, self.mean, self.square, pace)
            list(each(adam, self._cuts[:-1], self._cuts[1:]))
        return wrong / max(1, used)

    def _arrays(self, flat: Any) -> Net:
        ends = np.cumsum([0, *(int(np.prod(shape)) for shape in self._shapes)])
        parts = (flat[begin:end] for begin, end in pairwise(ends))
        return Net(*(part.reshape(shape) for part, shape in zip(parts, self._shapes, strict=True)))


def _learn(
    seen: Any, counts: Any, targets: Any, first: Any, second: Any, third: Any, order: Any,
    first_slope: Any, second_slope: Any, third_slope: Any,
) -> float:  # fmt: skip
    """Add the slopes of these examples, for the loss of cross entropy: its slope by the odds is the chance's error."""
    width, narrow = second.shape[0] - 1, second.shape[1]
    hidden, back = np.empty(width, np.float32), np.empty(width, np.float32)
    layer, error_of = np.empty(narrow, np.float32), np.empty(narrow, np.float32)
    zero, total = np.float32(0), 0.0
    for i in order:
        hidden[:] = 0
        for k in range(counts[i]):
            row = first[seen[i, k]]
            for j in range(width):
                hidden[j] += row[j]
        layer[:] = second[width]
        for j in range(width):
            above = hidden[j]
            if above > 0:
                row = second[j]
                for k in range(narrow):
                    layer[k] += above * row[k]
        odds = third[narrow]
        for k in range(narrow):
            odds += max(layer[k], zero) * third[k]
        chance, target = 1 / (1 + np.exp(-odds)), targets[i]
        total += (chance - target) ** 2
        error = np.float32(chance - target)
        third_slope[narrow] += error
        for k in range(narrow):
            third_slope[k] += error * max(layer[k], zero)
            error_of[k] = error * third[k] if layer[k] > 0 else zero
            second_slope[width, k] += error_of[k]
        for j in range(width):
            above = hidden[j]
            back[j] = 0
            if above > 0:
                row, slope = second[j], second_slope[j]
                found = zero
                for k in range(narrow):
                    slope[k] += above * error_of[k]
                    found += error_of[k] * row[k]
                back[j] = found
        for k in range(counts[i]):
            slope = first_slope[seen[i, k]]
            for j in range(width):
                slope[j] += back[j]
    return total


def _adam(weights: Any, slopes: Any, mean: Any, square: Any, pace: float, begin: int, end: int) -> None:
    for i in range(begin, end):
        g = np.float32(0)
        for k in range(len(slopes)):
            g += slopes[k, i]
            slopes[k, i] = 0
        g /= np.float32(MINIBATCH)
        mean[i] = np.float32(0.9) * mean[i] + np.float32(0.1) * g
        square[i] = np.float32(0.999) * square[i] + np.float32(0.001) * g * g
        weights[i] -= np.float32(pace) * mean[i] / (np.sqrt(square[i]) + np.float32(1e-8))


_adam = jit(_adam, **_FLAGS)
_learn = jit(_learn, **_FLAGS)
