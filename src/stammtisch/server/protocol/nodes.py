"""What nodes of one server ask each other over HTTP. It is no part of the protocol for clients."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stammtisch.server.protocol.message import Message


class LeaseWanted(Message):
    """POST /api/node/release, and its answer: let go of a table, or a tournament with its tables."""

    name: Annotated[str, Field(max_length=100)]
