"""The first turns on every board by keys alone, on a phone's screen. The focus is never lost."""

from __future__ import annotations

import pytest

from tests.examples import TITLES
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.keyboard import Keyboard, keeps_its_place
from tests.page.random_player import RandomPlayer

TURNS = 2


@pytest.mark.parametrize("game", TITLES)
def test_the_first_turns_by_keys_alone(people: People, game: str) -> None:
    ana, keyboard = people("Ana", size=PHONE), Keyboard()
    for _ in range(5):  # tiles and dice may end a game before
        ana.open()
        keyboard.reach(ana, ana.starts(game))
        ana.page.keyboard.press("Enter")
        ana.at_table()
        player = RandomPlayer(ana, game, press=keyboard)
        player.play(until=lambda who=player: who.turns >= TURNS and who.moves > 2 * TURNS and keyboard.letters > 0)  # type: ignore[misc]  # mypy knows no default of a lambda
        if not player.is_over:
            break
    assert player.turns >= TURNS
    assert keyboard.letters
    keeps_its_place(ana)
