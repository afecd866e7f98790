"""Positions of Barbecue, set up as at a table: numbers of places and symbols of dice as people say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.barbecue.rules import EMPTY, LOWEST, PLACES, SNAIL, SNAILS, State
from stammtisch.games.barbecue.text import SYMBOLS
from tests.games.keeping.laid_dice import Symbol, W, lay_dice, legal

ALL = range(LOWEST, LOWEST + PLACES)

# Dice set aside for a total, with at least one worm and a die left.
REACH: dict[int, Mapping[Symbol, int]] = {
    22: {W: 2, 6: 2},
    23: {W: 1, 6: 3},
    28: {W: 2, 6: 3},
    29: {W: 1, 6: 4},
    30: {6: 2, W: 2, 4: 1, 2: 2},
    33: {W: 3, 6: 3},
    36: {W: 6, 6: 1},
    41: {W: 1, 6: 6},
}


def given(
    laid: Mapping[int, Sequence[int]] | None = None,
    snails: Sequence[int] = (),
    supply: int | None = None,
    owned: Sequence[int] = (),
    caught: Sequence[int] = (),
    kept: Mapping[Symbol, int] | None = None,
    thrown: Sequence[Symbol] = (),
    player: int = 0,
    turns: int = 1,
    **options: object,
) -> Position:
    """A position: the places of each seat's plates (a number given twice: two plates there), the places with a snail,
    worms and snails of each seat, dice set aside, dice just thrown.

    Where the worms are not given, each seat has those of its plates; where the supply is not given, it has all snails
    that are nowhere else.
    """
    game = load("barbecue", **options)
    s = State()
    s.turns, s.player = turns, player
    for owner, numbers in (laid or {}).items():
        for number in numbers:
            g = number - LOWEST
            assert s.holds[g] in (EMPTY, owner), f"{number} would have plates of two players"
            s.holds[g] = owner
            s.plates[g] += 1
            s.worms[owner] += game.rules.worms_at(game.options, g)
    for number in snails:
        assert s.holds[number - LOWEST] == EMPTY, f"{number} would hold a snail beside plates"
        s.holds[number - LOWEST] = SNAIL
    for p, count in enumerate(owned):
        s.worms[p] = count
    for p, count in enumerate(caught):
        s.snails[p] = count
    s.supply = SNAILS - len(snails) - sum(caught) if supply is None else supply
    lay_dice(s, SYMBOLS, kept, thrown)
    return Position.unchecked(game, s)


def stop(position: Position) -> Position:
    assert "stop" in legal(position)
    return position.play("stop")


def failed(position: Position) -> Position:
    """The position after the player's throw has shown nothing new."""
    s = state(position).copy()
    lay_dice(s, SYMBOLS, {W: 7}, [W])
    before = Position.unchecked(position.game, s)
    assert legal(before) == ["pass"]
    return before.play("pass")


def snail_places(position: Position) -> list[int]:
    return [LOWEST + g for g, what in enumerate(state(position).holds) if what == SNAIL]


def empty_places(position: Position) -> list[int]:
    return [LOWEST + g for g, what in enumerate(state(position).holds) if what == EMPTY]


def plates_of(position: Position, p: int) -> list[int]:
    """The places of a player's plates; a place with two comes twice."""
    s = state(position)
    return [LOWEST + g for g in range(PLACES) if s.holds[g] == p for _ in range(s.plates[g])]


def grill(position: Position) -> tuple[list[int], list[int]]:
    """All that lies on the grill."""
    s = state(position)
    return list(s.holds), list(s.plates)


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


# Late positions from which perft reaches the end of the game in a few plies.
START = {
    "a rival's plate or two more dice": given(
        {0: [24, 24], 1: [29]}, snails=[36], supply=0, caught=[6, 5], kept={W: 2, 6: 3, 1: 1}
    ),
    "a second plate or none, or one more die": given(
        {0: [24, 24, 29], 1: [31]},
        snails=[36],
        supply=0,
        caught=[6, 5],
        kept={W: 2, 6: 2, 1: 1, 3: 2},
        second_plate="may",
    ),
    "one die, all ten plates on the grill": given(
        {0: [24, 25, 26, 27, 28] * 2, 1: [29, 31, 32, 33] * 2 + [30], 2: [34, 35, 36] * 2},
        snails=[23],
        supply=0,
        caught=[11],
        kept={W: 3, 6: 1, 2: 3},
        players=3,
        worms="even",
        plates="ten_then_fail",
        deliberate_fail=True,
    ),
}
