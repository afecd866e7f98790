"""People: follows, who is here, calls to a table, and looking for players. All over HTTP, as a page does it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from stammtisch.fair import Chain, Signer
from tests.examples import EXAMPLE
from tests.server import api
from tests.server.server_process import ServerProcess

SECRET = bytes(range(32))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("people")) as found:
        yield found


class Someone:
    def __init__(self, server: ServerProcess, name: str) -> None:
        self.server = server
        made = api.ask(server, "POST", "/api/guests", {"name": name}).json
        self.id, self.token = made["guest"], made["token"]

    def ask(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        answer = api.ask(self.server, method, path, body, token=self.token)
        assert answer.status == status, answer.body
        return answer.json

    def sits(self, table: str, seat: int, key: str | None = None) -> None:
        sitting = {"head": Chain(SECRET, table, seat).head.hex(), "key": Signer(SECRET, table, seat).key.hex()}
        self.ask("POST", f"/api/tables/{table}/seats/{seat}", sitting | ({"invite": key} if key else {}))

    def opens(self, *, public: bool = False) -> tuple[str, str]:
        made = self.ask("POST", "/api/tables", {"game": EXAMPLE, "seats": [{}, {}], "public": public}, 201)
        self.sits(made["table"], 0)
        return made["table"], made["key"]

    def follows(self, other: Someone) -> None:
        self.ask("PUT", f"/api/my/followed/{other.id}")

    @property
    def people(self) -> dict[str, Any]:
        return {each["person"]: each for each in self.ask("GET", "/api/my/people")["people"]}

    @property
    def calls(self) -> list[dict[str, Any]]:
        return list(self.ask("GET", "/api/my/calls")["calls"])


def two(server: ServerProcess) -> tuple[Someone, Someone]:
    return Someone(server, "Ana"), Someone(server, "Ion")


def test_whom_one_follows_is_seen_to_be_here_and_where(server: ServerProcess) -> None:
    ana, ion = two(server)
    ana.follows(ion)
    assert not ana.people[ion.id]["here"]
    ion.ask("GET", "/api/my/calls")
    table, _ = ion.opens(public=True)
    assert ana.people[ion.id] | {"name": ""} == {
        "person": ion.id, "name": "", "avatar": "", "here": True, "table": table, "game": EXAMPLE, "status": "waiting",
    }  # fmt: skip
    assert ion.people == {}  # nobody is told that he is followed
    ana.ask("DELETE", f"/api/my/followed/{ion.id}")
    assert ana.people == {}


def test_who_hides_or_has_blocked_somebody_is_not_seen(server: ServerProcess) -> None:
    ana, ion = two(server)
    ana.follows(ion)
    ion.ask("GET", "/api/my/calls")
    assert ana.people[ion.id]["here"]
    ion.ask("PUT", "/api/my/visibility", {"seen": False})
    assert not ana.people[ion.id]["here"]
    ion.ask("PUT", "/api/my/visibility", {"seen": True})
    ion.ask("PUT", f"/api/my/blocked/{ana.id}")
    assert not ana.people[ion.id]["here"]
    ion.ask("DELETE", f"/api/my/blocked/{ana.id}")
    assert ana.people[ion.id]["here"]


def test_players_are_followed_by_their_seat(server: ServerProcess) -> None:
    ana, ion = two(server)
    table, key = ion.opens()
    ana.sits(table, 1, key)
    assert ana.ask("GET", f"/api/tables/{table}/followed")["seats"] == []
    assert ana.ask("PUT", f"/api/tables/{table}/followed/0")["seats"] == [0]
    assert ion.id in ana.people
    ana.ask("PUT", f"/api/tables/{table}/followed/1", status=404)  # oneself


def test_a_call_comes_at_once_and_can_be_declined(server: ServerProcess) -> None:
    ana, ion = two(server)
    table, key = ana.opens()
    mark = ion.ask("GET", "/api/my/calls")["mark"]
    with ThreadPoolExecutor(1) as waiting:
        told = waiting.submit(ion.ask, "GET", f"/api/my/calls?mark={mark}&wait=25")
        ana.ask("POST", f"/api/people/{ion.id}/call", {"table": table, "key": key})
        (found,) = told.result(timeout=20)["calls"]
    assert (found["person"], found["table"], found["key"], found["game"]) == (ana.id, table, key, EXAMPLE)
    ana.ask("POST", f"/api/people/{ion.id}/call", {"table": table}, status=429)
    ion.ask("DELETE", f"/api/my/calls/{ana.id}")
    assert ion.calls == []
    ana.ask("POST", f"/api/people/{ion.id}/call", {"table": table}, status=429)


def test_nobody_is_called_to_a_table_where_the_caller_does_not_sit_or_by_whom_he_has_blocked(
    server: ServerProcess,
) -> None:
    ana, ion = two(server)
    table, _ = ana.opens()
    ion.ask("POST", f"/api/people/{ana.id}/call", {"table": table}, status=403)
    ion.ask("PUT", f"/api/my/blocked/{ana.id}")
    ana.ask("POST", f"/api/people/{ion.id}/call", {"table": table})  # he is not told that
    assert ion.calls == []


def test_a_call_to_a_game_that_has_begun_is_none(server: ServerProcess) -> None:
    ana, ion = two(server)
    cleo = Someone(server, "Cleo")
    table, key = ana.opens()
    ana.ask("POST", f"/api/people/{ion.id}/call", {"table": table, "key": key})
    assert len(ion.calls) == 1
    cleo.sits(table, 1, key)
    assert ion.calls == []


WISH = {"game": EXAMPLE, "players": 2}


def test_who_wish_the_same_meet_however_many_ask_at_once(server: ServerProcess) -> None:
    someone = [Someone(server, f"Gast {n}") for n in range(6)]
    wish = WISH | {"players": 3}
    with ThreadPoolExecutor(len(someone)) as at_once:
        found = list(at_once.map(lambda each: each.ask("POST", "/api/seeks", wish)["table"], someone))
    assert len(set(found)) == 1
    table = found[0]
    for seat, each in enumerate(someone[:3]):
        each.sits(table, seat)
    assert api.ask(server, "GET", f"/api/tables/{table}").json["view"]["status"] == "playing"
    assert someone[3].ask("POST", "/api/seeks", wish)["table"] != table  # that one is full


def test_another_wish_is_another_table_and_the_blocked_do_not_meet(server: ServerProcess) -> None:
    ana, ion = two(server)
    table = ana.ask("POST", "/api/seeks", WISH)["table"]
    ana.sits(table, 0)
    assert ion.ask("POST", "/api/seeks", WISH | {"clock": {"kind": "move", "seconds": 30}})["table"] != table
    assert ion.ask("POST", "/api/seeks", WISH | {"bots": True})["table"] != table
    ion.ask("PUT", f"/api/my/blocked/{ana.id}")
    other = ion.ask("POST", "/api/seeks", WISH)["table"]
    assert other != table
    ion.ask("DELETE", f"/api/my/blocked/{ana.id}")
    assert ion.ask("POST", "/api/seeks", WISH)["table"] == table
    (listed,) = [each for each in api.ask(server, "GET", "/api/tables").json if each["table"] == table]
    assert listed["seek"]


def test_what_is_kept_is_exported_and_goes_with_the_person(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        ana, ion = two(server)
        ana.follows(ion)
        ion.follows(ana)
        ana.ask("PUT", "/api/me/avatar", {"avatar": "owl"})
        ana.ask("PUT", "/api/my/visibility", {"seen": False})
    with ServerProcess(tmp_path) as server:
        ana.server = ion.server = server
        exported = ana.ask("GET", "/api/me/export")
        assert exported["guest"]["avatar"] == "owl"
        assert exported["people"]["follow"][0]["whom"] == ion.id
        assert exported["people"]["unseen"] == [{"guest": ana.id}]
        assert not ion.people[ana.id]["here"]
        assert ion.people[ana.id]["avatar"] == "owl"
        ana.ask("DELETE", "/api/me", {})
        assert ion.people == {}
