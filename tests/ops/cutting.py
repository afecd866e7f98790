"""A node that takes every request, and breaks the connection instead of answering: it may have done what was asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import cast

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Cutting(ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, *, answers: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.heads: list[str] = []
        """Of all requests but those for its health."""

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])


class _Handler(StreamRequestHandler):
    def handle(self) -> None:
        with suppress(OSError):
            lines = list(iter(self.rfile.readline, b"\r\n"))
            server = cast(Cutting, self.server)
            is_health = lines[0].startswith(b"GET /health ")
            if not is_health:
                server.heads.append(b"".join(lines).decode("latin-1"))
            if is_health or server.answers:
                self.wfile.write(ANSWER)


@contextmanager
def cutting(*, answers: bool = False) -> Iterator[Cutting]:
    """`answers`: it is well."""
    with Cutting(answers=answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
