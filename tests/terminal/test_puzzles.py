"""`stammtisch puzzles`: solved in plain lines, made as a file, and checked, with a wrong one that is found."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.core.errors import StammtischError
from stammtisch.puzzles import Puzzle
from stammtisch.puzzles.library import puzzles_in, puzzles_of
from stammtisch.puzzles.making import write
from stammtisch.puzzles.mining import self_play
from stammtisch.terminal import puzzle_making, puzzles
from stammtisch.terminal.puzzle_making import MakeRequest, check_puzzles, make_puzzles
from tests.examples import EXAMPLE, HIDDEN

Captured = pytest.CaptureFixture[str]


def quickest(name: str) -> Puzzle:
    return min(puzzles_of(games.load(name)).values(), key=lambda each: each.check.count)


def test_puzzles_are_solved_in_plain_lines(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    first, second = list(puzzles_of(games.load(EXAMPLE)).values())[:2]
    monkeypatch.setattr(puzzles, "_more", lambda *_: iter([first, second, first]))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"fly\n{first.best[0]}\n{second.second}\nquit\n"))
    puzzles.solve_puzzles(EXAMPLE, 25.0, day=False)
    told = capsys.readouterr().out
    assert told.count("What is your best move?") == 3
    assert "'fly' is no move" in told
    assert "Right!" in told
    assert "Not quite." in told
    assert "better" in told
    assert told.endswith("You have solved 1 of 2.\n")


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _: {})
    with pytest.raises(StammtischError, match="no puzzles"):
        puzzles.solve_puzzles(EXAMPLE, 25.0, day=True)
    monkeypatch.setattr(puzzle_making, "puzzles_of", lambda _: {})
    with pytest.raises(StammtischError, match="no puzzles"):
        check_puzzles(EXAMPLE, None, None)


def test_a_wrong_puzzle_in_a_file_is_named(tmp_path: Path, capsys: Captured) -> None:
    good = quickest(EXAMPLE)
    wrong = replace(good, best=(good.second,), second=good.best[0])
    write(tmp_path / "good.jsonl", [good])
    write(tmp_path / "wrong.jsonl", [wrong])
    assert check_puzzles(EXAMPLE, tmp_path / "good.jsonl", None) == 0
    assert check_puzzles(EXAMPLE, tmp_path / "wrong.jsonl", None) == 1
    told = capsys.readouterr()
    assert "1 puzzles of" in told.out
    assert f"{wrong.name}: by the analysis" in told.out + told.err


def test_puzzles_of_records_are_written(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    match = self_play(HIDDEN, 5, 0)
    record.write_text(match.record(seats=[f"P{seat}" for seat in range(match.game.players)]).to_jsonl())
    to = tmp_path / "found.jsonl"
    make_puzzles(MakeRequest(HIDDEN, 1, to, 5, 1, [record]))
    (found,) = puzzles_in(to)
    assert found.source == "evening"
    with pytest.raises(StammtischError, match="is a record of"):
        make_puzzles(MakeRequest(EXAMPLE, 1, to, 5, 1, [record]))
