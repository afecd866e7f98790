"""A node: a server that may share its database with others. This is what the rest of the server knows of that.

A server alone has everything, and nobody needs to be told of anything: `Alone`. One of several is a `Member`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias

from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.log import Statement

FREED = "freed"
"""The topic of leases that anybody may take."""

Heard: TypeAlias = Callable[[str | None], None]
"""Called with what another node told; None: something may have been missed, so look at everything again."""


class Owner(NamedTuple):
    """A node that has something."""

    epoch: int
    name: str
    address: str


class Elsewhere(Refusal):
    """Another node has it. Whoever asks is relayed there (process/relay.py)."""

    def __init__(self, owner: Owner) -> None:
        super().__init__("elsewhere", "another machine of this server has it at the moment; try again", wait=1)
        self.owner = owner


class Leaving(Refusal):
    """This node takes nothing any more: it stops, or has just given this to another."""

    def __init__(self) -> None:
        super().__init__("elsewhere", "another machine of this server takes it over at the moment; try again", wait=1)


class Node(ABC):
    name = ""
    epoch: int | None = None
    """The number of this process among the nodes; None: it is alone, or it has been given up."""
    draining = False
    """It stops, and the others take over what it has."""
    hears = True
    """What other nodes tell arrives at once. While it does not, nothing in memory may be believed that they change."""

    @property
    @abstractmethod
    def is_alone(self) -> bool: ...

    @abstractmethod
    async def take(self, name: str) -> None:
        """Have something, so that no other node changes it; Elsewhere, if another has it."""

    @abstractmethod
    async def bring(self, name: str) -> None:
        """Have something, even if another node has it: that one is asked to give it away."""

    @abstractmethod
    async def holds(self, role: str) -> bool:
        """Is this the node that does something for all of them? If none is, this one becomes it. Names of roles begin
        with an exclamation mark, and no table's does."""

    @abstractmethod
    async def give(self, names: Collection[str]) -> None:
        """Let another node have these, which nobody uses here any more."""

    @abstractmethod
    def claims(self, name: str) -> list[Statement]:
        """The same for something new: to be written with its first row."""

    @abstractmethod
    async def owner(self, names: Collection[str]) -> Owner | None:
        """The other node that has one of these; None: this one, or nobody."""

    @abstractmethod
    def keeps(self, name: str) -> bool:
        """Does it have something, and will it still have it in a moment?"""

    @abstractmethod
    def tell(self, topic: str, text: str = "") -> list[Statement]:
        """Let the other nodes hear something; to be written with what it is about. For rare things only."""

    @abstractmethod
    def hear(self, topic: str, heard: Heard) -> None:
        """Be called, on the event loop, with what other nodes tell."""


class Alone(Node):
    is_alone = True

    async def take(self, name: str) -> None: ...

    async def bring(self, name: str) -> None: ...

    async def holds(self, role: str) -> bool:
        return True

    async def give(self, names: Collection[str]) -> None: ...

    def claims(self, name: str) -> list[Statement]:
        return []

    async def owner(self, names: Collection[str]) -> Owner | None:
        return None

    def keeps(self, name: str) -> bool:
        return True

    def tell(self, topic: str, text: str = "") -> list[Statement]:
        return []

    def hear(self, topic: str, heard: Heard) -> None: ...
