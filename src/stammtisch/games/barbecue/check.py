"""What every position of Barbecue has in form, in whatever way it came about; see core/position_reading.py."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.games.barbecue.rules import (
    LOWEST,
    PLACES,
    PLATES,
    SNAIL,
    SNAILS,
    Options,
    Plates,
    State,
    worms_at,
)
from stammtisch.games.keeping.check import check_turn

MOST_WORMS = 124  # of all players together, see the note at [B3.6]


def check(s: State, o: Options) -> Iterator[str]:
    """A sentence for each thing that is wrong."""
    yield from check_turn(s, o)
    for g, what in enumerate(s.holds):
        if not SNAIL <= what < o.players:
            yield f"holds puts plates of seat {what} on {LOWEST + g}, but the seats are 0 to {o.players - 1}"
            return
        if not (1 <= s.plates[g] <= 2 if what >= 0 else s.plates[g] == 0):
            right = "one or two" if what >= 0 else "none"
            yield f"plates has {s.plates[g]} on {LOWEST + g}, but there must be {right}"
    if s.supply < 0 or min(s.snails) < 0:
        yield "supply and snails cannot be negative"
    on_grill = s.holds.count(SNAIL)
    if s.supply + sum(s.snails) + on_grill != SNAILS:
        yield (
            f"supply, snails and holds make {s.supply} + {sum(s.snails)} + {on_grill} snails, but there are {SNAILS}"
        )
    yield from _check_players(s, o)


def _check_players(s: State, o: Options) -> Iterator[str]:
    for p in range(len(s.worms)):
        if p >= o.players and (s.worms[p] or s.snails[p]):
            yield f"worms and snails give seat {p} something, but the seats are 0 to {o.players - 1}"
        laid = [g for g in range(PLACES) if s.holds[g] == p]
        least = sum(s.plates[g] * worms_at(o, g) for g in laid)
        if s.worms[p] < least:
            yield f"worms gives seat {p} {s.worms[p]}, but its plates alone have brought {least} [B3.6]"
        plates = sum(s.plates[g] for g in laid)
        if o.plates == Plates.TEN_THEN_FAIL and plates > PLATES:
            yield f"plates has {plates} of seat {p}, but each has {PLATES}"
    if sum(s.worms) > MOST_WORMS:
        yield f"worms makes {sum(s.worms)} in all, but there are never more than {MOST_WORMS}"
