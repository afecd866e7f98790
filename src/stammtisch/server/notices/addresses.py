"""Addresses: what a channel may be, and what of it may be shown.

A URL of Apprise can make a server call anything, read files and run programs. So only a few schemes are taken, with
nothing behind the question mark but what is listed, and none that leads into the operator's own network.
"""

from __future__ import annotations

import json
import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from stammtisch.server.protocol.refusal import Refusal

OWN_HOST = frozenset(("ntfys", "ntfy", "jsons", "json", "matrixs", "matrix"))
"""Schemes whose host is named by the person, and can be any."""
SERVICES = frozenset(("ntfy", "ntfys", "tgram", "discord", "slack"))
"""Schemes of well-known services; without a dot in it, what stands for a host is a part of the address there."""
SCHEMES = OWN_HOST | SERVICES
URL = re.compile(
    r"(?P<scheme>[A-Za-z]+)://(?P<place>[^/?#\\\s]+)(?P<rest>/[^?#\\\s]*)?(?:\?(?P<asked>[^#\\\s]*))?", re.A
)
ASKED = re.compile(r"(?:(?:priority|thread)=[A-Za-z0-9]{1,40})(?:&(?:priority|thread)=[A-Za-z0-9]{1,40})*")
LONGEST = 1000
MAIL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z][A-Za-z0-9-]{1,62}")
NAT64 = IPv6Network("64:ff9b::/96")
LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")  # leads wherever the operator's network wants
COMPATIBLE = IPv6Network("::/96")  # ::127.0.0.1, which nobody should use, but some systems follow


@dataclass(frozen=True, slots=True)
class Address:
    text: str
    host: str | None
    """Whom the server will call; None: a service that everybody knows, or the operator's own mail server."""


def mail(text: str) -> Address:
    plain = text.strip()
    if len(plain) > 254 or not MAIL.fullmatch(plain) or ".." in plain:
        raise Refusal("bad_channel", "this is no mail address")
    return Address(plain, None)


def url(text: str) -> Address:
    """An address as Apprise knows it."""
    plain = text.strip()
    found = URL.fullmatch(plain) if len(plain) <= LONGEST and plain.isascii() and plain.isprintable() else None
    if not found or found["scheme"].lower() not in SCHEMES:
        raise Refusal("bad_channel", f"an address begins with one of {', '.join(sorted(SCHEMES))} and ://")
    if found["asked"] and not ASKED.fullmatch(found["asked"]):
        raise Refusal("bad_channel", "behind the question mark only priority and thread can stand")
    host = re.sub(r":\d*$", "", found["place"].rpartition("@")[2]).strip("[]")
    if not host:
        raise Refusal("bad_channel", "this address names nobody who could be told")
    scheme = found["scheme"].lower()
    is_topic = scheme in ("ntfy", "ntfys") and not (found["rest"] or "").strip("/")
    return Address(plain, host if scheme in OWN_HOST and not is_topic else None)


def push(subscription: dict[str, Any], *, plain: bool) -> Address:
    """A subscription of a browser. Its endpoint speaks HTTPS, or plain HTTP in tests against this machine."""
    endpoint = subscription["endpoint"]
    try:
        parts = urlsplit(endpoint)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.username or parts.scheme not in (("https", "http") if plain else ("https",)):
        raise Refusal("bad_channel", "this is no push subscription")
    return Address(json.dumps(subscription, separators=(",", ":"), sort_keys=True), host)


def shown(kind: str, address: str) -> str:
    """As much of an address as its owner needs to know it again, and nobody else can use."""
    match kind:
        case "mail":
            name, _, domain = address.partition("@")
            return f"{name[:2]}…@{domain}"
        case "push":
            return urlsplit(json.loads(address)["endpoint"]).hostname or "…"
        case _:
            scheme, _, rest = address.partition("://")
            host = rest.partition("?")[0].rpartition("@")[2].partition("/")[0]
            named = scheme in OWN_HOST and "/" in rest.partition("?")[0]
            return f"{scheme}://{host}/…" if named else f"{scheme}://{rest[:2]}…"


def check_public(host: str) -> None:
    """Refuse what is not out in the world. Takes time: it asks for the host's addresses.

    This is for the person who types; what counts is looked at again when the connection is made (sender.py).
    """
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise Refusal("bad_channel", "there is no such host") from None
    if not found or not all(is_public(str(each)) for each in found):
        raise Refusal("bad_channel", "the server does not call addresses of its own network")


def is_public(address: str) -> bool:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if found.version == 6 and (found in LOCAL_NAT64 or found in COMPATIBLE):
        return False
    return all(each.is_global and not each.is_multicast for each in (found, *_inner(found)))


def _inner(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """The IPv4 addresses that an IPv6 address leads to."""
    if not isinstance(address, IPv6Address):
        return []
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in NAT64:
        inner.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [each for each in inner if each is not None]
