"""Who sits at a table in the terminal, what they are called, and where their game is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch
from stammtisch.bots.names import NAMES, nameplate
from stammtisch.terminal.files import SaveFile
from stammtisch.terminal.seats import introduced, labels, seat_people, shown

GAME = stammtisch.load("heckmeck", players=3)


def test_people_and_bots_by_what_was_typed() -> None:
    seats = seat_people(GAME, ["me", "bot", "First", "bot:random", "bot first 3", "Ann", "Ann"])
    assert [seat.name for seat in seats] == [
        *("me", "bot beginner", "bot first", "bot random", "bot first 2", "Ann", "Ann 2")
    ]
    assert labels(seats)[0] == "me"
    assert labels(seats[:4])[0] == "You"
    assert shown("[red]\x1b[1mAnn") == "(red)(1mAnn"


def test_bots_have_names_of_their_own() -> None:
    seats = seat_people(GAME, ["Otto K.", "beginner", "bot:regular", "bot", "first"], "7")
    plates = [nameplate(seat.name) for seat in seats]
    assert [plate and plate.level for plate in plates] == [None, "beginner", "regular", "beginner", "first"]
    names = [plate.name for plate in plates if plate and plate.name]
    assert len(set(names)) == 3
    assert set(names) <= set(NAMES) - {"Otto"}
    assert labels(seats) == ["Otto K.", *names, "bot first"]
    assert introduced(seats).startswith(f"Otto K., {names[0]} (beginner), {names[1]} (regular), ")
    assert seat_people(GAME, ["Otto K.", "beginner", "bot:regular", "bot", "first"], "7") == seats
    again = seat_people(GAME, [seat.name for seat in seats])  # from its record
    assert again == seats
    old = seat_people(GAME, ["me", "bot beginner", "bot beginner 2"])
    assert [seat.name for seat in old] == ["me", "bot beginner", "bot beginner 2"]
    assert not introduced(old)
    assert [shown(seat.name) for seat in seats[1:4]] == names


def test_what_cannot_be_saved_here_is_saved_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_file = SaveFile(GAME.match(1), ["a", "b", "c"], tmp_path / "no folder" / "game.jsonl")
    with pytest.raises(stammtisch.StammtischError, match="cannot write"):
        save_file.save()
    assert save_file.keep() == Path("heckmeck-1.jsonl")
