"""Lists that are fair: however much one opens, the others stay in sight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

LOOKED_AT = 1000
"""So many of the latest are looked at for a list."""

T = TypeVar("T")


def fairly(items: Sequence[T], whose: Callable[[T], Hashable], limit: int) -> list[T]:
    """So many of them, in their order: first the first of each, then the second of each, and so on."""
    if len(items) <= limit:
        return list(items)
    count: Counter[Hashable] = Counter()
    ranks = []
    for number, item in enumerate(items):
        owner = whose(item)
        ranks.append((count[owner], number))
        count[owner] += 1
    return [items[number] for number in sorted(number for _, number in sorted(ranks)[:limit])]
