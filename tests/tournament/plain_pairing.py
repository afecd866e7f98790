"""The search for a pairing in its plain form: every exchange is weighed player by player.

Draws that were published follow from this search, so that tournament/pairing.py must find the same, however quickly.
"""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.tournament import History, SeededNumbers
from stammtisch.tournament.pairing import AT_LEAST, ATTEMPTS, CHOICES, SMALL, TRIES


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
    """Players are numbers from 0 here, in the order given."""

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
        self.sizes, self.players, self.levels, self.lots = sizes, players, levels, lots
        n = len(players)
        near = (2 * max(sizes)) ** 2  # a table's width in the standings, squared: what is given up for a start
        again = 4 * max(levels) ** 2 + 4 * near if levels else 10  # more than what any one exchange changes
        self.start_weight = (near if levels else 1) if starts else 0
        fewest = min(history.starts(player) for player in players)
        self.starts = [history.starts(player) - fewest for player in players]
        self.weights = [[0] * n for _ in players]
        for i in range(n):
            for j in range(i):
                met = history.meetings(players[i], players[j])
                weight = again * met
                if levels:
                    weight += (levels[i] - levels[j]) ** 2
                self.weights[i][j] = self.weights[j][i] = weight
        # Exchanges are tried between players who stand near each other; without levels, between all.
        self.order = sorted(range(n), key=lambda i: levels[i]) if levels else list(range(n))
        self.reach = min(n - 1, 4 * max(sizes)) if levels else n - 1
        self.worse = near if levels else again  # the most that is accepted at first
        self.least = -1 if levels else 0  # a cost that cannot be beaten

    def begin(self) -> list[list[int]]:
        """By lot; Swiss in the order of the standings, equal players by lot."""
        order = self.lots.shuffled(range(len(self.players)))
        if self.levels:
            levels = self.levels
            order.sort(key=lambda i: levels[i])
        tables = []
        for size in self.sizes:
            tables.append(order[:size])
            order = order[size:]
        return tables

    def cost(self, tables: list[list[int]]) -> int:
        pairs = sum(self.weights[i][j] for table in tables for i in table for j in table) // 2
        return pairs + self.start_weight * sum(min(self.starts[i] for i in table) for table in tables)

    def run(self) -> tuple[int, list[list[int]]]:
        tables = self.begin()
        where = {i: at for at, table in enumerate(tables) for i in table}
        cost = best = self.cost(tables)
        kept = [list(table) for table in tables]
        n = len(self.players)
        tries = max(AT_LEAST, TRIES * n) if len(tables) > 1 else 0
        for step in range(tries):
            if best == self.least:
                break
            at, further = divmod(self.lots.below(n * self.reach), self.reach)
            i, j = self.order[at], self.order[(at + 1 + further) % n]
            if where[i] == where[j]:
                continue
            one, other = tables[where[i]], tables[where[j]]
            more = self.change(one, i, other, j)
            if more <= max(0, self.worse * (tries - 2 * step) // tries):  # in the second half, nothing that is worse
                one[one.index(i)], other[other.index(j)] = j, i
                where[i], where[j] = where[j], where[i]
                cost += more
                if cost < best:
                    best, kept = cost, [list(table) for table in tables]
        best -= self.settle(kept)
        return best, [[self.players[i] for i in table] for table in kept]

    def change(self, one: list[int], i: int, other: list[int], j: int) -> int:
        """By how much the cost grows if player i of one table and player j of another change places."""
        mine, theirs = self.weights[i], self.weights[j]
        more = -2 * mine[j]  # both sums count these two against each other
        for x in one:
            more += theirs[x] - mine[x]
        for x in other:
            more += mine[x] - theirs[x]
        starts = self.starts
        if self.start_weight and starts[i] != starts[j]:
            before = min([starts[x] for x in one]) + min([starts[x] for x in other])
            after = min([starts[x if x != i else j] for x in one]) + min([starts[x if x != j else i] for x in other])
            more += self.start_weight * (after - before)
        return more

    def settle(self, tables: list[list[int]]) -> int:
        """Exchange whatever makes it better until nothing does; by how much it got better."""
        gained, better = 0, True
        while better:
            better = False
            for a in range(len(tables)):
                for b in range(a):
                    for at in range(len(tables[a])):
                        for to in range(len(tables[b])):
                            more = self.change(tables[a], tables[a][at], tables[b], tables[b][to])
                            if more < 0:
                                tables[a][at], tables[b][to] = tables[b][to], tables[a][at]
                                gained, better = gained - more, True
        return gained
