"""Leases and the fence, with PostgreSQL itself: what a node that was given up may not write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from stammtisch.server.storage import leases
from stammtisch.server.storage.commit import commit
from stammtisch.server.storage.log import Conflict, Fenced, Write
from stammtisch.server.storage.store import Store
from tests.server.log_rows import game

LEASE = 60.0  # seconds


@pytest.fixture
def store(cluster: Any) -> Iterator[Store]:
    with closing(Store(cluster.new_database(), node=True)) as store:
        yield store


@pytest.fixture
def ours(store: Store) -> Iterator[Any]:
    with closing(store.connect()) as connection:
        yield connection


@pytest.fixture
def theirs(store: Store) -> Iterator[Any]:
    with closing(store.connect()) as connection:
        yield connection


def registered(connection: Any, name: str, lease: float = LEASE) -> int:
    sql = leases.REGISTER.replace("%s", "?")
    epoch: int = connection.execute(sql, (name, "http://127.0.0.1:1", "1", lease)).fetchone()[0]
    return epoch


def ended(connection: Any) -> list[str]:
    return [name for (name,) in connection.execute(leases.END_SILENT.replace("%s", "?"), (0,)).fetchall()]


def owners(store: Store, *names: str) -> dict[str, str]:
    with store.reading() as connection:
        return {
            row[0]: row[2] for row in connection.exec_driver_sql(leases.OWNER.replace(":names", "%s"), (list(names),))
        }


def test_whoever_was_given_up_writes_nothing(store: Store, ours: Any, theirs: Any) -> None:
    one, two = registered(ours, "one", lease=-1), registered(theirs, "two")
    assert commit(ours, [Write(also=[leases.claim("table", one)])], one) == {}
    assert owners(store, "table") == {"table": "one"}
    assert ended(theirs) == ["one"]
    assert commit(theirs, [Write(also=[leases.claim("table", two)])], two) == {}
    with pytest.raises(Fenced):
        commit(ours, [Write(game("table", 1), epoch=one)], one)
    ours.execute("ROLLBACK")
    assert (store.rows("table"), owners(store, "table")) == ([], {"table": "two"})


def test_nobody_is_given_up_in_the_middle_of_a_transaction(store: Store, ours: Any, theirs: Any) -> None:
    one = registered(ours, "one", lease=-1)
    ours.execute("BEGIN")
    ours.execute(leases.FENCE, (one,))
    assert ended(theirs) == []  # at once: who has a transaction under way is left for the next look
    ours.execute("COMMIT")
    assert ended(theirs) == ["one"]


def test_what_was_prepared_before_a_node_was_given_up_is_a_conflict_afterwards(store: Store, ours: Any) -> None:
    """It has registered anew since; the other writes of the same transaction are made."""
    before = registered(ours, "one", lease=-1)
    assert ended(ours) == ["one"]
    now = registered(ours, "one")
    writes = [Write(game("new", 1), epoch=now), Write(game("old", 1), epoch=before), Write(game("none", 1))]
    refused = commit(ours, writes, now)
    assert [(number, type(each)) for number, each in refused.items()] == [(1, Conflict)]
    assert [len(store.rows(name)) for name in ("new", "old", "none")] == [1, 0, 1]


def test_of_two_that_claim_the_same_one_has_it(store: Store, ours: Any, theirs: Any) -> None:
    one, two = registered(ours, "one"), registered(theirs, "two")
    for connection, epoch in ((ours, one), (theirs, two), (theirs, two)):
        assert commit(connection, [Write(also=[leases.claim("table", epoch)])], epoch) == {}
    assert owners(store, "table") == {"table": "one"}
    commit(theirs, [Write(also=[leases.release("table", two)])], two)  # it is not his to give
    assert owners(store, "table") == {"table": "one"}
    commit(ours, [Write(also=[leases.release("table", one)])], one)
    assert owners(store, "table") == {}
