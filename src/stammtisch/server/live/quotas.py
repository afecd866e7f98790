"""Quotas: how much one guest, and one address, may open and say. They are kept in memory: nobody but the operator can
restart a server, and no address is ever written to disk."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from stammtisch.server.buckets import HERE, Buckets, Tally
from stammtisch.server.nodes.others import Others
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal, busy
from stammtisch.server.table.commands import Table

HOUR, DAY = 3600.0, 86400.0

TABLES, TABLES_OF_ADDRESS = 60, 120
"""Tables that a guest, and an address, may open at once; the same number comes back in half an hour."""
OPEN, OPEN_OF_ADDRESS = 100, 300
"""Tables of theirs that are not over, of those opened within a day."""
TOURNAMENTS, TOURNAMENTS_OF_ADDRESS = 10, 30
"""The same for tournaments, in an hour."""
CONNECTIONS = 100
"""Connections of one guest, from all his devices."""
TALK, TALK_AT_ONCE = 0.5, 40
"""What a guest may say, a second and at once, wherever he sits and however many connections he has."""
TALK_OF_TABLE, TALK_OF_TABLE_AT_ONCE = 1.0, 100
CHAINS, CHAINS_AT_ONCE = 0.1, 20
"""New chains for the dice. A page needs one in 192 throws."""
MESSAGES, MESSAGES_AT_ONCE = 100.0, 1000
MESSAGES_OF_ADDRESS, MESSAGES_OF_ADDRESS_AT_ONCE = 400.0, 4000
"""Messages of a guest, and of an address, a second and at once, over all their connections. More are read later."""
TOLD, TOLD_AT_ONCE = 1000.0, 10_000
"""Events that a guest, and an address, is welcomed with in words, a second and at once. More are told later."""
PLAIN = 1 / 20
"""What an event without words takes of that."""
PATIENCE = 60.0
"""Seconds; who would have to wait longer is told to come again."""
EVENTS = 10_000
"""Events of a table after which only the game itself goes on. The longest games have two thousand."""


class Opener(NamedTuple):
    """Who opened a table, and when, by a clock that only goes forward."""

    guest: str
    address: str | None
    at: float


class Quotas:
    def __init__(self) -> None:
        self._tables = {
            "guest": Buckets(2 * TABLES / HOUR, TABLES),
            "address": Buckets(2 * TABLES_OF_ADDRESS / HOUR, TABLES_OF_ADDRESS),
        }
        self._tournaments = {
            "guest": Buckets(TOURNAMENTS / HOUR, TOURNAMENTS),
            "address": Buckets(TOURNAMENTS_OF_ADDRESS / HOUR, TOURNAMENTS_OF_ADDRESS),
        }
        self._talk = Buckets(TALK, TALK_AT_ONCE)
        self._talk_of_table = Buckets(TALK_OF_TABLE, TALK_OF_TABLE_AT_ONCE)
        self._chains = Buckets(CHAINS, CHAINS_AT_ONCE)
        self._messages = {
            "guest": Buckets(MESSAGES, MESSAGES_AT_ONCE),
            "address": Buckets(MESSAGES_OF_ADDRESS, MESSAGES_OF_ADDRESS_AT_ONCE),
        }
        self._told = {"guest": Buckets(TOLD, TOLD_AT_ONCE), "address": Buckets(TOLD, TOLD_AT_ONCE)}
        self._openers: dict[str, Opener] = {}
        self._open: Counter[tuple[str, str | None]] = Counter()
        self.open_elsewhere = Others()
        """Tables opened at other nodes."""
        self.ended = Tally()
        """Tables that are over, and were perhaps opened at another node."""

    # ── Tables and tournaments ───────────────────────────────────────────────────────────────────────────────────────

    def may_open(self, guest: str, address: str | None) -> None:
        """A Refusal, unless this guest may open one more table. `address` is None for this machine itself."""
        self._let_go()
        times = HERE if address is None else 1
        of_guest, of_address = (self._open[key] + self.open_elsewhere[key] for key in _openers(guest, address))
        if of_guest >= OPEN * times or of_address >= OPEN_OF_ADDRESS * times:
            raise Refusal("too_many", "too many of your tables are not over; finish some of them first")
        _pay(self._tables, guest, address, "you have opened many tables")

    def opened(self, table: str, guest: str, address: str | None) -> None:
        self._openers[table] = Opener(guest, address, time.monotonic())
        self._open.update(_openers(guest, address))

    def over(self, table: str) -> None:
        """It does not count any more."""
        if table not in self._openers:
            self.ended.add(table)
        self.ended_elsewhere(table)

    def ended_elsewhere(self, table: str, _: float = 1) -> None:
        if opener := self._openers.pop(table, None):
            for key in _openers(opener.guest, opener.address):
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]

    def open(self) -> Mapping[tuple[str, str | None], int]:
        """Tables opened at this node that are not over, by guest and by address."""
        return self._open

    def shared(self) -> dict[str, Buckets]:
        """What counts at all nodes together."""
        buckets = {"tables": self._tables, "tournaments": self._tournaments}
        return {f"{name} of {kind}": each for name, pair in buckets.items() for kind, each in pair.items()} | {
            "talk": self._talk
        }

    def opener(self, table: str) -> str | None:
        """Whose table it is, for lists that are fair: an address, however many guests it made, or this machine's guest.
        None: it was opened before the server started, or long ago, or is over."""
        found = self._openers.get(table)
        return found and (found.address or found.guest)

    def address(self, table: str) -> str | None:
        """From where it was opened, if that is known; None: from this machine, or it is not."""
        found = self._openers.get(table)
        return found and found.address

    def _let_go(self) -> None:
        """Whoever left tables standing can open others the day after."""
        now = time.monotonic()
        while self._openers:
            table, opener = next(iter(self._openers.items()))
            if now - opener.at < DAY:
                break
            self.over(table)

    def may_hold_tournament(self, guest: str, address: str | None) -> None:
        _pay(self._tournaments, guest, address, "you have opened many tournaments")

    # ── At a table ───────────────────────────────────────────────────────────────────────────────────────────────────

    def check(self, table: Table, command: wire.Command, guest: str | None) -> None:
        """A Refusal, if this command would be too much. Whatever the game needs to go on never is."""
        if table.seq >= EVENTS and isinstance(command, wire.Say | wire.Undo | wire.TakeBack):
            raise Refusal("full", "so much has happened at this table that only its game goes on")
        if isinstance(command, wire.Say):
            wait = max(self._talk.wait(guest), self._talk_of_table.wait(table.name))
            if wait:
                raise busy(wait, "too much is said here")
            self._talk.take(guest)
            self._talk_of_table.take(table.name)
        elif isinstance(command, wire.NewChain) and (wait := self._chains.take((guest, table.name))):
            raise busy(wait, "your chains for the dice are replaced too often")

    def message(self, guest: str | None, address: str | None) -> float:
        """Seconds until a message that has come is to be answered."""
        return _owe(self._messages, guest, address, 1.0)

    def welcome(self, guest: str | None, address: str | None, events: int, *, in_words: bool) -> float:
        """Seconds until a connection may be told so many events; a Refusal, if that is very long."""
        wait = _owe(self._told, guest, address, events * (1.0 if in_words else PLAIN), PATIENCE)
        if wait > PATIENCE:
            raise busy(wait, "your address has asked for too much")
        return wait

    @staticmethod
    def may_connect(connections: int, address: str | None) -> None:
        """A Refusal, if a guest has so many connections that one more is too much."""
        if connections >= CONNECTIONS * (HERE if address is None else 1):
            raise Refusal("too_many", "you have too many connections; close some of them first")


def _openers(guest: str, address: str | None) -> tuple[tuple[str, str | None], ...]:
    """For whom a table counts."""
    return ("guest", guest), ("address", address)


def _pay(buckets: dict[str, Buckets], guest: str, address: str | None, why: str) -> None:
    """For one thing, as a guest and as an address; nothing is taken from one if the other has not enough."""
    times = HERE if address is None else 1
    keys = {"guest": guest, "address": address}
    wait = max(buckets[kind].wait(key, times=times) for kind, key in keys.items())
    if wait:
        raise busy(wait, why)
    for kind, key in keys.items():
        buckets[kind].take(key, times=times)


def _owe(
    buckets: dict[str, Buckets], guest: str | None, address: str | None, price: float, most: float = math.inf
) -> float:
    """The seconds after which both the guest and the address have paid for it; if these are more than `most`, neither
    does. This machine has no such limits."""
    if address is None:
        return 0.0
    keys = {"address": address} if guest is None else {"address": address, "guest": guest}
    wait = max(buckets[kind].debt(key, price) for kind, key in keys.items())
    if wait <= most:
        for kind, key in keys.items():
            buckets[kind].owe(key, price)
    return wait
