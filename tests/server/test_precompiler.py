"""A fresh install: nobody who plays on a server waits for a compiler."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from stammtisch import games
from stammtisch.bots.levels import LEVELS
from stammtisch.fair import Chain
from tests.fresh_install import FreshInstall
from tests.server import api
from tests.server.server_process import PATIENCE, ServerProcess

SECRET = bytes(range(32))


def opened(server: ServerProcess, token: str, game: str) -> str:
    """A table at which all levels play each other; they begin by themselves."""
    return api.table(server, token, game, seats=[{"kind": "bot", "bot": level} for level in LEVELS])[0]


def seen(server: ServerProcess, table: str) -> dict[str, Any]:
    """How a table is now, and all that has happened at it."""
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None, max_size=2**24) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, "table": table}))
        return dict(json.loads(line.recv(90)))


def movers(server: ServerProcess, table: str) -> set[int]:
    """The seats that have decided something."""
    return {json.loads(event["line"])["seat"] for event in seen(server, table)["events"] if event["type"] == "seat"}


def until(holds: Callable[[], object], what: str, server: ServerProcess) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"{what}:\n{server.log[-2000:]}"
        time.sleep(0.05)


def test_every_bot_moves_while_the_compiler_is_held_up(fresh_install: FreshInstall, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        token = api.guest(server)
        for game in sorted(
            games.names(), reverse=True
        ):  # the one that is compiled fastest comes last, and is first then
            table = opened(server, token, game)
            until(partial(lambda name: len(movers(server, name)) == len(LEVELS), table), f"bots of {game} wait", server)
            assert seen(server, table)["warming"], "it is said that simpler bots play"
        assert fresh_install.compiled == [], "nobody may compile but the process that is held up"

        fresh_install.let_go()
        until(lambda: "barbecue" in fresh_install.ready, "nothing is compiled", server)
        table = opened(server, token, "barbecue")
        until(lambda: movers(server, table) and not seen(server, table)["warming"], "bots never get ready", server)
        assert '"level": "error"' not in server.log


def test_a_hint_is_put_off_while_the_compiler_is_held_up(fresh_install: FreshInstall, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        token = api.guest(server)
        seats: list[object] = [{}, {"kind": "bot", "bot": "beginner"}]
        table, (invite, _) = api.table(server, token, "zocken", seats=seats)
        head = Chain(SECRET, table, 0).head.hex()
        path = f"/api/tables/{table}"
        assert api.ask(server, "POST", f"{path}/seats/0", {"head": head, "invite": invite}, token=token).status < 300
        until(lambda: seen(server, table)["view"]["turn"] == 0, "nobody begins", server)
        answer = api.ask(server, "GET", f"{path}/hint", token=token)
        assert (answer.status, answer.json["code"]) == (503, "warming_up")
        assert fresh_install.compiled == []
