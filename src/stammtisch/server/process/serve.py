"""`stammtisch serve`: the settings of the process, its log in lines of JSON, and a clean start and stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from stammtisch.core.errors import OptionError
from stammtisch.server.http import handles
from stammtisch.server.http.connections import HttpConnection, SocketConnection
from stammtisch.server.http.guard import Guard
from stammtisch.server.http.limits import CHANGES, SOCKETS, Limits
from stammtisch.server.http.proxies import TrustedProxies
from stammtisch.server.live.sockets import FRAME
from stammtisch.server.nodes.member import NodeSettings
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.operator.listener import TOKEN, ListenerTask, OperatorListener
from stammtisch.server.process.asgi import AsgiApp
from stammtisch.server.process.server import Server
from stammtisch.server.storage.faults import NoStorage

LOOPBACK = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")
PORT = 8080
NO_NOTICES = (
    "It sends no notices, and the page does not offer any: --address https://HOST sets them up (docs/notices.md)."
)


ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGBREAK") if hasattr(signal, name)]
"""SIGBREAK is Ctrl-Break or a closed window, on Windows."""
SWITCH = 0.0005
"""Seconds that a thread may compute while another waits. By default it is 5 ms, and a move changes threads several
times: with one thread that encodes a large tournament it would take 30 ms."""


@dataclass(frozen=True)
class ServeSettings:
    """What somebody who runs a server asked for."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None: PORT, or a free one where somebody else has that."""
    database: str | None = None
    data: Path = Path("stammtisch-data")
    origins: tuple[str, ...] = ()
    bots: int = 1
    sockets: int = SOCKETS
    changes: int = CHANGES
    open: bool = False
    """Open the page in a browser."""
    admin_port: int | None = None
    """Where the operator is heard, on this machine only; None: nowhere, 0: on a free port."""
    address: str | None = None
    """How people reach this server; without it there are no notices."""
    mail: str | None = None
    away: float = 5.0
    """Minutes after which somebody is told that it is his turn."""
    private: bool = False
    """Notices may go to addresses of the own network."""
    warm: bool = True
    """Compile and load ahead what bots need."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed when they say for whom they ask."""
    node: str | None = None
    """The name of this server among several that share a PostgreSQL; None: it is alone."""
    node_address: str | None = None
    """How the other nodes reach it; None: as everybody does."""
    lease: float = 6.0
    """Seconds after which the other nodes take over what a silent one had."""


def run(settings: ServeSettings) -> None:
    """Serve until somebody stops it."""
    _log_as_json()
    handles.raise_limit()
    sys.setswitchinterval(SWITCH)
    proxies = TrustedProxies(settings.proxies)
    notice_settings = NoticeSettings.read(
        settings.address, settings.mail, private=settings.private, minutes=settings.away, data=settings.data
    )
    limits = Limits(settings.sockets, settings.changes)
    port = _port(settings)
    server = Server(
        _url(settings),
        bots=settings.bots,
        notice_settings=notice_settings,
        warm=settings.warm,
        limits=limits,
        node=node_settings(settings, port),
    )
    asgi = AsgiApp(server)
    operator = None if settings.admin_port is None else OperatorListener(server, settings.data, settings.admin_port)
    for each in ENDING:
        signal.signal(each, lambda *_: sys.exit(0))  # uvicorn stops cleanly, then raises the signal again
    config = uvicorn.Config(
        Guard(asgi, settings.origins, limits, server.counters, proxies, server.is_node),
        host=settings.host,
        port=port,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=FRAME,
        ws_max_queue=8,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # http/keepalive.py
        timeout_keep_alive=10,
        timeout_graceful_shutdown=5,
        backlog=4096,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
    )

    def then() -> None:
        asgi.loaded()
        told = (settings, server, _address(settings.host, port), operator)
        threading.Thread(target=_greet, args=told, daemon=True).start()

    with contextlib.suppress(KeyboardInterrupt):
        if server.member:
            asyncio.run(server.member.end_predecessor())
        Listening(
            config, then, server.drain, server.let_nobody_wait, operator.open(asgi.loaded) if operator else None
        ).run()


