"""The lesson of every game, from its first scene to its last, by doing what it points out."""

from __future__ import annotations

import pytest

from tests.examples import TITLES
from tests.page.conftest import People


@pytest.mark.parametrize("game", TITLES)
def test_every_lesson_can_be_finished(people: People, game: str) -> None:
    ana = people().open(f"/learn/{game}")
    scenes = 1
    while ana.goes_on_with_the_lesson():
        scenes += 1
    assert scenes > 5
