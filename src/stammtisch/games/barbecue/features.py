"""What the learned value looks at in Barbecue: facts of a position from one seat's view, each there or not.

Rules Python, bound with the rules (see keeping/learned_value.py). Seats are counted round the table from the viewer:
0 is he himself, 1 the next player, who is about to throw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.games.barbecue.rules import EMPTY, PLACES, SNAIL, SNAILS, Options, State

if TYPE_CHECKING:  # what is expected of the rules

    def score(s: Any, o: Any, p: int) -> int: ...
    def highest_with(s: Any, what: int) -> int: ...


REACH = 20  # points: a greater lead is as good
LEADS = 2 * REACH + 1

# Facts, in this order:
#   how many snails are in the supply                                0 … 12
#   place g: a snail; for each seat: one plate, two plates           PLACES · (1 + 2 · players)
#   for each rival: the viewer's lead in points                      LEADS · (players − 1)
#   for each rival: the viewer has the highest place of both         players − 1
MOST_FACTS = 1 + PLACES + 4 + 4


def facts(players: int) -> int:
    """How many facts there are."""
    return SNAILS + 1 + PLACES * (1 + 2 * players) + (LEADS + 1) * (players - 1)


def see(s: State, o: Options, p: int, out: Any) -> int:
    """Write the facts that hold to `out`; how many there are."""
    players = o.players
    out[0] = s.supply
    count = 1
    first = SNAILS + 1
    for g in range(PLACES):
        there = s.holds[g]
        if there == SNAIL:
            out[count] = first + g
            count += 1
        elif there != EMPTY:
            seat = (there - p) % players
            out[count] = first + PLACES * (2 * seat + s.plates[g]) + g
            count += 1
    first += PLACES * (1 + 2 * players)
    mine = score(s, o, p)
    highest = highest_with(s, p)
    for seat in range(1, players):
        q = (p + seat) % players
        ahead = min(max(mine - score(s, o, q), -REACH), REACH)
        at = first + (LEADS + 1) * (seat - 1)
        out[count] = at + REACH + ahead
        count += 1
        if highest > highest_with(s, q):
            out[count] = at + LEADS
            count += 1
    return count
