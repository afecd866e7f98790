"""A damaged database: what is wrong is named, the rest goes on, and what can be read can be saved."""

from __future__ import annotations

import asyncio
import errno
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stammtisch.client import Guest, Refused, Server, ServerError
from stammtisch.core.errors import StammtischError
from stammtisch.ops import local
from stammtisch.server.storage import connections
from stammtisch.server.storage.commit import commit
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.log import START, Conflict, Row, Write, audit, chained
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.vacuum import vacuum
from tests.examples import EXAMPLE
from tests.ops.commands import stammtisch
from tests.server import operator_api
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.crowd import Light, seat_all
from tests.soak.faults import lost, until

CREDULOUS = f"""from stammtisch.server.storage.journal import Journal
Journal._check = lambda self, row: None
{COMMAND}"""
"""A server that believes what is on its disk."""
SIMPLE = f"""from stammtisch.server.storage import commit
commit.is_damage = lambda error: False
{COMMAND}"""
"""A server to which damage is a fault of the whole database."""


async def opened(ann: Guest) -> str:
    table, _ = await ann.open(EXAMPLE, ["person", "person"], public=True)
    return table


def flip(database: Path, table: str, before: str, after: str) -> None:
    """Other letters in the first row of a table, as a disk would do it: no hash is made anew."""
    with closing(sqlite3.connect(database)) as connection, connection:
        query = "UPDATE event SET payload = replace(payload, ?, ?) WHERE table_id = ? AND seq = 1"
        assert connection.execute(query, (before, after, table)).rowcount == 1


def spoil(database: Path, table: str) -> None:
    """Nothing but ones in the first page of a table of the database."""
    with closing(sqlite3.connect(database)) as connection:  # the last to close puts SQLite's own log into the file
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


def two_tables(server: ServerProcess) -> tuple[Guest, str, str]:
    async def play() -> tuple[Guest, str, str]:
        ann = await Server(server.address).guest("Ann")
        return ann, await opened(ann), await opened(ann)

    return asyncio.run(play())


