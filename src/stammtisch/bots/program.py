"""Program: a process that is spoken to in lines of JSON. It can neither block nor flood whoever speaks to it."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from stammtisch.core.errors import BotFailure
from stammtisch.core.excerpt import excerpt

LINE = 2**16  # bytes a line may have
UNREAD = 100  # lines that may wait to be read
MOAN = 2000  # bytes of the error output that are kept
PATIENCE = 1.0  # seconds to leave after being told so

_running: set[Program] = set()


@dataclass(frozen=True)
class Limits:
    """How long a program may take, in seconds."""

    move: float = 5.0
    """For a move."""
    start: float = 10.0
    """From its start to its first answer."""


class Program:
    """A running program, to be ended with its children, with a thread for each of its three pipes.

    Threads, because a pipe that nobody empties or fills would block us; they end when the process is killed.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # its children are killed with it, and Ctrl-C is not meant for it
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same for Ctrl-C on Windows
            )
        except OSError as error:
            raise BotFailure(f"cannot be started: {error.strerror}") from None
        self._heard: SimpleQueue[bytes] = SimpleQueue()  # an empty line is the end
        self._told: SimpleQueue[bytes] = SimpleQueue()  # likewise
        self._flood = ""
        self._moan = b""
        _running.add(self)
        self._threads = [Thread(target=each, daemon=True) for each in (self._listen, self._speak, self._overhear)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            while line := _pipe(self._process.stdout).readline(LINE + 1):
                if len(line) > LINE:
                    self._flood = f"wrote a line of more than {LINE:,} bytes"
                elif self._heard.qsize() >= UNREAD:
                    self._flood = f"wrote more than {UNREAD} lines that nobody asked for"
                else:
                    self._heard.put(line)
                    continue
                break
        self._heard.put(b"")

    def _speak(self) -> None:
        pipe = _pipe(self._process.stdin)
        with suppress(OSError, ValueError):
            while line := self._told.get():
                pipe.write(line)
                pipe.flush()
        with suppress(OSError, ValueError):
            pipe.close()

    def _overhear(self) -> None:
        with suppress(OSError, ValueError):
            while piece := os.read(_pipe(self._process.stderr).fileno(), MOAN):
                self._moan = (self._moan + piece)[-MOAN:]

    def tell(self, message: dict[str, Any]) -> None:
        self._told.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def hear(self, seconds: float) -> dict[str, Any]:
        """The next line it writes, as a JSON object."""
        try:
            line = self._heard.get(timeout=seconds)
        except Empty:
            raise BotFailure(f"gave no answer within {seconds:g} s") from None
        if not line or self._flood:
            raise BotFailure(self._flood or self._ending())
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise BotFailure(f"answered what is no JSON object: {excerpt(line.decode('utf-8', 'replace'))}")
        return message

    def _ending(self) -> str:
        try:
            status = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._threads[-1].join(PATIENCE)
        last = self._moan.decode("utf-8", "replace").splitlines()[-1:]
        why = f": {excerpt(last[0])}" if last else ""
        return f"was killed by signal {-status}{why}" if status < 0 else f"ended with status {status}{why}"

    def close(self) -> None:
        """Let it leave by itself for a moment, then end it."""
        self._told.put(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """End it and its children now."""
        _kill(self._process)
        self._process.wait()
        self._told.put(b"")
        deadline = time.monotonic() + PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        if not any(thread.is_alive() for thread in self._threads):  # else something that escaped holds a pipe
            for pipe in (self._process.stdout, self._process.stderr):
                _pipe(pipe).close()
        _running.discard(self)


def kill_all() -> None:
    """End every program that is still running here."""
    for program in list(_running):
        program.kill()


atexit.register(kill_all)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End it and its children."""
    if hasattr(os, "killpg") and hasattr(signal, "SIGKILL"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    with suppress(OSError):  # Windows has no groups that could be killed, but a command that follows the tree
        subprocess.run(["taskkill", "/f", "/t", "/pid", str(process.pid)], capture_output=True, check=False)
    process.kill()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe
    return pipe
