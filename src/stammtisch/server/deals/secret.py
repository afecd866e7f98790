"""The secret that the seeds of all daily deals follow from. It is made once, and is in the database and its backups:
after a restart, and at every node, the deals are the same."""

from __future__ import annotations

import asyncio

from stammtisch.fair import fresh
from stammtisch.fair.deal import hash_of_deal, key_of_deal, nonce_of_deal, seed_of_deal
from stammtisch.server.deals.days import DailyDeal
from stammtisch.server.protocol.settings import DealNamed
from stammtisch.server.storage import leases
from stammtisch.server.storage.dealt import secret
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter


class DealKeys:
    """Knows the key of every daily deal."""

    def __init__(self, store: Store, writer: LogWriter) -> None:
        self._store = store
        self._writer = writer
        self._secret: bytes | None = None

    async def ready(self) -> DealKeys:
        """The secret is read, or made if there is none."""
        if self._secret is None:
            found = await asyncio.to_thread(secret, self._store, leases.DEALS)
            if found is None:
                await self._writer.write(Write(also=[leases.keep_secret(leases.DEALS, fresh().hex())]))
                found = await asyncio.to_thread(secret, self._store, leases.DEALS)
            assert found
            self._secret = bytes.fromhex(found)
        return self

    def key(self, deal: DailyDeal) -> bytes:
        assert self._secret
        return key_of_deal(self._secret, deal.name)

    def named(self, deal: DailyDeal) -> DealNamed:
        """What may be known of it at any time."""
        return DealNamed(name=deal.name, hash=published(deal.name, self.key(deal)), closes=deal.closes)


def published(name: str, key: bytes) -> str:
    """The hash of the seed of a deal, by its key."""
    return hash_of_deal(name, seed_of_deal(key), nonce_of_deal(key)).hex()
