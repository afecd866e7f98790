"""Budgets of CPU time: token buckets, one for each guest, each address, and one for all together.

A job is paid for when it is done, for nobody knows before what it costs. So a bucket can be overdrawn, by one job at
most where a guest has one at a time; whoever has overdrawn his waits until it is filled again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stammtisch.server.live.payer import Payer

KEPT = 10_000  # buckets of one kind; full ones are forgotten first


@dataclass(frozen=True)
class Rate:
    """CPU seconds: so many at once, and so many a second in the long run."""

    burst: float
    refill: float


HERE = Rate(burst=600, refill=0.5)
"""For this machine's own guests and for this machine as an address: ten minutes of computing at once. An evening of a
family takes less than that, a file of tests as well; somebody who fills a queue for hours does not."""


@dataclass
class Buckets:
    """The buckets of one kind, by whose they are."""

    rate: Rate
    _overdrawn: dict[str, tuple[float, float]] = field(default_factory=dict)
    """What was used and is not filled again, and when that was true. Who is not here has a full bucket."""

    def used(self, key: str, now: float) -> float:
        used, at = self._overdrawn.get(key, (0.0, now))
        return max(0.0, used - (now - at) * self.rate.refill)

    def pay(self, key: str, cpu: float, now: float) -> None:
        if len(self._overdrawn) >= KEPT:
            self._overdrawn = {key: each for key, each in self._overdrawn.items() if self.used(key, now) > 0}
        self._overdrawn[key] = (self.used(key, now) + cpu, now)

    def wait(self, key: str, now: float) -> float:
        """Seconds until there is something in it; 0: now."""
        return max(0.0, (self.used(key, now) - self.rate.burst) / self.rate.refill)


class Budgets:
    def __init__(self, guest: Rate | None, address: Rate | None, total: Rate | None) -> None:
        """None: there is no such limit."""
        self._guests = guest and Buckets(guest)
        self._addresses = address and Buckets(address)
        self._here = Buckets(HERE)
        self._total = total and Buckets(total)

    def wait(self, payer: Payer, now: float) -> float:
        """Seconds until this payer may have something computed; 0: now."""
        return max((buckets.wait(key, now) for buckets, key in self._of(payer)), default=0.0)

    def pay(self, payer: Payer, cpu: float, now: float) -> None:
        for buckets, key in self._of(payer):
            buckets.pay(key, cpu, now)

    def _of(self, payer: Payer) -> list[tuple[Buckets, str]]:
        is_here = payer.address is None
        found = []
        if self._guests and payer.guest is not None:
            found.append((self._here if is_here else self._guests, f"guest {payer.guest}"))
        if self._addresses:
            found.append((self._here, "here") if is_here else (self._addresses, str(payer.address)))
        if self._total:
            found.append((self._total, ""))
        return found
