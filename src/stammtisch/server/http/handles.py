"""Handles: how many connections this process can have at once. The system gives a process only so many open files."""

from __future__ import annotations

import sys

SPARE = 128
"""For all that is no connection: the database, the pipes of other processes, files."""
WANTED = 65_536
FEWEST = 64


def raise_limit() -> None:
    """Take as many as the system allows without asking anybody."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def connections() -> int:
    """How many connections may be open at once."""
    if sys.platform == "win32":
        return WANTED
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else max(FEWEST, soft - SPARE)
