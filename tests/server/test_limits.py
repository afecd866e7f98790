"""Rates, slow readers, silence: what one client can take from the others, and what not."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from stammtisch.server.buckets import KEPT, Buckets
from stammtisch.server.http.limits import AT_ONCE, POINTS_AT_ONCE, REQUESTS, Limits
from stammtisch.server.protocol.refusal import Refusal
from tests.helpers import SOURCE
from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak import lag, rude

FAR = f"""
from stammtisch.server.http import limits
limits.is_here = lambda address: False
{COMMAND}
"""
"""A server to which even this machine is another."""


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("far"), "--sockets", "2", "--changes", "3", code=FAR) as server:
        yield server


def of(address: str) -> dict[str, object]:
    """A request from there."""
    return {"client": (address, 1)}


@row(12)
def test_an_address_makes_only_so_much_and_cannot_claim_to_be_another(far: ServerProcess) -> None:
    for number in range(6):
        claimed = {"X_Forwarded_For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}", "X_Real_IP": "127.0.0.1"}
        answer = api.ask(far, "POST", "/api/guests", {"name": "Ann"}, **claimed)
        assert answer.status == (201 if number < 3 else 429)
    assert answer.json["code"] == "too_many"
    assert answer.json["reason"].endswith(f"try again in {answer.headers['retry-after']} seconds")
    assert api.ask(far, "GET", "/health").status == 200  # to look is not to change
    assert "--trusted-proxy" in far.log
    assert far.log.count("X-Forwarded-For") == 1  # said once


@row(12)
def test_limits_are_for_each_address_and_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("stammtisch.server.buckets.time.monotonic", lambda: now)
    limits = Limits(changes=1)
    assert [limits.change(of(f"203.0.113.{host}")) for host in (1, 1, 2)] == [0, 60, 0]
    now = 61.0
    assert not limits.change(of("203.0.113.1"))
    assert [limits.change(of("127.0.0.1")) > 0 for _ in range(101)] == [False] * 100 + [True]  # this machine: 100 times


@row(12)
def test_every_request_counts_also_one_that_only_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.server.buckets.time.monotonic", lambda: 0.0)
    limits = Limits()
    assert not any(limits.request(of("203.0.113.1")) for _ in range(AT_ONCE))
    assert limits.request(of("203.0.113.1")) == pytest.approx(1 / REQUESTS)
    assert not limits.request(of("203.0.113.2"))
    assert not any(limits.request(of("::1")) for _ in range(AT_ONCE + 1))


@row(12)
def test_who_asks_for_dear_things_pays_as_a_guest_and_as_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.server.buckets.time.monotonic", lambda: 0.0)
    limits = Limits()
    limits.pay("ann", "203.0.113.1", POINTS_AT_ONCE)
    for guest, address in (("ann", "203.0.113.2"), ("ben", "203.0.113.1"), (None, "203.0.113.1")):
        with pytest.raises(Refusal, match="try again in 1 seconds") as refused:
            limits.pay(guest, address, 1)
        assert (refused.value.code, refused.value.wait) == ("busy", 1)
    limits.pay("ben", "203.0.113.2", 1)  # who was refused has paid nothing


def test_buckets_that_are_full_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("stammtisch.server.buckets.time.monotonic", lambda: now)
    buckets = Buckets(rate=1, burst=10)
    for number in range(KEPT):
        buckets.take(number)
    now = 20.0
    for number in range(3):
        buckets.take(number, 10)
    buckets.take("one more")
    assert len(buckets._left) == 4
    assert buckets.wait(0, 1) == 1
    for number in range(KEPT):  # none is full: those that were asked longest ago
        buckets.take(number + 10)
    assert len(buckets._left) <= KEPT
    assert buckets.wait(KEPT + 9, 10) == 1


@row(14)
def test_an_address_has_only_so_many_sockets(far: ServerProcess) -> None:
    address = f"ws://127.0.0.1:{far.port}/ws"
    with connect(address), connect(address):
        assert b" 429 " in api.upgrade(far)[:20]
    for _ in range(100):  # they are given back, soon
        if b" 101 " in api.upgrade(far)[:20]:
            break
        time.sleep(0.05)
    else:
        raise AssertionError


@row(14)
def test_an_ipv6_network_is_one_address() -> None:
    limits = Limits(sockets=1)
    assert limits.enter({"client": ("2001:db8::1", 1)})
    assert not limits.enter({"client": ("2001:db8::2", 1)})
    assert limits.enter({"client": ("2001:db8:0:1::1", 1)})
    assert limits.enter({"client": ("::ffff:203.0.113.9", 1)})
    assert not limits.enter({"client": ("203.0.113.9", 1)})
    for _ in range(3):
        assert limits.enter({"client": ("::1", 1)})
        assert limits.enter({"client": ("::ffff:127.0.0.1", 1)})


@row(12)
def test_who_sends_without_end_is_closed() -> None:
    closed, moves = rude.run_flood(5, patience=60)
    assert closed == 5
    assert moves >= 10


@row(12)
def test_without_a_rate_nobody_is_closed() -> None:
    assert rude.run_flood(1, rude.MEEK, 1.0)[0] == 0


@row(25)
def test_floods_and_fuzzed_frames_do_not_keep_the_loop() -> None:
    """The short form only shows that it is measured: a bound in milliseconds is for the long one."""
    measured, _, own = lag.run(2, 50)
    assert measured > 10
    assert own < lag.run(2, 50, lag.SLUGGISH)[2]


@row(13)
def test_spectators_that_never_read_are_let_go() -> None:
    left, grown, heard = rude.run_slow(50, 3)
    assert heard == 3 * 90
    assert left == 0
    assert grown < 300 * 50


@row(14)
def test_connections_that_say_nothing_are_let_go() -> None:
    count, left = rude.run_silent(50, 20.0, rude.SOON)
    assert (count, left) == (50, 0)
    assert rude.run_silent(5, 1.5, rude.PATIENT)[1] > 0


@row(26)
def test_randomness_comes_from_the_system() -> None:
    """Nothing of the server, of its clients or of the dice may use `random`."""
    for folder in ("server", "fair", "client"):
        for path in sorted((SOURCE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                for name in names:
                    assert name.split(".")[0] not in {"random", "uuid"}, path
                    assert not name.startswith("numpy"), path
