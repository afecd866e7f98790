"""Legal placements listed fast: the same as asking `forbids_tile` for each, as tests make sure. Part of the rules.

It rests on one fact. A tile changes what others would join only at the two ends of its row's run and at the two ends
of its column's. So if one more tile can follow it, that one goes to one of these four cells (`can_follow_at_an_end`),
or to another spot as if this tile were not laid (`can_follow_elsewhere`). Nothing needs to be laid on trial.

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
    lies_in_turn,
    owes_cross,
    owes_score,
    pips_allowed,
)

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import Options, State

    def lay_move(c: int, pips: int) -> int: ...


def is_simple(s: State) -> bool:
    """Is this what nearly all turns are? Then what is below answers for it."""
    return s.opening == 0 and s.owed != ONLY_RUNS and owes_cross(s) == NO_CELL


# ── All legal placements ─────────────────────────────────────────────────────────────────────────────────────────────


def list_placements(s: State, o: Options, out: list[int], count: int) -> int:
    """Add all legal placements to the `count` moves in `out`, in ascending order; how many there are then."""
    bits = hand_bits(s)
    simple = is_simple(s)
    for pips in range(1, KINDS + 1):
        if (bits >> pips) & 1:
            if simple:
                count = list_tile(s, o, out, count, pips)
            else:
                count = list_tile_by_search(s, o, out, count, pips)
    return count


def list_tile(s: State, o: Options, out: list[int], count: int, pips: int) -> int:
    """Add all legal placements of a tile with so many pips, in a simple turn."""
    scoring = owes_score(s)
    bound = s.fallback == 0
    may_end = s.count + 1 >= s.least
    one_more = s.least <= s.count + 2 <= s.most
    two_more = s.count + 3 <= s.most
    more = one_more or two_more
    rest = bits_without(s, pips)
    first = next_spot(s, rest, scoring, 0) if one_more else s.spots
    near = s.spot[first] if first < s.spots else NO_CELL
    for i in range(s.spots):  # with `&` and `|` instead of `and` and `or`: fewer branches that nobody can foresee
        c = s.spot[i]
        sum_made = longer_run(s, c) + pips
        made = sum_made >= TEN
        owes = (not made) & bound & is_double(c)
        alone = may_end & (made | (not scoring))
        with_near = (near != NO_CELL) & (not in_line(c, near))
        legal = (sum_made <= TWELVE) & (not owes) & (alone | with_near)
        if more and not legal and sum_made <= TWELVE:
            legal = (one_more and can_follow(s, c, pips, rest, scoring, first)) or (
                two_more and lies_in_turn(s, o, c, pips)
            )
        out[count] = lay_move(c, pips)
        if legal:
            count += 1
    return count


def list_tile_by_search(s: State, o: Options, out: list[int], count: int, pips: int) -> int:
    """Add all legal placements of a tile with so many pips, whatever the turn is."""
    if pips > pips_allowed(s, o):
        return count
    helped = owes_cross(s) if s.count + 1 == s.most else NO_CELL  # the last tile must help it to its cross
    for i in range(s.spots):
        c = s.spot[i]
        if longer_run(s, c) + pips <= TWELVE and (helped == NO_CELL or in_line(c, helped)):
            if lies_in_turn(s, o, c, pips):
                out[count] = lay_move(c, pips)
                count += 1
    return count


# ── Turns of one tile and of two ─────────────────────────────────────────────────────────────────────────────────────


def can_make_one(s: State) -> bool:
    """Is there a legal turn of one tile? None is laid yet."""
    return next_spot(s, hand_bits(s), s.owed > 0, 0) < s.spots


def can_make_two(s: State) -> bool:
    """Is there a legal turn of two tiles? None is laid yet."""
    bits = hand_bits(s)
    for pips in range(1, KINDS + 1):
        if (bits >> pips) & 1:
            rest = bits_without(s, pips)
            first = next_spot(s, rest, s.owed > 0, 0)
            for i in range(s.spots):
                if longer_run(s, s.spot[i]) + pips <= TWELVE and can_follow(
                    s, s.spot[i], pips, rest, s.owed > 0, first
                ):
                    return True
    return False


# ── One tile to follow ───────────────────────────────────────────────────────────────────────────────────────────────


def bits_without(s: State, pips: int) -> int:
    """The hand as bits, without one tile of so many pips."""
    bits = hand_bits(s)
    return bits - (1 << pips) if s.hand[s.player * KINDS + pips - 1] == 1 else bits


def can_follow(s: State, c: int, pips: int, bits: int, scoring: bool, first: int) -> bool:
    """After this tile on cell c, may one of those in `bits` be the last? A score is owed, if `scoring`.

    `first` is the first spot on which one of them would settle that, if this tile does not.
    """
    made = longer_run(s, c) + pips >= TEN
    if not made and is_double(c) and not s.fallback:
        return can_follow_at_an_end(s, c, pips, bits, scoring, True)
    if first < s.spots and not in_line(c, s.spot[first]):
        return True
    if scoring and made:
        scoring = False
        first = 0
    return can_follow_elsewhere(s, c, bits, scoring, first) or can_follow_at_an_end(s, c, pips, bits, scoring, False)


def next_spot(s: State, bits: int, scoring: bool, i: int) -> int:
    """The first spot, from the i-th one on, on which one of these tiles may be the last; if none, their number."""
    while i < s.spots:
        c = s.spot[i]
        joined = longer_run(s, c)
        ten = scoring | (is_double(c) & (s.fallback == 0))
        if has_bit(bits, max(1, TEN - joined) if ten else 1, TWELVE - joined):
            return i
        i += 1
    return i


def can_follow_elsewhere(s: State, c: int, bits: int, scoring: bool, i: int) -> bool:
    """After a tile on cell c, may one of these be the last, in no run with it? Looked for from the i-th spot on."""
    i = next_spot(s, bits, scoring, i)
    while i < s.spots and touch(s, c, s.spot[i]):
        i = next_spot(s, bits, scoring, i + 1)
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


def can_follow_in_run(s: State, c: int, pips: int, bits: int, scoring: bool, owes: bool, step: int, side: int) -> bool:
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
