"""Links to a real server: who may sit by them, what messengers show of them, and what is said of those to nowhere."""

from __future__ import annotations

import gzip
import html
import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import connect

from stammtisch import games
from stammtisch.core.errors import StammtischError
from stammtisch.server.process.page_files import FOLDER
from stammtisch.server.table.commands import Table
from stammtisch.terminal.verify import check
from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import ServerProcess

HEAD = "ab" * 32
TITLE = games.load("heckmeck").title
PAGE = {"accept": "text/html"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("links"), "--changes", "10000") as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


def opened(server: ServerProcess, token: str, *kinds: str, **settings: Any) -> dict[str, Any]:
    seats = [{"kind": kind} for kind in kinds or ("person", "person")]
    made = api.ask(server, "POST", "/api/tables", {"game": "heckmeck", "seats": seats, **settings}, token=token)
    assert made.status == 201, made.body
    return dict(made.json)


def sit(server: ServerProcess, table: str, seat: int, token: str, key: str | None = None) -> tuple[int, str]:
    sitting = {"head": HEAD, **({"invite": key} if key else {})}
    answer = api.ask(server, "POST", f"/api/tables/{table}/seats/{seat}", sitting, token=token)
    return answer.status, answer.json.get("code", "")


def welcome(server: ServerProcess, table: str, token: str | None) -> dict[str, Any]:
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, "token": token}))
        return dict(json.loads(line.recv(30)))


def over(server: ServerProcess, token: str, **settings: Any) -> str:
    """A game against a bot that was given up at once."""
    table: str = opened(server, token, "person", "bot", **settings)["table"]
    assert sit(server, table, 0, token)[0] == 200
    with api.enter(server, table, token) as line:
        line.send(json.dumps({"type": "resign", "cid": "c" * 16}))
        while json.loads(line.recv(30))["type"] != "done":
            pass
    return table


# ── Who may sit ──────────────────────────────────────────────────────────────────────────────────────────────────────


@row(10, 16)
def test_the_key_of_a_table_admits_to_its_free_seats_and_no_other(server: ServerProcess) -> None:
    ann, ben, cem, eve = (api.guest(server, name) for name in ("Ann", "Ben", "Cem", "Eve"))
    made, other = opened(server, ann, "person", "person", "person"), opened(server, ann)
    table, key = made["table"], made["key"]
    for wrong in (None, other["key"], other["invites"][1], "x" * 32, key[:-1] + ("0" if key[-1] != "0" else "1")):
        assert sit(server, table, 1, eve, wrong) == (403, "not_invited")
    assert sit(server, table, 1, ben, made["invites"][2]) == (403, "not_invited")  # the key of a seat is for that seat
    assert sit(server, table, 1, ben, key) == (200, "")
    assert sit(server, table, 1, cem, key) == (409, "taken")
    assert sit(server, table, 2, cem, made["invites"][2]) == (200, "")
    assert sit(server, table, 0, eve, key) == (200, "")  # now all sit
    assert sit(server, table, 0, ann, key)[1] in ("taken", "started")


@row(16)
def test_the_key_of_a_table_is_told_to_its_host_alone_and_stored_nowhere(server: ServerProcess) -> None:
    ann, ben = api.guest(server, "Ann"), api.guest(server, "Ben")
    made = opened(server, ann)
    table, key = made["table"], made["key"]
    assert sit(server, table, 0, ann) == (200, "")
    assert welcome(server, table, ann)["key"] == key  # also on another device, and at any time
    for token in (None, ben):
        said = welcome(server, table, token)
        assert said["key"] is None
        assert key not in json.dumps(said)
    with sqlite3.connect(server.folder / "data" / "stammtisch.db") as database:
        assert key not in "\n".join(database.iterdump())
    assert key not in server.log
    assert sit(server, table, 1, ben, key) == (200, "")
    assert welcome(server, table, ann)["key"] is None  # the game has begun
    assert welcome(server, table, ann)["view"]["host"] == 0


