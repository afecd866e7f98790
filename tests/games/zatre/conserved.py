"""What a position of Zatre conserves, whatever is played: written once more, independently of check.py."""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]


def is_whole(facts: Facts, players: int) -> bool:
    """121 tiles: 21 ones and 20 of each other kind; what is hidden from a view is in its bag. No run above twelve."""
    board = facts["board"]
    for kind in range(1, 7):
        there = facts["bag"][kind - 1] + sum(facts["hand"][kind - 1 :: 6]) + board.count(kind)
        wanted = 21 if kind == 1 else 20
        if there != wanted - facts["lot"].count(kind) and (facts["phase"] or there > wanted):
            return False
    for step in (1, 16):
        run = [0] * step
        for c, pips in enumerate(board):
            run.append(run[c] + pips if pips > 0 else 0)
        if max(run) > 12:
            return False
    return min(*facts["bag"], *facts["hand"], *facts["held"]) >= 0 and facts["player"] in range(players)
