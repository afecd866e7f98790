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


REACH = 15  # worms: a greater lead is as good
LEADS = 2 * REACH + 1

# Facts, in this order:
#   how many tiles lie on the grill                                  0 … 16
#   tile t: on the grill; for each seat: buried, on top              TILES · (1 + 2 · players)
#   for each seat: the tile under its top tile                       TILES · players
#   for each rival: the viewer's lead in worms                       LEADS · (players − 1)
#   for each rival: the viewer has the highest tile of both          players − 1
MOST_FACTS = 1 + TILES + 7 + 6 + 6


def facts(players: int) -> int:
    """How many facts there are."""
    return TILES + 1 + TILES * (1 + 3 * players) + (LEADS + 1) * (players - 1)


def see(s: State, o: Options, p: int, out: Any) -> int:
    """Write the facts that hold to `out`; how many there are."""
    players = o.players
    count = 1
    grill = 0
    first = TILES + 1
    for t in range(TILES):
        owner = s.lies[t]
        if owner == GRILL:
            grill += 1
            out[count] = first + t
            count += 1
        elif owner >= 0:
            seat = (owner - p) % players
            on_top = 1 if s.top[owner] == t else 0
            out[count] = first + TILES * (1 + 2 * seat + on_top) + t
            count += 1
    out[0] = grill
    first += TILES * (1 + 2 * players)
    mine = score(s, o, p)
    highest = highest_tile(s, p)
    for seat in range(players):
        q = (p + seat) % players
        top = s.top[q]
        if top != NO_TILE and s.below[top] != NO_TILE:
            out[count] = first + TILES * seat + s.below[top]
            count += 1
        if seat > 0:
            ahead = min(max(mine - score(s, o, q), -REACH), REACH)
            at = first + TILES * players + (LEADS + 1) * (seat - 1)
            out[count] = at + REACH + ahead
            count += 1
            if highest > highest_tile(s, q):
                out[count] = at + LEADS
                count += 1
    return count
