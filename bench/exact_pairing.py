"""The best possible pairing by exact search, for fields so small that all of it can be searched.

What is counted are meetings again: 1 for a second meeting of two players, 2 for a third …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

Tables = tuple[tuple[int, ...], ...]
Met = Counter[tuple[int, int]]


def arrangements(players: Sequence[int], sizes: Sequence[int]) -> Iterator[Tables]:
    """Every way to spread players over tables; tables of one size are alike."""
    if not players:
        yield ()
        return
    first, *others = players
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others_at_table in combinations(others, size - 1):
            rest = [player for player in others if player not in others_at_table]
            for tables in arrangements(rest, left):
                yield ((first, *others_at_table), *tables)


def pairs(tables: Tables) -> list[tuple[int, int]]:
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def fewest_in_round(players: Sequence[int], sizes: Sequence[int], met: Met) -> int:
    """The fewest meetings again that any arrangement of the next round has."""
    return min(sum(met[pair] for pair in pairs(tables)) for tables in arrangements(players, sizes))


def fewest_in_all_rounds(players: int, sizes: Sequence[int], rounds: int) -> int:
    """The fewest meetings again in all rounds together. The first can be any: before it all players are alike."""
    everything = [pairs(tables) for tables in arrangements(range(players), sizes)]
    best = [rounds * players * players]

    def go_on(met: Met, left: int, again: int) -> None:
        if again >= best[0]:
            return
        if not left:
            best[0] = again
            return
        options = sorted((sum(met[pair] for pair in each), at) for at, each in enumerate(everything))
        for more, at in options:
            if again + more >= best[0] or best[0] == 0:
                return
            go_on(met + Counter(everything[at]), left - 1, again + more)

    go_on(Counter(everything[0]), rounds - 1, 0)
    return best[0]
