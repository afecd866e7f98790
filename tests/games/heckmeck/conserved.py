"""What a position of Heckmeck conserves, whatever is played: written once more, independently of check.py."""

from __future__ import annotations

from typing import Any

from tests.games.keeping.conserved import eight_dice

Facts = dict[str, Any]


def is_whole(facts: Facts, players: int) -> bool:
    """Every tile lies on the grill, face down, or in just one stack."""
    stacks: list[int] = []
    for top in facts["top"]:
        while top != -1:
            if not 0 <= top < 16 or len(stacks) > 16:
                return False
            stacks.append(top)
            top = facts["below"][top]
    owned = [t for t, owner in enumerate(facts["lies"]) if owner >= 0]
    open_tiles = [t for t, owner in enumerate(facts["lies"]) if owner == -1]
    return (
        eight_dice(facts, players)
        and sorted(stacks) == owned
        and all(-2 <= owner < players for owner in facts["lies"])
        and facts["highest"] == max(open_tiles, default=-1)
    )
