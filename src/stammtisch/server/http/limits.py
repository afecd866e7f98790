"""Limits for each address: how many sockets at once, and how many changes a minute. This machine itself has none.

Behind a proxy every address is the proxy's; it must have limits of its own, and headers that claim another address are
not believed.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.types import Scope

SOCKETS = 200
CHANGES = 100
MINUTE = 60.0


@dataclass
class Limits:
    sockets: int = SOCKETS
    changes: int = CHANGES
    """Requests that make or change something (guests, tables, seats) or need much thought (hints, reviews)."""
    _open: Counter[str] = field(default_factory=Counter)
    _made: Counter[str] = field(default_factory=Counter)
    _since: float = field(default_factory=time.monotonic)

    def enter(self, scope: Scope) -> bool:
        """A socket is opened; False: this address has enough of them. If True, `leave` must follow."""
        address = address_of(scope)
        if address is None:
            return True
        if self._open[address] >= self.sockets:
            return False
        self._open[address] += 1
        return True

    def leave(self, scope: Scope) -> None:
        address = address_of(scope)
        if address is not None:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def may_change(self, scope: Scope) -> bool:
        address = address_of(scope)
        if address is None:
            return True
        now = time.monotonic()
        if now - self._since >= MINUTE:
            self._made.clear()
            self._since = now
        self._made[address] += 1
        return self._made[address] <= self.changes


def address_of(scope: Scope) -> str | None:
    """Whose limits count; None: nobody's. An IPv6 network is one address, for its owner has 2⁶⁴ of them."""
    client = scope.get("client")
    if not client:
        return None
    try:
        found = ip_address(client[0].partition("%")[0])
    except ValueError:
        return str(client[0])
    if found.version == 6 and found.ipv4_mapped:
        found = found.ipv4_mapped
    if is_here(found):
        return None
    return str(found) if found.version == 4 else found.exploded[:19]


def is_here(address: IPv4Address | IPv6Address) -> bool:
    return address.is_loopback