@row(10)
def test_a_seat_that_is_kept_for_somebody_needs_more_than_the_key_of_the_table(server: ServerProcess) -> None:
    ann, ben, eve = (api.guest(server, name) for name in ("Ann", "Ben", "Eve"))
    made = opened(server, ann)
    table = made["table"]
    assert sit(server, table, 0, ann) == sit(server, table, 1, ben, made["key"]) == (200, "")
    with api.enter(server, table, ann) as line:
        for kind in ("resign", "rematch"):
            line.send(json.dumps({"type": kind, "cid": kind.ljust(16, "x")}))
            while json.loads(line.recv(30))["type"] != "done":
                pass
    again = welcome(server, table, ann)["view"]["rematch"]
    assert welcome(server, again, ann)["key"] is None  # it would admit nobody
    with sqlite3.connect(server.folder / "data" / "stammtisch.db") as database:
        (master,) = database.execute("SELECT master FROM dice WHERE table_id = ?", (again,)).fetchone()
    for seat in (0, 1):
        assert sit(server, again, seat, eve, Table(again, master).key) == (403, "not_invited")
    assert sit(server, again, 0, ben) == (200, "")


# ── What messengers show ─────────────────────────────────────────────────────────────────────────────────────────────


def preview(server: ServerProcess, path: str, **headers: str) -> dict[str, str]:
    answer = api.ask(server, "GET", path, **PAGE, **headers)
    assert answer.status == 200, answer
    found = re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)" />', answer.body.decode())
    assert len(found) == len(dict(found))
    return {name: html.unescape(text) for name, text in found}


def test_a_link_to_a_table_says_who_invites_and_later_how_it_went(server: ServerProcess) -> None:
    ann, ben = api.guest(server, "Ann"), api.guest(server, "Ben")
    made = opened(server, ann)
    table, path = made["table"], f"/t/{made['table']}"
    assert preview(server, path)["og:title"] == f"You are invited to {TITLE}"
    assert sit(server, table, 1, ann) == (200, "")
    shown = preview(server, path)
    assert shown["og:title"] == f"Ann invites you to {TITLE}"
    assert shown["og:url"] == server.address + path
    assert shown["og:image"] == f"{server.address}/preview/heckmeck.png"
    assert made["key"] not in str(shown)
    assert sit(server, table, 0, ben, made["key"]) == (200, "")
    assert preview(server, path)["og:title"] == f"{TITLE}: Ben, Ann"
    with api.enter(server, table, ann) as line:
        line.send(json.dumps({"type": "resign", "cid": "c" * 16}))
        while json.loads(line.recv(30))["type"] != "done":
            pass
    assert preview(server, path)["og:title"] == f"{TITLE}: Ben 0, Ann 0"


def test_pages_of_games_the_start_and_what_is_not_there_have_previews_too(server: ServerProcess) -> None:
    start = preview(server, "/")
    assert start["og:title"] == "Stammtisch"
    assert start["og:image"].endswith("/preview/stammtisch.png")
    assert preview(server, "/learn/zatre")["og:title"] == "Zatre"
    assert preview(server, "/learn/zatre")["og:image"].endswith("/preview/zatre.png")
    for nowhere in ("/t/short", f"/t/{'0' * 32}", f"/c/{'0' * 32}", "/rules/none", "/t/%00", "/t/..%2f..", "/t//x"):
        assert preview(server, nowhere)["og:title"] == "Stammtisch", nowhere
    for name in ("stammtisch", "heckmeck", "barbecue", "zocken", "zatre"):
        picture = api.ask(server, "GET", f"/preview/{name}.png")
        assert picture.body.startswith(b"\x89PNG")
        assert len(picture.body) <= 60 * 1024


def test_a_tournament_has_its_title_and_nothing_in_it_is_html(server: ServerProcess) -> None:
    ann = api.guest(server, "Ann")
    title = 'Friday\'s "cup" <script>'
    preset = api.ask(server, "GET", "/api/tournaments/presets").json[0]
    wanted = {"title": title, "scheme": preset["scheme"]}
    made = api.ask(server, "POST", "/api/tournaments", wanted, token=ann)
    assert made.status == 201, made.body
    path = f"/c/{made.json['tournament']}"
    assert preview(server, path)["og:title"] == title
    page = api.ask(server, "GET", path, **PAGE).body.decode()
    assert "<script>" not in page
    assert made.json["key"] not in page


@row(9)
def test_what_a_request_says_of_itself_cannot_break_the_page(server: ServerProcess) -> None:
    whole = (FOLDER / "index.html").read_text().partition("</head>")
    for host in ('x"><script>alert(1)</script>', "a b", "é"):
        page = api.ask(server, "GET", "/", **PAGE, host=host).body.decode()
        assert page.startswith(whole[0].rstrip())
        assert page.endswith(whole[1] + whole[2])
        assert "alert" not in page
        assert "og:image" not in page
    assert preview(server, "/", host="table.example", x_forwarded_proto="https")["og:image"].startswith(
        "https://table.example/"
    )
    wild = api.ask(server, "GET", "/t/%22%3E%3Cscript%3Ealert(1)", **PAGE).body.decode()
    assert "<script>alert" not in wild


