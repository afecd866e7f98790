"""The doctor's checks of this machine: disk, database, programs, clock, limits."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata, resources
from pathlib import Path

from stammtisch import __version__
from stammtisch.ops.backup import DATABASE
from stammtisch.ops.finding import Finding, ok, warning, wrong
from stammtisch.server.http import handles
from stammtisch.server.storage import connections
from stammtisch.server.storage.faults import is_damage
from stammtisch.server.storage.migrations import versions
from stammtisch.server.storage.store import Facts, remedy

SLOW_MS = 20.0  # of the disk: more than one player in a hundred would feel
LITTLE, TOO_LITTLE = 2**30, 2**28  # bytes
FILES = 4096  # handles for a few thousand players
NEEDED = [
    "alembic", "fastapi", "filelock", "prometheus-client", "pydantic", "sqlalchemy", "uvicorn", "websockets",
    *(["uvloop"] if os.name != "nt" else []),  # there is none for Windows
]  # fmt: skip
EXTRAS = {"psycopg": "PostgreSQL", "apprise": "notices", "pywebpush": "web push", "matplotlib": "charts"}


def findings(data: Path) -> Iterator[Finding]:
    yield versions_of_programs()
    yield extras()
    yield page()
    yield open_files()
    yield clock()
    if not data.is_dir():
        yield warning("data folder", f"there is no folder {data}; a server makes it when it starts")
        return
    yield disk(data)
    yield space(data)
    yield from database(data / DATABASE)


def versions_of_programs() -> Finding:
    found = {name: _version(name) for name in NEEDED}
    told = (
        f"Stammtisch {__version__}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}; "
        + ", ".join(f"{name} {version}" for name, version in found.items() if version)
    )
    missing = [name for name, version in found.items() if version is None]
    if missing:
        return wrong("programs", f"{', '.join(missing)} cannot be found: install stammtisch anew")
    return ok("programs", told)


def extras() -> Finding:
    found = {name: _version(name) for name in EXTRAS}
    there = [f"{name} {version}" for name, version in found.items() if version]
    missing = [f"{name} (only for {EXTRAS[name]})" for name, version in found.items() if not version]
    return ok("extras", f"there: {', '.join(there) or 'none'}; not installed: {', '.join(missing) or 'none'}")


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def page() -> Finding:
    if (resources.files("stammtisch") / "page" / "index.html").is_file():
        return ok("page", "the page is built")
    return wrong("page", "the page is not built, so browsers get none: `make web`, or install a wheel")


def open_files() -> Finding:
    limit = handles.allowed()
    if limit is None:
        return ok("open files", "the system does not limit them")
    soft, hard = limit
    if soft < FILES:
        return warning(
            "open files",
            f"a process may have {soft:,} files open (at most {hard:,}); every player needs one: raise it to {FILES:,} "
            "or more with LimitNOFILE= of systemd or ulimit -n",
        )
    return ok("open files", f"a process may have {soft:,} files open; every player needs one")


def clock(seconds: float = 0.3) -> Finding:
    """The clock of the wall against the one that only goes forward."""
    wall, steady = time.time(), time.monotonic()
    time.sleep(seconds)
    drift = (time.time() - wall) - (time.monotonic() - steady)
    told = f"{time.strftime('%Y-%m-%d %H:%M:%S %z')} ({time.tzname[0]})"
    if abs(drift) > 0.05:
        return warning(
            "clock", f"{told}; it was set by {drift:+.2f} s while we looked: let NTP keep it, in small steps"
        )
    if time.gmtime().tm_year < 2025:
        return wrong("clock", f"{told}: that is in the past; set it")
    return ok("clock", told)


def disk(data: Path) -> Finding:
    try:
        took = connections.fsync_ms(data)
    except OSError as error:
        what_helps = ": the server must own it" if error.errno in (errno.EACCES, errno.EPERM) else ""
        return wrong("disk", f"{data} cannot be written by this user ({error.strerror}){what_helps}")
    facts = Facts("SQLite", sqlite3.sqlite_version, took)
    if facts.doubtful:
        return warning(
            "disk",
            f"{took:.3f} ms to be on disk is too quick to be true: a power cut can lose what was acknowledged; "
            "switch a write cache without a battery off",
        )
    if took > SLOW_MS:
        return warning(
            "disk", f"{took:.1f} ms to be on disk: players wait that long for every move; a local SSD takes 1"
        )
    return ok("disk", f"{took:.2f} ms to be on disk")


def space(data: Path) -> Finding:
    free = shutil.disk_usage(data).free
    told = f"{free / 2**30:.1f} GiB are free"
    if free < TOO_LITTLE:
        return wrong("space", f"{told}: a server stores and acknowledges nothing when it cannot write; make room")
    if free < LITTLE:
        return warning("space", f"{told}; a backup needs as much as the database has")
    return ok("space", told)


def database(path: Path) -> Iterator[Finding]:
    if not path.exists():
        yield warning("database", f"there is no database {path}; a server makes it when it starts")
        return
    mode = path.stat().st_mode & 0o777
    if os.name == "nt":
        yield ok("permissions", f"{path} belongs to whom its folder belongs to: Windows keeps that in access lists")
    elif mode & 0o077:
        yield wrong("permissions", f"others may read {path} ({mode:o}), and it has secrets: chmod 600")
    else:
        yield ok("permissions", f"only its owner may read {path}")
    try:
        with closing(connections.sqlite(path, connections.SQLITE_READER)) as connection:
            yield _current(connection)
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            (events,) = connection.execute("SELECT count(*) FROM event").fetchone()
    except sqlite3.Error as error:
        what_helps = f": {remedy(path.parent)}" if is_damage(error) else ""
        yield wrong("database", f"{path} cannot be read ({error}){what_helps}")
        return
    if found == "ok":
        yield ok("integrity", f"{events:,} events, no damage; --check-log also checks the hashes of all of them")
    else:
        yield wrong("integrity", f"{path} is damaged ({found}): {remedy(path.parent)}")


def _current(connection: sqlite3.Connection) -> Finding:
    (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
    known = versions()
    if found is None:
        return wrong("tables", "they have no version: that is no database of Stammtisch, or a damaged one")
    if found == known[-1]:
        return ok("tables", f"version {found}, the newest")
    if found in known:
        return warning(
            "tables", f"version {found}; a server brings them to {known[-1]} when it starts: make a backup first"
        )
    return wrong("tables", f"version {found} is of a newer Stammtisch than this one ({known[-1]}): install that one")
