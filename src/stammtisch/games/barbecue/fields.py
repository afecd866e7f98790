"""What the fields of a State say, for programs that learn."""

from __future__ import annotations

from stammtisch.core.contract.fields import BySeat, amount, derived, seat
from stammtisch.games.barbecue.rules import LOWEST, PLACES, SNAIL, SNAILS
from stammtisch.games.keeping.fields import TURN

NUMBERS = [str(LOWEST + place) for place in range(PLACES)]

FIELDS = {
    **TURN,
    "holds": seat("what lies on each place: a seat's plates, nothing (-1) or a snail (-2)", SNAIL, labels=NUMBERS),
    "plates": amount("how many plates lie on each place", 0, 2, labels=NUMBERS),
    "supply": derived("snails not yet in play"),
    "worms": amount("worms of each seat", 0, 124, by_seat=BySeat(5)),
    "snails": amount("snails of each seat", 0, SNAILS, by_seat=BySeat(5)),
}
