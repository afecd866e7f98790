"""`stammtisch sit`: bots of ours and programs of one's own at the tables of a real server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.client import Server
from stammtisch.client.bot import Link, Wishes, sit
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.fair import verify
from tests.helpers import ROOT, untraced
from tests.server.house import COMMAND, House

SAMPLE = f"ext:{sys.executable} {ROOT / 'docs' / 'sample_bot.py'}"
LIAR = """import sys
for line in sys.stdin:
    if "hello" in line: print('{"type": "ready", "protocol": 1}', flush=True)
    elif '"id"' in line: print('{"type": "move", "id": 1, "move": "fly away"}', flush=True)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


def opened(house: House, game: str, *seats: str) -> tuple[str, list[str]]:
    """A table of somebody who only looks on: its name, and the links to its seats."""

    bot = next(iter(games.load(game).bots))  # a simple one
    plans = [{"kind": seat, "bot": bot} for seat in seats]

    async def make() -> tuple[str, list[str | None]]:
        host = await Server(house.address).guest("Host")
        made = await host.server.ask("POST", "/api/tables", {"game": game, "seats": plans}, host.token)
        return made["table"], made["invites"]

    table, keys = asyncio.run(make())
    return table, [f"{house.address}/t/{table}?seat={seat}&key={key}" for seat, key in enumerate(keys)]


def started(link: str, bot: str, *arguments: str) -> subprocess.Popen[str]:
    """`stammtisch sit` in a process of its own."""
    command = [sys.executable, "-c", COMMAND, "sit", link, "--bot", bot, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=untraced())


def test_a_bot_and_a_program_play_while_the_server_is_killed(house: House) -> None:
    table, links = opened(house, "heckmeck", "person", "person")
    ours = started(links[0], "random", "--name", "Ours")
    theirs = started(f"{house.address}/t/{table}", SAMPLE, "--seat", "1", "--invite", links[1].partition("key=")[2])

    async def look() -> list[str]:
        async with Server(house.address).watch(table) as watch:
            for more in (40, 100):
                await watch.until(lambda more=more: watch.seq > more or watch.is_over)  # type: ignore[misc]  # mypy knows no default of a lambda
                assert not watch.is_over
                await asyncio.to_thread(house.restart)
            await watch.until(lambda: watch.is_over)
            assert watch.view["result"]["reason"] == "played"
            assert [(seat["name"], seat["kind"]) for seat in watch.view["seats"]] == [
                ("Ours", "program"),
                ("program", "program"),
            ]
            scores = str(watch.view["result"]["scores"])
        verify(await Server(house.address).fetch("GET", f"/api/tables/{table}/transcript.jsonl"))
        return [scores]

    (scores,) = asyncio.run(look())
    for process in (ours, theirs):
        told, _ = process.communicate(timeout=30)
        assert process.returncode == 0
        assert f"The game is over (played): scores {scores}" in told


def test_a_program_that_fails_resigns(house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "liar.py").write_text(LIAR)
    _, links = opened(house, "zocken", "person", "bot")
    assert sit(Wishes(links[0], f"ext:{sys.executable} {tmp_path / 'liar.py'}")) == 1
    assert "made no legal move" in capsys.readouterr().err


def test_it_plays_zatre_with_hidden_tiles(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    _, links = opened(house, "zatre", "person", "bot")
    assert sit(Wishes(links[0], "random")) == 0
    assert "The game is over (played)" in capsys.readouterr().out


def test_what_is_wrong_is_said(house: House) -> None:
    table, links = opened(house, "heckmeck", "person", "bot")
    page = f"{house.address}/t/{table}"
    for wishes, words in (
        (Wishes(links[0], "genius"), "Heckmeck.* has no bot 'genius'; it has"),
        (Wishes(page, "beginner"), "which seat"),
        (Wishes(page, "beginner", seat=0), "the server says: this seat needs its invitation"),
        (Wishes(page, "beginner", seat=7), "the server says: there is no seat 7"),
        (Wishes(links[0].replace(table, "no-such-table"), "beginner"), "the server says: there is no such table"),
        (Wishes("http://127.0.0.1:9/t/no-such-table?seat=0", "beginner"), "cannot reach http://127.0.0.1:9"),
    ):
        with pytest.raises(StammtischError, match=words):
            sit(wishes)


def test_links() -> None:
    assert Link.read("https://table.example/t/abcdefgh?seat=3&key=K") == Link(
        "https://table.example", "abcdefgh", 3, "K"
    )
    assert Link.read("http://h:1/games/t/abcdefgh/") == Link("http://h:1/games", "abcdefgh")
    for wrong in ("abcdefgh", "ws://h/t/abcdefgh", "http://h/abcdefgh", "http://h/t/short", "http:///t/abcdefgh"):
        with pytest.raises(OptionError, match="is no link to a table"):
            Link.read(wrong)
    with pytest.raises(OptionError, match="is no number"):
        Link.read("http://h/t/abcdefgh?seat=first")
