"""Proxies: only one that the operator has named is believed, and then each address behind it has limits of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.core.errors import OptionError
from stammtisch.server.http.limits import address_of
from stammtisch.server.http.proxies import TrustedProxies
from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import ServerProcess


def origin(proxies: TrustedProxies, peer: str, *hops: str) -> str | None:
    """Whose limits count for a request from `peer` with these headers."""
    headers = [(b"x-forwarded-for", hop.encode()) for hop in hops]
    return address_of(proxies.seen({"client": (peer, 1), "headers": headers}))


@row(12)
def test_the_nearest_address_that_is_no_proxy_of_ours_counts() -> None:
    proxies = TrustedProxies(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])
    assert origin(proxies, "127.0.0.1", "203.0.113.1") == "203.0.113.1"
    assert origin(proxies, "::ffff:127.0.0.1", "203.0.113.1") == "203.0.113.1"
    assert origin(proxies, "127.0.0.1", "198.51.100.7, 203.0.113.1, 10.0.0.1") == "203.0.113.1"
    assert origin(proxies, "127.0.0.1", "198.51.100.7", "203.0.113.1") == "203.0.113.1"  # two headers are one list
    assert origin(proxies, "127.0.0.1", "203.0.113.1:4711") == "203.0.113.1"
    assert origin(proxies, "2001:db8::1", '"[2001:470:0:1::9]:4711"') == "2001:0470:0000:0001"
    assert origin(proxies, "127.0.0.1", "10.0.0.9") == "10.0.0.9"  # the proxy itself asks
    assert origin(proxies, "127.0.0.1", "203.0.113.1, nonsense, 10.0.0.2") == "10.0.0.2"
    assert origin(proxies, "127.0.0.1", "nonsense") is None
    assert origin(proxies, "127.0.0.1") is None


@row(12)
def test_others_are_not_believed(caplog: pytest.LogCaptureFixture) -> None:
    proxies = TrustedProxies(["10.0.0.1"])
    assert origin(proxies, "203.0.113.1", "198.51.100.7") == "203.0.113.1"
    assert not caplog.messages  # anybody can send such a header
    for _ in range(2):
        assert origin(proxies, "127.0.0.1", "198.51.100.7") is None
    (told,) = caplog.messages
    assert "--trusted-proxy 127.0.0.1" in told


def test_what_is_no_network_is_refused() -> None:
    for text in ("nonsense", "10.0.0.1/8", "300.0.0.1"):
        with pytest.raises(OptionError, match="trusted-proxy"):
            TrustedProxies([text])


def made(server: ServerProcess, address: str) -> int:
    return api.ask(server, "POST", "/api/guests", {"name": "Ann"}, X_Forwarded_For=address).status


@row(12)
def test_behind_a_trusted_proxy_each_address_has_its_own_limits(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--changes", "2", "--trusted-proxy", "127.0.0.1") as server:
        assert [made(server, "203.0.113.1") for _ in range(3)] == [201, 201, 429]
        assert made(server, "203.0.113.2") == 201
        assert "--trusted-proxy" not in server.log


@row(12)
def test_without_it_all_behind_the_proxy_are_one_address(tmp_path: Path) -> None:
    """The control: what somebody claims changes nothing, and the log says what to set."""
    with ServerProcess(tmp_path, "--changes", "1") as server:
        found = [made(server, f"203.0.113.{number}") for number in range(110)]
        assert found[:100] == [201] * 100
        assert 429 in found
        assert server.log.count("--trusted-proxy 127.0.0.1") == 1
