"""Commands in processes of their own, without the seconds that Python takes to load their modules.

One process loads the modules of the server once; every command is a fork of it. So it is a real process, with a number,
files and a session of its own, that can be killed. What Python reads when it starts is the same for all forks: a
command for which it is to be different is started in the ordinary way.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from multiprocessing import process
from pathlib import Path
from typing import IO, Any, Protocol

ROOT = Path(__file__).parent.parent
MODULES = (
    "stammtisch.cli",
    "stammtisch.server.process.serve",
    "stammtisch.server.process.app",
    "stammtisch.server.tournaments.registry",
    "alembic.command",
    "anyio._backends._asyncio",
    "uvloop",
)
START = "from tests.preloaded import main; exec(main(), globals())"


class Started(Protocol):
    """What a test needs of a process, be it a fork or a `subprocess.Popen`."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def terminate(self) -> None: ...


def start(
    code: str,
    arguments: list[str],
    folder: Path,
    output: IO[bytes],
    environment: Mapping[str, str],
    *,
    preloaded: bool = True,
    python: str = sys.executable,
) -> Started:
    """Run a Python program in a session of its own; it reads nothing, and writes to `output`."""
    if preloaded and python == sys.executable and _for_python(environment) == _for_python(os.environ) == _AT_FIRST:
        return Fork(_preloaded(), code, arguments, folder, output, environment)
    return subprocess.Popen(
        [python, "-c", code, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        env=environment,
        start_new_session=True,
    )


def _for_python(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith("PYTHON")}


_AT_FIRST = _for_python(os.environ)
"""A test may change it for a while, and be the first that starts a program."""


class Preloaded:
    """The process that has loaded everything. It ends with the one that has started it."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, str(theirs.fileno()), *MODULES],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def send(self, request: Mapping[str, Any], files: list[int]) -> None:
        line = json.dumps(request).encode() + b"\n"
        sent = socket.send_fds(self._control, [line], files)
        self._control.sendall(line[sent:])


@cache
def _preloaded() -> Preloaded:
    return Preloaded()


class Fork:
    """One command."""

    def __init__(
        self,
        preloaded: Preloaded,
        code: str,
        arguments: list[str],
        folder: Path,
        output: IO[bytes],
        environment: Mapping[str, str],
    ) -> None:
        reading, writing = os.pipe()
        request = {"code": code, "arguments": arguments, "folder": str(folder), "environment": dict(environment)}
        preloaded.send(request, [output.fileno(), writing])
        os.close(writing)
        self._told = os.fdopen(reading, "rb", buffering=0)
        self._status: int | None = None
        self.pid = int(self._told.read(16))

    def poll(self) -> int | None:
        if self._status is None and select.select([self._told], [], [], 0)[0]:
            self._end()
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        if self._status is None and not select.select([self._told], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("a fork", timeout or 0.0)
        return self._end() if self._status is None else self._status

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)

    def _end(self) -> int:
        self._status = int(self._told.read(16))
        self._told.close()
        return self._status


# ── In the process that has loaded everything ────────────────────────────────────────────────────────────────────────


def main() -> str:
    """Fork as often as somebody asks for it. It returns in forks only, with the program to run."""
    control = socket.socket(fileno=int(sys.argv[1]))
    for name in sys.argv[2:]:
        import_module(name)
    gc.collect()
    gc.freeze()  # what is never looked at is never copied
    files: list[int] = []
    while line := _request(control, files):
        if os.fork() == 0:
            control.close()
            return _fork(json.loads(line), *files)
        while files:
            os.close(files.pop())
        _reap()
    sys.exit()


def _request(control: socket.socket, files: list[int]) -> bytes:
    """The next one, with its files; nothing when nobody will ask again."""
    line = b""
    while not line.endswith(b"\n"):
        piece, received, _, _ = socket.recv_fds(control, 1 << 16, 2)
        files += received
        if not piece:
            return b""
        line += piece
    return line


def _reap() -> None:
    """Forget those that have ended."""
    while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG):
        pass


def _fork(request: dict[str, Any], output: int, status: int) -> str:
    """The command itself in one process; another one waits for its end, and tells of it."""
    command = os.fork()
    if command:
        os.write(status, b"%16d" % command)
        os.write(status, b"%16d" % os.waitstatus_to_exitcode(os.waitpid(command, 0)[1]))
        os._exit(0)
    os.close(status)
    os.setsid()
    for stream in (1, 2):
        os.dup2(output, stream)
    os.close(output)
    os.chdir(request["folder"])
    process.ORIGINAL_DIR = request["folder"]  # type: ignore[attr-defined]  # where processes that it spawns begin
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv[1:] = request["arguments"]
    return str(request["code"])
