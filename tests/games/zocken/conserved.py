"""What a position of Zocken conserves, whatever is played: written once more, independently of check.py."""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]


def is_whole(facts: Facts, players: int) -> bool:
    """Seven dice, each in hand, on a slot of its own or in the box; bets of the others."""
    slots = [0] * 9
    for shows, lies in zip(facts["shows"], facts["lies"], strict=True):
        if not 0 <= shows <= 6 or not -1 <= lies <= 9 or (0 <= lies < 9 and slots[lies]) or (lies >= 0 and not shows):
            return False
        if 0 <= lies < 9:
            slots[lies] = shows
    values = [value for value in slots if value]
    return (
        slots == facts["slots"]
        and facts["box"] == facts["lies"].count(9)
        and facts["placed"] == 7 - facts["lies"].count(-1)
        and values in (sorted(values), sorted(values)[::-1])
        and all(score % 5 == 0 for score in facts["scores"])
        and set(facts["bets"]) <= {0, 1, 2}
        and not facts["bets"][facts["player"]]
        and facts["player"] == (facts["turns"] - 1) % players
    )
