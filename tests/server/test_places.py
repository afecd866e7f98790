"""Places: a process has only so many connections. No crowd that waits or is silent takes them from those who play."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from stammtisch.server.http import handles
from stammtisch.server.http.limits import Limits
from stammtisch.server.protocol.refusal import Refusal
from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import COMMAND, ServerProcess

SMALL = f"""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
{COMMAND}
"""
"""A server on a system that gives it 256 handles and no more."""
OPEN = f"""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from stammtisch.server.http.limits import Limits
Limits.connect = Limits._enter = lambda *_: True
Limits.disconnect = Limits._leave = lambda *_: None
{COMMAND}
"""
"""The control: the same without limits."""
STUBBORN = SMALL.replace(
    COMMAND, f"from stammtisch.server.http.guard import Guard\nGuard.make_room = lambda _: None\n{COMMAND}"
)
"""The control: where silent connections keep their places."""


@contextmanager
def polling(server: ServerProcess, count: int) -> Iterator[list[socket.socket]]:
    """So many who wait for news of a tournament."""
    token = api.guest(server)
    wanted = {"title": "Cup", "scheme": {"game": "zocken", "rounds": 1}}
    made = api.ask(server, "POST", "/api/tournaments", wanted, token=token)
    assert made.status == 201, made
    path = f"/api/tournaments/{made.json['tournament']}?since=99&wait=25"
    with ExitStack() as opened:
        lines = []
        for _ in range(count):
            line = opened.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
            with suppress(OSError):  # it may be turned away at once
                line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            lines.append(line)
        yield lines


def plays(server: ServerProcess, table: str, token: str) -> bool:
    """Can somebody who sits at a table come back to it?"""
    try:
        with api.enter(server, table, token):
            return True
    except (OSError, WebSocketException):
        return False


def crowded(folder: Path, code: str) -> tuple[bool, bool]:
    """A crowd waits: can somebody play, and does the server answer?"""
    with ServerProcess(folder, code=code) as server:
        token = api.guest(server)
        table, _ = api.table(server, token)
        seat = api.ask(server, "POST", f"/api/tables/{table}/seats/0", {"head": "ab" * 32}, token=token)
        assert seat.status == 200, seat
        with polling(server, 300):
            return plays(server, table, token), server.answers()


@row(14)
def test_a_crowd_that_waits_leaves_places_for_those_who_play(tmp_path: Path) -> None:
    assert crowded(tmp_path, SMALL) == (True, True)


@row(14)
def test_without_limits_it_takes_them_all(tmp_path: Path) -> None:
    assert crowded(tmp_path, OPEN) == (False, False)


@row(14)
@pytest.mark.parametrize(("code", "answered"), [(SMALL, True), (STUBBORN, False)])
def test_connections_that_say_nothing_give_way(tmp_path: Path, code: str, answered: bool) -> None:
    with ServerProcess(tmp_path, code=code) as server, ExitStack() as opened:
        for _ in range(200):
            opened.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
        assert server.answers() == answered


@row(14)
def test_the_last_places_are_for_those_who_play() -> None:
    limits = Limits(connections=100)
    assert all(limits.connect(None) for _ in range(79))
    assert not limits.is_crowded
    with limits.polling(None):
        assert limits.connect(None)
    assert limits.is_crowded
    with pytest.raises(Refusal, match="try again"), limits.polling(None):
        pass
    assert all(limits.connect(None) for _ in range(20))
    assert not limits.connect(None)
    limits.disconnect(None)
    assert limits.connect(None)


@row(14)
def test_no_other_address_takes_more_than_a_quarter() -> None:
    limits = Limits(connections=100)
    assert [limits.connect("203.0.113.1") for _ in range(26)] == [True] * 25 + [False]
    assert limits.connect("203.0.113.2")


def test_a_server_takes_as_many_handles_as_it_may() -> None:
    raised = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1024));"
        "from stammtisch.server.http import handles; handles.raise_limit();"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE), handles.connections())"
    )
    done = subprocess.run([sys.executable, "-c", raised], capture_output=True, text=True, check=True)
    assert done.stdout == "(1024, 1024) 896\n"
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert handles.connections() == max(handles.FEWEST, min(before[0], handles.WANTED + handles.SPARE) - handles.SPARE)
