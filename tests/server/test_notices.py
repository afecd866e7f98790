"""Notices of a real server, received at real places: mail, a webhook, ntfy, and a browser that opens what is pushed."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stammtisch.client import SeatConnection
from stammtisch.fair import Chain
from tests.server import api
from tests.server.checklist import row
from tests.server.notice_endpoints import Browser, Mails, Web, mails, signed_by, until, web
from tests.server.server_process import ServerProcess

MAIL = "ana.ionescu@mail.example"
SECRET = bytes(32)


@pytest.fixture(scope="module")
def box() -> Iterator[Mails]:
    with mails() as found:
        yield found


@pytest.fixture(scope="module")
def hook() -> Iterator[Web]:
    with web() as found:
        yield found


def opened(folder: Path, box: Mails, *more: str) -> ServerProcess:
    mail = f"smtp://operator:hunter2@127.0.0.1:{box.port}?from=table@house.example"
    return ServerProcess(
        folder, "--address", "https://house.example", "--notice-private", "--notice-after", "0", "--mail", mail, *more
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, box: Mails) -> Iterator[ServerProcess]:
    with opened(tmp_path_factory.mktemp("notices"), box) as server:
        yield server
        assert '"level": "error"' not in server.log


def channels(server: ServerProcess, token: str) -> list[dict[str, Any]]:
    return list(api.ask(server, "GET", "/api/my/channels", token=token).json["channels"])


def add(server: ServerProcess, token: str, **channel: Any) -> dict[str, Any]:
    made = api.ask(server, "POST", "/api/my/channels", channel, token=token)
    assert made.status == 201, made.body
    return dict(made.json["channels"][-1])


def begin(server: ServerProcess, *tokens: str) -> str:
    """A game of two that has begun; everybody waits for the first."""
    table, invites = api.table(server, tokens[0])
    for seat, token in enumerate(tokens):
        sitting = {"head": Chain(SECRET, table, seat).head.hex(), "invite": invites[seat]}
        assert api.ask(server, "POST", f"/api/tables/{table}/seats/{seat}", sitting, token=token).status == 200
    return table


def links(text: str, page: str) -> str:
    found = re.search(rf"https://house\.example/{page}#([\w-]+)", text)
    assert found, text
    return found[1]


def test_mail_waits_for_its_link_and_ends_with_another(server: ServerProcess, box: Mails) -> None:
    ana, ion = api.guest(server, "Ana <b>"), api.guest(server, "Ion")
    channel = add(server, ana, mail=MAIL, language="de")
    assert (channel["shown"], channel["confirmed"]) == ("an…@mail.example", False)
    until(lambda: len(box.to(MAIL)) == 1)
    asking = box.to(MAIL)[0]
    assert asking["from"] == "table@house.example"
    text = str(asking.get_content())
    assert "Ana" not in text + asking["subject"]  # a name is chosen freely: nobody writes to strangers with it
    assert box.password == "hunter2"
    begin(server, ana, ion)  # she is away, and it is her turn; but nothing comes before the link is used
    token = links(text, "confirm")
    for wrong in (token[:-1] + "_", "x" * 43):
        assert api.ask(server, "POST", "/api/notices/confirm", {"token": wrong}).json["code"] == "no_channel"
    done = api.ask(server, "POST", "/api/notices/confirm", {"token": token})
    assert done.json == {"kind": "mail", "shown": "an…@mail.example"}
    until(lambda: len(box.to(MAIL)) == 2)
    told = box.to(MAIL)[1]
    assert told["list-unsubscribe"] == f"<https://house.example/unsubscribe#{token}>"
    assert told["auto-submitted"] == "auto-generated"
    assert "Ion" in told.get_content()
    assert "https://house.example/t/" in told.get_content()
    stop = links(told.get_content(), "unsubscribe")
    for method in ("GET", "HEAD"):  # what scanners of mail do
        assert api.ask(server, method, "/unsubscribe").status in (200, 503)
    assert channels(server, ana)[0]["off"] is None
    assert api.ask(server, "POST", "/api/notices/stop", {"token": stop}).status == 200
    (channel,) = channels(server, ana)
    assert (channel["off"], channel["confirmed"]) == ("stopped", False)
    assert len(box.to(MAIL)) == 2


def test_webhook_ntfy_and_push_are_told_in_their_languages(server: ServerProcess, hook: Web) -> None:
    ana, ion = api.guest(server, "Ana"), api.guest(server, "Ion")
    key = api.ask(server, "GET", "/api/my/channels", token=ana).json["push"]
    browser = Browser()
    add(server, ana, url=f"json://u:secret@{hook.host}/hook")
    add(server, ana, url=f"ntfy://{hook.host}/ana-topic", language="fr")
    add(server, ana, push=browser.subscription(f"{hook.address}/push/1"), language="ro")
    hook.received.clear()
    table = begin(server, ana, ion)
    until(lambda: len(hook.received) == 3)
    received = {each.path: each for each in hook.received}
    link = f"https://house.example/t/{table}"
    assert link in received["/hook"].json["message"]
    assert received["/"].json["topic"] == "ana-topic"
    assert link in received["/"].json["message"]
    pushed = received["/push/1"]
    assert signed_by(pushed, key)["aud"] == hook.address
    said = browser.opened(pushed)
    assert said["link"] == link
    assert said["stop"].startswith("https://house.example/unsubscribe#")
    assert "Ion" in said["body"]
    until(lambda: all(channel["sent"] for channel in channels(server, ana)))
    for channel in channels(server, ana):
        assert not any(secret in str(channel) for secret in ("secret", "ana-topic", "/push/1"))


def test_a_notice_survives_a_kill_of_the_server(tmp_path: Path, box: Mails, hook: Web) -> None:
    with opened(tmp_path, box, "--notice-after", "0.05") as server:
        ana, ion = api.guest(server, "Ana"), api.guest(server, "Ion")
        add(server, ana, url=f"json://{hook.host}/killed")
        hook.received.clear()
        table = begin(server, ana, ion)
        server.restart()
        until(lambda: len(hook.received) == 1)
        assert table in hook.received[0].json["message"]
        asyncio.run(_play(server, table, ana, ion))
        assert "hunter2" not in server.log
        assert hook.host not in server.log
        with sqlite3.connect(tmp_path / "data" / "stammtisch.db") as database:
            assert database.execute("SELECT kind, tries FROM notice").fetchall() == [("turn", 1)]
        database.close()
    assert len(hook.received) == 1


async def _play(server: ServerProcess, table: str, *tokens: str) -> None:
    """Both are here for a moment."""
    async with (
        SeatConnection(server.address, table, tokens[0], SECRET) as ana,
        SeatConnection(server.address, table, tokens[1], SECRET),
    ):
        assert await asyncio.wait_for(ana.my_turn(), 60)


@row(10)
def test_a_channel_is_its_owners(server: ServerProcess, hook: Web) -> None:
    ana, eve = api.guest(server, "Ana"), api.guest(server, "Eve")
    made = add(server, ana, url=f"json://{hook.host}/own")
    path = f"/api/my/channels/{made['channel']}"
    wishes = {"language": "cs", "wants": ["over"]}
    for method, where, body in (
        ("POST", path, wishes),
        ("POST", f"{path}/test", {"language": "en"}),
        ("DELETE", path, None),
    ):
        assert api.ask(server, method, where, body, token=eve).json["code"] == "no_channel"
    assert channels(server, eve) == []
    changed = api.ask(server, "POST", path, wishes, token=ana).json["channels"][0]
    assert (changed["language"], changed["wants"]) == ("cs", ["over"])
    hook.received.clear()
    assert api.ask(server, "POST", f"{path}/test", {"language": "en"}, token=ana).status == 202
    until(lambda: len(hook.received) == 1)
    assert api.ask(server, "DELETE", path, token=ana).json["channels"] == []


@row(12)
def test_too_many_channels_and_wrong_ones_are_refused(server: ServerProcess, hook: Web) -> None:
    ana = api.guest(server, "Ana")
    for wrong in (
        {"url": "file:///etc/passwd"},
        {"mail": "nobody"},
        {},
        {"mail": MAIL, "url": "ntfy://topic"},
        {"push": {"endpoint": "http://", "keys": {"p256dh": "a" * 87, "auth": "b" * 22}}},
    ):
        answer = api.ask(server, "POST", "/api/my/channels", wrong, token=ana)
        assert answer.status in (409, 422), answer
        assert "passwd" not in str(answer.body)
    for number in range(8):
        add(server, ana, url=f"json://{hook.host}/{number}")
    again = api.ask(server, "POST", "/api/my/channels", {"url": f"json://{hook.host}/1"}, token=ana)
    assert again.json["code"] == "bad_channel"
    more = api.ask(server, "POST", "/api/my/channels", {"url": f"json://{hook.host}/9"}, token=ana)
    assert more.json["code"] == "too_many"


def test_my_tables_say_whose_turn_it_is_and_the_story_what_happened_since(server: ServerProcess) -> None:
    ana, ion = api.guest(server, "Ana"), api.guest(server, "Ion")
    table = begin(server, ana, ion)
    asyncio.run(_play(server, table, ana, ion))
    (mine,) = api.ask(server, "GET", "/api/my/tables", token=ana).json
    (his,) = api.ask(server, "GET", "/api/my/tables", token=ion).json
    assert (mine["table"], mine["seat"], mine["awaited"], mine["dice"]) == (table, 0, 0, False)
    assert (his["seat"], his["awaited"]) == (1, 0)
    assert mine["since"] <= time.time() * 1000
    story = api.ask(server, "GET", f"/api/tables/{table}/story").json
    middle = story["told"][1]["seq"]
    since = api.ask(server, "GET", f"/api/tables/{table}/story?since={middle}").json
    assert since["seq"] == story["seq"] == mine["seq"]
    assert since["told"] == story["told"][2:]
