"""Positions of Heckmeck, set up as at a table: numbers of tiles and symbols of dice as people say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, LOWEST, NO_TILE, TILES, State
from stammtisch.games.heckmeck.text import SYMBOLS
from tests.games.keeping.laid_dice import Symbol, W, dice_left, lay_dice, legal, throw, total

__all__ = ["Symbol", "W", "dice_left", "legal", "throw", "total"]  # the tests of Heckmeck find them here


def given(
    grill: Sequence[int] = tuple(range(LOWEST, LOWEST + TILES)),
    stacks: Sequence[Sequence[int]] = (),
    kept: Mapping[Symbol, int] | None = None,
    thrown: Sequence[Symbol] = (),
    player: int = 0,
    turns: int = 1,
    **options: object,
) -> Position:
    """A position: the face-up tiles, the stacks from seat 0 on (bottom to top), dice set aside, dice just thrown.

    Tiles named nowhere lie face down.
    """
    s = State()
    s.turns, s.player = turns, player
    s.lies = [FACE_DOWN] * TILES
    for number in grill:
        s.lies[number - LOWEST] = GRILL
    for owner, stack in enumerate(stacks):
        for number in stack:
            t = number - LOWEST
            assert s.lies[t] == FACE_DOWN, f"{number} would lie in two places"
            s.lies[t], s.below[t], s.top[owner] = owner, s.top[owner], t
    s.highest = max((n - LOWEST for n in grill), default=NO_TILE)
    lay_dice(s, SYMBOLS, kept, thrown)
    return Position.unchecked(load("heckmeck", **options), s)


def grill(position: Position) -> list[int]:
    """The face-up tiles."""
    return [LOWEST + t for t, lies in enumerate(state(position).lies) if lies == GRILL]


def face_down(position: Position) -> list[int]:
    return [LOWEST + t for t, lies in enumerate(state(position).lies) if lies == FACE_DOWN]


def stack(position: Position, owner: int) -> list[int]:
    """A player's tiles from the bottom to the top."""
    s = state(position)
    tiles, t = [], s.top[owner]
    while t != NO_TILE:
        tiles.append(LOWEST + t)
        t = s.below[t]
    assert sorted(tiles) == [LOWEST + t for t in range(TILES) if s.lies[t] == owner], "a stack has lost a tile"
    return tiles[::-1]


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


# Late positions from which perft reaches the end of the game in a few plies.
START = {
    "last tile, two dice": given(grill=[22], stacks=[[21, 25], [23]], kept={W: 2, 4: 2, 1: 2}),
    "last tile, two dice, a failed turn ends the game": given(
        grill=[24],
        stacks=[[22], []],
        kept={W: 3, 1: 3},
        fast="returned_down",
        flip_without_tile=True,
        lower="any",
    ),
}
