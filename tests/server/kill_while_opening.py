"""Open a store again and again, killed (-9) before the n-th statement, for n = 1, 8, 15 … until it can be opened.

    python -m tests.server.kill_while_opening URL

Prints how often it was killed. It runs as a separate process, because it forks.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count
from typing import Any

from sqlalchemy import Engine, event

from stammtisch.server.storage.store import Store

STEP = 7


def open_or_die(url: str, statement: int) -> None:
    left = statement

    def before(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", before)
    Store(url).close()


def main(url: str) -> None:
    for kills, statement in enumerate(count(1, STEP)):
        child = os.fork()
        if child == 0:
            open_or_die(url, statement)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if status == 0:
            print(kills)
            return
        assert os.WIFSIGNALED(status), f"opening failed after {kills} kills"


if __name__ == "__main__":
    main(sys.argv[1])
