"""Three nodes are upgraded, one after another, while people play: nobody is refused a move."""

from __future__ import annotations

import asyncio
import re
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random

import pytest

import stammtisch
from stammtisch import games, verify
from stammtisch.client import SeatConnection, Server
from tests.server import postgres
from tests.server.front import front
from tests.server.server_process import ServerProcess
from tests.server.test_nodes import seated
from tests.server.test_play import decide

OLDER = "0.0.1"
ASSET = b"export const older = true\n"
NAMES = ("one", "two", "three")


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation that calls itself older: it does not read snapshots of this one, and has another page."""
    folder = tmp_path_factory.mktemp("older")
    package = Path(stammtisch.__file__).parent
    shutil.copytree(package, folder / "stammtisch", ignore=shutil.ignore_patterns("page"))
    first = folder / "stammtisch" / "__init__.py"
    text, changed = re.subn(r'^__version__ = ".*"', f'__version__ = "{OLDER}"', first.read_text(), flags=re.MULTILINE)
    assert changed == 1
    first.write_text(text)
    assets = folder / "stammtisch" / "page" / "assets"
    assets.mkdir(parents=True)
    (assets / "older.js").write_bytes(ASSET)
    return folder


@pytest.fixture
def nodes(cluster: postgres.Cluster, older: Path, tmp_path: Path) -> Iterator[list[ServerProcess]]:
    url = cluster.new_database()
    with ExitStack() as stack:
        started = []
        for name in NAMES:
            (tmp_path / name).mkdir()
            settings = ("--database", url, "--node", name, "--lease", "3", "--no-warm")
            started.append(stack.enter_context(ServerProcess(tmp_path / name, *settings, installation=older)))
        yield started


async def games_until(seats: list[SeatConnection], seed: int) -> None:
    """The game to its end; a move that is refused ends it with the reason."""
    await asyncio.gather(*(decide(each, Random(seed + i)) for i, each in enumerate(seats)))
    for each in seats:
        await each.until(lambda each=each: each.is_over)  # type: ignore[misc]  # mypy knows no default of a lambda


def test_nobody_is_refused_a_move_while_nodes_are_upgraded(nodes: list[ServerProcess]) -> None:
    async def play() -> None:
        async with front(nodes) as address, AsyncExitStack() as stack:
            tables = []
            for number, game in enumerate(games.names()):
                seats, table = await seated([nodes[number % 3].address, address], game)
                for each in seats:
                    each.move_to(address)
                    await stack.enter_async_context(each)
                tables.append((seats, table, asyncio.ensure_future(games_until(seats, 10 * number))))
            for server in nodes:
                assert await asyncio.to_thread(server.stop) == 0
                server.installation = None
                await asyncio.to_thread(server.start)
                if server is not nodes[-1]:
                    assert await asyncio.to_thread(asset, server) == ASSET  # of a page that an older node gave out
            for _, table, playing in tables:
                await playing
                verify(await Server(address).fetch("GET", f"/api/tables/{table}/transcript.jsonl"))

    asyncio.run(asyncio.wait_for(play(), 180))
    for each in nodes:
        assert '"level": "error"' not in each.log
        assert "Traceback" not in each.log


def asset(server: ServerProcess) -> bytes:
    with urllib.request.urlopen(f"{server.address}/assets/older.js", timeout=30) as answer:
        return bytes(answer.read())
