"""Kills and a bad network in their short forms; `make soak` runs the long ones."""

from __future__ import annotations

from tests.soak import chaos, server_kill


def test_what_was_acknowledged_survives_kills() -> None:
    found = server_kill.run(kills=2, tables=5, seed=1, least=51)
    assert found.good, found
    assert found.acked > 50


def test_the_kills_notice_a_server_that_acknowledges_before_it_writes() -> None:
    assert server_kill.run(kills=1, tables=5, seed=1, code=server_kill.LATE).lost > 0


def test_a_bad_network_loses_nothing_and_does_nothing_twice() -> None:
    found = chaos.run(tables=3, cuts=60, kills=1, seed=1, worse=3)
    assert found.good, found
    assert found.answered > 50


def test_the_bad_network_notices_a_server_that_forgets_what_it_had() -> None:
    assert chaos.run(tables=3, cuts=90, kills=0, seed=1, worse=5, code=chaos.FORGETFUL).twice > 0
