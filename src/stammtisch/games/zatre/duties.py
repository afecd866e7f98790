"""The order of duties [Z4.3]: which placements lie in a legal turn. Part of the rules, see rules.py.

A set of placements is a legal turn if it leaves nothing owed: as many tiles as must be laid (`least` to `most`), a run
of 10 to 12 if one can be made (`owed`), a cross for every double cell covered (unless `fallback`). These facts are
found once, when a turn begins (`find_duties`); `lies_in_turn` then answers for a single placement.

Sums only grow: a run above 12 is never mended, a cross once earned is never lost. So a search lays tiles one after the
other wherever they fit, and only at the last one it asks what the turn still owes (`can_finish`). Runs below 10 are
the exception: with `low_runs` `never` a later tile may mend them, so the last tile is laid on trial (`is_tidy_end`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.zatre.board import (
    ACROSS,
    CENTRE,
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
    put,
    run,
    scores,
    take_back,
)

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.quick import can_make_one, can_make_two, is_simple
    from stammtisch.games.zatre.rules import Lay, LowRuns, Opening, OpeningCap, OpeningSum, Options, State

MOST = 3  # tiles laid in one turn

# What a turn must make, if anything
A_RUN = 1  # a run of 10 to 12 [Z4.4]
ONLY_RUNS = 2  # the same, and no new run below 10 [Z4.3]
PIPS = 3  # tiles that sum to 10 to 12, in an opening [Z3.3]


# ── The facts of a turn ──────────────────────────────────────────────────────────────────────────────────────────────


def find_duties(s: State, o: Options) -> None:
    """[Z4.3] The order of duties: what makes a set of placements a legal turn. Found once, when a turn begins."""
    s.fallback = 0
    s.owed = 0
    s.least = 1
    s.most = min(s.held[s.player], MOST)
    if s.opening:
        find_opening(s, o)
        return
    if not is_part_of_turn(s, o):
        s.fallback = 1  # [Z5.3] no turn obeys 5.2
    if o.must_score:
        find_score(s, o)
    while s.most > 0 and not can_finish(s, o, s.most):
        s.most -= 1
    while s.least < s.most and (o.lay == Lay.MOST or not can_finish(s, o, s.least)):
        s.least += 1
    if s.most == 0:
        forget_duties(s)  # [Z4.6] blocked


def find_score(s: State, o: Options) -> None:
    """[Z4.4] A turn must score if one can; [Z4.3] with `low_runs` `never` without a run below 10, if one can."""
    s.owed = A_RUN
    if not is_part_of_turn(s, o):
        s.owed = 0
    elif o.low_runs == LowRuns.NEVER:
        s.owed = ONLY_RUNS
        if not is_part_of_turn(s, o):
            s.owed = A_RUN


def find_opening(s: State, o: Options) -> None:
    """[Z3.3] Two or three tiles that make 10 to 12; [Z8.2] or all three. Restriction 5.2 does not apply."""
    s.fallback = 1
    s.least = MOST
    if o.opening == Opening.TEN:
        s.least = 2
        s.owed = PIPS if o.opening_sum == OpeningSum.PIPS else A_RUN
    if not is_part_of_turn(s, o):
        forget_duties(s)  # [Z3.4]


def forget_duties(s: State) -> None:
    """Nothing can be laid, or nobody is to lay."""
    s.fallback = 0
    s.owed = 0
    s.least = 0
    s.most = 0


# ── One placement ────────────────────────────────────────────────────────────────────────────────────────────────────


def is_beside_tile(s: State, c: int) -> bool:
    """[Z4.1] Cell c borders on a tile; [Z3.3] the very first tile goes to the centre."""
    if s.opening and s.count == 0:
        return c == CENTRE
    return s.beside[c] > 0 or s.beside[ROOM + c] > 0


def pips_allowed(s: State, o: Options) -> int:
    """[Z3.3] If all tiles of the opening must sum to at most 12, this is what the next one may have."""
    if not s.opening or o.opening == Opening.FREE:
        return KINDS
    if o.opening_cap == OpeningCap.PER_RUN and o.opening_sum == OpeningSum.RUN:
        return KINDS
    return TWELVE - pips_laid(s)


def pips_laid(s: State) -> int:
    """The sum of the tiles laid in this turn."""
    pips = 0
    for i in range(s.count):
        pips += s.board[s.laid[i]]
    return pips


def lies_in_turn(s: State, o: Options, c: int, pips: int) -> bool:
    """[Z4.3] Does this placement lie, together with those already made, in a legal turn?"""
    put(s, c, pips)
    found = is_part_of_turn(s, o)
    take_back(s)
    return found


def least_pips(s: State, c: int, scoring: bool) -> int:
    """How many pips must a tile on cell c have, if it is the last one? A 10 is needed to score and on a double cell."""
    if scoring and s.owed == PIPS:
        return max(1, TEN - pips_laid(s))  # [Z3.3]
    if scoring or (is_double(c) and not s.fallback):
        return max(1, TEN - longer_run(s, c))  # [Z4.4, Z5.2]
    return 1


def hand_bits(s: State) -> int:
    """The player's hand as bits: bit n stands for one or more tiles with n pips."""
    bits = 0
    for k in range(KINDS):
        if s.hand[s.player * KINDS + k] > 0:
            bits |= 2 << k
    return bits


def has_bit(bits: int, low: int, high: int) -> bool:
    """Is one of the bits `low` to `high` set?"""
    return low <= high and bits & ((2 << high) - (1 << low)) != 0


