"""The ends of a turn weighed by a learned value: the chance of winning the game, seen by the one who has just played.

Rules Python, bound and compiled with the rules and with the game's features.py. A net is (first, second, third). The
first layer is the sum of the rows of `first` for all facts that hold. Its numbers above 0, weighted by the rows of
`second`, with its last row added, are the second layer; those of it above 0, weighted by `third`, with its last number
added, the logarithm of the odds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import OVER

if TYPE_CHECKING:  # what is expected of the game
    ENDS: int = 0

    def turn(s: Any, o: Any) -> int: ...
    def share(s: Any, o: Any, p: int) -> float: ...
    def see(s: Any, o: Any, p: int, out: Any) -> int: ...


def chance(seen: Any, count: int, first: Any, second: Any, third: Any, layers: Any) -> float:
    """The chance of winning by the facts that hold; `layers` is scratch."""
    width = len(second) - 1
    narrow = len(third) - 1
    for j in range(width):
        layers[0, j] = first[seen[0], j]
    for i in range(1, count):
        fact = seen[i]
        for j in range(width):
            layers[0, j] += first[fact, j]
    for k in range(narrow):
        layers[1, k] = second[width, k]
    for j in range(width):
        above = layers[0, j]
        if above > 0:
            for k in range(narrow):
                layers[1, k] += above * second[j, k]
    odds: float = third[narrow]
    for k in range(narrow):
        odds += max(layers[1, k], 0.0) * third[k]
    return float(1 / (1 + 2.718281828459045**-odds))


def weigh_chances(
    states: Any, options: Any, rows: Any, mine: Any, afters: Any, possible: Any, worth: Any,
    first: Any, second: Any, third: Any, layers: Any, seen: Any,
) -> None:  # fmt: skip
    """worth[b, end] for one who wants to win, where mine[b]; see keeping/drive.py."""
    o = options[0]
    for b in range(len(rows)):
        if mine[b]:
            p = states[rows[b]].player
            for end in range(ENDS):
                if possible[b] >> end & 1:
                    s = afters[b, end]
                    if turn(s, o) == OVER:
                        worth[b, end] = share(s, o, p)
                    else:
                        worth[b, end] = chance(seen, see(s, o, p, seen), first, second, third, layers)


def note(states: Any, options: Any, rows: Any, players: Any, seen: Any, counts: Any) -> None:
    """The facts of each game in the view of players[b], who has just played."""
    for b in range(len(rows)):
        counts[b] = see(states[rows[b]], options[0], players[b], seen[b])
