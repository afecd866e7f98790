"""Handles: how many connections this process can have at once. The system gives a process only so many open files."""

from __future__ import annotations

try:
    import resource
except ImportError:  # Windows sets no such limit
    resource = None

SPARE = 128
"""For all that is no connection: the database, the pipes of other processes, files."""
WANTED = 65_536
FEWEST = 64


def allowed() -> tuple[int, int] | None:
    """How many files this process may have open, and how many it may ask for; None: there is no such limit."""
    return resource.getrlimit(resource.RLIMIT_NOFILE) if resource else None


def raise_limit() -> None:
    """Take as many as the system allows without asking anybody."""
    limit = allowed()
    if limit is None:
        return
    soft, hard = limit
    most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def connections() -> int:
    """How many connections may be open at once."""
    limit = allowed()
    return WANTED if limit is None or limit[0] == resource.RLIM_INFINITY else max(FEWEST, limit[0] - SPARE)
