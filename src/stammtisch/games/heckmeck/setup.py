"""Heckmeck set up by hand: the turn, and where each tile lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stammtisch.core.contract.setup import Control, Group
from stammtisch.core.translation import say
from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, LOWEST, NO_TILE, TILES, State
from stammtisch.games.keeping.setup import apply_turn, seats, turn_fault, turn_groups

if TYPE_CHECKING:
    from stammtisch.core.game import Game


def groups(game: Game, s: State, names: Sequence[str]) -> list[Group]:
    places = [(GRILL, say("on the grill")), (FACE_DOWN, say("face down")), *seats(names)]
    tiles = [Control(f"lies.{t}", str(LOWEST + t), s.lies[t]) for t in range(TILES)]
    tops = [(NO_TILE, say("none")), *((t, str(LOWEST + t)) for t in range(TILES))]
    stacks = [Control(f"top.{p}", name, s.top[p]) for p, name in enumerate(names)]
    return [
        *turn_groups(game, s, names),
        Group(say("Where each tile lies"), tiles, places, columns=4, paint=True),
        Group(say("The top tile of each stack"), stacks, tops),
    ]


def apply(game: Game, s: State, chosen: Mapping[str, int]) -> None:
    apply_turn(game, s, chosen)
    stacks = [_stack(s, p) for p in range(game.players)]
    for t in range(TILES):
        s.lies[t] = chosen.get(f"lies.{t}", s.lies[t])
    s.highest = max((t for t in range(TILES) if s.lies[t] == GRILL), default=NO_TILE)
    s.below = [NO_TILE] * TILES
    for p, before in enumerate(stacks):
        own = [t for t in range(TILES) if s.lies[t] == p]
        stack = [t for t in before if t in own] + [t for t in own if t not in before]
        wanted = chosen.get(f"top.{p}", before[-1] if before else NO_TILE)
        if wanted in own:
            stack = [*(t for t in stack if t != wanted), wanted]
        for under, t in zip([NO_TILE, *stack], stack, strict=False):
            s.below[t] = under
        s.top[p] = wanted if f"top.{p}" in chosen and stack else next(reversed(stack), NO_TILE)


def _stack(s: State, p: int) -> list[int]:
    """A seat's tiles, the top one last."""
    found: list[int] = []
    t = s.top[p]
    while t != NO_TILE:
        found.insert(0, t)
        t = s.below[t]
    return found


def fault(game: Game, s: State, names: Sequence[str]) -> str:
    for p, name in enumerate(names):
        own = [t for t in range(TILES) if s.lies[t] == p]
        if own and s.top[p] not in own:
            tiles = ", ".join(str(LOWEST + t) for t in own)
            return say("The top tile of {name} must be one of {tiles}.", name=name, tiles=tiles)
    if s.highest == NO_TILE:
        return say("At least one tile must lie on the grill; without one the game is over.")
    return turn_fault(s)
