"""Positions of Heckmeck, set up as at a table: numbers of tiles and symbols of dice as people say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, LOWEST, NO_TILE, TILES, State
from stammtisch.games.heckmeck.text import SYMBOLS
from stammtisch.games.keeping import CHOOSING, DICE, KEEPING, THROWING

Symbol = int | str
W = "worm"


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

    Tiles named nowhere lie face down. With dice thrown one of them must be kept; with dice set aside the player chooses
    to throw or stop; with neither the first throw is to come.
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
    for symbol, count in (kept or {}).items():
        s.kept[SYMBOLS.index(str(symbol))] = count
    for symbol in thrown:
        s.thrown[SYMBOLS.index(str(symbol))] += 1
    s.dice = DICE - sum(s.kept)
    assert len(thrown) in (0, s.dice), "all dice that are not set aside are thrown"
    s.falling = 0 if thrown or kept else DICE
    s.highest = max((n - LOWEST for n in grill), default=NO_TILE)
    s.phase = KEEPING if thrown else CHOOSING if kept else THROWING
    return Position(load("heckmeck", **options), s)


def throw(position: Position, *symbols: Symbol) -> Position:
    """Throw these dice — after the move `roll`, unless they are already falling."""
    if not position.is_chance:
        position = position.play("roll")
    for symbol in symbols:
        position = position.play(str(symbol))
    assert not position.is_chance, "dice are missing"
    return position


def legal(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves]


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


def total(position: Position) -> int:
    return int(position.game.rules.total(position.state))


def dice_left(position: Position) -> int:
    return state(position).dice


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
