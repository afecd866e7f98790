"""What a position of Barbecue conserves, whatever is played: written once more, independently of check.py."""

from __future__ import annotations

from typing import Any

from tests.games.keeping.conserved import eight_dice

Facts = dict[str, Any]


def is_whole(facts: Facts, players: int) -> bool:
    """Twelve snails; one or two plates of a player on a place, or none."""
    holds, plates = facts["holds"], facts["plates"]
    snails = facts["supply"] + sum(facts["snails"]) + holds.count(-2)
    return (
        eight_dice(facts, players)
        and snails == 12
        and min(facts["supply"], *facts["snails"], *facts["worms"]) >= 0
        and all(-2 <= owner < players for owner in holds)
        and all(1 <= n <= 2 if owner >= 0 else n == 0 for owner, n in zip(holds, plates, strict=True))
    )
