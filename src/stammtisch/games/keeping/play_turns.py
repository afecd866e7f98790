"""Whole turns of many games, played by the values of their turns (see keeping/lockstep.py).

Rules Python, bound and compiled with the rules. Column b of an array belongs to the game states[rows[b]], which stands
at the start of a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import CHANCE, OVER
from stammtisch.fast.drive import clear, happen
from stammtisch.games.keeping import KEEP, KEEPING, ROLL, SYMBOLS
from stammtisch.games.keeping.drive import FAILED
from stammtisch.games.keeping.tempted import HEAT, tempted_move
from stammtisch.games.keeping.throw_on import throw_on

if TYPE_CHECKING:  # what is expected of the game
    POINTS: tuple[int, ...] = ()

    def turn(s: Any, o: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...
    def moves(s: Any, o: Any, out: Any) -> int: ...
    def end_of(s: Any, o: Any, m: int) -> int: ...


def play_turns(
    states: Any, options: Any, rows: Any, workspaces: Any, seeds: Any, index: Any, graph: Any, values: Any, ends: Any,
    worth: Any, scratch: Any, grades: Any, plies: Any, made: Any,
) -> None:  # fmt: skip
    """Play each turn by its values; made[b] are the moves, and −1 after the last.

    The player of column b has the grade grades[b] (keeping/tempted.py). plies[rows[b]] are the moves and outcomes that
    its game has had.
    """
    o = options[0]
    workspace = workspaces[0]
    legal = workspace.legal
    made[:] = -1
    for b in range(len(rows)):
        s = states[rows[b]]
        number = s.turns
        clear(workspace)
        done = 0
        while s.turns == number and turn(s, o) != OVER:
            if turn(s, o) == CHANCE:
                happen(s, o, workspace, seeds[rows[b]])
            else:
                count = moves(s, o, legal)
                m = int(legal[0])
                if count > 1:
                    if grades[b, HEAT] > 0:
                        list_values(s, o, legal, count, index, graph, values, worth, b, scratch)
                        m = tempted_move(
                            s, o, legal, count, scratch[2], worth[b, FAILED], grades[b], seeds[rows[b]], plies[rows[b]]
                        )
                    else:
                        m = best_move(s, o, legal, count, index, values, ends, worth, b)
                made[b, done] = m
                play(s, o, m)
                done += 1
            plies[rows[b]] += 1


def set_aside_so_far(s: Any) -> tuple[int, int]:
    """The set of symbols used, and the total."""
    used = 0
    points = 0
    for symbol in range(SYMBOLS):
        if s.kept[symbol]:
            used |= 1 << symbol
            points += s.kept[symbol] * POINTS[symbol]
    return used, points


def best_move(s: Any, o: Any, legal: Any, count: int, index: Any, values: Any, ends: Any, worth: Any, b: int) -> int:
    """The best move by the values of column b. Of equally good ones: stop, or set the first symbol aside."""
    best = int(legal[0])
    used, points = set_aside_so_far(s)
    if s.phase == KEEPING:
        most = -1e30
        for j in range(count):
            symbol = legal[j] - KEEP
            n = s.thrown[symbol]
            value = values[index[used | 1 << symbol, s.dice - n, points + n * POINTS[symbol]], b]
            if value > most:
                most = value
                best = int(legal[j])
        return best
    if legal[0] == ROLL and values[index[used, s.dice, points], b] > ends[used >> (SYMBOLS - 1), points, b]:
        return ROLL
    high = -1e30
    for j in range(count):
        if legal[j] != ROLL:
            value_of_end = worth[b, end_of(s, o, legal[j])]
            if value_of_end > high:
                high = value_of_end
                best = int(legal[j])
    return best


def list_values(
    s: Any, o: Any, legal: Any, count: int, index: Any, graph: Any, values: Any, worth: Any, b: int, scratch: Any
) -> None:
    """scratch[2, j]: what legal[j] is worth by the values of column b."""
    used, points = set_aside_so_far(s)
    for j in range(count):
        m = legal[j]
        if m == ROLL:
            state = index[used, s.dice, points]
            scratch[2, j] = throw_on(graph, values[:, b], worth[b, FAILED], state, scratch[0], scratch[1])
        elif m < ROLL:
            n = s.thrown[m - KEEP]
            state = index[used | 1 << (m - KEEP), s.dice - n, points + n * POINTS[m - KEEP]]
            scratch[2, j] = values[state, b]
        else:
            scratch[2, j] = worth[b, end_of(s, o, m)]
