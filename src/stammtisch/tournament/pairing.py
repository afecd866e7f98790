"""Pairing: players spread over tables so that few meet again, like meets like, and everybody gets to start [C3.12].

A whole number says how bad an arrangement is: most of all it counts players who meet again (1 for a second meeting, 2
more for a third …), then — Swiss — the squares of the differences between the players of a table in the standings, then
tables at which everybody has started before. A search changes two players of different tables, time and again, accepts
what is better and for a while what is a little worse, and keeps the best. All numbers are whole and all luck comes from
the seed, so that every machine finds the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.tournament.history import History
from stammtisch.tournament.seeded_numbers import SeededNumbers

TRIES = 200  # exchanges for each player …
AT_LEAST = 5000  # … and for a small field, as many as this
ATTEMPTS = 4  # searches of a field that is small enough for them
SMALL = 40
CHOICES = 12  # arrangements that are compared by the round they would leave


def pair(
    sizes: Sequence[int],
    players: Sequence[int],
    levels: Sequence[int] | None,
    history: History,
    lots: SeededNumbers,
    *,
    starts: bool = False,
    ahead: bool = False,
) -> list[list[int]]:
    """Tables of these sizes. `levels` are places in the standings, doubled so that equal players can share a mean; who
    gives none wants no Swiss. `starts`: seats will be balanced, so every table should have somebody to start. `ahead`:
    another round follows, and what is best now should not spoil it; that is tried in a small field without levels."""
    search = _Search(sizes, players, levels, history, lots, starts=starts)
    found = [search.run()]
    if len(players) <= SMALL:
        while len(found) < ATTEMPTS and found[-1][0] != search.least:
            found.append(search.run())
    best = min(found, key=lambda each: each[0])
    if not ahead or levels or len(players) > SMALL:
        return best[1]
    choices: list[tuple[int, list[list[int]]]] = []
    while len(choices) < CHOICES and (not choices or choices[-1][0] > 0):
        after = _Search(sizes, players, None, history.after(best[1]), lots)
        choices.append((after.run()[0], best[1]))
        best = min(best, search.run(), key=lambda each: (each[0], each is best))
    return min(choices, key=lambda each: each[0])[1]


class _Search:
    """Players are numbers from 0 here, in the order given.

    What an exchange changes is found from sums that are kept for each table, not from its players one by one.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        players: Sequence[int],
        levels: Sequence[int] | None,
        history: History,
        lots: SeededNumbers,
        *,
        starts: bool = False,
    ) -> None:
        self.sizes, self.players, self.lots = sizes, players, lots
        n = len(players)
        near = (2 * max(sizes)) ** 2  # a table's width in the standings, squared: what is given up for a start
        again = 4 * max(levels) ** 2 + 4 * near if levels else 10  # more than what any one exchange changes
        self.start_weight = (near if levels else 1) if starts else 0
        fewest = min(history.starts(player) for player in players)
        self.starts = [history.starts(player) - fewest for player in players]
        self.levels = levels or [0] * n
        self.met = [[0] * n for _ in players]  # what it costs if two meet again
        index = {player: i for i, player in enumerate(players)}
        for (one, other), times in history.met.items():
            if one in index and other in index:
                i, j = index[one], index[other]
                self.met[i][j] = self.met[j][i] = again * times
        self.known = [frozenset(i for i, cost in enumerate(row) if cost) for row in self.met]
        # Exchanges are tried between players who stand near each other; without levels, between all.
        self.order = sorted(range(n), key=lambda i: self.levels[i])
        self.reach = min(n - 1, 4 * max(sizes)) if levels else n - 1
        self.worse = near if levels else again  # the most that is accepted at first
        self.least = -1 if levels else 0  # a cost that cannot be beaten
        self.tables: list[list[int]] = []
        self.sums: list[int] = []  # of each table: the levels of its players added up,
        self.clash: list[int] = []  # what it costs that some have met before,
        self.low: list[int] = []  # and the fewest starts
        self.moved_a = self.moved_b = 0  # by how much the clashes grow that `change` was last asked about

    def begin(self) -> None:
        """By lot; Swiss in the order of the standings, equal players by lot."""
        order = self.lots.shuffled(range(len(self.players)))
        order.sort(key=lambda i: self.levels[i])
        self.tables = []
        for size in self.sizes:
            self.tables.append(order[:size])
            order = order[size:]
        self.add_up()

    def add_up(self) -> None:
        """The sums of every table, from its players."""
        self.sums = [sum(self.levels[i] for i in table) for table in self.tables]
        self.clash = [sum(self.met[i][j] for i in table for j in table) // 2 for table in self.tables]
        self.low = [min(self.starts[i] for i in table) for table in self.tables]

    def cost(self) -> int:
        found = sum(self.clash) + self.start_weight * sum(self.low)
        for table, total in zip(self.tables, self.sums, strict=True):  # squared differences of all pairs of a table
            found += len(table) * sum(self.levels[i] ** 2 for i in table) - total**2
        return found

    def run(self) -> tuple[int, list[list[int]]]:
        self.begin()
        tables, order, reach, n = self.tables, self.order, self.reach, len(self.players)
        where = {i: at for at, table in enumerate(tables) for i in table}
        cost = best = self.cost()
        since: list[tuple[int, int, int, int]] = []  # what was exchanged since the best was found
        tries = max(AT_LEAST, TRIES * n) if len(tables) > 1 else 0
        numbers = self.lots.stream(n * reach)
        for step in range(tries):
            if best == self.least:
                break
            at, further = divmod(next(numbers), reach)
            i, j = order[at], order[(at + 1 + further) % n]
            a, b = where[i], where[j]
            if a == b:
                continue
            most = max(0, self.worse * (tries - 2 * step) // tries)  # in the second half, nothing that is worse
            more = self.change(a, i, b, j, most)
            if more <= most:
                self.exchange(a, i, b, j)
                where[i], where[j] = b, a
                cost += more
                since.append((a, i, b, j))
                if cost < best:
                    best = cost
                    since.clear()
        for a, i, b, j in reversed(since):
            one, other = tables[a], tables[b]
            one[one.index(j)], other[other.index(i)] = i, j
        self.add_up()
        best -= self.settle()
        return best, [[self.players[i] for i in table] for table in tables]

    def lowest(self, a: int, i: int, j: int) -> int:
        """The fewest starts at table a with player j in place of player i."""
        low, new = self.low[a], self.starts[j]
        if new <= low or self.starts[i] > low:
            return min(new, low)
        return min([self.starts[x if x != i else j] for x in self.tables[a]])

    def change(self, a: int, i: int, b: int, j: int, most: int) -> int:
        """By how much the cost grows if player i of table a and player j of table b change places; if that is more than
        `most`, anything that is more."""
        one, other = self.tables[a], self.tables[b]
        mine, theirs = self.levels[i], self.levels[j]
        more = 0
        if mine != theirs:
            rest = self.sums[a] - mine - self.sums[b] + theirs  # of one table without i, less the other without j
            more = (theirs - mine) * ((theirs + mine) * (len(one) - len(other)) - 2 * rest)
        if self.start_weight and self.starts[i] != self.starts[j]:
            after = self.lowest(a, i, j) + self.lowest(b, j, i)
            more += self.start_weight * (after - self.low[a] - self.low[b])
        if more > most and not self.clash[a] and not self.clash[b]:
            return more  # meetings can only add to it
        met, known = self.met[i], self.met[j]
        self.moved_a = self.moved_b = 0
        if self.clash[a] or not self.known[j].isdisjoint(one):
            self.moved_a = sum([known[x] for x in one]) - sum([met[x] for x in one]) - met[j]  # they do not meet
        if self.clash[b] or not self.known[i].isdisjoint(other):
            self.moved_b = sum([met[x] for x in other]) - sum([known[x] for x in other]) - met[j]
        return more + self.moved_a + self.moved_b

    def exchange(self, a: int, i: int, b: int, j: int) -> None:
        """Let them change places; `change` must just have been asked."""
        one, other = self.tables[a], self.tables[b]
        if self.start_weight and self.starts[i] != self.starts[j]:
            self.low[a], self.low[b] = self.lowest(a, i, j), self.lowest(b, j, i)
        one[one.index(i)], other[other.index(j)] = j, i
        self.clash[a] += self.moved_a
        self.clash[b] += self.moved_b
        moved = self.levels[j] - self.levels[i]
        self.sums[a] += moved
        self.sums[b] -= moved

    def settle(self) -> int:
        """Exchange whatever makes it better until nothing does; by how much it got better."""
        gained, better = 0, True
        while better:
            better = False
            ends = [self.ends(table) for table in self.tables]
            for a, one in enumerate(self.tables):
                for b in range(a):
                    if self.cannot_gain(a, b, *ends[a], *ends[b]):
                        continue
                    other = self.tables[b]
                    for at in range(len(one)):
                        for to in range(len(other)):
                            more = self.change(a, one[at], b, other[to], -1)
                            if more < 0:
                                self.exchange(a, one[at], b, other[to])
                                gained, better = gained - more, True
                                ends[a], ends[b] = self.ends(one), self.ends(other)
        return gained

    def ends(self, table: list[int]) -> tuple[int, int]:
        """The lowest and the highest level at a table."""
        levels = [self.levels[i] for i in table]
        return min(levels), max(levels)

    def cannot_gain(self, a: int, b: int, low_a: int, high_a: int, low_b: int, high_b: int) -> bool:
        """Is it certain that no exchange between two tables makes it better? Most pairs of tables need no closer look.

        The most to be gained are clashes and starts; who has the fewest starts of both stays at one of them. Where all
        of one table stand above all of the other, an exchange costs at least the least product in `change`.
        """
        most = self.clash[a] + self.clash[b] + self.start_weight * abs(self.low[a] - self.low[b])
        if low_a < high_b:
            a, b, low_a, high_a, low_b, high_b = b, a, low_b, high_b, low_a, high_a
            if low_a < high_b:
                return False
        larger = len(self.tables[a]) - len(self.tables[b])
        rest = self.sums[a] - high_a - self.sums[b] + low_b
        factor = 2 * rest - max(larger * (high_a + high_b), larger * (low_a + low_b))
        return factor >= 0 and (low_a - high_b) * factor >= most


def seated(table: Sequence[int], history: History, lots: SeededNumbers) -> list[int]:
    """The players of a table on its seats so that, above all, who has started least starts, and nobody always sits on
    the same seat; what is equal goes by lot. The best of all orders is found by sets of players already seated."""
    order = lots.shuffled(table)
    size = len(order)
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for seat in range(size):
        after: dict[int, tuple[int, list[int]]] = {}
        for taken, (cost, seats) in best.items():
            for i in range(size):
                if taken >> i & 1:
                    continue
                weight = 2 * history.sat[order[i], seat] + 1
                found = cost + weight * (100 if seat == 0 else 1)
                if taken | 1 << i not in after or found < after[taken | 1 << i][0]:
                    after[taken | 1 << i] = (found, [*seats, order[i]])
        best = after
    return best[(1 << size) - 1][1]
