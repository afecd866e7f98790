"""What a worker process does first: it leaves Ctrl-C to its parent, and ends when the parent has ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
from threading import Thread

from stammtisch.bots.program import kill_all


def set_up(nice: int = 0) -> None:
    """`nice`: take only what others leave."""
    if nice:
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    kill_all()
    os._exit(1)
