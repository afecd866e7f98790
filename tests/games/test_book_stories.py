"""The worked turns of the books, played by the rules. Their choices are good ones, too."""

from __future__ import annotations

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.barbecue import solve as barbecue
from stammtisch.games.heckmeck import solve as heckmeck
from stammtisch.games.keeping.solved import Turn
from tests.games.barbecue.positions import given as grill
from tests.games.heckmeck.positions import given as tiles
from tests.games.heckmeck.positions import stack
from tests.games.keeping.laid_dice import Symbol, W, dice_left, legal, throw, total
from tests.games.zatre.positions import card, hand, lay, on_board
from tests.games.zatre.positions import given as board

ROBIN, ALEX = 0, 1


def best(turn: Turn, position: Position) -> str:
    values = turn.moves(position)
    return str(max(values, key=lambda move: values[move]))


def set_aside(turn: Turn, position: Position, rolled: str, kept: str) -> Position:
    """Roll these dice and set aside what the solver would set aside as well."""
    symbols: list[Symbol] = [W if word == W else int(word) for word in rolled.split()]
    position = throw(position, *symbols)
    assert best(turn, position) == kept
    return position.play(kept)


def test_heckmeck() -> None:
    position = tiles([21, *range(23, 37)], [[22]], players=2)
    turn = heckmeck.turn(position)
    position = set_aside(turn, position, "1 1 2 3 4 5 worm worm", "keep worm")
    assert total(position) == 10
    position = set_aside(turn, position, "4 4 5 worm worm worm", "keep 4")
    assert total(position) == 18
    last = throw(position, 2, 2, 2, 4)
    assert legal(last) == ["keep 2"]
    position = set_aside(turn, position, "2 2 2 4", "keep 2")
    assert (total(position), dice_left(position)) == (24, 1)
    rolls = [legal(throw(position, face)) for face in (1, 2, 3, 4, 5, W)]
    assert rolls == [["keep 1"], ["pass"], ["keep 3"], ["pass"], ["keep 5"], ["pass"]]
    assert best(turn, position) == "take 24"
    assert stack(position.play("take 24"), 0) == [22, 24]


def test_barbecue() -> None:
    position = grill(players=2)
    turn = barbecue.turn(position)
    position = set_aside(turn, position, "1 1 2 3 4 6 6 worm", "keep 6")
    assert total(position) == 12
    position = set_aside(turn, position, "1 3 3 6 worm worm", "keep worm")
    assert total(position) == 22
    assert legal(throw(position, 1, 4, 6, W)) == ["keep 1", "keep 4"]
    position = set_aside(turn, position, "1 4 6 worm", "keep 4")
    assert (total(position), dice_left(position)) == (26, 3)
    assert position.play("stop").scores[0] == 2
    assert best(turn, position) == "roll"
    position = set_aside(turn, position, "2 2 6", "keep 2")
    assert (total(position), dice_left(position)) == (30, 1)
    rolls = [legal(throw(position, face)) for face in (1, 2, 3, 4, 6, W)]
    assert rolls == [["keep 1"], ["pass"], ["keep 3"], ["pass"], ["pass"], ["pass"]]
    assert best(turn, position) == "stop"
    assert position.play("stop").scores[0] == 3


def test_zocken() -> None:
    position = load("zocken", players=2).start()
    for die, shows, space in (("orange", "5", "2"), ("blue", "3", "5"), ("yellow", "4", "3")):
        position = position.play(f"throw {die}").play(shows).play(f"place {space}")
    position = position.play("bet").play("throw green").play("5")
    assert legal(position) == ["place left", "place 1"]
    position = position.play("place 1").play("throw red").play("3")
    assert "place 4" in legal(position)
    position = position.play("place 4").play("throw violet")
    assert legal(position.play("4")) == ["place -20"]
    position = position.play("2").play("place 6").play("throw white").play("6")
    assert legal(position) == ["place left", "place -20"]
    assert position.play("place left").scores == [140, 70]


def test_zatre() -> None:
    opening = board(hand=[6, 4, 3], rivals=[[1, 2]], players=2)
    after = lay(opening, "6@(7,7) 4@(7,8)")
    assert card(after) == ([1], [], [], 1)
    position = board("6@(7,7) 4@(7,8)", [1, 2], players=2)
    assert card(lay(position, "1@(7,9)", done=False).play("done")) == ([], [2], [], 0)
    assert "lay 2 7,10" not in legal(lay(position, "1@(7,9)", done=False))
    both = lay(position, "2@(7,9) 1@(6,9)")
    assert card(both) == ([], [], [4], 0)
    position = lay(position, "2@(7,9)")
    assert card(position) == ([], [], [4], 0)
    assert hand(position, 0) == [1]
    assert len(on_board(position)) == 3
