"""Proxies: whose address counts. Only a proxy that the operator has named is believed when it names another."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from stammtisch.core.errors import OptionError

log = logging.getLogger("stammtisch.proxies")

FORWARDED = b"x-forwarded-for"
"""The one header that is read. A proxy adds to the header that it knows and passes the other on as a client sent it, so
whoever read `Forwarded`, too, would believe anybody."""
NOT_TRUSTED = (
    "requests come from {peer} with X-Forwarded-For, but no --trusted-proxy is set: all who use that proxy share the "
    "limits of one address; if it is yours, start the server with --trusted-proxy {peer}"
)

Address = IPv4Address | IPv6Address


class TrustedProxies:
    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = [_network(each) for each in networks]
        self._told = False

    def seen(self, scope: Scope) -> Scope:
        """The request as it is from whoever made it, not from the proxies between."""
        client = scope.get("client")
        claimed = b",".join(value for name, value in scope["headers"] if name == FORWARDED)
        peer = plain_address(client[0]) if client and claimed else None
        if not client or peer is None:
            return scope
        if not self._trusts(peer):
            self._tell(peer)
            return scope
        return {**scope, "client": (str(self._origin(peer, claimed.decode("latin-1").split(","))), 0)}

    def is_trusted(self, address: str) -> bool:
        found = plain_address(address) if self._networks else None
        return found is not None and self._trusts(found)

    def _origin(self, peer: Address, hops: list[str]) -> Address:
        """The nearest address that is no proxy of ours. Whatever stands left of it, it may have made up itself."""
        nearest = peer
        for hop in reversed(hops):
            found = plain_address(hop.strip())
            if found is None:
                break
            nearest = found
            if not self._trusts(found):
                break
        return nearest

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._networks)

    def _tell(self, peer: Address) -> None:
        """Once. From elsewhere anybody can send such a header; a proxy on this machine is the operator's."""
        if peer.is_loopback and not self._told:
            self._told = True
            log.warning(NOT_TRUSTED.format(peer=peer))


def plain_address(text: str) -> Address | None:
    """Without a zone or a port; an IPv4 address in IPv6's clothes is an IPv4 address."""
    bare = text.partition("%")[0].strip('"')
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare)
    except ValueError:
        return None
    return found.ipv4_mapped or found if found.version == 6 else found


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text)
    except ValueError as error:
        raise OptionError(f"--trusted-proxy takes an address or a network like 10.0.0.0/8: {error}") from None
