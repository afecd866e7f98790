"""What a board that suits every game is given: from the lines of a game's board, or from its state."""

from __future__ import annotations

import pytest

from stammtisch.core.contract.shown import shown
from stammtisch.core.contract.text import Row, Text
from stammtisch.core.position import Position
from tests.helpers import TOY, load
from tests.toy import text as toy


def start() -> Position:
    return load(TOY).match(seed=1).position.view(0)


def test_what_belongs_to_a_player_lies_by_his_name_and_without_his_score() -> None:
    found = shown(start(), ["Ana", "Ben"])
    assert [row["label"] for row in found["rows"]] == ["Bag and other hands"]
    assert found["seats"][1] == ["nothing on the table", "2 in hand"]
    assert found["seats"][0][1].startswith("2 in hand (")


def test_players_of_the_same_name_are_not_mixed_up() -> None:
    found = shown(start(), ["Ana", "Ana"])
    assert [row["label"] for row in found["rows"]] == ["Ana", "Ana", "Bag and other hands"]
    assert found["seats"] == [[], []]


def test_lines_of_a_board_with_labels_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "Row: 3, 4.\nAna: a, b; c.\nThe bag is empty.\nTurn 1: Ana. To do: lay."
    monkeypatch.setattr(toy, "board", lambda *_: lines)
    text = Text(toy)
    assert text.rows(start(), ["Ana", "Ben"]) == [
        Row("Row", ("3", "4")),
        Row("Ana", ("a, b", "c"), seat=0),
        Row("", ("The bag is empty.",)),
        Row("", ("Turn 1: Ana. To do: lay.",)),
    ]


def test_a_game_without_words_for_its_board_shows_its_state() -> None:
    text = Text(None)
    rows = text.rows(start(), ["Ana", "Ben"])
    assert rows[:2] == [Row("Ana", ("0 points",), 0), Row("Ben", ("0 points",), 1)]
    assert Row("held", ("2", "2", "0")) in rows
