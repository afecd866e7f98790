"""Who may do what: every command and route in every role; and a server that forgets to ask, which must be caught."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stammtisch import games
from stammtisch.puzzles.library import puzzles_of
from stammtisch.server.process.app import routes
from stammtisch.server.protocol import wire
from stammtisch.server.table.commands import Table
from tests.examples import EXAMPLE, HIDDEN
from tests.server import api, permissions
from tests.server.checklist import row
from tests.server.server_process import ServerProcess

ROUTES = {route.name: route for route in routes()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("permissions")) as server:
        yield server


@row(10)
def test_every_command_and_route_has_a_row() -> None:
    assert set(permissions.COMMANDS) == set(wire.COMMANDS)
    assert set(permissions.ROUTES) == set(ROUTES)
    roles = set(permissions.ROUTES["health"])
    assert all(set(answers) == roles for answers in permissions.ROUTES.values())


@row(10)
def test_every_command_by_every_role(tmp_path: Path) -> None:
    assert permissions.wrong_answers(tmp_path) == []


@row(10)
def test_a_server_that_forgets_to_ask_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Table.seat_of
    monkeypatch.setattr(
        Table, "seat_of", lambda self, guest: real(self, guest) if self.status == "waiting" else real(self, guest) or 0
    )
    found = permissions.wrong_answers(tmp_path, [wire.Play])
    for role in ("nobody", "guest", "elsewhere", "host"):
        assert any(f"Play by {role}" in each for each in found)


@row(10, 22)
@pytest.mark.parametrize("name", permissions.ROUTES)
def test_every_route_by_every_role(server: ServerProcess, name: str) -> None:
    for role, status in permissions.ROUTES[name].items():
        host, ann, ben = (api.guest(server, each) for each in ("Host", "Ann", "Ben"))
        table, invites = api.table(server, host)
        other, _ = api.table(server, ben)
        tournament = api.ask(server, "POST", "/api/tournaments", {"title": "Cup"}, token=host).json["tournament"]
        for where, who, invite in ((table, ann, invites[0]), (other, ben, None)):
            sitting = {"head": "ab" * 32, "invite": invite}
            assert api.ask(server, "POST", f"/api/tables/{where}/seats/0", sitting, token=who).status == 200
        program = api.ask(server, "POST", "/api/guests", {"name": "Bot-of-Ben", "program": True}).json["token"]
        tokens = {"nobody": None, "wrong secret": "x" * 43, "seated": ann, "elsewhere": ben, "host": host}
        puzzle = next(iter(puzzles_of(games.load(HIDDEN)).values()))
        for token in [tokens[role]] if role in tokens else [api.guest(server), program]:
            what = "tournament.jsonl" if "{tournament}" in ROUTES[name].path else "transcript.jsonl"
            path = ROUTES[name].path.format(
                table=table,
                tournament=tournament,
                seat=1,
                what=what,
                game=HIDDEN,
                puzzle=puzzle.name,
                deal=f"{datetime.now(UTC).date()}-{EXAMPLE}",
                person="0" * 32,
                session="0" * 16,
                channel="ab" * 16,
            )
            path += "?move=roll" if name == "why" else ""
            path += "?game=nothing" if name.startswith("position") else ""
            path += "&move=roll" if name in ("position_moved", "position_why") else ""
            method = api.method_of(ROUTES[name])
            body = {
                "new_guest": {"name": "Eve"},
                "open_table": {"game": "heckmeck", "seats": [{}, {}]},
                "set_up_position": {"game": "nothing"},
                "sit": {"head": "cd" * 32},
                "list_me": {"listed": True},
                "open_tournament": {"title": "Cup"},
                "import_tournament": {
                    "text": api.ask(server, "GET", f"/api/tournaments/{tournament}/tournament.jsonl").text
                },
                "give_advice": {"players": 3, "rounds": [1], "scheme": {"game": "zocken"}},
                "let_happen": {"cid": "c" * 16, "seq": 1, "what": [{"kind": "announced", "text": "Hello"}]},
                "claim": {"key": "k" * 43},
                "rename": {"name": "Eva"},
                "change_avatar": {"avatar": "owl"},
                "show_me": {"seen": False},
                "call": {"table": table},
                "seek": {"game": "heckmeck", "players": 2},
                "new_account": {
                    "handle": f"eve-{token and token[-12:]}"[:20].rstrip("-_"),
                    "password": "correct horse",
                },
                "new_password": {"old": "correct horse", "new": "battery staple"},
                "log_in": {"handle": f"not-{role.replace(' ', '-')}", "password": "correct horse"},
                "delete_me": {},
                "answer": {"move": puzzle.best[0]},
                "add_channel": {"url": "ntfy://topic"},
                "try_channel": {"language": "en"},
                "change_channel": {"language": "en", "wants": ["turn"]},
                "confirm": {"token": "x" * 43},
                "stop": {"token": "x" * 43},
            }.get(name)
            answer = api.ask(server, method, path, body, token=token)
            assert answer.status == status, (role, answer)
        if name == "sit" and status != 200:
            wrong = {"head": "cd" * 32, "invite": invites[0]}  # the invitation to another seat
            assert api.ask(server, method, path, wrong, token=token).status == status


@row(10)
def test_a_socket_with_a_wrong_secret_sees_nothing(server: ServerProcess) -> None:
    table, _ = api.table(server, api.guest(server))
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, "token": "x" * 43}))
        assert json.loads(line.recv(30))["code"] == "not_signed_in"
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
