"""Export: rows from which every match can be played again, and the command that writes them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import NamedTuple

import pyarrow.parquet as pq
import pytest

import stammtisch
from stammtisch import cli, data, games
from stammtisch.core.errors import StammtischError
from stammtisch.core.match import Match
from stammtisch.core.places import win_shares
from stammtisch.data import GameFiles, SelfPlay, about, decisions, matches
from stammtisch.data.files import OtherGame
from tests.helpers import any_move


def played(name: str, seed: int, plies: int = 10**6, **options: object) -> Match:
    """A match of anybody, or its beginning."""
    match = stammtisch.load(name, **options).match(seed=seed)
    rng = Random(seed)
    while not match.is_over and len(match.events) < plies:
        match.play(any_move(match.position.view(match.turn), rng))
    return match


def write(target: Path, some: list[Match]) -> None:
    with GameFiles(target) as files:
        for number, match in enumerate(some):
            files.add(str(number), match)


@pytest.mark.parametrize("name", games.names())
def test_matches_are_played_again_from_their_rows(name: str, tmp_path: Path) -> None:
    written = {str(seed): played(name, seed, 300 * (seed + 1)) for seed in range(3)}
    with GameFiles(tmp_path / "a.parquet") as files:
        for number, match in written.items():
            files.add(number, match)
    again = dict(matches(tmp_path / "a.parquet"))
    assert list(again) == list(written)
    for number, match in written.items():
        assert again[number].events == match.events
        assert again[number].position == match.position
    for row in pq.read_table(tmp_path / "a.parquet").to_pylist()[::17]:
        position = written[row["match"]].history[row["ply"]]
        assert row["observation"] == position.observation(row["seat"])
        assert row["legal"] == [int(move) for move in position.legal_moves]
        assert (row["turn"], row["move_name"]) == (position.turns, str(position.game.moves[row["move"]]))


def test_a_row_says_how_the_match_ended() -> None:
    match = played("barbecue", 1, players=3)
    rows = list(decisions("x", match, ["first", "person", "random"]))
    assert match.is_over
    for row in rows:
        assert (row.scores, row.places) == (match.scores, match.places)
        assert (row.score, row.place) == (match.scores[row.seat], match.places[row.seat])
        assert row.share == win_shares(match.places)[row.seat]
        assert row.player == ["first", "person", "random"][row.seat]
    assert [row.chance_after is None for row in rows] == [True] * (len(rows) - 1) + [False]
    broken_off = next(decisions("x", played("barbecue", 1, 30)))
    assert (broken_off.score, broken_off.share, broken_off.places) == (None, None, None)


def test_values_are_those_of_the_advice() -> None:
    match = played("heckmeck", 4, 40)
    for row in decisions("x", match, values=True):
        position = match.history[row.ply]
        assert row.values == [stammtisch.analyse(position).choice(move).value for move in row.legal]


def test_what_is_hidden_is_not_observed() -> None:
    """A seat's numbers follow from its own view, in which the tiles of others are blank."""
    match = played("zatre", 3, 60)
    for row in decisions("x", match):
        assert row.observation == match.history[row.ply].view(row.seat).observation(row.seat)


