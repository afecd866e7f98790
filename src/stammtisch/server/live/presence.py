"""Presence: who has the page or a program open, at any node, and since when somebody has not. It is not kept over a
restart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from stammtisch.server.buckets import Tally
from stammtisch.server.nodes.others import Others

MOST = 50_000  # people of whom we remember when they left


class Presence:
    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._start = clock()
        self._here: Counter[str] = Counter()
        self.elsewhere = Others(lambda guest: self.last_seen(str(guest)))
        """Connections at other nodes."""
        self.tally = Tally()
        """Who was seen."""
        self._seen: dict[str, int] = {}

    def enter(self, guest: str | None) -> None:
        if guest is not None:
            self._here[guest] += 1

    def exit(self, guest: str | None) -> None:
        if guest is not None:
            self._here[guest] -= 1
            if not self._here[guest]:
                del self._here[guest]
            self.last_seen(guest)  # the others find out by themselves

    def seen(self, guest: str) -> None:
        """He has asked for something that only he can see."""
        self.tally.add(guest)
        self.last_seen(guest)

    def last_seen(self, guest: str, _: float = 1) -> None:
        """Here or at another node."""
        if len(self._seen) >= MOST:
            self._seen.clear()  # they count as gone since the start: a notice too early is no harm
        self._seen[guest] = self._clock()

    def is_here(self, guest: str) -> bool:
        return guest in self._here or guest in self.elsewhere

    def was_here(self, guest: str, within: int) -> bool:
        """Is he here, or was he within so many milliseconds? Who left before a restart was not."""
        return self.is_here(guest) or self._clock() - self._seen.get(guest, 0) < within

    def here(self) -> Mapping[str, int]:
        """Connections at this node."""
        return self._here

    def connections(self, guest: str) -> int:
        return self._here.get(guest, 0) + self.elsewhere[guest]

    def away(self, guest: str) -> int:
        """For how many milliseconds he has been away; who left before a restart, since the restart."""
        return 0 if self.is_here(guest) else max(0, self._clock() - self._seen.get(guest, self._start))
