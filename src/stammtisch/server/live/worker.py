"""Worker: a process that does one job at a time. Ending it costs the job that it is at, and no other."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection as Connection
    else:
        from multiprocessing.connection import Connection

SPAWN = multiprocessing.get_context("spawn")  # a fork would copy threads' locks in whatever state they are

CPU_TIMER = getattr(signal, "ITIMER_PROF", 0)


class JobLost(Exception):
    """The job was lost: its process died, or was ended since the job went beyond its limits."""


class Call(NamedTuple):
    """A job: a function and what it is called with."""

    job: Callable[..., Any]
    args: tuple[Any, ...]
    names: dict[str, Any]


class Answer(NamedTuple):
    """What came of a job."""

    value: Any
    error: BaseException | None
    """What the job has raised."""
    cpu: float
    """Seconds that it took of a processor."""


class Worker:
    """The process starts with the first job. A thread of its own speaks to it, so that no event loop ever waits."""

    def __init__(self, enter: Callable[..., None], *args: Any) -> None:
        """`enter` is called first in the process."""
        self._enter = enter
        self._args = args
        self._calls: SimpleQueue[tuple[Future[Answer], Call, float | None] | None] = SimpleQueue()
        self._process: SpawnProcess | None = None
        self._ended = False
        self._thread = Thread(target=self._speak, name="worker", daemon=True)
        self._thread.start()

    async def run(self, call: Call, cpu: float | None = None) -> Answer:
        """Do a job that may use so many CPU seconds; the system ends the process that uses more."""
        return await asyncio.wrap_future(self.submit(call, cpu))

    def submit(self, call: Call, cpu: float | None = None) -> Future[Answer]:
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()  # so that nobody can cancel it
        self._calls.put((future, call, cpu))
        return future

    def end(self) -> None:
        """End the process at once. It can be called from any thread, also while the process starts."""
        self._ended = True
        if self._process:
            self._process.kill()
        self._calls.put(None)

    def _speak(self) -> None:
        pipe: Connection | None = None
        while task := self._calls.get():
            future, call, cpu = task
            try:
                message = pickle.dumps((call, cpu))
                pipe = pipe or self._start()
                pipe.send_bytes(message)
                answer = pickle.loads(pipe.recv_bytes())
            except (EOFError, OSError):
                self._ended = True
                future.set_exception(JobLost())
            except Exception as error:  # it cannot be pickled
                future.set_exception(error)
            else:
                future.set_result(answer)
        while not self._calls.empty():  # what came too late
            late = self._calls.get()
            if late:
                late[0].set_exception(JobLost())
        if pipe:
            pipe.close()
        if self._process:
            self._process.join()

    def _start(self) -> Connection:
        if self._ended:
            raise EOFError
        here, there = SPAWN.Pipe()
        process = SPAWN.Process(target=_serve, args=(there, self._enter, self._args), daemon=True)
        process.start()
        there.close()
        self._process = process
        if self._ended:  # while it started
            process.kill()
        return here


# ── In the process ───────────────────────────────────────────────────────────────────────────────────────────────────


def _serve(pipe: Connection, enter: Callable[..., None], args: tuple[Any, ...]) -> None:
    enter(*args)
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _answer(message: bytes) -> bytes:
    begun = time.process_time()
    try:
        call, cpu = pickle.loads(message)
        _bound(cpu)
        value, error = call.job(*call.args, **call.names), None
    except Exception as raised:
        value, error = None, raised
        error.add_note("".join(traceback.format_exception(raised)))  # it would stay here
    finally:
        _bound(None)
    try:
        answer = pickle.dumps(Answer(value, error, time.process_time() - begun))
        if error:
            pickle.loads(answer)  # not every exception can be read again
    except Exception as why:
        plain = RuntimeError(f"what a job gave or raised cannot be sent: {why!r}\n{error!r}")
        answer = pickle.dumps(Answer(None, plain, time.process_time() - begun))
    return answer


def _bound(cpu: float | None) -> None:
    """Have the system end this process after so many CPU seconds, whatever code it runs. Windows cannot."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(CPU_TIMER, cpu or 0.0)
