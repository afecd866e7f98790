"""Others: how many of something the other nodes have, by key, as far as they have told (gossip.py)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable


class Others:
    def __init__(self, ended: Callable[[Hashable], None] = lambda _: None) -> None:
        """`ended`: called with what no other node has any more."""
        self._ended = ended
        self._of: dict[int, dict[Hashable, int]] = defaultdict(dict)
        self._all: Counter[Hashable] = Counter()

    def __getitem__(self, key: Hashable) -> int:
        return self._all[key]

    def __contains__(self, key: Hashable) -> bool:
        return key in self._all

    def put(self, node: int, key: Hashable, number: int) -> None:
        """So many a node has now."""
        before = self._of[node].pop(key, 0)
        if number:
            self._of[node][key] = number
        self._all[key] += number - before
        if not self._all[key]:
            del self._all[key]
            if before:
                self._ended(key)

    def forget(self, node: int) -> None:
        for key in list(self._of[node]):
            self.put(node, key, 0)
        del self._of[node]
