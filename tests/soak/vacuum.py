"""Delete me with less free disk than the database: python -m tests.soak.vacuum

On a small file system of its own, more than half full with a database. Somebody is deleted: that must be acknowledged,
the operator must be told that the file could not be written anew, and the server must go on, also when it is started
again. When there is room, a start writes the file anew, and nothing of the person is left in it. The same with a server
that does not look for room before: VACUUM itself fails then. The control ends when VACUUM fails, as servers did before
this: it must be noticed.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from stammtisch.client import Server
from stammtisch.server.storage.log import START, Row, Write, chained
from stammtisch.server.storage.store import Store
from tests.examples import EXAMPLE
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.faults import INSIDE, NotSo, small_disk, unshared

NAME = "Kanarienvögelin"
BALLAST = 18  # MiB of the 32
HOPEFUL = f"""from stammtisch.server.storage import vacuum
vacuum.lacking = lambda path: None
{COMMAND}"""
"""A server that does not look for room."""
BRITTLE = f"""import os
from stammtisch.server.process.server import Server
Server._failed = lambda self, error: os._exit(70)
from stammtisch.server.storage import vacuum
vacuum.lacking = lambda path: None
vacuum.vacuum = lambda connection: connection.execute("VACUUM") and None
{COMMAND}"""
"""A server that ends when VACUUM fails."""
TOLD = "that failed"


def heavy(data: Path) -> None:
    """A database with much in it."""
    store = Store(f"sqlite:///{data}/stammtisch.db")
    writer = store.writer(failed=print)
    writer.start()
    previous = START
    for seq in range(1, BALLAST + 1):
        payload = json.dumps({"ballast": "x" * 2**20})
        made = chained(previous, "ballast", seq, None, None, "opened", payload, seq)
        writer.submit(Write([Row("ballast", seq, None, None, "opened", payload, seq, made)])).result(60)
        previous = made
    writer.stop()
    store.close()


def traces(data: Path) -> bool:
    return any(NAME.encode() in path.read_bytes() for path in data.iterdir() if path.is_file())


async def delete(server: ServerProcess) -> None:
    guest = await Server(server.address).guest(NAME)
    await guest.open(EXAMPLE, ["person", "person"])
    await guest.server.ask("DELETE", "/api/me", {}, guest.token)


def is_alive(server: ServerProcess) -> None:
    if not server.answers():
        raise NotSo("the server has ended")
    if '"level": "error"' in server.log:
        raise NotSo(server.log[-2000:])


def run(code: str) -> None:
    with tempfile.TemporaryDirectory() as folder, small_disk(data := Path(folder) / "data"):
        heavy(data)
        with ServerProcess(Path(folder), "--no-warm", code=code, preloaded=False) as server:
            try:
                asyncio.run(delete(server))
            except Exception as error:
                raise NotSo(f"the deletion was not acknowledged: {error}") from None
            is_alive(server)
            if server.log.count(TOLD) != 1:
                raise NotSo("the operator was not told")
            server.restart()
            asyncio.run(Server(server.address).guest("Somebody else"))  # the queue of the log is served
            is_alive(server)
            server.kill()
            subprocess.run(["mount", "-o", "remount,size=256m", str(data)], check=True)
            server.start()
            for _ in range(200):
                if not traces(data):
                    break
                asyncio.run(asyncio.sleep(0.1))
            else:
                raise NotSo("something of the person is left in the files")
            is_alive(server)


def main() -> int:
    if INSIDE not in os.environ:
        return unshared("tests.soak.vacuum", [])
    for code in (COMMAND, HOPEFUL):
        run(code)
    try:
        run(BRITTLE)
    except NotSo as noticed:
        print(f"delete me without room for a second copy: good\nthe control: {noticed}")
        return 0
    print("delete me without room for a second copy: BAD, the control was not noticed")
    return 1


if __name__ == "__main__":
    sys.exit(main())
