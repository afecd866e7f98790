"""Gossip: what nodes tell each other twice a second over HTTP, because it is not worth a write, or may not be written.

Tallies are what somebody has used up: every node counts it, whoever was asked for it. Levels are how many of something
a node has at the moment: it tells what has changed, and everything to whom it has not reached. Who cannot be reached is
told later; until then limits hold at each node by itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from stammtisch.server.buckets import Tally
from stammtisch.server.nodes.member import Member, MemberShown
from stammtisch.server.nodes.node import Owner
from stammtisch.server.nodes.others import Others
from stammtisch.server.nodes.peers import NotReached
from stammtisch.server.protocol.nodes import Figures, News
from stammtisch.server.protocol.refusal import Refusal

log = logging.getLogger("stammtisch.nodes")

EVERY = 0.5
PATIENCE = 5
"""Failures in a row, then the operator is told. A node that has just come is not known to all yet."""
PART = 250
"""Numbers in one message, so that it is far shorter than a request may be."""
MOST = 20_000
"""Of what a node could not be told so much is kept; the rest is forgotten."""

T = TypeVar("T")
Item: TypeAlias = tuple[str, str]
"""The name of a tally or a level, and a key as JSON."""


class NodeFigures(NamedTuple):
    """A node, for the operator."""

    node: MemberShown
    figures: Figures | None
    """None: it has told nothing yet."""
    age: float
    """Seconds since it told that."""


@dataclass
class _Peer:
    counts: Counter[Item] = field(default_factory=Counter)
    """What it has not been told."""
    levels: Mapping[Item, int] | None = None
    """What it was told last; None: everything must be told."""
    telling: asyncio.Task[None] | None = None
    failures: int = 0
    """In a row."""


class Gossip:
    def __init__(self, member: Member, figures: Callable[[], Figures]) -> None:
        self._member = member
        self._figures = figures
        self._tallies: dict[str, tuple[Tally, Callable[[Any, float], None]]] = {}
        self._levels: dict[str, tuple[Callable[[], Mapping[Any, int]], Others]] = {}
        self._peers: dict[int, _Peer] = {}
        self._heard: dict[int, tuple[Figures, float]] = {}

    def tally(self, name: str, tally: Tally, heard: Callable[[Any, float], None]) -> None:
        """`heard`: called with what another node has counted."""
        self._tallies[name] = tally, heard

    def level(self, name: str, here: Callable[[], Mapping[Any, int]], others: Others) -> None:
        self._levels[name] = here, others

    def nodes(self) -> list[NodeFigures]:
        """All of them, this one too."""
        found = []
        for each in self._member.members:
            figures, at = self._heard.get(each.epoch, (None, 0.0))
            if each.epoch == self._member.epoch:
                figures, at = self._figures(), time.monotonic()
            found.append(NodeFigures(each, figures, time.monotonic() - at))
        return found

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                self._tell_all()
            except Exception:  # limits hold at each node by itself
                log.exception("the other nodes could not be told")

    def _tell_all(self) -> None:
        others = {each.epoch: each for each in self._member.members if each.epoch != self._member.epoch}
        for gone in self._peers.keys() - others.keys():
            del self._peers[gone]
        for gone in self._heard.keys() - others.keys():
            self._forget(gone)
        counts = Counter(
            {(name, _text(key)): n for name, (tally, _) in self._tallies.items() for key, n in tally.fresh().items()}
        )
        levels = {(name, _text(key)): n for name, (here, _) in self._levels.items() for key, n in here().items()}
        for epoch, shown in others.items():
            peer = self._peers.setdefault(epoch, _Peer())
            if len(peer.counts) < MOST:
                peer.counts.update(counts)
            if peer.telling is None or peer.telling.done():
                peer.telling = asyncio.ensure_future(self._tell(shown, peer, levels))

    async def _tell(self, shown: MemberShown, peer: _Peer, levels: Mapping[Item, int]) -> None:
        counts, peer.counts = peer.counts, Counter()
        before, peer.levels = peer.levels, None
        try:
            for news in self._messages(counts, before, levels):
                owner = Owner(shown.epoch, shown.name, shown.address)
                await self._member.peers.ask(owner, "news", news.model_dump())
            peer.levels, peer.failures = levels, 0
        except NotReached as why:
            peer.failures += 1
            if peer.failures == PATIENCE:
                log.warning("limits hold at each node by itself, and who is at another is not known: %s", why)
            peer.counts.update(counts)  # what has been told already may count twice

    def _messages(
        self, counts: Mapping[Item, float], before: Mapping[Item, int] | None, levels: Mapping[Item, int]
    ) -> Iterator[News]:
        """At least one."""
        anew = before is None
        before = before or {}
        changed = {item: n for item, n in levels.items() if before.get(item) != n}
        changed |= dict.fromkeys(before.keys() - levels.keys(), 0)
        counted, standing = iter(counts.items()), iter(changed.items())
        while True:
            some, more = dict(islice(counted, PART)), dict(islice(standing, PART))
            yield News(
                epoch=self._member.epoch or 0,
                anew=anew,
                figures=self._figures(),
                counts=_by_name(some),
                levels=_by_name(more),
            )
            anew = False
            if len(some) < PART and len(more) < PART:
                return

    # ── Hearing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, news: News) -> None:
        """What another node tells. A Refusal, if this one does not know it yet: it tells everything again then."""
        epoch = news.epoch
        if not any(each.epoch == epoch for each in self._member.members) or not (news.anew or epoch in self._heard):
            raise Refusal("elsewhere", "this node is not known here yet; try again", wait=1)
        if news.anew:
            self._forget(epoch)
        self._heard[epoch] = news.figures, time.monotonic()
        for name, counts in news.counts.items():
            if name in self._tallies:  # else a newer version tells it
                for key, n in counts.items():
                    self._tallies[name][1](_key(key), n)
        for name, levels in news.levels.items():
            if name in self._levels:
                for key, n in levels.items():
                    self._levels[name][1].put(epoch, _key(key), n)

    def _forget(self, epoch: int) -> None:
        self._heard.pop(epoch, None)
        for _, others in self._levels.values():
            others.forget(epoch)

    async def close(self) -> None:
        telling = [peer.telling for peer in self._peers.values() if peer.telling]
        for each in telling:
            each.cancel()
        await asyncio.gather(*telling, return_exceptions=True)


def _by_name(items: Mapping[Item, T]) -> dict[str, dict[str, T]]:
    found: dict[str, dict[str, T]] = {}
    for (name, key), n in items.items():
        found.setdefault(name, {})[key] = n
    return found


def _text(key: Hashable) -> str:
    return json.dumps(key)


def _key(text: str) -> Hashable:
    found = json.loads(text)
    return tuple(found) if isinstance(found, list) else found
