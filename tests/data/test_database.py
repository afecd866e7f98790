"""The games of a server as Parquet: without names, and a damaged table does not hold up the others."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import sqlalchemy as sa

from stammtisch.data import matches
from stammtisch.ops.finished_games import FinishedGames as Found
from stammtisch.server.storage import schema
from stammtisch.server.storage.store import Store
from stammtisch.terminal.export import export_matches
from tests.server.finished_games import FinishedGames, greedy, play
from tests.server.log_rows import writing


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "stammtisch.db"
    store = Store(f"sqlite:///{path}")
    with writing(store) as writer:
        finished = FinishedGames(store, writer)
        finished.meet("Ana", "Björn")
        for number in range(3):
            finished.ends(play(finished.driver("heckmeck", ["Ana", "Björn", "bot:regular"]), [greedy] * 3, number))
    store.close()
    return path


def export(database: Path, to: Path) -> int:
    with closing(Found(str(database))) as found:
        return export_matches(found, len(found), to)


def test_the_games_of_a_server_are_exported_without_names(database: Path, tmp_path: Path) -> None:
    assert export(database, tmp_path / "a.parquet") == 0
    rows = pq.read_table(tmp_path / "a.parquet").to_pylist()
    assert next(row["player"] for row in rows if row["seat"] == 2) == "regular"
    assert {row["player"] for row in rows if row["seat"] < 2} == {"person"}
    for secret in ("Ana", "Björn", "table-"):
        assert secret not in json.dumps(rows, ensure_ascii=False)
    played = dict(matches(tmp_path / "a.parquet"))
    assert len(played) == 3
    assert all(match.is_over for match in played.values())


def test_a_damaged_table_is_named_and_the_others_are_written(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = sa.create_engine(f"sqlite:///{database}")
    event = schema.event.c
    with engine.begin() as connection:
        connection.execute(
            sa.update(schema.event).where(event.table_id == "table-00000001", event.kind == "fair").values(payload="{")
        )
    engine.dispose()
    assert export(database, tmp_path / "a.parquet") == 1
    assert "table-00000001 cannot be read" in capsys.readouterr().err
    assert len(dict(matches(tmp_path / "a.parquet"))) == 2
