"""Legal placements listed fast: the same as asking `forbids_tile` for each, as tests make sure. Part of the rules.

It rests on one fact. A tile changes what others would join only at the two ends of its row's run and at the two ends of
its column's. So if one more tile can follow it, that one goes to one of these four cells (`can_follow_at_an_end`), or to
another spot as if this tile were not laid (`can_follow_elsewhere`). Nothing needs to be laid on trial.

What comes up seldom is left to duties.py: openings, runs below 10 that must not be [Z4.3], tiles that still owe their
cross, and two tiles to follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.zatre.board import (
    ACROSS,
    DOWN,
    EMPTY,
    KINDS,
    NO_CELL,
    ROOM,
    TEN,
    TWELVE,
    in_line,
    is_double,
    longer_run,
)
from stammtisch.games.zatre.duties import (
    ONLY_RUNS,
    hand_bits,
    has_bit,
    least_pips,
    lies_in_turn,
    owes_cross,
    owes_score,
    pips_allowed,
)

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import Options, State

    def lay_move(c: int, pips: int) -> int: ...


def list_placements(s: State, o: Options, out: list[int], count: int) -> int:
    """Add all legal placements to the `count` moves in `out`, in ascending order; how many there are then."""
    bits = hand_bits(s)
    crossless = owes_cross(s)
    plain = s.opening or s.owed == ONLY_RUNS or crossless != NO_CELL
    for pips in range(1, KINDS + 1):
        if (bits >> pips) & 1:
            if plain:
                count = list_tile_by_search(s, o, out, count, pips, crossless)
            else:
                count = list_tile(s, o, out, count, pips)
    return count


def list_tile_by_search(s: State, o: Options, out: list[int], count: int, pips: int, crossless: int) -> int:
    """Add all legal placements of a tile with so many pips, each looked at by duties.py."""
    if pips > pips_allowed(s, o):
        return count
    if s.count + 1 < s.most:
        crossless = NO_CELL
    for i in range(s.spots):
        c = s.spot[i]
        if longer_run(s, c) + pips <= TWELVE and (crossless == NO_CELL or in_line(c, crossless)):
            if lies_in_turn(s, o, c, pips):
                out[count] = lay_move(c, pips)
                count += 1
    return count


def list_tile(s: State, o: Options, out: list[int], count: int, pips: int) -> int:
    """Add all legal placements of a tile with so many pips, if no tile laid before owes its cross."""
    scoring = owes_score(s)
    may_end = s.count + 1 >= s.least
    one_more = s.least <= s.count + 2 <= s.most
    rest = hand_bits(s)
    if s.hand[s.player * KINDS + pips - 1] == 1:
        rest -= 1 << pips
    first = next_follower(s, rest, scoring, 0) if one_more else 0
    for i in range(s.spots):
        c = s.spot[i]
        longer = longer_run(s, c)
        if longer + pips > TWELVE:
            continue
        low = longer + pips < TEN
        owes = low and is_double(c) and not s.fallback
        wanted = low and scoring
        legal = may_end and not owes and not wanted
        if one_more and not legal:
            start = first if wanted == scoring else 0
            legal = (not owes and can_follow_elsewhere(s, c, rest, wanted, start)) or can_follow_at_an_end(
                s, c, pips, rest, wanted, owes
            )
        if not legal and s.count + 3 <= s.most:
            legal = lies_in_turn(s, o, c, pips)
        if legal:
            out[count] = lay_move(c, pips)
            count += 1
    return count


def next_follower(s: State, bits: int, scoring: bool, i: int) -> int:
    """The first spot, from the i-th one on, on which one of these tiles may be the last; if none, their number."""
    while i < s.spots:
        c = s.spot[i]
        if has_bit(bits, least_pips(s, c, scoring), TWELVE - longer_run(s, c)):
            return i
        i += 1
    return i


def can_follow_elsewhere(s: State, c: int, bits: int, scoring: bool, i: int) -> bool:
    """After a tile on cell c, may one of these be the last, in no run with it? Looked for from the i-th spot on."""
    i = next_follower(s, bits, scoring, i)
    while i < s.spots and touch(s, c, s.spot[i]):
        i = next_follower(s, bits, scoring, i + 1)
    return i < s.spots


def touch(s: State, c: int, d: int) -> bool:
    """Would tiles on the empty cells c and d lie in one run? Or are they the same cell?"""
    step = ACROSS if c >> 4 == d >> 4 else DOWN
    if step == DOWN and c & 15 != d & 15:
        return False
    last = max(c, d)
    at = min(c, d) + step
    while at < last and s.board[at] > EMPTY:
        at += step
    return at >= last


def can_follow_at_an_end(s: State, c: int, pips: int, bits: int, scoring: bool, owes: bool) -> bool:
    """After this tile on cell c, may one of these be the last, in a run with it? It `owes` a cross, or not."""
    return can_follow_in_run(s, c, pips, bits, scoring, owes, ACROSS, 0) or can_follow_in_run(
        s, c, pips, bits, scoring, owes, DOWN, ROOM
    )


def can_follow_in_run(
    s: State, c: int, pips: int, bits: int, scoring: bool, owes: bool, step: int, side: int
) -> bool:
    """The same for one of its runs; `step` and `side` say across or down, as in `join`."""
    before = pips
    start = c - step
    while s.board[start] > EMPTY:
        before += s.board[start]
        start -= step
    behind = pips
    end = c + step
    while s.board[end] > EMPTY:
        behind += s.board[end]
        end += step
    return can_end_run(s, start, behind, bits, scoring, owes, side) or can_end_run(
        s, end, before, bits, scoring, owes, side
    )


def can_end_run(s: State, d: int, more: int, bits: int, scoring: bool, owes: bool, side: int) -> bool:
    """May one of these tiles be the last, on cell d, which then borders in one direction on so many more pips?"""
    if s.board[d] != EMPTY:
        return False
    joined = s.beside[side + d] + more
    longer = max(joined, s.beside[ROOM - side + d])
    low = 1
    if owes:
        low = TEN - joined  # [Z5.1] this very run
    elif scoring or (is_double(d) and not s.fallback):
        low = TEN - longer
    return has_bit(bits, max(1, low), TWELVE - longer)
