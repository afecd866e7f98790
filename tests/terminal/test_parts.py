"""The parts of the terminal, on their own and with a toy game that has hidden hands and many moves."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import stammtisch
from stammtisch.bots.names import NAMES, nameplate
from stammtisch.terminal.background_compiler import BackgroundCompiler
from stammtisch.terminal.colour import Colour
from stammtisch.terminal.files import SaveFile
from stammtisch.terminal.keyboard import assign_keys
from stammtisch.terminal.plain import Plain
from stammtisch.terminal.seats import introduced, labels, seat_people, shown
from stammtisch.terminal.table import Table
from stammtisch.terminal.typed_moves import compact, understand
from tests.terminal import lots

HECKMECK = stammtisch.load("heckmeck", players=3)


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


@pytest.mark.parametrize(
    ("moves", "keys"),
    [
        (["keep 1", "keep 5", "keep worm"], "15w"),
        (["roll", "take 24", "take 26"], "rta"),
        (["roll", "stop"], "rs"),
        (["pass"], "p"),
        ([f"lay 0 {n}" for n in range(10)], "0123456789"),
        (["quit", "undo", "help", "board"], "ineo"),
    ],
)
def test_keys_are_easy_to_guess(moves: list[str], keys: str) -> None:
    assert "".join(assign_keys(stammtisch.Move(n, moves.__getitem__) for n in range(len(moves)))) == keys


def test_too_many_moves_have_no_keys() -> None:
    assert assign_keys(HECKMECK.moves) == {}


def test_typed_moves() -> None:
    match = next(m for m in map(HECKMECK.match, range(100)) if {"keep 1", "keep worm"} <= set(map(str, m.legal_moves)))
    for typed in ("keep worm", "KEEP  Worm", "worm", "w", "keep w"):
        assert str(understand(match.position, typed)) == "keep worm"
    assert str(understand(match.position, "1")) == "keep 1"
    with pytest.raises(stammtisch.ParseError, match="'k' could be keep 1"):
        understand(match.position, "k")
    with pytest.raises(stammtisch.IllegalMove, match="roll is not allowed"):
        understand(match.position, "ro")


def test_long_lists_are_cut() -> None:
    assert compact(HECKMECK.moves, most=9) == "pass; roll; keep 1 2 3 4 5 worm; take 21; and 16 more"


def test_seats() -> None:
    seats = seat_people(HECKMECK, ["me", "bot", "First", "bot:random", "bot first 3", "Ann", "Ann"])
    assert [seat.name for seat in seats] == [
        *("me", "bot beginner", "bot first", "bot random", "bot first 2", "Ann", "Ann 2")
    ]
    assert labels(seats)[0] == "me"
    assert labels(seats[:4])[0] == "You"
    assert shown("[red]\x1b[1mAnn") == "(red)(1mAnn"


def test_bots_have_names_of_their_own() -> None:
    seats = seat_people(HECKMECK, ["Otto K.", "beginner", "bot:regular", "bot", "first"], "7")
    plates = [nameplate(seat.name) for seat in seats]
    assert [plate and plate.level for plate in plates] == [None, "beginner", "regular", "beginner", "first"]
    names = [plate.name for plate in plates if plate and plate.name]
    assert len(set(names)) == 3
    assert set(names) <= set(NAMES) - {"Otto"}
    assert labels(seats) == ["Otto K.", *names, "bot first"]
    assert introduced(seats).startswith(f"Otto K., {names[0]} (beginner), {names[1]} (regular), ")
    assert seat_people(HECKMECK, ["Otto K.", "beginner", "bot:regular", "bot", "first"], "7") == seats
    again = seat_people(HECKMECK, [seat.name for seat in seats])  # from its record
    assert again == seats
    old = seat_people(HECKMECK, ["me", "bot beginner", "bot beginner 2"])
    assert [seat.name for seat in old] == ["me", "bot beginner", "bot beginner 2"]
    assert not introduced(old)
    assert [shown(seat.name) for seat in seats[1:4]] == names


def test_what_cannot_be_saved_here_is_saved_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_file = SaveFile(HECKMECK.match(1), ["a", "b", "c"], tmp_path / "no folder" / "game.jsonl")
    with pytest.raises(stammtisch.StammtischError, match="cannot write"):
        save_file.save()
    assert save_file.keep() == Path("heckmeck-1.jsonl")
