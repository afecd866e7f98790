"""What a turn of throwing and setting aside conserves: written once more, independently of check.py."""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]


def eight_dice(facts: Facts, players: int) -> bool:
    dice = [*facts["kept"], *facts["thrown"], facts["falling"]]
    return min(dice) >= 0 and sum(dice) == 8 and bool(facts["player"] == (facts["turns"] - 1) % players)
