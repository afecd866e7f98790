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
        self._forgiven: set[int] = set()  # who was too late and has come back since the game last went on

    def run(self, seat: int | None, now: int, *, progress: bool = True) -> None:
        """From now on this seat's time runs. What the one before used is his.

        Only progress of the game gives time: anew to everybody for the next decision, or an increment after a turn.
        So nothing that leaves the game where it is, such as a new chain or a move back and forth, stretches the wait.
        """
        if self.seat is not None:
            self._left[self.seat] -= now - self.since
        if progress and self.clock.kind == "move":
            self._left = [self.clock.seconds * 1000] * len(self._left)
            self._forgiven.clear()
        elif progress and self._last is not None and seat not in (None, self._last):
            self._left[self._last] += self.clock.increment * 1000
        if seat is not None:
            self._last = seat
        self.seat, self.since = seat, now

    def pause(self, now: int) -> None:
        """The server was down: that time is nobody's."""
        self.since = now

    def is_up(self, seat: int) -> bool:
        """Has a seat, whose time does not run now, used up what it had, and what it got for coming back?"""
        return self.clock.kind != "none" and self._left[seat] <= 0 and seat in self._forgiven

    def forgive(self, seat: int) -> None:
        """Who was too late has come back: once before the game goes on, he has time again."""
        if self.clock.kind == "move" and self._left[seat] <= 0 and seat not in self._forgiven:
            self._left[seat] = self.clock.seconds * 1000
            self._forgiven.add(seat)

    @property
    def deadline(self) -> int | None:
        """When the running time is up."""
        if self.clock.kind == "none" or self.seat is None:
            return None
        return self.since + self._left[self.seat]

    def memory(self) -> dict[str, Any]:
        """All that it cannot know from the settings of the table."""
        forgiven = sorted(self._forgiven)
        return {
            "left": self._left,
            "last": self._last,
            "seat": self.seat,
            "since": self.since,
            "forgiven": forgiven,
        }

    def remember(self, memory: dict[str, Any]) -> None:
        self._left, self._last, self._forgiven = memory["left"], memory["last"], set(memory["forgiven"])
        self.seat, self.since = memory["seat"], memory["since"]

    def to_json(self) -> dict[str, Any] | None:
        if self.clock.kind == "none":
            return None
        return {"kind": self.clock.kind, "left": list(self._left), "seat": self.seat, "since": self.since}
