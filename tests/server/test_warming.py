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
from tests.cold import Cold
from tests.server import knock
from tests.server.house import PATIENCE, House

SECRET = bytes(range(32))


def opened(house: House, token: str, game: str) -> str:
    """A table at which all levels play each other; they begin by themselves."""
    return knock.table(house, token, game, seats=[{"kind": "bot", "bot": level} for level in LEVELS])[0]


def seen(house: House, table: str) -> dict[str, Any]:
    """How a table is now, and all that has happened at it."""
    with connect(f"ws://127.0.0.1:{house.port}/ws", compression=None, max_size=2**24) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, "table": table}))
        return dict(json.loads(line.recv(90)))


def movers(house: House, table: str) -> set[int]:
    """The seats that have decided something."""
    return {json.loads(event["line"])["seat"] for event in seen(house, table)["events"] if event["type"] == "seat"}


def until(holds: Callable[[], object], what: str, house: House) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"{what}:\n{house.log[-2000:]}"
        time.sleep(0.05)


def test_every_bot_moves_while_the_compiler_is_held_up(cold: Cold, tmp_path: Path) -> None:
    with House(tmp_path) as house:
        token = knock.guest(house)
        for game in sorted(
            games.names(), reverse=True
        ):  # the one that is compiled fastest comes last, and is first then
            table = opened(house, token, game)
            until(partial(lambda name: len(movers(house, name)) == len(LEVELS), table), f"bots of {game} wait", house)
            assert seen(house, table)["warming"], "it is said that simpler bots play"
        assert cold.compiled == [], "nobody may compile but the process that is held up"

        cold.let_go()
        until(lambda: "barbecue" in cold.ready, "nothing is compiled", house)
        table = opened(house, token, "barbecue")
        until(lambda: movers(house, table) and not seen(house, table)["warming"], "bots never get ready", house)
        assert '"level": "error"' not in house.log


def test_a_hint_is_put_off_while_the_compiler_is_held_up(cold: Cold, tmp_path: Path) -> None:
    with House(tmp_path) as house:
        token = knock.guest(house)
        seats: list[object] = [{}, {"kind": "bot", "bot": "beginner"}]
        table, (invite, _) = knock.table(house, token, "zocken", seats=seats)
        head = Chain(SECRET, table, 0).head.hex()
        path = f"/api/tables/{table}"
        assert knock.ask(house, "POST", f"{path}/seats/0", {"head": head, "invite": invite}, token=token).status < 300
        until(lambda: seen(house, table)["view"]["turn"] == 0, "nobody begins", house)
        answer = knock.ask(house, "GET", f"{path}/hint", token=token)
        assert (answer.status, answer.json["code"]) == (503, "warming_up")
        assert cold.compiled == []