# ── What a turn owes ─────────────────────────────────────────────────────────────────────────────────────────────────


def is_legal_turn(s: State) -> bool:
    """[Z4.3] Are the tiles laid so far a legal turn?"""
    if not 0 < s.count <= s.most or s.count < s.least or owes_score(s) or owes_cross(s) != NO_CELL:
        return False
    return s.owed != ONLY_RUNS or not has_low_run(s)


def owes_score(s: State) -> bool:
    """[Z4.4] A run of 10 to 12 is still to be made; [Z3.3] or the tiles of an opening still have less than 10 pips."""
    if s.owed == PIPS:
        return pips_laid(s) < TEN
    return s.owed > 0 and s.made == 0


def has_low_run(s: State) -> bool:
    """[Z4.3] Has this turn made a run below 10?"""
    for i in range(s.count):
        c = s.laid[i]
        if s.board[c] < run(s, c, ACROSS) < TEN or s.board[c] < run(s, c, DOWN) < TEN:
            return True
    return False


def owes_cross(s: State) -> int:
    """[Z5.2] A double cell that was covered and has not earned its cross yet, or NO_CELL."""
    if not s.fallback:
        for i in range(s.count):
            if is_double(s.laid[i]) and not scores(s, s.laid[i]):
                return s.laid[i]
    return NO_CELL


def is_part_of_turn(s: State, o: Options) -> bool:
    """[Z4.3] Do the tiles laid so far lie in a legal turn, alone or with more tiles?"""
    if is_legal_turn(s):
        return True
    for size in range(max(s.least, s.count + 1), s.most + 1):
        if can_finish(s, o, size - s.count):
            return True
    return False


# ── Looking for turns ────────────────────────────────────────────────────────────────────────────────────────────────


def can_finish(s: State, o: Options, tiles: int) -> bool:
    """Can exactly so many more tiles (one to three) be laid, so that nothing is owed in the end?"""
    if s.count == 0 and tiles <= 2 and is_simple(s):
        return can_make_one(s) if tiles == 1 else can_make_two(s)
    return can_finish_by_search(s, o, tiles)


def can_finish_by_search(s: State, o: Options, tiles: int) -> bool:
    """The same, tried out, whatever the position is.

    Backtracking: the n-th tile goes to its next candidate until there is none left, then the one before is moved on.
    All tiles are taken back afterwards.
    """
    first = s.count
    last = first + tiles - 1
    found = False
    while not found:
        if s.count == last:
            found = can_end(s, o)
            stuck = not found
        else:
            stuck = not put_next(s, o)
        if stuck:
            if s.count == first:
                break
            take_back(s)
    while s.count > first:
        take_back(s)
    for i in range(MOST):
        s.next[i] = 0
    return found


def put_next(s: State, o: Options) -> bool:
    """Lay the next tile on its next candidate, cell by cell and kind by kind; False if there is none left."""
    n = s.count
    while s.next[n] < KINDS * (s.spots + 4 * n):
        c = candidate(s, s.next[n] // KINDS)
        pips = 1 + s.next[n] % KINDS
        s.next[n] += 1
        if s.hand[s.player * KINDS + pips - 1] > 0 and s.board[c] == EMPTY and longer_run(s, c) + pips <= TWELVE:
            if pips <= pips_allowed(s, o):
                put(s, c, pips)
                return True
    s.next[n] = 0
    return False


def candidate(s: State, i: int) -> int:
    """The cells on which a tile may be laid: the spots, then the four neighbours of each tile laid this turn."""
    if i < s.spots:
        return s.spot[i]
    i -= s.spots
    c = s.laid[i >> 2]
    i &= 3
    if i == 0:
        return c - DOWN
    if i == 1:
        return c - ACROSS
    return c + ACROSS if i == 2 else c + DOWN


def can_end(s: State, o: Options) -> bool:
    """Can one more tile be laid, the last of this turn, so that nothing is owed in the end?

    It must be in line with a cell that still owes its cross.
    """
    scoring = owes_score(s)
    crossless = owes_cross(s)
    allowed = pips_allowed(s, o)
    bits = hand_bits(s)
    for i in range(s.spots + 4 * s.count):
        c = candidate(s, i)
        if s.board[c] == EMPTY and (crossless == NO_CELL or in_line(c, crossless)):
            low = least_pips(s, c, scoring)
            high = min(allowed, TWELVE - longer_run(s, c))
            if has_bit(bits, low, high) and (crossless == NO_CELL or settles(s, c, high)):
                if s.owed != ONLY_RUNS or is_tidy_end(s, c, low, high):
                    return True
    return False


def is_tidy_end(s: State, c: int, low: int, high: int) -> bool:
    """[Z4.3] Does one of the tiles from `low` to `high` pips on cell c end the turn without a run below 10?"""
    found = False
    for pips in range(low, min(high, KINDS) + 1):
        if not found and s.hand[s.player * KINDS + pips - 1] > 0:
            put(s, c, pips)
            found = not owes_score(s) and owes_cross(s) == NO_CELL and not has_low_run(s)
            take_back(s)
    return found


def settles(s: State, c: int, high: int) -> bool:
    """[Z5.1] Would a tile on cell c earn the crosses that those already laid have not earned yet?

    The one with the most pips that fits will, if any: it makes the highest sums.
    """
    pips = min(high, KINDS)
    while s.hand[s.player * KINDS + pips - 1] == 0:
        pips -= 1
    put(s, c, pips)
    settled = owes_cross(s) == NO_CELL
    take_back(s)
    return settled
