"""Seating: who sits where in every game of a contest, so that no bot gains by its seat or its neighbours.

A *line-up* is who plays: every bot as often as any other, or, where the number of seats does not divide, once more.
All line-ups come in turn. A *circle* is an order of them round the table; a line-up's circles come in turn as well. A
*round* is one circle, played once from every seat it can start at, with the same dice. So in every round each bot sits
on every seat equally often, and after a whole *cycle* of rounds every arrangement has been played equally often.

    bots A B, 2 players    line-up AB          circle AB        games AB BA
    bots A B C, 2 players  AB AC BC            one each         AB BA, AC CA, BC CB
    bots A B C, 3 players  ABC                 ABC ACB          ABC BCA CAB, ACB CBA BAC
    bots A B, 3 players    AAB ABB             one each         AAB ABA BAA, BBA BAB ABB
"""

from __future__ import annotations

from itertools import combinations, permutations

Arrangement = tuple[int, ...]
"""The number of the bot on every seat."""


class Seating:
    """Who sits where, round after round, so that every bot has every seat equally often."""

    def __init__(self, bots: int, players: int) -> None:
        each, more = divmod(players, bots)
        # Line-ups are alike but for names: their circles are found once, for places 0 … in a list of bots that begins
        # with those who have a seat more.
        self._circles = _circles([*range(more), *(place for place in range(bots) for _ in range(each))])
        self._orders = [
            [*extra, *(bot for bot in range(bots) if bot not in extra)] for extra in combinations(range(bots), more)
        ]

    @property
    def cycle(self) -> int:
        """Rounds after which every arrangement has been played equally often."""
        return len(self._orders) * len(self._circles)

    def round(self, number: int) -> list[Arrangement]:
        """The games of a round; rounds count from 0."""
        turns, which = divmod(number, len(self._orders))
        circle = self._circles[turns % len(self._circles)]
        return rotations(tuple(self._orders[which][place] for place in circle))


def _circles(line_up: list[int]) -> list[Arrangement]:
    """Every order round a table, each told from the seat that makes it smallest."""
    first, *others = line_up
    return sorted({min(rotations((first, *order))) for order in permutations(others)})


def rotations(circle: Arrangement) -> list[Arrangement]:
    """The different arrangements of a circle: as many as seats, fewer if it repeats itself (ABAB)."""
    return list(dict.fromkeys(circle[start:] + circle[:start] for start in range(len(circle))))
