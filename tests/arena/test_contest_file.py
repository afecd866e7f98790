"""The file of a contest: what was played is kept, and only what can be true is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stammtisch
from stammtisch.arena import Contest, ContestFile, Report, Round, play_rounds, seed_in
from stammtisch.core.errors import StammtischError

ROUNDS = 4


@pytest.fixture(scope="module")
def contest() -> Contest:
    return Contest(stammtisch.load("heckmeck"), ["random", "first"], seed=9)


@pytest.fixture(scope="module")
def rounds(contest: Contest) -> list[Round]:
    return list(play_rounds(contest, 0, ROUNDS, workers=1))


@pytest.fixture
def file(tmp_path: Path, contest: Contest, rounds: list[Round]) -> Path:
    path = tmp_path / "rounds.jsonl"
    file = ContestFile.open(path, contest)
    for played in rounds:
        file.add(played)
    file.close()
    return path


def reopen(path: Path, contest: Contest) -> ContestFile:
    file = ContestFile.open(path, contest)
    file.close()
    return file


def test_one_or_two_workers_play_the_same(contest: Contest, rounds: list[Round]) -> None:
    alone, together = rounds, list(play_rounds(contest, 0, ROUNDS, workers=2))
    assert alone == together
    assert Report.of(contest, alone).to_json() == Report.of(contest, together).to_json()


def test_what_was_written_is_read(file: Path, contest: Contest, rounds: list[Round]) -> None:
    opened = reopen(file, contest)
    assert (opened.rounds, opened.dropped) == (rounds, False)
    assert seed_in(file) == 9
    assert seed_in(file.with_name("none")) is None


@pytest.mark.parametrize("damage", ["torn", "no newline", "garbage"])
def test_a_damaged_last_line_is_dropped(file: Path, contest: Contest, rounds: list[Round], damage: str) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    lines[-1] = {"torn": lines[-1][:40], "no newline": lines[-1][:-1], "garbage": b"\x00\xff\n"}[damage]
    file.write_bytes(b"".join(lines))
    opened = ContestFile.open(file, contest)
    assert (opened.rounds, opened.dropped) == (rounds[:-1], True)
    opened.add(rounds[-1])
    opened.close()
    assert reopen(file, contest).rounds == rounds


@pytest.mark.parametrize(
    ("line", "changes", "sentence"),
    [
        (1, {"arena": 2}, "line 1: this is no journal of an arena"),
        (1, {"seed": 8}, "line 1: this contest has seed 8, but 9 is asked for"),
        (1, {"bots": ["first", "random"]}, r"line 1: this contest has bots \['first', 'random'\], but"),
        (1, {"options": {}}, "line 1: this contest has options {}, but"),
        (3, {"round": 7}, "line 3: this must be round 1 with its seed"),
        (3, {"seed": 7}, "line 3: this must be round 1 with its seed"),
        (3, {"games": []}, "line 3: a round must have 2 games"),
        (3, {"games": [{}, {}]}, r"line 3: a game must have the seats \[0, 1\]"),
    ],
)
def test_what_cannot_be_true_is_refused(
    file: Path, contest: Contest, line: int, changes: dict[str, object], sentence: str
) -> None:
    lines = file.read_text().splitlines()
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **changes})
    before = "".join(f"{each}\n" for each in lines)
    file.write_text(before)
    with pytest.raises(StammtischError, match=f"rounds.jsonl: {sentence}"):
        ContestFile.open(file, contest)
    assert file.read_text() == before


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"places": [1, 3]}, "a game must have 2 places from 1"),
        ({"places": [2, 2]}, "a game must have 2 places from 1"),
        ({"places": None}, "a game must have 2 places from 1"),
        ({"scores": ["1", 2]}, "a game must have its scores and the number of its plies"),
        ({"plies": 1.5}, "a game must have its scores and the number of its plies"),
        ({"fault": "late"}, "a fault must have a seat and a reason"),
        ({"fault": {"seat": 2, "reason": "late"}}, "a fault must have a seat from 0 to 1"),
    ],
)
def test_results_that_cannot_be_true(file: Path, contest: Contest, changes: dict[str, object], sentence: str) -> None:
    lines = file.read_text().splitlines(keepends=True)
    data = json.loads(lines[2])
    data["games"][0].update(changes)
    lines[2] = json.dumps(data) + "\n"
    file.write_text("".join(lines))
    with pytest.raises(StammtischError, match=f"line 3: {sentence}"):
        ContestFile.open(file, contest)


@pytest.mark.parametrize("text", ["notes without a line end", "a diary\n", "[]\n", '{"arena": 1'])
def test_other_peoples_files_are_left_alone(tmp_path: Path, contest: Contest, text: str) -> None:
    path = tmp_path / "notes"
    path.write_text(text)
    with pytest.raises(StammtischError, match="line 1"):
        ContestFile.open(path, contest)
    assert seed_in(path) is None
    assert path.read_text() == text


def test_damage_in_the_middle_is_refused(file: Path, contest: Contest) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2][:20] + b"\n"
    file.write_bytes(b"".join(lines))
    with pytest.raises(StammtischError, match="line 3: this is no JSON object on a line of its own"):
        ContestFile.open(file, contest)


def test_a_file_that_cannot_be_had(tmp_path: Path, contest: Contest) -> None:
    with pytest.raises(StammtischError, match="cannot read"):
        ContestFile.open(tmp_path, contest)
    with pytest.raises(StammtischError, match="cannot write"):
        ContestFile.open(tmp_path / "none" / "x", contest)
