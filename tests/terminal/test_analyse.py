"""A position analysed in the terminal: from a line, from a file, as JSON, and what is no position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stammtisch
from stammtisch.core.errors import StammtischError
from stammtisch.terminal.analyse import show_analysis
from tests.examples import EXAMPLE

POSITION = stammtisch.load(EXAMPLE, players=3).match(seed=7).position


def test_every_move_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    show_analysis(POSITION.to_text(), as_json=False)
    told = capsys.readouterr().out
    right = stammtisch.analyse(POSITION)
    for choice in right.choices:
        assert choice.leads in told
    assert "to Ana." in told
    file = tmp_path / "position.txt"
    file.write_text(POSITION.to_text(), "utf-8")
    show_analysis(str(file), as_json=False)
    assert capsys.readouterr().out == told


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    show_analysis(POSITION.to_text(), as_json=True)
    assert json.loads(capsys.readouterr().out) == stammtisch.analyse(POSITION).to_json()


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(StammtischError, match="'a game' is neither a position, which begins with stammtisch/1, nor"):
        show_analysis("a game", as_json=False)
    with pytest.raises(StammtischError, match="turns is 0, but turns are counted from 1"):
        show_analysis(POSITION.to_text() + " turns=0", as_json=False)
