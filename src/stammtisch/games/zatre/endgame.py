"""The end of a game of two with an empty bag: both hands are known, nothing is drawn any more, and play is exact.

Alpha-beta over whole turns. Rules Python, compiled, see thinker.py. No recursion: states[0], states[1] … are the
positions on the way, and each goes through its turns by itself (listing.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import OVER, PASS
from stammtisch.games.zatre.board import take_back
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.listing import next_whole_turn
from stammtisch.games.zatre.lookahead import deal_all, lay_turn

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import DONE, Options, State

    def turn(s: State, o: Options) -> int: ...
    def lay(s: State, c: int, pips: int) -> None: ...
    def play(s: State, o: Options, m: int) -> None: ...
    def score(s: State, o: Options, p: int) -> int: ...


LEVELS = 32  # turns that may follow each other; more than hands of a few tiles last
FAR = 10_000  # no lead is as large
GIVEN_UP = -FAR - 1


def final_lead(states: Any, options: Any, p: int, moves: Any, best: Any, nodes: int) -> int:
    """The lead of seat p at the end of the game if he makes this turn in states[0], a view of his, and both play for
    the lead then; GIVEN_UP after so many nodes.

    best[i] is room for the best lead found so far by who is to move in states[i].
    """
    o = options[0]
    deal_all(states[0], o, p, 0)  # every lot gives the same hand
    lay_turn(states[0], moves)
    level = 0
    down = True  # to the position after the turn that lies
    while True:
        if down:
            nodes -= 1
            if nodes < 0 or level + 1 == len(states):
                return GIVEN_UP
            states[level + 1] = states[level]
            level += 1
            end_as_it_lies(states[level], o)
            best[level] = no_lead(states[level], p)
        s = states[level]
        if turn(s, o) == OVER:
            best[level] = score(s, o, p) - score(s, o, 1 - p)
            down = False
        elif is_cut(states, best, level, p):
            down = False
        elif s.most == 0:
            down = abs(best[level]) == FAR  # a pass is the only turn
        else:
            down = next_whole_turn(s, o, 0, False)
        if not down:
            if level == 1:
                return int(best[1])
            level -= 1
            if states[level].player == p:
                best[level] = max(best[level], best[level + 1])
            else:
                best[level] = min(best[level], best[level + 1])


def no_lead(s: State, p: int) -> int:
    """Nothing found yet by who is to move."""
    return -FAR if s.player == p else FAR


def is_cut(states: Any, best: Any, level: int, p: int) -> bool:
    """Will this position not be chosen anyway? Somebody on the way has something better already."""
    mine = states[level].player == p
    for i in range(1, level):
        if (states[i].player == p) != mine:
            if (mine and best[i] <= best[level]) or (not mine and best[i] >= best[level]):
                return True
    return False


def end_as_it_lies(s: State, o: Options) -> None:
    """End the turn whose tiles were put down by a search; without any, the player is blocked."""
    count = s.count
    cells = s.laid[0], s.laid[1], s.laid[2]
    pips = s.board[cells[0]], s.board[cells[1]], s.board[cells[2]]
    while s.count > 0:
        take_back(s)
    for i in range(MOST):
        s.next[i] = 0
    s.made = 0
    for i in range(count):
        lay(s, cells[i], pips[i])
    play(s, o, DONE if count > 0 else PASS)
