"""Playing by a solver's table: the values of all moves, and whole turns. Rules Python, bound with the rules.

`finder` is (keys, order, base, kind, offset, bits, node), see solve_states.py and solve_graph.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import CHANCE, OVER
from stammtisch.fast.drive import clear, happen
from stammtisch.games.zocken.rules import (
    BETTING,
    BOX,
    DICE,
    EMPTY,
    FACES,
    HAND,
    NO_BET,
    PICKING,
    PLACE,
    PLACING,
    ROW,
    THROW,
)
from stammtisch.games.zocken.solve_climb import TIE
from stammtisch.games.zocken.solve_kernel import MIRROR, first_state
from stammtisch.games.zocken.solve_layouts import look

if TYPE_CHECKING:  # what is expected of the rules

    def turn(s: Any, o: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...
    def put(s: Any, slot: int) -> None: ...
    def moves(s: Any, o: Any, out: Any) -> int: ...


def find(s: Any, finder: Any) -> int:
    """The node of a state in which no die is just thrown; −1 if the dice cannot lie so."""
    keys, order, base, kind, offset, bits, node = finder
    code = look(s)
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < code >> 1:
            low = middle + 1
        else:
            high = middle
    if low == len(keys) or keys[low] != code >> 1:
        return -1
    hand = 0
    idle = 0
    matches = 0
    for die in range(DICE):
        if s.lies[die] == ROW + die:
            matches += 1
        elif s.lies[die] == HAND:
            if s.slots[ROW + die] == EMPTY:
                hand |= 1 << die
            else:
                idle += 1
    if code & 1:
        hand = bits[MIRROR, hand]
    return int(node[first_state(order[low], hand, idle, base, kind, offset, bits) + matches])


def value_places(s: Any, o: Any, finder: Any, table: Any, legal: Any, worth: Any) -> int:
    """The legal moves of the die just thrown and what they are worth; how many there are."""
    count = moves(s, o, legal)
    before = s.direction
    for k in range(count):
        slot = legal[k] - PLACE
        put(s, slot)
        worth[k] = table[find(s, finder)]
        s.lies[s.die] = HAND  # and take it back
        s.placed -= 1
        s.direction = before
        if slot == BOX:
            s.box -= 1
        else:
            s.slots[slot] = EMPTY
    return count


def value_throw(s: Any, o: Any, die: int, finder: Any, table: Any, legal: Any, worth: Any) -> float:
    """What it is worth to throw this die."""
    s.phase = PLACING
    s.die = die
    total = 0.0
    for face in range(FACES):
        s.shows[die] = face + 1
        count = value_places(s, o, finder, table, legal, worth)
        best = worth[0]
        for k in range(1, count):
            best = max(best, worth[k])
        total += best
    s.shows[die] = 0
    s.phase = PICKING
    return total / FACES


def value_moves(s: Any, o: Any, finder: Any, table: Any, legal: Any, worth: Any, replies: Any) -> int:
    """The thrower's legal moves and what they are worth; how many there are."""
    if s.phase == PLACING:
        return value_places(s, o, finder, table, legal, worth)
    idle = -1  # one die that cannot match is as good as another
    for die in range(DICE):
        if s.lies[die] == HAND:
            if idle < 0 or s.slots[ROW + die] == EMPTY:
                worth[die] = value_throw(s, o, die, finder, table, legal, replies)
            else:
                worth[die] = worth[idle]
            if s.slots[ROW + die] != EMPTY:
                idle = die
    count = moves(s, o, legal)
    for k in range(count):
        worth[k] = worth[legal[k] - THROW]  # to the front: no move comes before its own die
    return count


def find_first(states: Any, finder: Any) -> int:
    """`find` for the state in an array."""
    return find(states[0], finder)


def value_first(states: Any, options: Any, finder: Any, table: Any, legal: Any, worth: Any, replies: Any) -> int:
    """`value_moves` for the state in an array."""
    return value_moves(states[0], options[0], finder, table, legal, worth, replies)


def play_turns(
    start: Any, states: Any, options: Any, workspaces: Any, seed: int, finder: Any, table: Any,
    worth: Any, replies: Any, points: Any,
) -> None:  # fmt: skip
    """Play points[i], the score of the turn that begins at start[0], with seed + i and the best moves; nobody bets."""
    o = options[0]
    workspace = workspaces[0]
    for i in range(len(points)):
        states[0] = start[0]
        s = states[0]
        clear(workspace)
        thrower = s.player
        number = s.turns
        before = s.scores[thrower]
        while s.turns == number and turn(s, o) != OVER:
            if turn(s, o) == CHANCE:
                happen(s, o, workspace, seed + i)
            elif s.phase == BETTING:
                play(s, o, NO_BET)
            else:
                count = value_moves(s, o, finder, table, workspace.legal, worth, replies)
                best = 0
                for k in range(1, count):
                    if worth[k] > worth[best] + 1 / TIE:
                        best = k
                play(s, o, workspace.legal[best])
        points[i] = s.scores[thrower] - before
