"""Databases for the server's tests: a real SQLite file and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stammtisch.server.storage.store import Store
from tests.server import postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    try:
        with postgres.running() as cluster:
            yield cluster
    except postgres.Unavailable as reason:
        pytest.skip(f"no PostgreSQL here: {reason}")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty database, one of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/stammtisch.db"
    cluster: postgres.Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()
