"""Budgets of CPU time: token buckets, one for each guest, each address, and one for all together.

A job is paid for when it is done, for nobody knows before what it costs. So a bucket can be overdrawn, by one job at
most where a guest has one at a time; whoever has overdrawn his waits until it is filled again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from stammtisch.server.buckets import Buckets
from stammtisch.server.live.payer import Payer


@dataclass(frozen=True)
class Rate:
    """CPU seconds: so many at once, and so many a second in the long run."""

    burst: float
    refill: float


HERE = Rate(burst=600, refill=0.5)
"""For this machine's own guests and for this machine as an address: ten minutes of computing at once. An evening of a
family takes less than that, a file of tests as well; somebody who fills a queue for hours does not."""


class Budgets:
    def __init__(
        self,
        guest: Rate | None,
        address: Rate | None,
        total: Rate | None,
        clock: Callable[[], float] = lambda: time.monotonic(),
    ) -> None:
        """None: there is no such limit."""
        self._guests, self._addresses, self._total, self._here = (
            rate and Buckets(rate.refill, rate.burst, clock) for rate in (guest, address, total, HERE)
        )

    def wait(self, payer: Payer) -> float:
        """Seconds until this payer may have something computed; 0: now."""
        return max((buckets.debt(key, 0.0) for buckets, key in self._of(payer)), default=0.0)

    def pay(self, payer: Payer, cpu: float) -> None:
        for buckets, key in self._of(payer):
            buckets.owe(key, cpu)

    def _of(self, payer: Payer) -> list[tuple[Buckets, str]]:
        is_here = payer.address is None
        guests, addresses = (self._here, self._here) if is_here else (self._guests, self._addresses)
        found = []
        if self._guests and guests and payer.guest is not None:
            found.append((guests, f"guest {payer.guest}"))
        if self._addresses and addresses:
            found.append((addresses, str(payer.address)))
        if self._total:
            found.append((self._total, ""))
        return found
