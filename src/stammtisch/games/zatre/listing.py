"""All legal turns of a position of Zatre, one after the other, and what each writes on the card.

Rules Python, bound and compiled with the rules. Says the same as turns.py, which asks the rules for every placement.

The cells of a turn are chosen from one list: the spots, then the neighbours of its first tile that are new, then those
of its second. A further tile comes from behind the one before it in that list. So every set of cells comes up once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.games.zatre.board import (
    ACROSS,
    DOWN,
    EMPTY,
    KINDS,
    TEN,
    TWELVE,
    is_double,
    longer_run,
    put,
    run,
    take_back,
)
from stammtisch.games.zatre.card import is_first_in_run
from stammtisch.games.zatre.duties import MOST, PIPS, candidate, is_legal_turn, owes_score, pips_allowed

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import Options, State

    def lay_move(c: int, pips: int) -> int: ...


# What a turn writes, in one number: tens + 8 * elevens + 64 * twelves + 512 * crosses. A turn makes at most six runs.
CODES = 4096
CROSS = 512


def next_whole_turn(s: State, o: Options, first: int, useful: bool) -> bool:
    """Lay the next legal turn in the place of the one that lies; False, with none laid, when all have come up.

    `first` tiles were laid before and stay; that they are a turn themselves is not said here. The scratch `next` must
    be 0 at first, and is 0 again in the end.
    """
    while True:
        if s.count < s.most and put_behind(s, o, first, useful):
            if s.count >= s.least and is_legal_turn(s):
                return True
        elif s.count == first:
            return False
        else:
            take_back(s)


def put_behind(s: State, o: Options, first: int, useful: bool) -> bool:
    """Lay the next tile on its next candidate, all of which lie behind the tile before; False if there is none left."""
    n = s.count
    last = n + 1 == s.most
    scoring = last and (useful or (s.owed != PIPS and owes_score(s)))
    allowed = min(KINDS, pips_allowed(s, o))
    while s.next[n] < KINDS * (s.spots + 4 * n):
        i = s.next[n] // KINDS
        c = candidate(s, i)
        longer = longer_run(s, c)
        pips = 1 + s.next[n] - KINDS * i
        if scoring or (last and is_double(c) and not s.fallback):
            pips = max(pips, TEN - longer)  # the last tile of a turn makes its run itself
        highest = min(allowed, TWELVE - longer)
        while pips <= highest and s.hand[s.player * KINDS + pips - 1] == 0:
            pips += 1
        if pips > highest or s.board[c] != EMPTY or is_listed_before(s, i, c, first):
            s.next[n] = KINDS * (i + 1)
            continue
        s.next[n] = KINDS * i + pips
        put(s, c, pips)
        if n + 1 < MOST:
            s.next[n + 1] = KINDS * (i + 1)
        return True
    s.next[n] = 0
    return False


def is_listed_before(s: State, i: int, c: int, first: int) -> bool:
    """Does candidate i come up earlier in the list? A neighbour of a tile laid in this turn may also be one of another,
    or a spot: then it borders on a tile that was there before."""
    if i < s.spots:
        return False
    j = (i - s.spots) >> 2
    if j < first:
        return True
    others = tile(s, c - DOWN) + tile(s, c - ACROSS) + tile(s, c + ACROSS) + tile(s, c + DOWN)
    for k in range(j, s.count):
        if abs(s.laid[k] - c) == DOWN or abs(s.laid[k] - c) == ACROSS:
            others -= 1
    return others > 0


def tile(s: State, c: int) -> int:
    """1 if a tile lies on cell c."""
    return 1 if s.board[c] > EMPTY else 0


def writes(s: State) -> int:
    """What the tiles laid in this turn would write on the card, as one number."""
    code = 0
    for i in range(s.count):
        c = s.laid[i]
        across = run(s, c, ACROSS)
        down = run(s, c, DOWN)
        if across >= TEN and is_first_in_run(s, i, ACROSS):
            code += 1 << 3 * (across - TEN)
        if down >= TEN and is_first_in_run(s, i, DOWN):
            code += 1 << 3 * (down - TEN)
        if (across >= TEN or down >= TEN) and is_double(c):
            code += CROSS
    return code


def list_turns(s: State, o: Options, turns: Any) -> int:
    """Write all legal turns of the player to move, as far as there is room; how many there are.

    turns[i] is what the turn writes, and the move that lays each of its tiles, those laid before too; 0 for none.
    """
    first = s.count
    found = 0
    if is_legal_turn(s):
        note_turn(s, turns, found)
        found = 1
    while next_whole_turn(s, o, first, False):
        note_turn(s, turns, found)
        found += 1
    return found


def note_turn(s: State, turns: Any, i: int) -> None:
    """Write the turn that lies as the i-th one, if there is room."""
    if i < len(turns):
        turns[i, 0] = writes(s)
        for j in range(MOST):
            turns[i, 1 + j] = lay_move(s.laid[j], s.board[s.laid[j]]) if j < s.count else 0


def list_turns_of(states: Any, options: Any, turns: Any) -> int:
    """The same for a packed state."""
    return list_turns(states[0], options[0], turns)
