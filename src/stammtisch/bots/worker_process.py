"""What a worker process does first: it leaves Ctrl-C to its parent, and ends when the parent has ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
from threading import Thread

from stammtisch.bots.program import kill_all

WINDOWS = 61
"""Processes that Windows waits for at once: Python starts no more of them in a pool."""


def count(asked: int | None) -> int:
    """How many processes are to work: those that were asked for, or one for each core."""
    wanted = asked or os.cpu_count() or 1
    return min(wanted, WINDOWS) if os.name == "nt" else wanted


def set_up(nice: int = 0) -> None:
    """`nice`: take only what others leave. Windows has no such number: there all are alike."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    kill_all()
    os._exit(1)
