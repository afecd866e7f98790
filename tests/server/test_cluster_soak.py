"""Three servers on one PostgreSQL under faults, in the short form; `python -m tests.soak.cluster` is the long one."""

from __future__ import annotations

import asyncio

import pytest

from tests.server import postgres
from tests.soak.cluster import soak

SEED = 3


@pytest.fixture(autouse=True)
def needs_postgres(cluster: postgres.Cluster) -> None:
    """Each run has one of its own, which it kills."""


def test_nothing_is_lost_and_all_goes_on() -> None:
    print("seed", SEED)
    found = asyncio.run(soak.run(8, SEED, lease=1.5, finish=False))
    assert found.good, found.audit.faults
    assert found.faults == 8
    assert found.audit.acknowledged > 100


def test_the_audit_finds_servers_without_the_fence() -> None:
    found = asyncio.run(soak.unfenced(SEED))
    assert found.audit.unleased


def test_the_audit_finds_a_log_without_unique_keys() -> None:
    found = asyncio.run(soak.without_keys(SEED))
    assert found.audit.broken
