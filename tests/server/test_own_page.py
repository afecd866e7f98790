"""What a page shows of a game: which figures, and how events are drawn in the log, as each game says it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import pytest

from stammtisch import games
from stammtisch.core.contract.page import Page
from stammtisch.core.contract.shown import shown
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.server.table.own_page import drawn, figures
from tests.helpers import TOY, load

NAMES = ["Ann", "Ben"]


def start(game: str) -> Position:
    return games.load(game, {"players": 2}).start()


def after(position: Position, outcomes: Sequence[int]) -> Position:
    return reduce(lambda found, outcome: found.play(found.game.outcomes(6)[outcome]), outcomes, position)


def test_a_throw_is_drawn_sorted_and_what_is_kept_with_its_sum() -> None:
    position, throw = start("heckmeck"), [5, 0, 3, 3, 0, 1, 5, 2]
    faces = ["1", "1", "2", "3", "4", "4", "worm", "worm"]
    assert drawn(position, throw) == {"pieces": [f"die {face}" for face in faces], "told": False}
    position = after(position, throw)
    keep = position.game.move("keep worm")
    assert drawn(position, keep) == {"pieces": ["kept worm", "kept worm", "sum 10"], "told": False}
    position = position.after(keep)
    assert drawn(position, position.game.move("roll")) == {"pieces": [], "told": False}
    assert drawn(position, position.game.move("take 26")) == {"pieces": ["tile 26"], "told": True}
    assert drawn(position, position.game.move("stop")) is None


def test_barbecue_has_a_six() -> None:
    assert drawn(start("barbecue"), [4] * 8) == {"pieces": ["die 6"] * 8, "told": False}


def test_a_die_of_zocken_is_drawn_in_its_colour() -> None:
    position = start("zocken")
    pick = position.game.move("throw green")
    assert drawn(position, pick) == {"pieces": [], "told": False}
    assert drawn(position.after(pick), [4]) == {"pieces": ["colour 3 5"], "told": False}
    assert drawn(after(position.after(pick), [4]), position.game.move("place 4")) is None


def test_lots_are_told_and_tiles_are_drawn() -> None:
    position = start("zatre")
    assert drawn(position, [2, 5]) is None
    assert drawn(after(position, [2, 5]), [0, 3]) == {"pieces": ["bag", "stone 1", "stone 4"], "told": False}


@pytest.mark.parametrize("name", games.names())
def test_a_game_of_ours_has_its_own(name: str) -> None:
    position = games.load(name, {"players": 2}).start()
    assert figures(position, NAMES) == position.game.part(Page).figures(position)


def test_a_game_without_figures_has_those_for_any_board() -> None:
    position = load(TOY).start()
    assert figures(position, NAMES) == shown(position, NAMES)


def test_a_game_from_outside_has_no_board_for_its_figures() -> None:
    ours = games.load(games.first(), {"players": 2})
    position = Game("dicing", ours.module, ours.text, {"players": 2}).start()
    assert position.game.part(Page).defines("figures")
    assert figures(position, NAMES) == shown(position, NAMES)