def test_a_preview_speaks_the_language_that_is_asked_for_and_is_asked_for_again(server: ServerProcess) -> None:
    wishes = {"en": "en", "de-AT,de;q=0.9,en;q=0.5": "de", "tlh, ;q=x, en;q=0.1, fr;q=0.4": "fr", "tlh": "en"}
    for wish, language in wishes.items():
        listed = api.ask(server, "GET", f"/api/games?language={language}").json
        (zatre,) = [game for game in listed if game["game"] == "zatre"]
        assert preview(server, "/learn/zatre", accept_language=wish)["og:description"] == zatre["summary"]
        answer = api.ask(server, "GET", "/learn/zatre", **PAGE, accept_language=wish)
        assert "accept-language" in answer.headers["vary"]
        assert answer.headers["cache-control"] == "no-cache"
        known = {"accept_language": wish, "if_none_match": answer.headers["etag"]}
        again = api.ask(server, "GET", "/learn/zatre", **PAGE, **known)
        assert (again.status, again.body) == (304, b"")
    packed = api.ask(server, "GET", "/learn/zatre", **PAGE, accept_encoding="gzip")
    assert gzip.decompress(packed.body) == api.ask(server, "GET", "/learn/zatre", **PAGE).body


# ── What leads nowhere, and games that are over ──────────────────────────────────────────────────────────────────────


def test_nobody_is_shown_a_regular_expression(server: ServerProcess) -> None:
    ann = api.guest(server, "Ann")
    said = [
        api.ask(server, "GET", path, token=ann).json["reason"]
        for path in (
            "/api/tables/x", "/api/tables/x/story", "/api/tables/x/record.txt", "/api/tournaments/x",
            "/api/games/X/rules", "/api/people/x/statistics", "/api/tables?status=none", "/api/my/finished?before=x",
            f"/api/tables/{'0' * 32}/nothing.txt",
        )
    ]  # fmt: skip
    said.append(api.ask(server, "POST", f"/api/tables/{'0' * 32}/seats/0", {"head": "x"}, token=ann).json["reason"])
    said.append(welcome(server, "x", None)["reason"])
    assert "there is no table with such a name" in said[0]
    assert "there is no such download" in said[8]
    for sentence in said:
        assert not re.search(r"[\^\[\]{}$\\]|pattern", sentence), sentence


def test_a_game_is_verified_by_its_link(server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    ann = api.guest(server, "Ann")
    table = over(server, ann)
    for form in ("", "#17", "/"):
        link = f"{server.address}/t/{table}{form}"
        assert check(link) == 0
        said = capsys.readouterr().out
        assert said.startswith(f"{link}: everything is right, but:\n- This is a transcript of version 1")
    waiting = opened(server, ann)["table"]
    for link, words in (
        (f"{server.address}/t/{waiting}", "the server says: the game is not over yet"),
        (f"{server.address}/t/{'0' * 32}", "the server says: there is no such table"),
        (f"{server.address}/rules/zatre", "leads to the rules of a game, not to a table"),
        ("http://127.0.0.1:9/t/abcdefgh", "cannot reach http://127.0.0.1:9"),
    ):
        with pytest.raises(StammtischError, match=words):
            check(link)


def test_all_finished_games_are_listed_page_by_page(server: ServerProcess) -> None:
    ann, ben = api.guest(server, "Ann"), api.guest(server, "Ben")
    mine = [over(server, ann) for _ in range(5)]
    theirs = over(server, ben)
    opened(server, ann)

    def page(query: str = "", token: str = ann) -> tuple[list[str], bool]:
        answer = api.ask(server, "GET", f"/api/my/finished{query}", token=token)
        assert answer.status == 200, answer
        return [each["table"] for each in answer.json["tables"]], answer.json["more"]

    assert page() == (mine[::-1], False)
    assert page("?limit=2") == (mine[:2:-1], True)
    assert page(f"?limit=2&before={mine[3]}") == ([mine[2], mine[1]], True)
    assert page(f"?limit=2&before={mine[1]}") == ([mine[0]], False)
    assert page(token=ben) == ([theirs], False)
    assert api.ask(server, "GET", f"/api/my/finished?before={'0' * 32}", token=ann).json["code"] == "no_table"


def test_a_server_that_sends_no_notices_says_so(server: ServerProcess) -> None:
    assert api.ask(server, "GET", "/api/announcement").json["notices"] is False
