"""Zatre in words."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch import load
from stammtisch.core.position import Position
from tests.games.zatre.positions import SIXES, given, lay
from tests.helpers import any_move, play_on

LINE = "6@(7,7) 4@(7,8)"
NAMES = ["Ann", "Ben"]


def words(position: Position, move: str) -> str:
    return str(position.game.text.leads_to(position, position.game.move(move), NAMES))


def told(position: Position, move: str) -> str:
    return str(position.game.text.tell(position, position.game.move(move), NAMES))


def test_what_a_move_leads_to() -> None:
    position = given(LINE, [1, 2])
    assert words(position, "lay 2 7,9") == "makes 12 across"
    assert words(position, "lay 1 6,7") == "makes 7 down"
    last = lay(position, "2@(7,9)", done=False)
    assert words(last, "lay 1 6,7") == "makes 7 down, 12 in all"
    assert words(lay(last, "1@(6,7)", done=False), "done") == "12: 4 points"
    assert words(given("6@(6,7) 6@(7,8)", [4]), "lay 4 7,7") == "makes 10 across and 10 down, one cross"
    assert words(given("4@(7,7) 3@(7,8)", [5, 2]), "lay 5 8,8") == "makes 8 down, no cross yet"
    assert words(given((), [6, 6, 1]), "lay 6 7,7") == "the first tile"
    quiet = given("1@(7,7)", [1], must_score=False)
    assert words(lay(quiet, "1@(7,8)", done=False), "done") == "nothing to score"


@pytest.mark.parametrize(
    ("position", "meaning"),
    [
        (given((), [1, 2, 3]), "no opening is possible with these tiles: all tiles are drawn again"),
        (given(SIXES, [6, 6]), "nothing can be laid: draw one more tile"),
        (given(SIXES, [6, 6], preset="amigo"), "nothing can be laid"),
        (given(SIXES, [6, 6], bag=[]), "nothing can be laid, and the bag is empty"),
    ],
)
def test_what_a_pass_means(position: Position, meaning: str) -> None:
    assert words(position, "pass") == meaning
    assert told(position, "pass").endswith(f"{meaning}.")


def test_moves_are_told() -> None:
    position = given("6@(7,7) 4@(7,8)", [2])
    assert told(position, "lay 2 7,9") == "Ann laid 2 at 7,9: 12 across."
    assert told(lay(position, "2@(7,9)", done=False), "done") == "Ann scored 12: 4 points."
    quiet = lay(given("1@(7,7)", [1], must_score=False), "1@(7,8)", done=False)
    assert told(quiet, "done") == "Ann ended the turn without scoring."


def test_draws_are_told() -> None:
    game = load("zatre")
    pips = [game.outcomes(6)[n - 1] for n in (3, 3, 2, 5, 4, 4, 4, 1, 6)]
    assert game.text.tell_chance(game.start(), pips[:4], NAMES) == "Drawn for the start: Ann 3, Ben 3, Ann 2, Ben 5."
    assert (
        game.text.tell_chance(game.start(), pips, NAMES)
        == "Drawn for the start: Ann 3, Ben 3, Ann 2, Ben 5. Ben drew 4 4 4. Ann drew 1 6."
    )


@pytest.mark.parametrize(
    ("position", "paragraphs"),
    [
        (given((), [6, 6, 1]), ["3.3"]),
        (given((), [1, 2, 3]), ["3.4"]),
        (given((), [1, 2, 3], preset="amigo"), ["8.2"]),
        (given(LINE, [1, 2]), ["4.2", "4.3", "4.4", "5.2"]),
        (lay(given(LINE, [1]), "1@(7,9)", done=False), ["4.5", "5.1", "5.2"]),
        (given("1@(6,7) 6@(7,7) 6@(7,8) 4@(8,7) 6@(8,8)", [3, 3]), ["4.2", "4.3", "5.3"]),
        (given(SIXES, [6, 6]), ["4.6"]),
        (given(SIXES, [6, 6], bag=[]), ["7.1"]),
        (given(SIXES, [6, 6], preset="amigo"), ["8.3"]),
    ],
)
def test_the_rules_that_apply(position: Position, paragraphs: list[str]) -> None:
    assert position.game.text.applies(position) == paragraphs


def test_the_board_is_read_aloud() -> None:
    position = given("6@(7,7) 4@(7,8) 1@(8,7) 3@(7,11)", [1, 2], [[3]])
    shown = position.game.text.board(position.view(0), NAMES)
    assert shown.splitlines() == [
        "Row 7: 6 4 from column 7, sum 10; 3 at column 11.",
        "Row 8: 1 at column 7.",
        "Column 7: 6 1 from row 7, sum 7.",
        "Ann: 0 points; an empty card; 2 tiles (1 2) in hand.",
        "Ben: 0 points; an empty card; 1 tile in hand.",
        "114 tiles in the bag. Turn 2: Ann. To do: lay one or two tiles, a run of 10–12.",
    ]
    assert "Laid so far: 1 at 7,9." in str(lay(position, "1@(7,9)", done=False))


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_the_picture_fits_beside_the_choices(players: int) -> None:
    """80 columns, and no more lines than a terminal of 24 has to spare."""
    from rich.text import Text

    match = play_on(load("zatre", players=players).match(seed=2), any_move, Random(2), 10_000)
    names = [f"bot number {p}" for p in range(players)]
    for position in match.history[::9]:
        for viewer in (None, 0):
            shown = position if viewer is None else position.view(viewer)
            lines = [Text.from_markup(line).cell_len for line in match.game.text.picture(shown, names).splitlines()]
            assert max(lines) <= 80
            assert len(lines) <= 16
