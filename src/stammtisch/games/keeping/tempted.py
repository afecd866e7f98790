"""How the weaker levels move in games in lock step: what bots/levels.py and mistakes.py say, once more, compiled.

Rules Python, bound with the rules and with drive.py. All is done as it is there and in the same order, so that the same
draw gives the same move. A grade is a row of numbers, in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.dice import draw
from stammtisch.games.keeping import KEEP, ROLL, WORM

if TYPE_CHECKING:  # what is expected of the game
    POINTS: tuple[int, ...] = ()

    def exp(x: float) -> float: ...  # math.exp, put in by lockstep.py
    def wins(s: Any, o: Any, m: int) -> bool: ...
    def robs(s: Any, o: Any, m: int) -> bool: ...


HEAT = 0
FEAR = 1
OVERLOOKS = 2
PIPS = 3
WORMS_LATER = 4
GRADE = 5  # numbers
NEVER = -(10**15)  # worth less than anything


def tempted_move(
    s: Any, o: Any, legal: Any, count: int, values: Any, fail: float, grade: Any, seed: int, events: int
) -> int:
    """The move of a level, if legal[j] is worth values[j], after so many events of the match. It changes `values`."""
    drop_dominated(s, o, legal, count, values, fail)
    best = 0
    for j in range(count):
        if values[j] > NEVER:
            values[j] = believed(s, o, legal[j], values[j], grade)
        if values[j] > values[best]:
            best = j
    most = values[best]
    shares = 0.0
    for j in range(count):
        values[j] = exp((values[j] - most) / grade[HEAT]) if values[j] > NEVER else 0.0
        shares += values[j]
    own = draw(seed, 0, 2 * events, 1 << 15) << 15 | draw(seed, 0, 2 * events + 1, 1 << 15)
    point = draw(own, 0, 0, 1 << 16) / (1 << 16) * shares
    for j in range(count):
        point -= values[j]
        if point < 0:
            return int(legal[j])
    return int(legal[best])


def drop_dominated(s: Any, o: Any, legal: Any, count: int, values: Any, fail: float) -> None:
    """values[j] becomes NEVER: of what surely fails, while something may win; else of giving up instead of throwing."""
    hopes = 0
    for j in range(count):
        if values[j] > fail + 1e-9 or wins(s, o, legal[j]):
            hopes += 1
    for j in range(count):
        if hopes:
            dropped = values[j] <= fail + 1e-9 and not wins(s, o, legal[j])
        else:
            dropped = legal[0] == ROLL and legal[j] != ROLL
        if dropped:
            values[j] = NEVER


def believed(s: Any, o: Any, m: int, value: float, grade: Any) -> float:
    """What a move seems to be worth to who makes these mistakes."""
    seems = value
    if wins(s, o, m):
        seems += grade[FEAR]
        if robs(s, o, m):
            seems += grade[OVERLOOKS] * -value
    elif KEEP <= m < ROLL:
        seems += grade[PIPS] * (s.thrown[m - KEEP] * POINTS[m - KEEP])
        if m == KEEP + WORM and s.kept[WORM] == 0:
            seems += -grade[WORMS_LATER]
    return float(seems)
