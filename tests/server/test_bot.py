"""`stammtisch sit`: bots of ours and programs of one's own at the tables of a real server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stammtisch import games
from stammtisch.client import Link, Server, ServerError
from stammtisch.client.bot import SitRequest, sit
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.fair import verify
from tests.helpers import ROOT, untraced
from tests.server.server_process import COMMAND, ServerProcess

SAMPLE = f"ext:{sys.executable} {ROOT / 'docs' / 'sample_bot.py'}"
LIAR = """import sys
for line in sys.stdin:
    if "hello" in line: print('{"type": "ready", "protocol": 1}', flush=True)
    elif '"id"' in line: print('{"type": "move", "id": 1, "move": "fly away"}', flush=True)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server


def opening(server: ServerProcess, game: str, *seats: str) -> dict[str, Any]:
    """A table of somebody who only looks on: its name and its keys."""

    bot = next(iter(games.load(game).bots))  # a simple one
    plans = [{"kind": seat, "bot": bot} for seat in seats]

    async def make() -> dict[str, Any]:
        host = await Server(server.address).guest("Host")
        return dict(await host.server.ask("POST", "/api/tables", {"game": game, "seats": plans}, host.token))

    return asyncio.run(make())


def opened(server: ServerProcess, game: str, *seats: str) -> tuple[str, list[str]]:
    """The name of such a table, and the links to its seats in their old form."""
    made = opening(server, game, *seats)
    table: str = made["table"]
    return table, [f"{server.address}/t/{table}?seat={seat}&key={key}" for seat, key in enumerate(made["invites"])]


def started(link: str, bot: str, *arguments: str) -> subprocess.Popen[str]:
    """`stammtisch sit` in a process of its own."""
    command = [sys.executable, "-c", COMMAND, "sit", link, "--bot", bot, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=untraced())


def test_a_bot_and_a_program_play_while_the_server_is_killed(server: ServerProcess) -> None:
    table, links = opened(server, "heckmeck", "person", "person")
    ours = started(links[0], "random", "--name", "Ours")
    theirs = started(f"{server.address}/t/{table}", SAMPLE, "--seat", "1", "--invite", links[1].partition("key=")[2])

    async def look() -> list[str]:
        async with Server(server.address).watch(table) as watch:
            for more in (40, 100):
                await watch.until(lambda more=more: watch.seq > more or watch.is_over)  # type: ignore[misc]  # mypy knows no default of a lambda
                assert not watch.is_over
                await asyncio.to_thread(server.restart)
            await watch.until(lambda: watch.is_over)
            assert watch.view["result"]["reason"] == "played"
            assert [(seat["name"], seat["kind"]) for seat in watch.view["seats"]] == [
                ("Ours", "program"),
                ("program", "program"),
            ]
            scores = str(watch.view["result"]["scores"])
        verify(await Server(server.address).fetch("GET", f"/api/tables/{table}/transcript.jsonl"))
        return [scores]

    (scores,) = asyncio.run(look())
    for process in (ours, theirs):
        told, _ = process.communicate(timeout=30)
        assert process.returncode == 0
        assert f"The game is over (played): scores {scores}" in told


def test_a_program_that_fails_resigns(
    server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "liar.py").write_text(LIAR)
    _, links = opened(server, "zocken", "person", "bot")
    assert sit(SitRequest(links[0], f"ext:{sys.executable} {tmp_path / 'liar.py'}")) == 1
    assert "made no legal move" in capsys.readouterr().err