def test_groups_of_rows_are_written_as_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.data.files.GROUP", 100)
    play = SelfPlay(stammtisch.load("heckmeck"), ["first"], 1)
    with GameFiles(tmp_path / "a.parquet") as files:
        for number in range(3):
            files.add(str(number), play.match(number))
            (file,) = files.files.values()
            assert len(file._waiting) < 100
        assert not (tmp_path / "a.parquet").exists()
    found = pq.ParquetFile(tmp_path / "a.parquet")
    assert found.num_row_groups == -(-found.metadata.num_rows // 100)
    assert found.metadata.row_group(0).column(0).compression == "ZSTD"
    assert len(list(matches(tmp_path / "a.parquet"))) == 3
    assert [each.name for each in tmp_path.iterdir()] == ["a.parquet"]


def test_the_metadata_say_what_the_numbers_mean(tmp_path: Path) -> None:
    game = stammtisch.load("zocken", players=3, rounds=2)
    with GameFiles(tmp_path / "a.parquet") as files:
        files.add("x", game.match(1))  # broken off before the first decision
    known = about(tmp_path / "a.parquet")
    assert (known.game, known.rows, known.values) == (game, 0, "")
    assert (known.names, known.low, known.high) == (game.observation.names, game.observation.low, game.observation.high)
    assert known.moves == [str(move) for move in game.moves]


def test_other_games_need_a_folder(tmp_path: Path) -> None:
    two = [played("heckmeck", 1, 50), played("heckmeck", 1, 50, players=3)]
    with pytest.raises(OtherGame, match=r"a\.parquet holds heckmeck 1 with players=2 .* give a folder"):
        write(tmp_path / "a.parquet", two)
    assert not list(tmp_path.iterdir())
    write(tmp_path / "games", two)
    assert sorted(each.name for each in (tmp_path / "games").iterdir()) == [
        "heckmeck-1-players=3.parquet",
        "heckmeck-1.parquet",
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"nonsense", "is no Parquet file, or it is damaged"), (None, "cannot read .*: .*")],
)
def test_what_cannot_be_read_is_said(content: bytes | None, why: str, tmp_path: Path) -> None:
    if content:
        (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(StammtischError, match=why):
        about(tmp_path / "a.parquet")


def test_bots_change_seats_and_workers_change_nothing() -> None:
    play = SelfPlay(stammtisch.load("heckmeck", players=3), ["first", "random"], 5)
    assert [play.players(n) for n in range(2)] == [["first", "random", "first"], ["random", "first", "random"]]
    alone = list(play.all_decisions(3, values=False, workers=1))
    assert list(play.all_decisions(3, values=False, workers=2)) == alone


# ── The command ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Done(NamedTuple):
    status: object
    stdout: str
    stderr: str


Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))

    def run(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["stammtisch", "export", *arguments])
        with pytest.raises(SystemExit) as left:
            cli.main()
        return Done(left.value.code or 0, *capsys.readouterr())

    return run


def test_records_are_exported_and_damaged_ones_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    match = played("heckmeck", 1)
    for form, text in (("jsonl", match.record().to_jsonl()), ("txt", match.record(seats=["Ann", "bot master Resi"]))):
        (tmp_path / "saved" / f"good.{form}").write_text(str(text))
    (tmp_path / "saved" / "bad.jsonl").write_text(match.record().to_jsonl()[:500])
    done = run("saved/", "--to", "a.parquet")
    assert done.status == 1
    assert "bad.jsonl: line" in done.stderr
    assert "1 of 3 games were left out" in done.stderr
    assert f"a.parquet: 2 games, {2 * sum(each.seat >= 0 for each in match.events):,} decisions" in done.stdout
    rows = pq.read_table(tmp_path / "a.parquet").to_pylist()
    assert {row["player"] for row in rows} == {"person", "master"}
    assert "Ann" not in json.dumps(rows)


def test_rules_that_cannot_be_observed_are_left_out(run: Run, tmp_path: Path) -> None:
    for version in (1, 2):
        match = games.load("zocken", version=version).match(seed=1)
        (tmp_path / f"{version}.jsonl").write_text(match.record().to_jsonl())
    done = run("1.jsonl", "2.jsonl", "--to", "a.parquet")
    assert (done.status, about(tmp_path / "a.parquet").game.version) == (1, 2)
    assert "Zocken, version 1, cannot be observed" in done.stderr


def test_self_play_is_exported(run: Run, tmp_path: Path) -> None:
    flags = ("--bots", "first,random", "--games", "3", "--seed", "7", "--players", "3", "--workers", "1")
    done = run("heckmeck", *flags, "--to", "a.parquet")
    assert (done.status, done.stderr) == (0, "")
    assert about(tmp_path / "a.parquet").game.players == 3
    play = SelfPlay(stammtisch.load("heckmeck", players=3), ["first", "random"], 7)
    assert [match.scores for _, match in data.matches(tmp_path / "a.parquet")] == [
        play.match(n).scores for n in range(3)
    ]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["hekmeck", "--bots", "first"], "there is no game 'hekmeck'"),
        (["heckmeck", "--bots", "nobody", "--to", "a.parquet"], "Heckmeck am Bratwurmeck has no bot 'nobody'"),
        (["nowhere.jsonl", "--to", "a.parquet"], "there is no file nowhere.jsonl"),
        (["--to", "a.parquet"], "name records, or folders of them, or a server's --database"),
        (
            ["heckmeck", "--bots", "first", "--to", "no/where.parquet"],
            "cannot write no/where.parquet: there is no folder",
        ),
        (["--database", "none.db", "--to", "a.parquet"], "there is no database none.db"),
        (["./", "--to", "a.parquet"], "there are no records in ."),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], why: str, run: Run, tmp_path: Path) -> None:
    done = run(*arguments)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(why)
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_help_tells_all_ways(run: Run) -> None:
    assert "Bots play games against each other" in run("heckmeck", "--help").stdout
    assert "Nobody is named" in run("records", "--help").stdout
