"""A whole match of every game goes as it went before."""

from __future__ import annotations

import pytest

from tests.playthroughs.files import FOLDER, paths, written


@pytest.mark.parametrize("title", paths())
def test_the_playthrough_is_still_true(title: str) -> None:
    path, game = paths()[title]
    assert path.read_text("utf-8") == written(game), "play has changed; if intended, run make golden and read the diff"


def test_there_are_no_other_playthroughs() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(paths())
