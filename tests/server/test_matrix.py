"""The matrix of who may do what, played whole; and a server that forgets to ask, which must be caught."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stammtisch.server.process.app import routes
from stammtisch.server.protocol import wire
from stammtisch.server.table.commands import Table
from tests.server import knock, matrix
from tests.server.checklist import row
from tests.server.house import House

ROUTES = {route.name: route for route in routes()}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("matrix")) as house:
        yield house


@row(10)
def test_every_command_and_route_has_a_row() -> None:
    assert set(matrix.COMMANDS) == set(wire.COMMANDS)
    assert set(matrix.ROUTES) == set(ROUTES)
    roles = set(matrix.ROUTES["health"])
    assert all(set(answers) == roles for answers in matrix.ROUTES.values())


@row(10)
def test_every_command_by_every_role(tmp_path: Path) -> None:
    assert matrix.wrong_answers(tmp_path) == []


@row(10)
def test_a_server_that_forgets_to_ask_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Table.seat_of
    monkeypatch.setattr(
        Table, "seat_of", lambda self, guest: real(self, guest) if self.status == "waiting" else real(self, guest) or 0
    )
    found = matrix.wrong_answers(tmp_path, [wire.Play])
    for role in ("nobody", "guest", "elsewhere", "host"):
        assert any(f"Play by {role}" in each for each in found)


@row(10, 22)
@pytest.mark.parametrize("name", matrix.ROUTES)
def test_every_route_by_every_role(house: House, name: str) -> None:
    for role, status in matrix.ROUTES[name].items():
        host, ann, ben = (knock.guest(house, each) for each in ("Host", "Ann", "Ben"))
        table, invites = knock.table(house, host)
        other, _ = knock.table(house, ben)
        cup = knock.ask(house, "POST", "/api/tournaments", {"title": "Cup"}, token=host).json["tournament"]
        for where, who, invite in ((table, ann, invites[0]), (other, ben, None)):
            sitting = {"head": "ab" * 32, "invite": invite}
            assert knock.ask(house, "POST", f"/api/tables/{where}/seats/0", sitting, token=who).status == 200
        program = knock.ask(house, "POST", "/api/guests", {"name": "Bot-of-Ben", "program": True}).json["token"]
        tokens = {"nobody": None, "wrong secret": "x" * 43, "seated": ann, "elsewhere": ben, "host": host}
        for token in [tokens[role]] if role in tokens else [knock.guest(house), program]:
            what = "tournament.jsonl" if "{tournament}" in ROUTES[name].path else "transcript.jsonl"
            path = ROUTES[name].path.format(
                table=table,
                tournament=cup,
                seat=1,
                what=what,
                game="zatre",
                person="0" * 32,
                session="0" * 16,
                channel="ab" * 16,
            )
            path += "?move=roll" if name == "why" else ""
            method = knock.method_of(ROUTES[name])
            body = {
                "new_guest": {"name": "Eve"},
                "open_table": {"game": "heckmeck", "seats": [{}, {}]},
                "sit": {"head": "cd" * 32},
                "list_me": {"listed": True},
                "open_tournament": {"title": "Cup"},
                "import_tournament": {"text": knock.ask(house, "GET", f"/api/tournaments/{cup}/tournament.jsonl").text},
                "give_advice": {"players": 3, "rounds": [1], "scheme": {"game": "zocken"}},
                "let_happen": {"cid": "c" * 16, "seq": 1, "what": [{"kind": "announced", "text": "Hello"}]},
                "claim": {"key": "k" * 43},
                "rename": {"name": "Eva"},
                "new_account": {
                    "handle": f"eve-{token and token[-12:]}"[:20].rstrip("-_"),
                    "password": "correct horse",
                },
                "new_password": {"old": "correct horse", "new": "battery staple"},
                "log_in": {"handle": f"not-{role.replace(' ', '-')}", "password": "correct horse"},
                "delete_me": {},
                "add_channel": {"url": "ntfy://topic"},
                "try_channel": {"language": "en"},
                "change_channel": {"language": "en", "wants": ["turn"]},
                "confirm": {"token": "x" * 43},
                "stop": {"token": "x" * 43},
            }.get(name)
            answer = knock.ask(house, method, path, body, token=token)
            assert answer.status == status, (role, answer)
        if name == "sit" and status != 200:
            wrong = {"head": "cd" * 32, "invite": invites[0]}  # the invitation to another seat
            assert knock.ask(house, method, path, wrong, token=token).status == status


@row(10)
def test_a_socket_with_a_wrong_secret_sees_nothing(house: House) -> None:
    table, _ = knock.table(house, knock.guest(house))
    with connect(f"ws://127.0.0.1:{house.port}/ws", compression=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, "token": "x" * 43}))
        assert json.loads(line.recv(30))["code"] == "not_signed_in"
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
