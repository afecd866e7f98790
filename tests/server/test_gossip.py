"""What nodes tell each other: told once, told later to whom it did not reach, and forgotten with who told it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import cast

import pytest

from stammtisch.server.buckets import Buckets
from stammtisch.server.live.presence import Presence
from stammtisch.server.live.quotas import OPEN, Quotas
from stammtisch.server.nodes.gossip import PART, Gossip
from stammtisch.server.nodes.member import Member, MemberShown
from stammtisch.server.nodes.node import Owner
from stammtisch.server.nodes.others import Others
from stammtisch.server.nodes.peers import NotReached
from stammtisch.server.people.attempts import Attempts
from stammtisch.server.protocol.nodes import Figures, News
from stammtisch.server.protocol.refusal import Refusal

FAR = "203.0.113.7"


class Lines:
    """Nodes in one process; each sends its messages as JSON, as over HTTP, unless its line is cut."""

    def __init__(self) -> None:
        self.nodes: dict[int, LineNode] = {}
        self.cut: set[int] = set()
        self.messages = 0

    @property
    def members(self) -> list[MemberShown]:
        return [MemberShown(epoch, f"node {epoch}", "http://x", "1", draining=False, left=5.0) for epoch in self.nodes]

    async def ask(self, owner: Owner, what: str, body: Mapping[str, object]) -> None:
        news = News.model_validate(json.loads(json.dumps(body)))  # as a route has it
        if {owner.epoch, news.epoch} & self.cut:
            raise NotReached("it is cut")
        self.messages += 1
        try:
            self.nodes[owner.epoch].gossip.hear(news)
        except Refusal as refusal:
            raise NotReached(str(refusal)) from None

    async def round(self) -> None:
        """All tell all."""
        for each in self.nodes.values():
            await each.tell()


class LineNode:
    def __init__(self, lines: Lines, epoch: int) -> None:
        self.epoch, self.peers, self._lines = epoch, lines, lines
        lines.nodes[epoch] = self
        self.gossip = Gossip(cast(Member, self), lambda: Figures(tables=epoch, people=0, lag=0.0))
        self.bucket, self.attempts = Buckets(0.001, 10), Attempts(5, 60.0)
        self.presence, self.quotas = Presence(lambda: 1000), Quotas()
        self.things: Counter[str] = Counter()
        self.others = Others()
        for name, buckets in {"bucket": self.bucket, **self.quotas.shared()}.items():
            self.gossip.tally(name, buckets.tally, buckets.taken_elsewhere)
        self.gossip.tally("tries", self.attempts.tally, self.attempts.tried_elsewhere)
        self.gossip.tally("over", self.quotas.ended, self.quotas.ended_elsewhere)
        self.gossip.level("things", lambda: self.things, self.others)
        self.gossip.level("here", self.presence.here, self.presence.elsewhere)
        self.gossip.level("open", self.quotas.open, self.quotas.open_elsewhere)

    @property
    def members(self) -> list[MemberShown]:
        return self._lines.members

    async def tell(self) -> None:
        self.gossip._tell_all()
        await asyncio.gather(*(each.telling for each in self.gossip._peers.values() if each.telling))


def runs(number: int, play: Callable[..., Awaitable[None]]) -> None:
    async def run() -> None:
        lines = Lines()
        nodes = [LineNode(lines, epoch) for epoch in range(1, number + 1)]
        await lines.round()
        await play(lines, *nodes)

    asyncio.run(run())


def test_what_is_taken_at_one_node_is_taken_at_all_once() -> None:
    async def play(lines: Lines, one: LineNode, two: LineNode, three: LineNode) -> None:
        for _ in range(4):
            assert not one.bucket.take(FAR)
        assert not two.bucket.take((FAR, 7), 2.0)
        for _ in range(3):
            await lines.round()
        assert not three.bucket.take(FAR, 6.0)
        assert three.bucket.take(FAR, 0.5) > 0
        assert three.bucket.take((FAR, 7), 8.5) > 0
        assert not three.bucket.take((FAR, 7), 8.0)
        assert not three.bucket.take("another", 10.0)  # the control

    runs(3, play)


def test_wrong_tries_count_at_all_nodes_and_right_ones_are_forgiven() -> None:
    async def play(lines: Lines, one: LineNode, two: LineNode) -> None:
        for _ in range(4):
            one.attempts.begin(FAR)
        await lines.round()
        two.attempts.begin(FAR)
        with pytest.raises(Refusal, match="too many wrong"):
            two.attempts.begin(FAR)
        two.attempts.forgive(FAR)
        await lines.round()
        one.attempts.begin(FAR)
        await lines.round()
        one.attempts.forgive(FAR)  # it was told as wrong already
        await lines.round()
        two.attempts.begin(FAR)
        with pytest.raises(Refusal, match="too many wrong"):
            two.attempts.begin(FAR)

    runs(2, play)


def test_levels_follow_and_only_what_changes_is_told() -> None:
    async def play(lines: Lines, one: LineNode, two: LineNode) -> None:
        one.things.update({f"{n}": n + 1 for n in range(2 * PART + 1)})
        before = lines.messages
        await one.tell()
        assert lines.messages == before + 3
        one.things["7"] = 1
        del one.things["8"]
        await one.tell()
        assert lines.messages == before + 4
        assert [two.others[each] for each in ("0", "7", "8", "400")] == [1, 1, 0, 401]
        assert "8" not in two.others
        two.things["7"] = 10
        await lines.round()
        assert (one.others["7"], two.others["7"]) == (10, 1)

    runs(2, play)


def test_who_was_cut_off_is_told_later() -> None:
    async def play(lines: Lines, one: LineNode, two: LineNode) -> None:
        one.things.update({"kept": 1, "lost": 2})
        await lines.round()
        lines.cut.add(2)
        one.things["new"] = 3
        del one.things["lost"]
        one.bucket.take(FAR, 9.0)
        for _ in range(3):
            await lines.round()
        assert (two.others["new"], two.others["lost"]) == (0, 2)
        lines.cut.clear()
        await lines.round()
        assert [two.others[each] for each in ("kept", "new", "lost")] == [1, 3, 0]
        assert two.bucket.take(FAR, 2.0) > 0
        assert not two.bucket.take(FAR, 1.0)

    runs(2, play)


def test_a_node_that_is_gone_has_nothing_and_a_new_one_hears_everything() -> None:
    async def play(lines: Lines, one: LineNode, two: LineNode) -> None:
        for each in (one, two):
            each.things["x"] = each.epoch
        await lines.round()
        del lines.nodes[1]
        three = LineNode(lines, 3)
        await lines.round()
        await lines.round()
        assert (two.others["x"], three.others["x"]) == (0, 2)
        assert [(each.node.epoch, each.figures and each.figures.tables) for each in three.gossip.nodes()] == [
            (2, 2),
            (3, 3),
        ]

    runs(2, play)


def test_a_node_that_is_not_known_is_refused() -> None:
    async def play(lines: Lines, one: LineNode) -> None:
        figures = Figures(tables=0, people=0, lag=0.0)
        with pytest.raises(Refusal, match="not known"):
            one.gossip.hear(News(epoch=9, anew=True, figures=figures, counts={}, levels={}))
        LineNode(lines, 2)
        with pytest.raises(Refusal, match="not known"):
            one.gossip.hear(News(epoch=2, anew=False, figures=figures, counts={}, levels={}))

    runs(1, play)


def test_who_is_at_another_node_is_here() -> None:
    async def play(lines: Lines, one: LineNode, two: LineNode) -> None:
        for _ in range(2):
            one.presence.enter("Ann")
        two.presence.enter("Ann")
        await lines.round()
        assert (one.presence.connections("Ann"), two.presence.connections("Ann")) == (3, 3)
        two.presence.exit("Ann")
        assert two.presence.is_here("Ann")
        for _ in range(2):
            one.presence.exit("Ann")
        await lines.round()
        assert not two.presence.is_here("Ann")

    runs(2, play)


def test_tables_opened_at_one_node_count_at_all_until_they_are_over_anywhere() -> None:
    async def play(lines: Lines, one: LineNode, two: LineNode) -> None:
        for number in range(OPEN):
            one.quotas.opened(f"table {number}", "Ann", FAR)
        await lines.round()
        with pytest.raises(Refusal, match="not over"):
            two.quotas.may_open("Ann", FAR)
        two.quotas.over("table 7")
        await lines.round()
        await lines.round()
        two.quotas.may_open("Ann", FAR)
        one.quotas.may_open("Ann", FAR)

    runs(2, play)


def test_a_server_alone_keeps_nothing_for_others() -> None:
    bucket = Buckets(1, 10)
    bucket.take(FAR)
    assert bucket.tally.fresh() == {}
    bucket.take(FAR)
    bucket.take("here", times=100)  # whoever has a larger bucket meets no limit anywhere
    assert bucket.tally.fresh() == {FAR: 1.0}
    assert bucket.tally.fresh() == {}
