"""Positions as they come late in a game of Barbecue, whoever played how: learning begins some games there."""

from __future__ import annotations

from random import Random

from stammtisch.games.barbecue.rules import EMPTY, PLACES, SNAIL, SNAILS, Options, State, worms_at

SPREAD = 6  # worms that somebody may have in hand from plates that have gone back [B5.2]


def late(s: State, o: Options, rng: Random) -> None:
    """Turn a start position into one with few snails in the supply, and anything on the grill that can lie there."""
    out = rng.randint(SNAILS // 3, SNAILS)  # snails that have left the supply
    closed, taken, creeping = rng.random(), rng.random(), rng.random() / 2
    for g in range(PLACES):
        if rng.random() < closed:
            p = rng.randrange(o.players)
            s.holds[g], s.plates[g] = p, 2
            s.worms[p] += 2 * worms_at(o, g)
        elif rng.random() < taken:
            p = rng.randrange(o.players)
            s.holds[g], s.plates[g] = p, 1
            s.worms[p] += worms_at(o, g)
        elif out > 0 and rng.random() < creeping:
            s.holds[g], s.plates[g] = SNAIL, 0
            out -= 1
            s.supply -= 1
        else:
            s.holds[g], s.plates[g] = EMPTY, 0
    for p in range(o.players):
        s.worms[p] += rng.randint(0, SPREAD)
    for _ in range(out):
        s.snails[rng.randrange(o.players)] += 1
        s.supply -= 1
