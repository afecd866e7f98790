"""The terminal with hidden hands and many moves, by a toy game that has both."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from stammtisch.terminal.background_compiler import BackgroundCompiler
from stammtisch.terminal.colour import Colour
from stammtisch.terminal.files import SaveFile
from stammtisch.terminal.plain import Plain
from stammtisch.terminal.seats import labels, seat_people
from stammtisch.terminal.table import Table
from tests.terminal import lots


def play(
    lines: list[str], names: list[str], path: Path, monkeypatch: pytest.MonkeyPatch, colour: bool = False
) -> Table:
    game = lots.load(len(names))
    seats = seat_people(game, names)
    match = game.match(1)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setattr("stammtisch.terminal.colour.press", lambda: " ")
    screen = Colour(labels(seats)) if colour else Plain(labels(seats))
    save_file = SaveFile(match, [seat.name for seat in seats], path)
    table = Table(match, seats, screen, save_file, BackgroundCompiler(game, [], ahead=False))
    assert table.play() == 0
    return table


def test_hidden_hands_stay_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = ["lay 0 1", "", "undo", "? ", "lay 0", "lay 0 1", "lay 0 2", "", "board", "0 3", "lay 0 3", "", "lay 3 9"]
    table = play(lines, ["Ann", "Ben"], tmp_path / "lots.jsonl", monkeypatch)
    out = capsys.readouterr().out
    drawn = [str(event.move) for event in table.match.events if event.seat == -1]
    assert table.match.is_over
    assert out.startswith(f"Ann holds {drawn[0]}.\nBen holds nothing.\n")
    assert "Ben drew 1, hidden from the others.\nBen is next: hand over the keyboard and press Enter." in out
    assert "There is nothing to take back: dice have been thrown since" in out
    assert "1.1 Draw a lot and lay it on a free field." in out
    assert "'lay 0' could be lay 0 0 2 3" in out
    assert "Lay 0 1 is not allowed, because the field is taken [L1.1]" in out
    assert f"Ann holds {drawn[2]}.\nBen holds nothing.\n" in out
    assert out.count("points") + out.count(" point\n") >= 1


def test_colour_shows_a_long_list_and_hands_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = play([f"lay 0 {n}" for n in range(4)], ["Ann", "Ben"], tmp_path / "lots.txt", monkeypatch, colour=True)
    out = capsys.readouterr().out
    assert table.match.is_over
    assert "lay 0 0 1 2 3 4 5 6 7 8 9; lay 1" in out
    assert "Ben is next." in out


def test_one_person_against_bots_sees_only_his_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    play(["lay 0 0", "lay 0 1", "lay 1"], ["me", "bot:random", "random"], tmp_path / "lots.jsonl", monkeypatch)
    out = capsys.readouterr().out
    assert "bot random drew 1, hidden from the others." in out
    assert "bot random 2 did lay " in out
    assert "hand over" not in out