class Listening(uvicorn.Server):
    """A server that does first what it needs to listen, and then everything else; when it stops, nobody is let wait."""

    def __init__(
        self,
        config: uvicorn.Config,
        then: Callable[[], None],
        drain: Callable[[], Awaitable[None]],
        stopping: Callable[[], None],
        operator: ListenerTask | None,
    ) -> None:
        """`operator` is a second server that ends with this one."""
        super().__init__(config)
        self._then = then
        self._drain = drain
        self._stopping = stopping
        self._operator = operator

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._then()
            if self._operator:
                self._operator.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._drain()
        self._stopping()
        if self._operator:
            await self._operator.stop()
        await super().shutdown(sockets)


def _greet(settings: ServeSettings, server: Server, address: str, operator: OperatorListener | None) -> None:
    """Tell whoever started it where it is and what the disk is like, and show the page if that is wanted."""
    for line in _greeting(settings, server, address, operator):
        print(line, file=sys.stderr)
    if settings.open and _has_screen():
        webbrowser.open(address)


def _has_screen() -> bool:
    """Without one, Python would open a browser inside this terminal. The address stands there to be copied."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _port(settings: ServeSettings) -> int:
    """The port to listen on: the one that was asked for; else PORT, or where somebody has that, a free one."""
    if settings.port:
        return settings.port
    for port in (PORT, 0) if settings.port is None else (0,):
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        with contextlib.suppress(OSError), socket.create_server((settings.host, port), family=family) as found:
            return int(found.getsockname()[1])
    return PORT  # whatever is wrong, uvicorn says it


def _address(host: str, port: int) -> str:
    """Where it is found. Who listens everywhere is found by others under this machine's address in its network."""
    if host in EVERYWHERE:
        host = _own_address() or host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str | None:
    """The address of this machine that others see. Nothing is sent: only the way is looked up."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(("192.0.2.1", 9))  # nobody's address, kept for examples
            return str(way.getsockname()[0])
    except OSError:
        return None  # no network at all


def _url(settings: ServeSettings) -> str:
    if settings.database:
        return settings.database
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"cannot make the folder {settings.data}: {error.strerror}") from None
    return f"sqlite:///{settings.data / 'stammtisch.db'}"


def node_settings(settings: ServeSettings, port: int) -> NodeSettings | None:
    """What this server is among others."""
    if settings.node is None:
        if settings.node_address:
            raise OptionError("--node-address is for one of several servers; it needs --node NAME, too")
        return None
    if not _url(settings).startswith("postgres"):
        raise OptionError("several nodes share a PostgreSQL database: --node needs --database postgresql://…, too")
    if os.name == "nt":
        raise OptionError("several nodes run on Linux and macOS only; on Windows a server is alone, without --node")
    if not re.fullmatch(r"[\w.-]{1,40}", settings.node):
        raise OptionError("--node takes a name of up to 40 letters, digits, dots, dashes: --node first")
    address = (settings.node_address or settings.address or _address(settings.host, port)).rstrip("/")
    if not re.fullmatch(r"https?://[^/\s]+", address):
        raise OptionError(f"--node-address takes http://HOST:PORT, and not {address}")
    return NodeSettings(settings.node, address, settings.lease)


def _greeting(
    settings: ServeSettings, server: Server, address: str, operator: OperatorListener | None = None
) -> list[str]:
    lines = [
        f"Stammtisch listens on {address} and keeps everything in {server.store}.",
        f"Storage: {_storage(server)}.",
    ]
    if server.member:
        lines.append(f"It is node '{server.member.name}', and the others reach it at {server.member.address}.")
    if operator:
        lines.append(f"The operator is heard on {operator.address}, with the token in {settings.data / TOKEN}.")
    if settings.host not in LOOPBACK:
        if not settings.address:
            lines.append(NO_NOTICES)
        lines.append(
            "Others can reach it. Put a proxy in front that speaks HTTPS, passes WebSocket upgrades and the Host "
            "header, and limits connections, and name it with --trusted-proxy; pages of another address than the "
            "server's need --origin."
        )
    return lines


def _storage(server: Server) -> str:
    try:
        return str(server.store.facts)
    except NoStorage as fault:
        return str(fault)


class JsonLines(logging.Formatter):
    """One JSON object a line: no line of a log can be faked by what somebody sends."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        for name in ("table", "bot"):
            if hasattr(record, name):
                line[name] = getattr(record, name)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


def _log_as_json() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # who starts a server need not know how tables are made
    logging.getLogger("httpx").setLevel(logging.WARNING)  # every request that nodes relay
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