def test_it_plays_zatre_with_hidden_tiles(server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    _, links = opened(server, "zatre", "person", "bot")
    assert sit(SitRequest(links[0], "random")) == 0
    assert "The game is over (played)" in capsys.readouterr().out


def test_what_is_wrong_is_said(server: ServerProcess) -> None:
    table, links = opened(server, "heckmeck", "person", "bot")
    page = f"{server.address}/t/{table}"
    for request, words in (
        (SitRequest(links[0], "genius"), "Heckmeck.* has no bot 'genius'; it has"),
        (SitRequest(page, "beginner"), "this link is for watching"),
        (SitRequest(f"{page}#17", "beginner", seat=0), "this link is for watching"),
        (SitRequest(f"{page}#join-{'x' * 32}", "beginner"), "the server says: this seat needs its invitation"),
        (SitRequest(f"{page}#join-x", "beginner"), "the link is not whole: '#join-x'"),
        (SitRequest(page, "beginner", seat=7), "the server says: there is no seat 7"),
        (SitRequest(links[0].replace(table, "no-such-table"), "beginner"), "the server says: there is no such table"),
        (SitRequest("http://127.0.0.1:9/t/no-such-table?seat=0", "beginner"), "cannot reach http://127.0.0.1:9"),
    ):
        with pytest.raises(StammtischError, match=words):
            sit(request)


KEY = "k-0_" * 8


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("https://table.example/t/abcdefgh", Link("https://table.example", "abcdefgh")),
        ("http://h:1/games/t/abcdefgh/", Link("http://h:1/games", "abcdefgh")),
        (f"https://h/t/abcdefgh#join-{KEY}", Link("https://h", "abcdefgh", None, KEY)),
        (f" https://h/t/abcdefgh?from=chat#join-{KEY}\n", Link("https://h", "abcdefgh", None, KEY)),
        (f"https://h/t/abcdefgh#sit-3-{KEY}", Link("https://h", "abcdefgh", 3, KEY)),
        (f"https://h/t/abcdefgh?seat=3&key={KEY}", Link("https://h", "abcdefgh", 3, KEY)),
        ("https://h/t/abcdefgh#17", Link("https://h", "abcdefgh", moment=17)),
        ("https://h/t/abcdefgh#review", Link("https://h", "abcdefgh")),
        ("https://h/t/abcdefgh#review-17", Link("https://h", "abcdefgh", moment=17)),
    ],
)
def test_every_form_of_a_link_is_read(text: str, link: Link) -> None:
    assert Link.read(text) == link


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("abcdefgh", "is no link to a server"),
        ("ws://h/t/abcdefgh", "is no link to a server"),
        ("http:///t/abcdefgh", "is no link to a server"),
        ("http://[h/t/abcdefgh", "is no link;"),
        ("http://h/", "leads to the start page"),
        ("http://h/c/abcdefgh", "leads to a tournament, not to a table"),
        ("http://h/learn/zatre", "leads to a lesson, not to a table"),
        ("http://h/t/short", "is not whole: no table is called 'short'"),
        ("http://h/t/abcdefgh#join-", "the link is not whole: '#join-'"),
        (f"http://h/t/abcdefgh#sit-{KEY}", "the link is not whole"),
        ("http://h/t/abcdefgh?seat=first", "is no number"),
    ],
)
def test_a_wrong_link_is_told_what_is_wrong_with_it(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Link.read(text)


@pytest.mark.parametrize("form", ["#join-{key}", "#sit-0-{seat}", "?seat=0&key={seat}"])
def test_it_sits_down_by_each_invitation(server: ServerProcess, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = opening(server, "heckmeck", "person", "bot")
    link = f"{server.address}/t/{made['table']}" + form.format(key=made["key"], seat=made["invites"][0])
    assert sit(SitRequest(link, "random")) == 0
    told = capsys.readouterr()
    assert "sits at seat 0" in told.err
    assert "The game is over (played)" in told.out


def test_friends_share_one_link_until_no_seat_is_free(server: ServerProcess) -> None:
    made = opening(server, "heckmeck", "person", "bot", "person")
    link = f"{server.address}/t/{made['table']}#join-{made['key']}"

    async def join() -> list[int | None]:
        client, seats = Server(server.address), []
        for name in ("Ann", "Ben"):
            async with await (await client.guest(name)).join(link) as seat:
                seats.append(seat.seat)
        with pytest.raises(ServerError, match="no seat is free"):
            await (await client.guest("Cem")).join(link)
        return seats

    assert asyncio.run(join()) == [0, 2]
