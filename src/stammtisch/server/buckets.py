"""Buckets: a token bucket for each key, so that an address or a guest may do so much at once, and so much in the long
run."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

HERE = 100
"""How many times as much this machine itself may do: a family at home never meets a limit."""
KEPT = 20_000
"""Keys that are remembered. A bucket that is full again need not be."""


MOST = 10_000
"""Keys of a tally."""


class Tally:
    """What is counted here and is to count at other nodes, too. Nothing is kept before they are told for the first
    time; a server alone tells nobody."""

    def __init__(self) -> None:
        self._fresh: dict[Hashable, float] | None = None

    def add(self, key: Hashable, amount: float = 1.0) -> None:
        if self._fresh is not None and (key in self._fresh or len(self._fresh) < MOST):
            self._fresh[key] = self._fresh.get(key, 0.0) + amount

    def fresh(self) -> dict[Hashable, float]:
        """What was counted since the last time."""
        found, self._fresh = self._fresh or {}, {}
        return {key: amount for key, amount in found.items() if amount}


class Buckets:
    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = lambda: time.monotonic()) -> None:
        """`burst` tokens at once, and `rate` a second in the long run."""
        self.rate, self.burst = rate, burst
        self._clock = clock
        self.tally = Tally()
        """What was taken here, but for those who have larger buckets: they meet no limit anywhere."""
        self._left: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable, price: float = 1.0, times: float = 1.0) -> float:
        """0: the price is paid. Else nothing is taken, and so many seconds must pass before it can be.

        `times`: this key has a bucket that is so many times as large as others.
        """
        wait = self.wait(key, price, times)
        if not wait:
            if times == 1.0:
                self.tally.add(key, price)
            self._put(key, self._now(key, times) - min(price, self.burst * times))
        return wait

    def owe(self, key: Hashable, price: float) -> None:
        """Take it, whether it is there or not. Whoever waits each time until it is (`debt`) does no more than the rate
        allows, and nothing of his is refused."""
        self.tally.add(key, price)
        self.taken_elsewhere(key, price)

    def taken_elsewhere(self, key: Hashable, price: float) -> None:
        """Another node has given it."""
        self._put(key, self._now(key, 1.0) - price)

    def debt(self, key: Hashable, price: float) -> float:
        """The seconds after which the price would be paid if it is taken now."""
        return max(0.0, (price - self._now(key, 1.0)) / self.rate)

    def wait(self, key: Hashable, price: float = 1.0, times: float = 1.0) -> float:
        """The seconds that must pass before the price can be paid; nothing is taken."""
        missing = min(price, self.burst * times) - self._now(key, times)
        return 0.0 if missing <= 0 else missing / (self.rate * times)

    def _now(self, key: Hashable, times: float) -> float:
        left, at = self._left.get(key, (self.burst * times, 0.0))
        return min(self.burst * times, left + (self._clock() - at) * self.rate * times)

    def _put(self, key: Hashable, left: float) -> None:
        self._left.pop(key, None)  # who was here last stands last
        self._left[key] = (left, self._clock())
        if len(self._left) > KEPT:
            self._forget()

    def _forget(self) -> None:
        """Those that are full again; and if that is too few, those that were asked longest ago."""
        now = self._clock()
        full = [key for key, (left, at) in self._left.items() if now - at >= (self.burst - min(left, 0.0)) / self.rate]
        for key in full or list(self._left)[: KEPT // 2]:
            del self._left[key]
