"""Sizes: how many tables a number of players needs, and how large each is. Sizes differ by at most one [C1.3]."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import say


@dataclass(frozen=True)
class Tables:
    """Tables of `smallest` to `largest`, near `usual`; or `wanted` tables, as long as the players suffice for them.

    An organiser may choose `least` to `most` of them, and without a choice there are at most `most`, unless players
    would find no seat.
    """

    smallest: int
    largest: int
    usual: int
    wanted: int = 0
    least: int = 1
    most: int = 1000

    def possible(self, players: int) -> range:
        """The numbers of tables that so many players can fill."""
        low, high = -(-players // self.largest), players // self.smallest
        return range(max(low, self.least), min(high, self.most) + 1)

    def count(self, players: int) -> int:
        """How many tables. If the wanted number cannot be, the nearest that can [C3.1]."""
        low, high = -(-players // self.largest), players // self.smallest
        if low > high:
            raise TournamentError(
                say("{players} players cannot be split into tables of {smallest} to {largest}",
                    players=players, smallest=self.smallest, largest=self.largest)
            )  # fmt: skip
        wanted = self.wanted or (2 * players + self.usual) // (2 * self.usual)
        return max(low, min(wanted, high, self.most))

    def sizes(self, players: int) -> list[int]:
        """The sizes of the tables, larger ones first."""
        if players < self.smallest:
            raise TournamentError(
                say("a table needs at least {smallest} players, but there are only {players}",
                    smallest=self.smallest, players=players)
            )  # fmt: skip
        tables = self.count(players)
        each, more = divmod(players, tables)
        return [each + 1] * more + [each] * (tables - more)
