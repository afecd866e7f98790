"""perft: every way a game can go for some plies, counted — a fingerprint of the rules.

From a start position all histories are followed ply by ply, equal states merged. For every depth: the number of
different states, the number of histories (paths of moves and outcomes; a finished game stays as it is), and the exact
expected score of seat 0 when every decision is made at random.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from stammtisch.core.position import Position


@dataclass(frozen=True)
class Depth:
    plies: int
    states: int
    histories: int
    over: int
    score: Fraction

    def to_json(self) -> dict[str, int | str]:
        return {
            "plies": self.plies,
            "states": self.states,
            "histories": self.histories,
            "over": self.over,
            "score": str(self.score),
        }


def perft(start: Position, states: int) -> list[Depth]:
    """All depths until the game is over everywhere, or there are more than so many states."""
    found: list[Depth] = []
    level: dict[Position, tuple[int, Fraction]] = {start: (1, Fraction(1))}
    while True:
        over = sum(position.is_over for position in level)
        found.append(
            Depth(
                len(found),
                len(level),
                sum(histories for histories, _ in level.values()),
                over,
                sum((chance * position.scores[0] for position, (_, chance) in level.items()), Fraction(0)),
            )
        )
        assert sum(chance for _, chance in level.values()) == 1
        if over == len(level):
            return found
        after = _next(level, states)
        if after is None:
            return found
        level = after


def _next(level: dict[Position, tuple[int, Fraction]], states: int) -> dict[Position, tuple[int, Fraction]] | None:
    """The next depth, or nothing if it has too many states."""
    after: defaultdict[Position, tuple[int, Fraction]] = defaultdict(lambda: (0, Fraction(0)))
    for position, (histories, chance) in level.items():
        for follower, share in _followers(position):
            more, likely = after[follower]
            after[follower] = (more + histories, likely + chance * share)
        if len(after) > states:
            return None
    return after


def _followers(position: Position) -> list[tuple[Position, Fraction]]:
    if position.is_over:
        return [(position, Fraction(1))]
    if position.is_chance:
        return [(position.play(kind), share) for kind, share in position.outcomes]
    return [(position.play(move), Fraction(1, len(position.legal_moves))) for move in position.legal_moves]
