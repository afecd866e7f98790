"""Peers: how nodes ask each other something. They know each other by a secret that is kept in their database."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from typing import Any

from stammtisch.server.nodes.node import Owner

HEADER = "x-stammtisch-node"
"""Carries the secret. Whoever knows it is believed for whom he asks."""
SECONDS = 2.0
"""For an answer of a node that is well."""


class NotReached(Exception):
    """A node does not answer, or not as one does that has what is asked for."""


class Freed(Exception):
    """A node has let go of what was asked for."""


class Peers:
    def __init__(self) -> None:
        self.secret = ""
        self._client: Any = None

    @property
    def client(self) -> Any:
        """An httpx.AsyncClient, with as many connections as are needed."""
        if self._client is None:
            import httpx  # with the extra for PostgreSQL

            limits = httpx.Limits(max_connections=None, max_keepalive_connections=100)
            self._client = httpx.AsyncClient(trust_env=False, timeout=SECONDS, limits=limits)
        return self._client

    async def ask(self, owner: Owner, what: str, body: Mapping[str, object]) -> Any:
        """POST /api/node/WHAT there; its answer, from JSON."""
        import httpx

        try:
            answer = await self.client.post(
                f"{owner.address}/api/node/{what}", json=body, headers={HEADER: self.secret}
            )
            if answer.status_code != 200:
                raise NotReached(f"node '{owner.name}' answers {answer.status_code}")
            return answer.json()
        except (httpx.HTTPError, OSError, ValueError) as error:
            raise NotReached(f"node '{owner.name}' cannot be reached: {error}") from error

    def knows(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Is it a node that asks?"""
        said = next((value for name, value in headers if name == HEADER.encode()), None)
        return bool(self.secret) and said is not None and hmac.compare_digest(said, self.secret.encode())

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