def test_one_damaged_table_stops_no_other(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--admin-port", "0") as server:
        ann, bad, good = two_tables(server)
        server.kill()
        flip(tmp_path / "data" / "stammtisch.db", bad, ann.id, "x" * len(ann.id))
        server.start()

        async def look() -> None:
            for _ in range(2):
                with pytest.raises(ServerError, match="damaged on the server's disk") as refused:
                    await ann.sit(bad, 0)
                assert (refused.value.status, refused.value.code) == (503, "damaged")
            await ann.sit(good, 0)  # and this one goes on
            assert await opened(ann)

        asyncio.run(look())
        told = [json.loads(line) for line in server.log.splitlines() if line.startswith("{") and bad in line]
        assert len(told) == 1
        assert f"{bad}, row 1" in told[0]["what"]
        assert "stammtisch restore BACKUP" in told[0]["what"]
        assert f"{bad}</td>" in operator_api.look(server, "/admin").body.decode()
        done = stammtisch("doctor", "--check-log", "--data", tmp_path / "data")  # while the server runs
        assert done.returncode == 1
        assert f"log of {bad}: row 1: the row or the one before it has been changed" in done.stdout
        assert "1 logs in" in done.stdout
        assert f"log of {good}" not in done.stdout


def test_a_credulous_server_would_show_it(tmp_path: Path) -> None:
    """The control: without the hashes nobody notices that letters have changed."""
    with ServerProcess(tmp_path, code=CREDULOUS) as server:
        ann, bad, _ = two_tables(server)
        server.kill()
        flip(tmp_path / "data" / "stammtisch.db", bad, ann.id, "x" * len(ann.id))
        server.start()
        asyncio.run(ann.sit(bad, 0))


def test_a_server_that_cannot_read_what_it_begins_with_names_the_commands_that_help(tmp_path: Path) -> None:
    database = tmp_path / "stammtisch.db"
    filled(f"sqlite:///{database}", tables=1)
    spoil(database, "audit")
    done = stammtisch("serve", "--data", tmp_path, "--port", "0", "--no-warm")
    assert done.returncode == 2
    assert done.stderr.startswith(f"cannot read {database}: database disk image is malformed. `stammtisch doctor")


@pytest.mark.parametrize(
    ("where", "code", "said"),
    [("guest", "damaged", "damaged in"), ("event", "no_storage", "nothing can be stored in")],
)
def test_a_page_that_cannot_be_written_to_names_the_commands_that_help(
    tmp_path: Path, where: str, code: str, said: str
) -> None:
    """If it is where every table is written, nobody can go on."""
    with ServerProcess(tmp_path, "--admin-port", "0") as server:
        ann, _, _ = two_tables(server)
        server.kill()
        spoil(tmp_path / "data" / "stammtisch.db", where)
        server.start()
        for _ in range(2):
            with pytest.raises(ServerError) as refused:
                asyncio.run(Server(server.address).guest("Ben") if where == "guest" else opened(ann))
            assert (refused.value.status, refused.value.code) == (503, code)
        told = [line for line in server.log.splitlines() if said in line]
        assert len(told) == 1
        assert "data/stammtisch.db" in told[0]
        assert "stammtisch restore BACKUP" in told[0]
        page = operator_api.look(server, "/admin").body.decode()
        assert ("<td>the database</td><td>cannot be written to &#x27;guest&#x27;: " in page) == (code == "damaged")


def spoil_where_it_is_written(database: Path, table: str) -> None:
    """Nothing but ones in those leaves of the index `event_once` where the rows of a table are and its next ones come.
    Many rows of strangers keep them apart from those of all others. All rows can still be read."""
    before, after = table[:-1], f"{table[:-1]}~"
    keys = {name: [f"{name}{number:022}" for number in range(400)] for name in (before, after)}
    # In the log itself this number stands between the two parts of a key, so its own leaves are not taken for those.
    rows = [(name, seq, key.removeprefix(name)) for name in keys for seq, key in enumerate(keys[name], 40_000)]
    with closing(sqlite3.connect(database)) as connection:
        with connection:
            connection.executemany("INSERT INTO event VALUES (?, ?, 0, ?, 'said', '', 0, '')", rows)
        connection.execute("VACUUM")  # in pages that were split there are copies of rows that are elsewhere now
    near = [key.encode() for key in keys[before][200:] + keys[after][:200]]
    data = database.read_bytes()
    pages = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    spoiled = [page[0] == 10 and any(key in page for key in near) for page in pages]  # 10: a leaf of an index
    assert sum(spoiled) > 3
    database.write_bytes(b"".join(b"\xff" * 4096 if bad else page for page, bad in zip(pages, spoiled, strict=True)))


def seated(server: ServerProcess) -> tuple[list[Light], str]:
    """Three tables at which everybody sits; one cannot be written any more."""
    lights = asyncio.run(seat_all(server.address, 3, EXAMPLE, 1))
    bad = lights[2].table
    server.kill()
    spoil_where_it_is_written(server.folder / "data" / "stammtisch.db", bad)
    server.start()
    return lights, bad


async def play_until(lights: list[Light], true: Callable[[], bool]) -> None:
    playing = [asyncio.create_task(light.run()) for light in lights]
    await until(true, "what was waited for does not come")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def test_a_page_that_cannot_be_written_to_stops_its_table_only(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--admin-port", "0", "--no-warm") as server:
        lights, bad = seated(server)
        others = [light for light in lights if light.table != bad]
        asyncio.run(play_until(lights, lambda: bad in server.log and all(len(x.notes.acked) > 20 for x in others)))

        async def look() -> None:
            ann = await Server(server.address).guest("Ann")
            with pytest.raises(ServerError, match="damaged on the server's disk") as refused:
                await ann.sit(bad, 0)
            assert (refused.value.status, refused.value.code) == (503, "damaged")
            with pytest.raises(Refused, match="damaged on the server's disk"):
                async with Server(server.address).watch(bad):
                    pass

        asyncio.run(look())
        assert f"{bad}</td>" in operator_api.look(server, "/admin").body.decode()
        server.kill()
        told = [line for line in server.log.splitlines() if line.startswith("{") and '"level": "error"' in line]
        assert len(told) == 1
        assert f"{bad}, row " in told[0]
        assert "cannot be written to 'event': database disk image is malformed" in told[0]
        assert "stammtisch restore BACKUP" in told[0]
        assert "nothing can be stored" not in server.log
        assert lost(f"sqlite:///{tmp_path}/data/stammtisch.db", lights) == 0


def test_a_server_that_does_not_look_where_the_damage_is_makes_all_wait(tmp_path: Path) -> None:
    """The control."""
    with ServerProcess(tmp_path, "--no-warm", code=SIMPLE) as server:
        lights, _ = seated(server)
        asyncio.run(play_until(lights, lambda: "nothing can be stored" in server.log))


def log_of(table: str, events: int) -> list[Row]:
    rows, previous = [], START
    for seq in range(1, events + 1):
        payload = json.dumps({"what": table * 40})
        row = Row(
            table,
            seq,
            None,
            None,
            "opened",
            payload,
            seq,
            chained(previous, table, seq, None, None, "opened", payload, seq),
        )
        rows.append(row)
        previous = row.hash
    return rows


def filled(url: str, tables: int = 30, events: int = 20) -> None:
    store = Store(url)
    writer = store.writer(failed=print)
    writer.start()
    for number in range(tables):
        name = f"table-{number:03}"
        master = ("INSERT INTO dice (table_id, master) VALUES (?, ?)", (name, bytes(32)))
        writer.submit(Write(log_of(name, events), [master])).result(60)
    writer.stop()
    store.close()


def test_a_damaged_page_costs_its_tables_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    database = data / "stammtisch.db"
    filled(f"sqlite:///{database}")
    whole = database.read_bytes()
    page = whole.index(b"table-015table-015") // 4096
    database.write_bytes(whole[: page * 4096] + b"\xff" * 4096 + whole[(page + 1) * 4096 :])
    done = stammtisch("doctor", "--check-log", "--data", data)
    assert done.returncode == 1
    assert "log of table-015: its rows cannot be read" in done.stdout
    assert "can be read" in done.stdout
    assert f"stammtisch salvage FILE --data {data}" in done.stdout
    new = tmp_path / "new.db"
    done = stammtisch("salvage", new, "--data", data, "--quiet")
    assert done.returncode == 1
    assert "left out: table-015" in done.stdout
    done = stammtisch("restore", new, "--data", data, "--replace", "--quiet")
    assert done.returncode == 0, done.stderr
    store = Store(f"sqlite:///{database}", server=False)
    sound = [f"table-{number:03}" for number in range(30) if store.rows(f"table-{number:03}")]
    assert len(sound) >= 24
    assert "table-015" not in sound
    assert all(audit(store.rows(name)) is None for name in sound)
    store.close()
    assert stammtisch("doctor", "--check-log", "--data", data).stdout.count("every hash is right") == 1


def test_writes_that_meet_damage_or_are_in_conflict_are_refused_alone(tmp_path: Path) -> None:
    database = tmp_path / "stammtisch.db"
    filled(f"sqlite:///{database}")
    data = bytearray(database.read_bytes())
    for name in ("table-010", "table-020"):
        (hash,) = (row.hash for row in log_of(name, 20)[-1:])
        page = data.index(hash.encode()) // 4096
        data[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    database.write_bytes(data)
    store = Store(f"sqlite:///{database}")
    connection = store.connect()
    writes = [Write(log_of(f"table-{number:03}", 21)[-1:]) for number in range(30)]
    refused = commit(connection, [*writes, Write(log_of("table-005", 1))])
    assert isinstance(refused.pop(30), Conflict)
    assert {10, 20} <= refused.keys() <= {9, 10, 11, 19, 20, 21}  # neighbours may share a page
    assert all(isinstance(error, Damaged) for error in refused.values())
    assert str(refused[10]) == "table-010, row 21: cannot be written to 'event': database disk image is malformed"
    assert vacuum(connection) == "database disk image is malformed"  # and nothing has changed
    connection.close()
    for number in {*range(30)} - refused.keys():
        assert len(store.rows(f"table-{number:03}", since=20)) == 1
    with pytest.raises(Damaged):
        store.rows("table-010")
    store.close()


def test_what_is_left_of_a_truncated_file_is_saved(tmp_path: Path) -> None:
    """SQLite itself reads nothing of a file that is shorter than its header says."""
    data = tmp_path / "data"
    data.mkdir()
    database = data / "stammtisch.db"
    filled(f"sqlite:///{database}")
    database.write_bytes(database.read_bytes()[:-16384])
    with closing(sqlite3.connect(database)) as connection, pytest.raises(sqlite3.DatabaseError, match="malformed"):
        connection.execute("SELECT count(*) FROM event")  # the control
    done = stammtisch("doctor", "--check-log", "--data", data)
    assert done.returncode == 1
    assert f"{database} cannot be read (database disk image is malformed)" in done.stdout
    assert "logs in" in done.stdout
    done = stammtisch("backup", tmp_path / "backup.db", "--data", data, "--quiet")
    assert done.returncode == 2
    assert f"cannot copy {database}: database disk image is malformed. " in done.stderr
    assert "stammtisch salvage FILE" in done.stderr
    new = tmp_path / "new.db"
    done = stammtisch("salvage", new, "--data", data, "--quiet")
    assert done.returncode == 1
    store = Store(f"sqlite:///{new}", server=False)
    sound = [f"table-{number:03}" for number in range(30) if store.rows(f"table-{number:03}")]
    assert len(sound) >= 20
    assert all(audit(store.rows(name)) is None for name in sound)
    store.close()
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_server_that_may_not_write_says_so_and_ends(tmp_path: Path) -> None:
    lock = tmp_path / "stammtisch.db.lock"
    lock.mkdir()  # as root everything else may be written
    (tmp_path / "stammtisch.db").touch()
    for command in (
        ("serve", "--port", "0"),
        ("salvage", tmp_path / "new.db"),
        ("restore", tmp_path / "stammtisch.db"),
    ):
        done = stammtisch(*command, "--data", tmp_path)
        assert (done.returncode, done.stderr.strip()) == (2, f"cannot write {lock}: Is a directory")
    done = stammtisch("restore", tmp_path / "stammtisch.db", "--data", tmp_path / "stammtisch.db" / "folder")
    assert done.returncode == 2
    assert done.stderr.strip() == f"cannot make the folder {tmp_path}/stammtisch.db/folder: Not a directory"


def test_a_full_disk_is_said_and_called_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.ftruncate", full)
    store = Store(f"sqlite:///{tmp_path}/stammtisch.db")  # its lock holds all the same
    with pytest.raises(StammtischError, match="in use by a server"):
        Store(f"sqlite:///{tmp_path}/stammtisch.db")
    monkeypatch.setattr(connections, "fsync_ms", full)
    with pytest.raises(NoStorage) as refused:
        _ = store.facts
    assert str(refused.value) == f"cannot write in {tmp_path}: No space left on device"
    found = local.disk(tmp_path)
    assert found.sentence == f"{tmp_path} cannot be written by this user (No space left on device)"
    store.close()
    monkeypatch.setattr(connections, "write_anew", full)
    with pytest.raises(StammtischError, match=r"cannot open the database .*stammtisch\.db: No space left on device$"):
        Store(f"sqlite:///{tmp_path}/stammtisch.db")


def test_salvage_of_nothing_leaves_nothing(tmp_path: Path) -> None:
    done = stammtisch("salvage", tmp_path / "new.db", "--data", tmp_path / "none", "--quiet")
    assert (done.returncode, done.stderr) == (2, f"there is no database {tmp_path}/none/stammtisch.db\n")
    (tmp_path / "stammtisch.db").write_bytes(b"not a database at all " * 1000)
    done = stammtisch("salvage", tmp_path / "new.db", "--data", tmp_path, "--quiet")
    assert done.returncode == 2
    told = f"nothing can be read of {tmp_path}/stammtisch.db (file is not a database): restore a backup\n"
    assert done.stderr == told
    assert sorted(each.name for each in tmp_path.iterdir()) == ["stammtisch.db", "stammtisch.db.lock"]


def test_a_file_that_is_no_database_names_the_commands_that_help(tmp_path: Path) -> None:
    (tmp_path / "stammtisch.db").write_bytes(b"not a database at all " * 1000)
    with pytest.raises(StammtischError, match=r"stammtisch\.db: file is not a database\. .*stammtisch restore BACKUP"):
        Store(f"sqlite:///{tmp_path}/stammtisch.db")


def test_the_log_of_either_database_is_checked(url: str, tmp_path: Path) -> None:
    filled(url, tables=3)
    done = stammtisch("doctor", "--check-log", "--data", tmp_path / "none", "--database", url)
    assert "3 tables and tournaments with 60 events: every hash is right" in done.stdout
    store = Store(url)
    writer = store.writer(failed=print)
    writer.start()
    change = ("UPDATE event SET payload = ? WHERE table_id = ? AND seq = ?", ("{}", "table-001", 7))
    writer.submit(Write(also=[change])).result(60)
    writer.stop()
    store.close()
    done = stammtisch("doctor", "--check-log", "--data", tmp_path / "none", "--database", url)
    assert done.returncode == 1
    assert "log of table-001: row 7: the row or the one before it has been changed" in done.stdout
    assert "2 tables and tournaments with 40 events can be read" in done.stdout
