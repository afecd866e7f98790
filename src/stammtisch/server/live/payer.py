"""Payer: for whom a worker computes. Queues are fair between payers, and each has a budget of CPU time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Payer:
    guest: str | None = None
    """Who asks; None: somebody without a name."""
    address: str | None = None
    """From where (http/limits.py); None: from this machine."""
    left: asyncio.Event | None = field(default=None, compare=False)
    """It is set when the client has left and nobody waits for the answer any more."""

    @property
    def key(self) -> str:
        """Whom the queue counts: the guest, or without one the address."""
        return f"guest {self.guest}" if self.guest is not None else f"address {self.address}"

    @property
    def place(self) -> str:
        """With whom he takes turns: all at his address; whose address is not known, with himself."""
        return self.key if self.address is None else f"address {self.address}"


SERVER = Payer()
"""The server itself."""
