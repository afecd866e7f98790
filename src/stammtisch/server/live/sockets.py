"""Sockets: the first message, and limits for a client that sends fast. One task serves a socket."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.core.translation import ENGLISH, speaking
from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.watcher import FAILED, LINE, POLICY, QUEUE, RESTART, TRY_AGAIN, Watcher, close, text_of
from stammtisch.server.nodes.node import Elsewhere, Leaving, Owner
from stammtisch.server.nodes.peers import Freed, NotReached
from stammtisch.server.protocol import strict_json, wire
from stammtisch.server.protocol.message import Message
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.entities import Session
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.writer import Stopped

log = logging.getLogger("stammtisch.sockets")

PATH = "/ws"
"""And /ws/TABLE, so that a proxy can bring those who play together to the same node."""
OTHER_TABLE = "hello names another table than the address of this connection: for both, use the table of /ws/TABLE"
FRAME = 16 * 1024  # bytes that a message of a client may have
RATE, BURST = 20.0, 100  # messages a second that a client may send in the long run, and at once
NEEDED = ("type", "address", "client", "extensions")
"""What is asked of a scope when its connection ends."""
GREETING = 10.0  # seconds for the first message
CONNECT_AGAIN = "connect again"
PAUSE = 0.5
"""Seconds until a program may try again what failed since the database could not be read."""
PATIENCE, AGAIN = 10.0, 0.25
"""Seconds for another node to answer, or for its lease to end; and between two tries."""


class TokenBucket:
    """Lets a client send so many messages, and no more."""

    __slots__ = ("_at", "_tokens")

    def __init__(self) -> None:
        self._tokens = float(BURST)
        self._at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * RATE) - 1
        self._at = now
        return self._tokens >= 0


Relay = Callable[[WebSocket, str | bytes, str, Owner], Awaitable[None]]
"""Serves a connection, from its first message, where its table is (process/relay.py); or NotReached, or Freed."""


async def serve(
    socket: WebSocket,
    tables: TableRegistry,
    who: Callable[[str], Awaitable[Session]],
    relay: Relay | None = None,
) -> None:
    """One connection from its first message to its end."""
    entered = await _enter(socket, tables, who, relay)
    if entered is None:
        return
    live, watcher = entered
    try:
        await _read(tables, live, watcher)
    except WebSocketDisconnect:
        pass
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if not (watcher.closing and task and task.uncancel() == 0):
            raise  # not by a kick
    except Exception:
        log.exception("a connection failed", extra={"table": live.table.name})
        watcher.kick("the server made a mistake", FAILED)
    finally:
        tables.exit(live, watcher)
        await watcher.end()


async def _enter(
    socket: WebSocket, tables: TableRegistry, who: Callable[[str], Awaitable[Session]], relay: Relay | None
) -> tuple[LiveTable, Watcher] | None:
    """The first message; None: it led nowhere. Nothing of it is kept as long as the connection lasts."""
    await socket.accept()
    named = socket.scope["path"].removeprefix(PATH).removeprefix("/")
    line, address = socket.scope.get("extensions", {}).get(LINE), socket.scope.get("address")
    _trim(socket.scope)
    try:
        text = text_of(await asyncio.wait_for(socket.receive(), GREETING))
        hello = strict_json.hello(text)
        if named not in ("", hello.table):
            raise Refusal("bad_message", OTHER_TABLE)
        session = await who(hello.token) if hello.token is not None else None
        mine = (session.guest.id, session.token_hash) if session else (None, None)
        watcher = Watcher(mine[0], socket, hello.language, mine[1], line, address)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                live = await tables.enter(watcher, hello)
                break
            except Elsewhere as elsewhere:
                if relay is None or time.monotonic() > end:
                    raise
                try:
                    await relay(socket, text, hello.table, elsewhere.owner)
                    return None
                except NotReached:
                    await asyncio.sleep(AGAIN)
                except Freed:
                    pass
        try:
            if hello.token is not None:
                await who(hello.token)  # it may have ended before the registry could know of this connection
        except Refusal:
            tables.exit(live, watcher)
            await watcher.end()
            raise
        return live, watcher
    except TimeoutError:
        await close(socket, POLICY, "say hello first")
    except ValueError as error:
        why = Refusal("bad_message", f"the first message must be hello; {strict_json.reason(error)}")
        await _turn_away(socket, why, tables)
    except (Elsewhere, Leaving):
        await close(socket, RESTART, CONNECT_AGAIN)
    except NoStorage as fault:
        if tables.node.is_alone:
            await _turn_away(socket, fault, tables)
        else:  # another node may reach the database
            await close(socket, TRY_AGAIN, CONNECT_AGAIN)
    except Refusal as refusal:
        await _turn_away(socket, refusal, tables)
    except WebSocketDisconnect:
        pass
    return None


def _trim(scope: Scope) -> None:
    """Forget of a request what nobody asks for any more: there are thousands of connections."""
    kept = {name: scope[name] for name in NEEDED if name in scope}
    scope.clear()
    scope.update(kept)


async def _read(tables: TableRegistry, live: LiveTable, watcher: Watcher) -> None:
    bucket = TokenBucket()
    with speaking(watcher.language or ENGLISH):  # why the rules forbid a move is said to people
        while not watcher.closing:
            await _take(await watcher.receive(), bucket, tables, live, watcher)


async def _take(
    text: str | bytes, bucket: TokenBucket, tables: TableRegistry, live: LiveTable, watcher: Watcher
) -> None:
    if not bucket.take():
        watcher.kick("you send too much", POLICY)
        return
    if wait := tables.quotas.message(watcher.guest, watcher.address):
        await asyncio.sleep(wait)  # nothing else is read from it meanwhile
    try:
        command = strict_json.command(text)
    except ValueError as error:
        answer: Message = wire.Refused(cid=wire.cid_of(text), code="bad_message", reason=strict_json.reason(error))
    else:
        try:
            answer = await tables.do(live, command, watcher.guest, watcher.address)
        except (NoStorage, Damaged) as fault:
            if isinstance(command, wire.Contribute | wire.NewChain):
                # A program sent it, not a person: it is sent again when all connect anew. They do when something can be
                # written again; what could not be read is noticed by nobody else.
                if not isinstance(fault, Stopped):
                    await asyncio.sleep(PAUSE)
                    watcher.kick(CONNECT_AGAIN, TRY_AGAIN)
                return
            answer = wire.Refused(cid=command.cid, code=fault.code, reason=fault.reason)
    tables.count(answer)
    watcher.send(answer)
    if len(watcher.waiting) > QUEUE // 2:
        await asyncio.sleep(0)  # answers must get out, or a burst would seem to be a slow reader


async def _turn_away(socket: WebSocket, refusal: Refusal, tables: TableRegistry) -> None:
    refused = wire.Refused(cid=None, code=refusal.code, reason=refusal.reason)
    tables.count(refused)
    with suppress(WebSocketDisconnect, RuntimeError):  # it may not have waited for that
        await socket.send_text(wire.packed(refused).decode())
    await close(socket, POLICY, refusal.code)
