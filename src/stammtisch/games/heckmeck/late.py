"""Positions as they come late in a game of Heckmeck, and games on small grills: learning begins some games there."""

from __future__ import annotations

from random import Random

from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, TILES, Options, State

MOST = 9  # tiles that are not face down
ON_THE_GRILL = 0.55  # how likely each of them lies there, where players have some


def late(s: State, o: Options, rng: Random) -> None:
    """Turn a start position into one with few tiles: all on the grill, or some in the stacks, in any order."""
    left = rng.sample(range(TILES), rng.randint(1, MOST))  # stacked in this order
    stacked = rng.random() < 0.7
    on_the_grill = [t for t in left[1:] if not stacked or rng.random() < ON_THE_GRILL] + left[:1]
    for t in range(TILES):
        s.lies[t] = GRILL if t in on_the_grill else FACE_DOWN
    s.highest = max(on_the_grill)
    for t in left:
        if t not in on_the_grill:
            p = rng.randrange(o.players)
            s.lies[t], s.below[t], s.top[p] = p, s.top[p], t
