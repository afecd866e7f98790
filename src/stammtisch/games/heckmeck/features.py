"""What the learned value looks at in Heckmeck: facts of a position from one seat's view, each there or not.

Rules Python, bound with the rules (see keeping/learned_value.py). Seats are counted round the table from the viewer:
0 is he himself, 1 the next player, who is about to throw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.games.heckmeck.rules import GRILL, NO_TILE, TILES, Options, State

if TYPE_CHECKING:  # what is expected of the rules

    def score(s: Any, o: Any, p: int) -> int: ...
    def highest_tile(s: Any, p: int) -> int: ...
    def worms(t: int) -> int: ...


REACH = 15  # worms: a greater lead is as good
LEADS = 2 * REACH + 1
WORMS = 40  # on all tiles

# Facts, in this order:
#   how many tiles lie on the grill                                  0 … 16
#   the worms on them                                                0 … 40
#   the highest tile of the grill, the lowest                        2 · TILES
#   tile t: on the grill; for each seat: buried, on top              TILES · (1 + 2 · players)
#   for each seat: the tile under its top tile                       TILES · players
#   for each rival: the viewer's lead in worms                       LEADS · (players − 1)
#   for each rival: the viewer has the highest tile of both          players − 1
#   with two players: tile t lies on tile u, in whose stack          2 · TILES · TILES
GRILLS = TILES + 1
STACKS = GRILLS + WORMS + 1 + 2 * TILES  # the first fact of a tile
MOST_FACTS = 4 + 2 * TILES + 7 + 6 + 6


def facts(players: int) -> int:
    """How many facts there are."""
    order = 2 * TILES * TILES if players == 2 else 0
    return STACKS + TILES * (1 + 3 * players) + (LEADS + 1) * (players - 1) + order


def see(s: State, o: Options, p: int, out: Any) -> int:
    """Write the facts that hold to `out`; how many there are."""
    players = o.players
    count = 4
    grill = 0
    left = 0
    lowest = NO_TILE
    under = STACKS + TILES * (1 + 2 * players)
    order = under + TILES * players + (LEADS + 1) * (players - 1)
    for t in range(TILES):
        owner = s.lies[t]
        if owner == GRILL:
            grill += 1
            left += worms(t)
            if lowest == NO_TILE:
                lowest = t
            out[count] = STACKS + t
            count += 1
        elif owner >= 0:
            seat = (owner - p) % players
            on_top = 1 if s.top[owner] == t else 0
            out[count] = STACKS + TILES * (1 + 2 * seat + on_top) + t
            count += 1
            if players == 2 and s.below[t] != NO_TILE:
                out[count] = order + TILES * (TILES * seat + t) + s.below[t]
                count += 1
    out[0] = grill
    out[1] = GRILLS + left
    out[2] = GRILLS + WORMS + 1 + s.highest  # between two turns there is one
    out[3] = GRILLS + WORMS + 1 + TILES + lowest
    mine = score(s, o, p)
    highest = highest_tile(s, p)
    for seat in range(players):
        q = (p + seat) % players
        top = s.top[q]
        if top != NO_TILE and s.below[top] != NO_TILE:
            out[count] = under + TILES * seat + s.below[top]
            count += 1
        if seat > 0:
            ahead = min(max(mine - score(s, o, q), -REACH), REACH)
            at = under + TILES * players + (LEADS + 1) * (seat - 1)
            out[count] = at + REACH + ahead
            count += 1
            if highest > highest_tile(s, q):
                out[count] = at + LEADS
                count += 1
    return count
