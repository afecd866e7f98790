"""FairQueue: takes turns between payers, so that whoever asks for much waits behind his own requests only."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from stammtisch.server.live.payer import Payer


class Paid(Protocol):
    @property
    def payer(self) -> Payer: ...


T = TypeVar("T", bound=Paid)
V = TypeVar("V")


class FairQueue(Generic[T]):
    """What waits. The caller says how much may wait, and who has to wait although it would be his turn.

    Addresses take turns, and at each address its payers: a guest costs nothing, so whoever came with a hundred of them
    would have a hundred turns. Of those whose address is not known, each is one of his own.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[T]]] = {}  # by place, then by payer, in the order of their turns

    def __len__(self) -> int:
        return sum(len(items) for payers in self._waiting.values() for items in payers.values())

    def __iter__(self) -> Iterator[T]:
        return (item for payers in self._waiting.values() for items in payers.values() for item in items)

    def of(self, payer: Payer) -> int:
        """How much waits for this payer."""
        return len(self._waiting.get(payer.place, {}).get(payer.key, ()))

    def of_place(self, payer: Payer) -> int:
        """How much waits for all at his address."""
        return sum(map(len, self._waiting.get(payer.place, {}).values()))

    def put(self, item: T) -> None:
        payer = item.payer
        self._waiting.setdefault(payer.place, {}).setdefault(payer.key, deque()).append(item)

    def take(self, busy: Counter[str], at_once: int | None) -> T | None:
        """The next one; None: there is none. A payer with `at_once` items in `busy` has to wait."""
        for place, payers in self._waiting.items():
            for key, items in payers.items():
                if at_once is not None and busy[key] >= at_once:
                    continue
                item = items[0]
                self.drop(item)
                _to_the_end(payers, key)  # all others come first now
                _to_the_end(self._waiting, place)
                return item
        return None

    def drop(self, item: T) -> bool:
        """Take this one out; False: it does not wait."""
        place, key = item.payer.place, item.payer.key
        payers = self._waiting.get(place, {})
        items = payers.get(key)
        if items is None or item not in items:
            return False
        items.remove(item)
        if not items:
            del payers[key]
        if not payers:
            del self._waiting[place]
        return True


def _to_the_end(turns: dict[str, V], key: str) -> None:
    if key in turns:
        turns[key] = turns.pop(key)
