"""Clocks of a table: whose time runs, and how much is left. Time is given, in milliseconds, and never looked up."""

from __future__ import annotations

from typing import Any

from stammtisch.server.protocol.settings import Clock


class Clocks:
    def __init__(self, clock: Clock | None = None, seats: int = 0) -> None:
        self.clock = clock or Clock()
        self._left = [self.clock.seconds * 1000] * seats
        self._last: int | None = None  # whose time ran last
        self.seat: int | None = None
        """Whose time runs; None: nobody's."""
        self.since = 0

    def run(self, seat: int | None, now: int, *, decided: bool = True) -> None:
        """From now on this seat's time runs. What the one before used is his; a new turn brings an increment."""
        if self.clock.kind != "game" and seat == self.seat and not decided:
            return
        if self.clock.kind == "game" and self.seat is not None:
            self._left[self.seat] -= now - self.since
        if self.clock.kind == "game" and self._last is not None and seat not in (None, self._last):
            self._left[self._last] += self.clock.increment * 1000
        if seat is not None:
            self._last = seat
        self.seat, self.since = seat, now

    def pause(self, now: int) -> None:
        """The server was down: that time is nobody's."""
        self.since = now

    @property
    def deadline(self) -> int | None:
        """When the running time is up."""
        if self.clock.kind == "none" or self.seat is None:
            return None
        return self.since + self._left[self.seat]

    def to_json(self) -> dict[str, Any] | None:
        if self.clock.kind == "none":
            return None
        return {"kind": self.clock.kind, "left": list(self._left), "seat": self.seat, "since": self.since}
