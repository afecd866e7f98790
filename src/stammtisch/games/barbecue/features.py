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
    def place_for_snail(s: Any) -> int: ...


REACH = 36  # points: a greater lead is as good
LEADS = 2 * REACH + 1

# Facts, in this order:
#   how many snails are in the supply                                0 … 12
#   how many snails are on the grill                                 0 … 12
#   how many places are empty, how many have one plate               2 · (0 … 14)
#   where the next snail would creep to, or that it cannot           PLACES + 1
#   place g: a snail; for each seat: one plate, two plates           PLACES · (1 + 2 · players)
#   for each rival: the viewer's lead in points                      LEADS · (players − 1)
#   for each rival: the viewer has the highest place of both         players − 1
MOST_FACTS = 5 + PLACES + 4 + 4


def facts(players: int) -> int:
    """How many facts there are."""
    return 2 * (SNAILS + 1) + 3 * (PLACES + 1) + PLACES * (1 + 2 * players) + (LEADS + 1) * (players - 1)


def see(s: State, o: Options, p: int, out: Any) -> int:
    """Write the facts that hold to `out`; how many there are."""
    players = o.players
    count = 5
    snails = 0
    empty = 0
    single = 0
    first = 2 * (SNAILS + 1) + 3 * (PLACES + 1)
    for g in range(PLACES):
        there = s.holds[g]
        if there == EMPTY:
            empty += 1
        elif there == SNAIL:
            snails += 1
            out[count] = first + g
            count += 1
        else:
            seat = (there - p) % players
            if s.plates[g] == 1:
                single += 1
            out[count] = first + PLACES * (2 * seat + s.plates[g]) + g
            count += 1
    out[0] = s.supply
    out[1] = SNAILS + 1 + snails
    out[2] = 2 * (SNAILS + 1) + empty
    out[3] = 2 * (SNAILS + 1) + PLACES + 1 + single
    out[4] = 2 * (SNAILS + 1) + 2 * (PLACES + 1) + 1 + place_for_snail(s)
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
