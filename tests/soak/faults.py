"""Faults that come and go under a real server: python -m tests.soak.faults [FAULT…] [--times 3]

    full        the disk is full (a small file system of its own, filled to the last byte)
    read_only   writes are answered with "read-only file system" (tests/soak/failing_io.c, preloaded)
    eio         writes and syncs fail with EIO (the same)
    postgres    PostgreSQL is stopped and started again

A crowd plays. The fault comes: commands are refused with a sentence, nothing is acknowledged, the operator is told
once. It goes: the server must go on by itself, and the crowd with it. At the end the server is killed, and everything
that was acknowledged must be in the log. The control is a server that does not open its database again: it must be
noticed.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from stammtisch.client import Server, ServerError
from stammtisch.server.storage.store import Store
from tests.examples import EXAMPLE
from tests.helpers import ROOT
from tests.server import operator_api, postgres
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak import results
from tests.soak.crowd import Light, seat_all

FAULTS = ("full", "read_only", "eio", "postgres")
STUBBORN = f"""from stammtisch.server.storage.writer import LogWriter
LogWriter._open_anew = lambda self: None
{COMMAND}"""
"""A server that never opens its database again."""
SIZE = 32  # MiB of the small file system
PATIENCE, SHORT = 90.0, 6.0  # seconds until it must have gone on; and for the control
TABLES = 4
INSIDE = "STAMMTISCH_FAULTS_INSIDE"


class NotSo(AssertionError):
    """The server did not do what it must."""


@dataclass
class Fault:
    """How a fault is made and taken away, and where the server keeps its data."""

    begin: Callable[[], None]
    end: Callable[[], None]
    arguments: tuple[str, ...] = ()
    url: str | None = None


@contextmanager
def small_disk(data: Path) -> Iterator[None]:
    """A file system of its own for a folder. Only inside a mount namespace: `unshared`."""
    data.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}m", "tmpfs", str(data)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(data)], check=True)


def fill(filler: Path) -> None:
    with suppress(OSError), filler.open("ab", buffering=0) as file:
        for size in (2**16, 2**12):
            while file.write(bytes(size)) == size:
                pass


@contextmanager
def made(kind: str, folder: Path) -> Iterator[Fault]:
    data = folder / "data"
    if kind == "full":
        filler = data / "filler"
        with small_disk(data):
            yield Fault(lambda: fill(filler), filler.unlink)
    elif kind == "postgres":
        with postgres.running() as cluster:
            url = cluster.new_database()
            yield Fault(cluster.stop, cluster.start, ("--database", url), url)
    else:
        number = errno.EROFS if kind == "read_only" else errno.EIO
        library, order = folder / "failing_io.so", folder / "order"
        source = ROOT / "tests" / "soak" / "failing_io.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        os.environ |= {"LD_PRELOAD": str(library), "FAILING_IO": str(order)}
        try:
            yield Fault(lambda: void(order.write_text(str(number))), order.unlink)
        finally:
            del os.environ["LD_PRELOAD"], os.environ["FAILING_IO"]


def void(_: object) -> None:
    """For what is done and not looked at."""


async def until(true: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not await asyncio.to_thread(true):
        if time.monotonic() > deadline:
            raise NotSo(what)
        await asyncio.sleep(0.05)


async def play(server: ServerProcess, fault: Fault, times: int, patience: float) -> list[Light]:
    lights = await seat_all(server.address, TABLES, EXAMPLE, 1)
    for light in lights:
        light.pace = 0.005

    def acknowledged() -> int:
        return sum(len(light.notes.acked) for light in lights)

    def refused() -> int:
        return sum(light.notes.refusals.get("no_storage", 0) for light in lights)

    def more_than(number: int) -> Callable[[], bool]:
        return lambda: acknowledged() > number + 10

    def more_refused_than(number: int) -> Callable[[], bool]:
        return lambda: refused() > number

    running = [asyncio.ensure_future(light.run()) for light in lights]
    try:
        for number in range(1, times + 1):
            so_far, before = acknowledged(), refused()
            await until(more_than(so_far), "the crowd does not play")
            fault.begin()
            await until(more_refused_than(before), "nobody at a table was told")
            await look_at(server)
            so_far = acknowledged()
            await asyncio.sleep(1.5)
            if acknowledged() > so_far:
                raise NotSo("something was acknowledged meanwhile")
            if server.log.count("nothing can be stored") != number:
                raise NotSo("the operator was not told once")
            fault.end()
            await until(server.answers, "it did not go on by itself", patience)
            await until(more_than(so_far), "the games did not go on", patience)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    return lights


async def look_at(server: ServerProcess) -> None:
    """What players and the operator are told while nothing can be stored."""
    client = Server(server.address)
    for method, path in (("POST", "/api/guests"), ("GET", "/health")):
        try:
            await client.ask(method, path, {"name": "Nobody"} if method == "POST" else None)
            raise NotSo(f"{path} was answered as if nothing were wrong")
        except ServerError as error:
            if (error.status, error.code) != (503, "no_storage"):
                raise NotSo(f"{path}: {error.status} {error.code} {error}") from None
    said = await client.ask("GET", "/api/announcement")
    if "can store nothing at the moment" not in said["text"]:
        raise NotSo("the announcement does not say it")
    page = await asyncio.to_thread(operator_api.look, server, "/admin")
    if b"NOTHING CAN BE STORED" not in page.body:
        raise NotSo("the operator's page does not say it")


def lost(url: str, lights: list[Light]) -> int:
    """Acknowledged commands that are not in the log exactly once, where they were acknowledged."""
    store = Store(url, server=False)
    missing = 0
    for light in lights:
        if store.verify(light.table) is not None:
            raise NotSo(f"the log of {light.table} is damaged")
        there = {row.cid: row.seq for row in store.rows(light.table) if row.seat == light.seat}
        missing += sum(there.get(cid) != seq for cid, seq in light.notes.acked.items())
    store.close()
    return missing


def run(kind: str, times: int, *, code: str = COMMAND, patience: float = PATIENCE) -> tuple[int, int]:
    """Commands acknowledged, and those lost."""
    with tempfile.TemporaryDirectory() as place, made(kind, Path(place)) as fault:
        folder = Path(place)
        with ServerProcess(
            folder, "--admin-port", "0", "--sockets", "1000", "--changes", "10000", "--no-warm", *fault.arguments,
            code=code, preloaded=False,
        ) as server:  # fmt: skip
            lights = asyncio.run(play(server, fault, times, patience))
            server.kill()
            if '"level": "error"' in server.log:
                raise NotSo(f"an error was logged: {server.log[-3000:]}")
            url = fault.url or f"sqlite:///{folder}/data/stammtisch.db"
            return sum(len(light.notes.acked) for light in lights), lost(url, lights)


def unshared(module: str, arguments: list[str]) -> int:
    """Run a module of ours in a mount namespace of its own."""
    namespace = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    command = [*namespace, sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, INSIDE: "yes"}, check=False).returncode


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.faults", description="Faults that come and go.")
    parser.add_argument("faults", nargs="*", choices=[*FAULTS, []], help="all, if none is given")
    parser.add_argument("--times", type=int, default=3, metavar="N")
    given = parser.parse_args(arguments)
    given.faults = given.faults or list(FAULTS)
    if "full" in given.faults and INSIDE not in os.environ and shutil.which("unshare"):
        others = [each for each in given.faults if each != "full"]
        times = ["--times", str(given.times)]
        status = unshared("tests.soak.faults", ["full", *times])
        return max(status, main([*others, *times]) if others else 0)
    bad = False
    for kind in given.faults:
        acknowledged, missing = run(kind, given.times)
        try:
            run(kind, 1, code=STUBBORN, patience=SHORT)
            control = "NOT NOTICED"
        except NotSo as noticed:
            control = str(noticed)
        good = not missing and control == "it did not go on by itself"
        bad |= not good
        row = (
            f"{kind} comes and goes",
            f"{given.times} times; {TABLES} tables",
            f"{acknowledged:,} commands acknowledged, lost {missing}; told, and went on by itself each time",
            f"a server that does not open its database again: {control}",
            f"python -m tests.soak.faults {kind}",
        )
        results.tell(row, good=good, keep=given.times >= 3)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
