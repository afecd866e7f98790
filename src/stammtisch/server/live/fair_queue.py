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


class FairQueue(Generic[T]):
    """What waits. The caller says how much may wait, and who has to wait although it would be his turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}  # in the order in which it is the payers' turn
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[T]:
        return (item for items in self._waiting.values() for item in items)

    def of(self, payer: Payer) -> int:
        """How much waits for this payer."""
        return len(self._waiting.get(payer.key, ()))

    def of_address(self, address: str) -> int:
        return self._addresses[address]

    def put(self, item: T) -> None:
        self._waiting.setdefault(item.payer.key, deque()).append(item)
        if item.payer.address is not None:
            self._addresses[item.payer.address] += 1

    def take(self, busy: Counter[str], at_once: int | None) -> T | None:
        """The next one; None: there is none. A payer with `at_once` items in `busy` has to wait."""
        for key, items in self._waiting.items():
            if at_once is not None and busy[key] >= at_once:
                continue
            item = items[0]
            self.drop(item)
            if key in self._waiting:  # all others come first now
                self._waiting[key] = self._waiting.pop(key)
            return item
        return None

    def drop(self, item: T) -> bool:
        """Take this one out; False: it does not wait."""
        items = self._waiting.get(item.payer.key)
        if items is None or item not in items:
            return False
        items.remove(item)
        if not items:
            del self._waiting[item.payer.key]
        address = item.payer.address
        if address is not None:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
        return True
