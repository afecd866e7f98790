"""Receivers of notices: a real mail server, a real web server, and a push service that decrypts what it gets."""

from __future__ import annotations

import base64
import json
import os
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

PATIENCE = 60.0


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Web:
    """`status` is what it answers; what came is in `came`."""

    address: str = ""
    status: int = 200
    received: list[Received] = field(default_factory=list)

    @property
    def host(self) -> str:
        return self.address.removeprefix("http://")


@contextmanager
def web() -> Iterator[Web]:
    found = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            found.received.append(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(found.status)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    with _serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        found.address = f"http://127.0.0.1:{port}"
        yield found


@dataclass
class Mails:
    port: int = 0
    password: str = ""
    """That of the last who sent something."""
    received: list[EmailMessage] = field(default_factory=list)

    def to(self, address: str) -> list[EmailMessage]:
        return [each for each in self.received if address in str(each["to"])]


@contextmanager
def mails() -> Iterator[Mails]:
    """As much of SMTP as it takes to get a letter."""
    found = Mails()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline():
                match line.upper().split()[:1]:
                    case [b"DATA"]:
                        self._say("354 go on")
                        letter = message_from_bytes(
                            b"".join(self._letter()), _class=EmailMessage, policy=policy.default
                        )
                        found.received.append(letter)
                        self._say("250 taken")
                    case [b"EHLO"]:
                        self._say("250-here\r\n250 AUTH PLAIN")
                    case [b"AUTH"]:
                        found.password = base64.b64decode(line.split()[2]).split(b"\0")[2].decode()
                        self._say("235 welcome")
                    case [b"QUIT"]:
                        self._say("221 bye")
                        return
                    case _:
                        self._say("250 well")

        def _letter(self) -> Iterator[bytes]:
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                yield line.removeprefix(b".") if line.startswith(b"..") else line

        def _say(self, text: str) -> None:
            self.wfile.write(text.encode() + b"\r\n")

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with _serving(Server(("127.0.0.1", 0), Handler)) as port:
        found.port = port
        yield found


@contextmanager
def _serving(server: socketserver.BaseServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield int(server.server_address[1])  # type: ignore[index]  # of a TCP server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Browser:
    """One that has subscribed: only it can open what is pushed to it."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        return {
            "endpoint": endpoint,
            "keys": {"p256dh": _text(_point(self._key.public_key())), "auth": _text(self._auth)},
        }

    def opened(self, received: Received) -> Any:
        assert received.headers["content-encoding"] == "aes128gcm"
        return json.loads(
            http_ece.decrypt(received.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        )


def signed_by(received: Received, key: str) -> dict[str, Any]:
    """What the server says of itself to a push service, if it has signed it with this key."""
    scheme, _, rest = received.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert parts["k"].rstrip("=") == key
    signed, _, signature = parts["t"].rpartition(".")
    raw = _bytes(signature)
    numbers = [int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
    public.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(_bytes(signed.partition(".")[2]))
    return claims


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
