"""How late the server's event loop is: python -m tests.soak.lag [--flood 50] [--frames 3000]

Two people play at a table while clients flood it and others send fuzzed frames. In the server a call that is due in 10
ms measures how late it came, and how much CPU time the server used meanwhile in all its threads: on a shared machine
only that part of the delay is its own. The control is a server that works for 50 ms at every twentieth message: it must
be detected.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.fuzz import send_frames
from tests.soak.results import tell
from tests.soak.rude import flood

BOUND = 20.0  # ms

PROBE = """
import asyncio, time
from contextlib import asynccontextmanager
from stammtisch.server.process.server import Server
running = Server.running
async def probe():
    with open("lag", "w", buffering=1) as file:
        while True:
            due, worked = time.monotonic() + 0.01, time.process_time()
            await asyncio.sleep(0.01)
            late = max(0.0, time.monotonic() - due)
            print(1000 * late, 1000 * min(late, time.process_time() - worked), file=file)
@asynccontextmanager
async def probed(self):
    async with running(self):
        probing = asyncio.ensure_future(probe())
        yield
        probing.cancel()
Server.running = probed
"""
SLUGGISH = """
import time
from stammtisch.server.protocol import strict_json
command, count = strict_json.command, 0
def slowly(text):
    global count
    count += 1
    until = time.thread_time() + 0.05
    while count % 20 == 0 and time.thread_time() < until:
        pass
    return command(text)
strict_json.command = slowly
"""


def run(flooders: int, frames: int, code: str = "") -> tuple[int, float, float]:
    """How often it was measured; at most how late, and how late by its own work, were 99 of 100, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), code=code + PROBE + COMMAND) as server:
        asyncio.run(_press(server, 1, 10))  # what is loaded when it is first used, is loaded now
        before = len(_measured(server))
        asyncio.run(_press(server, flooders, frames))
        found = _measured(server)[before:]
    late, own = (sorted(each[i] for each in found) for i in (0, 1))
    at = int(0.99 * len(found))
    return len(found), late[at], own[at]


async def _press(server: ServerProcess, flooders: int, frames: int) -> None:
    """Fuzzed frames, and floods as long as they last."""
    sending = asyncio.ensure_future(send_frames(server, frames, 1))
    while not sending.done():
        await flood(server, flooders, 30.0)
    await sending


def _measured(server: ServerProcess) -> list[list[float]]:
    lines = (server.folder / "lag").read_text().splitlines()[:-1]  # the last one may be half written
    return [[float(figure) for figure in line.split()] for line in lines]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.lag")
    parser.add_argument("--flood", type=int, default=50)
    parser.add_argument("--frames", type=int, default=3000)
    wanted = parser.parse_args()
    count, late, own = run(wanted.flood, wanted.frames)
    _, _, sluggish = run(5, 300, SLUGGISH)
    return tell(
        (
            "lag of the loop, among floods and fuzzed frames",
            f"{wanted.flood} clients that send without end, {wanted.frames:,} fuzzed frames, {count:,} measurements",
            f"99 of 100 calls came at most {late:.1f} ms late, {own:.1f} ms of it by the server's own work",
            f"a server that works for 50 ms at every twentieth message: {sluggish:.1f} ms",
            "python -m tests.soak.lag",
        ),
        good=own <= BOUND < sluggish,
        keep=wanted == parser.parse_args([]),
    )


if __name__ == "__main__":
    sys.exit(main())
