"""The queue of notices, in both databases: nothing twice, later and later, and counted for limits. One key for all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stammtisch.server.notices import keys, queue
from stammtisch.server.notices.channels import (
    OWNED,
    WANTS,
    Channel,
    all_channels,
    delivered,
    put_channel,
    remove_channel,
)
from stammtisch.server.notices.queue import DAY, MINUTE, notice
from stammtisch.server.storage.log import Statement, Write
from stammtisch.server.storage.store import Store
from tests.server.log_rows import writing

NOW = 10 * DAY


def test_channels_come_back_as_they_were_put(store: Store) -> None:
    with writing(store) as writer:
        one = Channel.new("ana", "mail", "ana@example.org", "de", WANTS, NOW)
        two = Channel.new("ion", "url", "ntfy://topic", "en", ["turn"], NOW + 1)
        writer.submit(Write(also=[put_channel(one), put_channel(two)])).result(30)
        assert all_channels(store) == [one, two]
        assert one.target != two.target == replace(two, address="NTFY://topic", guest="ana").target
        off = replace(two, off="failed", failures=10, sent=NOW)
        writer.submit(Write(also=[delivered(two, off), *remove_channel(one)])).result(30)
        assert all_channels(store) == all_channels(store, "ion") == [off]
        assert all_channels(store, "ana") == []
        on = replace(off, off=None, failures=0)
        writer.submit(Write(also=[put_channel(on), delivered(off, replace(off, failures=11))])).result(30)
        assert all_channels(store) == [replace(on, failures=11)]  # what its owner wished meanwhile stays


def test_a_notice_is_there_once_and_goes_its_way(store: Store) -> None:
    with writing(store) as writer:

        def put(*statements: Statement) -> None:
            writer.submit(Write(also=statements)).result(30)

        channel = Channel.new("ana", "url", "ntfy://topic", "en", WANTS, NOW)
        first = notice(channel, "turn", NOW, "table", 3)
        put(*queue.add([first]), *queue.add([first, notice(channel, "over", NOW + 1, "table", 9)]))
        assert [(each.kind, each.tries) for each in queue.due(store, NOW + 1)] == [("turn", 0), ("over", 0)]
        put(*queue.take([first], NOW))
        assert [each.kind for each in queue.due(store, NOW + 1)] == ["over"]  # the other is under way
        (again, _) = queue.due(store, NOW + queue.LEASE)
        assert again.tries == 1
        put(*queue.failed([replace(first, tries=0)], NOW))
        assert [each.kind for each in queue.due(store, NOW + MINUTE)] == ["turn", "over"]
        put(*queue.failed([replace(first, tries=len(queue.PAUSES))], NOW))
        assert [each.kind for each in queue.due(store, NOW + DAY)] == ["over"]  # given up
        put(*queue.done(queue.due(store, NOW + 1), NOW + 2))
        assert queue.due(store, NOW + 99 * DAY) == []
        assert queue.messages(store, NOW, guest="ana") == 1
        assert queue.messages(store, NOW, target=channel.target) == 1
        assert queue.messages(store, NOW + 3, guest="ana") == queue.messages(store, NOW, guest="ion") == 0
        put(*queue.add([notice(channel, "test", NOW + 5), notice(channel, "confirm", NOW + 6)]))
        assert queue.wishes(store, NOW, guest="ana") == queue.wishes(store, NOW, target=channel.target) == 2
        put(*queue.drop(queue.due(store, NOW + 6)), queue.forget_old(NOW + 40 * DAY))
        assert queue.wishes(store, NOW, guest="ana") == 0


def test_what_belongs_to_somebody_is_named(store: Store) -> None:
    """Whoever builds "delete me" goes by this list."""
    with writing(store) as writer:
        channel = Channel.new("ana", "url", "ntfy://topic", "en", WANTS, NOW)
        writer.submit(Write(also=[put_channel(channel), *queue.add([notice(channel, "test", NOW)])])).result(30)
        gone = [(f"DELETE FROM {table} WHERE {column} = ?", ("ana",)) for table, column in OWNED]
        writer.submit(Write(also=gone)).result(30)
    assert all_channels(store) == []
    assert queue.due(store, NOW) == []


def test_a_key_that_signed_before_is_kept(store: Store, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two", "three")]
    own = [keys.public(each) for each in folders[:2]]
    with writing(store) as writer:
        for each in folders:
            keys.share(each, store, writer)
    assert own[0] != own[1]
    assert [keys.public(each) for each in folders] == [own[0]] * 3
    assert [(each / keys.OLD).exists() for each in folders] == [False, True, False]
