"""What every position of Heckmeck has in form, in whatever way it came about; see core/position_reading.py."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, LOWEST, NO_TILE, TILES, Options, State
from stammtisch.games.keeping import ENDED
from stammtisch.games.keeping.check import check_turn


def check(s: State, o: Options) -> Iterator[str]:
    """A sentence for each thing that is wrong."""
    yield from check_turn(s, o)
    for t, owner in enumerate(s.lies):
        if not FACE_DOWN <= owner < o.players:
            yield (
                f"lies puts tile {LOWEST + t} with seat {owner}, but the seats are 0 to {o.players - 1} "
                f"({GRILL} is the grill, {FACE_DOWN} face down)"
            )
    highest = max((t for t in range(TILES) if s.lies[t] == GRILL), default=NO_TILE)
    if s.highest != highest:
        yield f"highest is {s.highest}, but the highest face-up tile of the grill is {highest}"
    if (s.phase == ENDED) != (highest == NO_TILE):
        yield "phase and lies do not agree: the game is over when no tile lies on the grill, and not before"
    yield from _check_stacks(s, o)


def _check_stacks(s: State, o: Options) -> Iterator[str]:
    """[H3.7] A player's tiles lie on one another, from his top tile down, each tile once."""
    for t, under in enumerate(s.below):
        if not NO_TILE <= under < TILES or (s.lies[t] < 0 and under != NO_TILE):
            yield f"below puts tile {LOWEST + t} on tile number {under}, which cannot be"
            return
    for p, top in enumerate(s.top):
        found: list[int] = []
        t = top
        while 0 <= t < TILES and t not in found:
            found.append(t)
            t = s.below[t]
        own = [t for t in range(TILES) if s.lies[t] == p]
        if t != NO_TILE or sorted(found) != own:
            yield (
                f"top and below give seat {p} the stack {_numbers(found)}, with which lies does not agree: "
                f"it gives him {_numbers(own)}"
            )


def _numbers(tiles: list[int]) -> str:
    return " ".join(str(LOWEST + t) for t in tiles) or "of no tiles"
