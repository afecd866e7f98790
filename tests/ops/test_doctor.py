"""The doctor: finds nothing wrong where all is well, and every mistake that we can make."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stammtisch.client import Server
from stammtisch.core.errors import OptionError
from stammtisch.ops import local, remote
from stammtisch.ops.doctor import examine
from stammtisch.ops.finding import Finding
from stammtisch.server.storage import connections
from stammtisch.server.storage.store import Store
from tests.ops.commands import stammtisch
from tests.ops.proxies import NAMES, proxy
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("doctor")) as server:
        yield server


def levels(found: Iterator[Finding]) -> dict[str, str]:
    return {each.what: each.level for each in found}


def test_a_server_without_a_proxy_is_well(server: ServerProcess) -> None:
    found = levels(examine(server.address, server.folder / "data"))
    found.pop("page")  # it may not be built here
    found.pop("disk")  # it may be a disk that pretends
    here = {"programs", "extras", "open files", "clock", "space", "permissions", "tables", "integrity"}
    there = {"reached", "encryption", "its clock", "headers", "host", "sockets", "addresses"}
    assert found == dict.fromkeys(here | there, "ok")


def test_it_speaks_json_and_its_status_tells(tmp_path: Path) -> None:
    done = stammtisch("doctor", "http://127.0.0.1:9", "--data", tmp_path, "--json")
    assert done.returncode == 1
    assert {"what": "reached", "level": "wrong"}.items() <= json.loads(done.stdout)[-1].items()
    done = stammtisch("doctor", "http://127.0.0.1:9", "--data", tmp_path)
    assert "wrong    reached: 127.0.0.1:9 does not answer" in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_the_proxies_of_the_manual_are_well(
    name: str, server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with proxy(name, server, tmp_path) as address:
        found = list(remote.findings(address))
        assert {each.what: each.level for each in found if each.level != "ok"} == {}, found
        assert name in found[-1].sentence.lower()

        async def play() -> None:
            """Some moves and the end of a game, all of it through the proxy."""
            ann, ben = [await Server(address).guest(each) for each in ("Ann", "Ben")]
            table, invites = await ann.open("heckmeck", ["person", "person"])

            async def one(seat: int) -> None:
                async with await (ann, ben)[seat].sit(table, seat, invites[seat]) as sitting:
                    while await sitting.my_turn():
                        if seat == 0 and sitting.seq > 100:
                            await sitting.send("resign")
                        else:
                            await sitting.play(sitting.legal[0])

            await asyncio.gather(one(0), one(1))

        asyncio.run(asyncio.wait_for(play(), 120))


MISTAKES = [
    ("nginx", ("proxy_set_header Upgrade    $http_upgrade;", ""), {"sockets": "wrong"}),
    ("nginx", ("proxy_set_header Host       $http_host;", ""), {"host": "wrong", "sockets": "wrong"}),
    ("nginx", ('add_header Strict-Transport-Security "max-age=31536000" always;', ""), {"encryption": "warning"}),
    ("nginx", ("proxy_buffering off;", "proxy_hide_header Content-Security-Policy;"), {"headers": "wrong"}),
    ("caddy", ("flush_interval -1", "header_up Host other.example"), {"host": "wrong", "sockets": "wrong"}),
    ("caddy", ('header Strict-Transport-Security "max-age=31536000"', ""), {"encryption": "warning"}),
]


@pytest.mark.parametrize(("name", "change", "expected"), MISTAKES)
def test_a_mistake_in_the_proxy_is_found(
    name: str,
    change: tuple[str, str],
    expected: dict[str, str],
    server: ServerProcess,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with proxy(name, server, tmp_path, change) as address:
        found = levels(remote.findings(address))
    assert {what: level for what, level in found.items() if level != "ok"} == expected


def test_databases_are_examined(tmp_path: Path) -> None:
    path = tmp_path / "stammtisch.db"
    assert levels(local.database(path)) == {"database": "warning"}
    Store(f"sqlite:///{path}").close()
    assert set(levels(local.database(path)).values()) == {"ok"}
    path.chmod(0o644)
    assert levels(local.database(path))["permissions"] == "wrong"
    for version, level in (("0001", "warning"), ("9999", "wrong")):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        assert levels(local.database(path))["tables"] == level
    path.write_bytes(b"no database" * 1000)
    assert levels(local.database(path))["database"] == "wrong"


def test_the_disk_is_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for took, level in ((0.001, "warning"), (1.0, "ok"), (50.0, "warning")):
        monkeypatch.setattr(connections, "fsync_ms", lambda _, took=took: took)
        assert local.disk(tmp_path).level == level


def test_an_address_must_be_one() -> None:
    for address in ("ftp://host", "https://host/path", ""):
        with pytest.raises(OptionError):
            next(remote.findings(address))
