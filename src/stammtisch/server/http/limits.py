"""Limits for each address: connections, sockets and long polls at once; requests, changes and dear questions in time.

This machine has limits, too, but a hundred times as wide: a family at home never meets them. Behind a proxy that is not
trusted (proxies.py) everybody shares them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from starlette.types import Scope

from stammtisch.server.buckets import HERE, Buckets
from stammtisch.server.http import handles
from stammtisch.server.http.proxies import plain_address
from stammtisch.server.nodes.others import Others
from stammtisch.server.protocol.refusal import busy

SOCKETS = 200
CHANGES = 100
"""Requests a minute that make or change something: guests, tables, seats."""
POLLS = 500
"""Requests at once that wait for news. A whole hall may play a tournament behind one address."""
REQUESTS, AT_ONCE = 50.0, 2000
"""Requests of any kind: so many a second in the long run, so many at once."""
POINTS, POINTS_AT_ONCE = 5.0, 300
"""What dear questions cost is counted in points: so many a second, so many at once."""
MINUTE = 60.0
SHARED = ("sockets", "polls")
"""What an address may have at all nodes together. Connections are each machine's own."""
SHARE = 4
"""No other address may have more than this part of all connections."""
CROWDED = 0.8
"""Above this part of all connections, new ones are for those who play."""


class Limits:
    def __init__(self, sockets: int = SOCKETS, changes: int = CHANGES, connections: int | None = None) -> None:
        """`connections`: how many the process can have; None: what the system allows."""
        self.most = handles.connections() if connections is None else connections
        self._connected = 0
        self._at_once = {"sockets": sockets, "polls": POLLS, "connections": self.most}
        self._open: dict[str, Counter[str | None]] = {kind: Counter() for kind in self._at_once}
        self._elsewhere = {kind: Others() for kind in SHARED}
        self._requests = Buckets(REQUESTS, AT_ONCE)
        self._changes = Buckets(changes / MINUTE, changes)
        self._points = Buckets(POINTS, POINTS_AT_ONCE)

    # ── At once ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def is_crowded(self) -> bool:
        """So many are connected that the rest is for those who play."""
        return self._connected >= CROWDED * self.most

    @property
    def is_full(self) -> bool:
        return self._connected >= self.most

    def connect(self, address: str | None) -> bool:
        """A connection comes in; False: there are too many. If True, `disconnect` must follow."""
        if self.is_full or not self._enter("connections", address):
            return False
        self._connected += 1
        return True

    def disconnect(self, address: str | None) -> None:
        self._connected -= 1
        self._leave("connections", address)

    def enter(self, scope: Scope) -> bool:
        """A socket is opened; False: this address has enough of them. If True, `leave` must follow."""
        return self._enter("sockets", address_of(scope))

    def leave(self, scope: Scope) -> None:
        self._leave("sockets", address_of(scope))

    @contextmanager
    def polling(self, address: str | None) -> Iterator[None]:
        """Somebody waits for news, and holds a connection as long as that takes."""
        if self.is_crowded or not self._enter("polls", address):
            raise busy(30, "too many wait for news here")
        try:
            yield
        finally:
            self._leave("polls", address)

    def _enter(self, kind: str, address: str | None) -> bool:
        most = self._at_once[kind]
        allowed = min(most * HERE, self.most) if address is None else min(most, max(1, self.most // SHARE))
        elsewhere = self._elsewhere[kind][address] if kind in SHARED else 0
        if self._open[kind][address] + elsewhere >= allowed:
            return False
        self._open[kind][address] += 1
        return True

    def _leave(self, kind: str, address: str | None) -> None:
        self._open[kind][address] -= 1
        if not self._open[kind][address]:
            del self._open[kind][address]

    # ── Among several nodes ──────────────────────────────────────────────────────────────────────────────────────────

    def levels(self) -> dict[str, tuple[Callable[[], Mapping[str, int]], Others]]:
        """What is counted at all nodes together: what each address has here, and elsewhere."""
        return {kind: (partial(self._of_addresses, kind), self._elsewhere[kind]) for kind in SHARED}

    def shared(self) -> dict[str, Buckets]:
        """The same of what is counted in time."""
        return {"requests": self._requests, "changes": self._changes, "points": self._points}

    def _of_addresses(self, kind: str) -> Mapping[str, int]:
        return {address: number for address, number in self._open[kind].items() if address is not None}

    # ── In time ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def request(self, scope: Scope) -> float:
        """0, or the seconds after which this address may ask again."""
        return _take(self._requests, address_of(scope))

    def change(self, scope: Scope) -> float:
        """The same for a request that makes or changes something."""
        return _take(self._changes, address_of(scope))

    def pay(self, guest: str | None, address: str | None, points: float) -> None:
        """Whoever asks for something dear pays for it, as a guest and as an address; a Refusal if he cannot."""
        times = HERE if address is None else 1
        wait = max(
            self._points.wait(("address", address), points, times),
            self._points.wait(("guest", guest), points, times) if guest else 0.0,
        )
        if wait:
            raise busy(wait, "you have asked for much")
        self._points.take(("address", address), points, times)
        if guest:
            self._points.take(("guest", guest), points, times)


def _take(buckets: Buckets, address: str | None) -> float:
    return buckets.take(address, times=HERE if address is None else 1)


def address_of(scope: Scope) -> str | None:
    """Whose limits count; None: this machine's. An IPv6 network is one address, for its owner has 2⁶⁴ of them."""
    client = scope.get("client")
    return limited(client[0]) if client else None


def limited(text: str) -> str | None:
    found = plain_address(text)
    if found is None:
        return text
    if is_here(text):
        return None
    return str(found) if found.version == 4 else found.exploded[:19]


def is_here(text: str) -> bool:
    found = plain_address(text)
    return found is not None and found.is_loopback
