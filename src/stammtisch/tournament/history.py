"""History: who has met whom, and who has sat where, in the rounds so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from stammtisch.tournament.state import Round, Table


class History:
    """Counts over all tables that were drawn; a player who did not come has met nobody."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self.met: Counter[tuple[int, int]] = Counter()  # pairs, the smaller number first
        self.sat: Counter[tuple[int, int]] = Counter()  # player and seat; seat 0 starts
        for each in rounds:
            for table in each.tables:
                self.met.update(combinations(sorted(table.seats), 2))
                self.sat.update((player, seat) for seat, player in enumerate(table.seats))

    def meetings(self, one: int, other: int) -> int:
        return self.met[min(one, other), max(one, other)]

    def starts(self, player: int) -> int:
        return self.sat[player, 0]

    def after(self, tables: Iterable[Iterable[int]]) -> History:
        """What it would be after one more round with these tables."""
        more = History([Round(0, [Table(list(table)) for table in tables])])
        more.met.update(self.met)
        more.sat.update(self.sat)
        return more

    @property
    def rematches(self) -> int:
        """How many meetings were not the first of two players; a third counts 2, a fourth 3 …"""
        return sum(times * (times - 1) // 2 for times in self.met.values())
