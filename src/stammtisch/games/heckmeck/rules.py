"""Heckmeck am Bratwurmeck: the rules, paragraph by paragraph. Read it beside rules.md."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from stammtisch.core.options import BaseOptions, between
from stammtisch.core.record import Record, row
from stammtisch.games import keeping
from stammtisch.games.keeping import (
    ENDED,
    KEEP,
    KEEPING,
    ROLL,
    SYMBOLS,
    THROWING,
    WORM,
    go_on,
    is_new,
    is_used_up,
    list_keeps,
    outcomes,
    pass_on,
    total,
    turn,
)

__all__ = ["outcomes", "turn"]  # both games' alike

VERSION = 1
USES = (keeping,)

# [H1.1] Sixteen tiles. Tile t carries the number 21 + t:  t  0 …  3   4 …  7   8 … 11  12 … 15
#                                                 number  21 … 24  25 … 28  29 … 32  33 … 36
#                                                  worms     1        2        3        4
TILES = 16
LOWEST = 21
HIGHEST = 36

# [H1.2] The symbols 1 2 3 4 5 worm are 0 … 5; a worm counts 5 but is a symbol of its own.
POINTS = (1, 2, 3, 4, 5, 5)

# Where a tile lies: with the player of that number, or
GRILL = -1  # face up on the grill
FACE_DOWN = -2  # face down, out of the game [H4.2]

NO_TILE = -1  # the top of an empty stack; below the lowest tile of a stack

# Moves:  0      1 … 6             7     8 … 23            24
#         pass   keep 1 … 5, worm  roll  take 21 … 36      stop
TAKE = 8
STOP = 24
MOVES = 25

# [H5.3] There is no upper bound on the number of turns. Random play takes 7,000 plies on average, seldom 20,000.
LENGTH = 100_000


class Steal(IntEnum):
    """[H3.3] Must a total that equals a rival's top tile steal it?"""

    OPTIONAL = 0
    FORCED = 1


class Lower(IntEnum):
    """[H3.4] Which lower tile of the grill does a total take?"""

    NEXT = 0
    ANY = 1


class Fast(IntEnum):
    """[H4.4] A shorter game: more tiles are turned face down."""

    OFF = 0
    RETURNED_DOWN = 1
    NO_EXCEPTION = 2
    RETURNED_ONLY = 3


@dataclass(frozen=True)
class Options(BaseOptions):
    players: int = between(2, 7)
    steal: Steal = Steal.OPTIONAL
    lower: Lower = Lower.NEXT
    flip_without_tile: bool = False
    fast: Fast = Fast.OFF


class State(Record):
    WIDE = ("turns",)

    turns = 1  # the number of this turn in the game, from 1
    player = 0  # whose turn it is; seat 0 starts [H1.3]
    phase = THROWING
    falling = keeping.DICE  # dice of this throw still to come to rest
    dice = keeping.DICE  # dice not set aside
    thrown = row(SYMBOLS)  # dice lying on the table, by symbol
    kept = row(SYMBOLS)  # dice set aside this turn, by symbol
    lies = row(TILES, GRILL)  # where each tile lies
    highest = TILES - 1  # the highest face-up tile of the grill, or NO_TILE
    below = row(TILES, NO_TILE)  # the tile under it in the same stack
    top = row(7, NO_TILE)  # the top tile of each player's stack


# ── 2, 3 What the player to move may do ──────────────────────────────────────────────────────────────────────────────


def forbids(s: State, o: Options, m: int) -> int:
    """0 if the player to move may make this move, else the paragraph that forbids it (304 is [H3.4])."""
    if m < ROLL:
        if s.phase != KEEPING:
            return 204  # [H2.4] one symbol has just been set aside: throw again or stop
        return 0 if is_new(s, m - KEEP) else 202  # [H2.2]
    if s.phase == KEEPING:
        return 202  # [H2.2] first set one symbol aside
    if m == ROLL:
        return 205 if is_used_up(s) else 0  # [H2.5]
    if m == STOP:
        return 306 if can_take(s, o) else 0  # [H3.6] while something can be taken, stopping means taking it
    return forbids_tile(s, o, m - TAKE)


def forbids_tile(s: State, o: Options, t: int) -> int:
    """Stopping now, may the player take tile t? 0, or the paragraph that forbids it."""
    if s.kept[WORM] == 0:
        return 301  # [H3.1] nothing without a worm
    points = total(s)
    if s.lies[t] == GRILL:
        if LOWEST + t == points:
            return 0  # [H3.2]
        if LOWEST + t > points:
            return 304  # [H3.4] only tiles below the total
        if is_on_grill(s, points - LOWEST):
            return 302  # [H3.2] the equal tile, no choice
        if o.steal == Steal.FORCED and is_stealable(s, points - LOWEST):
            return 303  # [H3.3]
        if o.lower == Lower.NEXT and t != highest_below(s, points - LOWEST):
            return 304  # [H3.4] the highest of the lower ones
        return 0
    if not is_stealable(s, t):
        return 305  # [H3.5] own, buried and face-down tiles never count
    return 0 if LOWEST + t == points else 303  # [H3.3] only with exactly its number


def can_take(s: State, o: Options) -> bool:
    """Would stopping now win a tile? Then that is what stopping means [H3.6].

    Whatever the options choose between, there is something exactly if an equal rival's top [H3.3] or an equal or lower
    tile of the grill [H3.2, H3.4] is there.
    """
    reach = total(s) - LOWEST
    return s.kept[WORM] > 0 and (is_stealable(s, reach) or highest_below(s, reach + 1) != NO_TILE)


def is_on_grill(s: State, t: int) -> bool:
    """There is a tile t, and it lies face up on the grill."""
    return 0 <= t < TILES and s.lies[t] == GRILL


def is_stealable(s: State, t: int) -> bool:
    """[H3.3, H3.7] There is a tile t, and it is the visible top of a rival's stack."""
    if not 0 <= t < TILES:
        return False
    owner = s.lies[t]
    return owner >= 0 and owner != s.player and s.top[owner] == t


def highest_below(s: State, limit: int) -> int:
    """The highest face-up tile of the grill below tile `limit`, or NO_TILE."""
    if limit > s.highest:
        return s.highest
    for t in range(limit - 1, -1, -1):
        if s.lies[t] == GRILL:
            return t
    return NO_TILE


def moves(s: State, o: Options, out: list[int]) -> int:
    """All legal moves in ascending order, found faster than by asking `forbids` for each; how many there are."""
    if s.phase == KEEPING:
        return list_keeps(s, out)  # [H2.2]; with nothing new the only move is to pass [H2.3]
    count = 0
    if not is_used_up(s):
        out[0] = ROLL
        count = 1
    if not can_take(s, o):
        out[count] = STOP
        return count + 1
    reach = total(s) - LOWEST
    if is_on_grill(s, reach):
        out[count] = TAKE + reach
        return count + 1
    stealable = is_stealable(s, reach)
    if not (stealable and o.steal == Steal.FORCED):
        next_lower = highest_below(s, reach)
        if o.lower == Lower.ANY:
            for t in range(next_lower):
                if s.lies[t] == GRILL:
                    out[count] = TAKE + t
                    count += 1
        if next_lower != NO_TILE:
            out[count] = TAKE + next_lower
            count += 1
    if stealable:
        out[count] = TAKE + reach
        count += 1
    return count


# ── 2 A turn ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def play(s: State, o: Options, m: int) -> None:
    """Make move m, or let a die fall on symbol m."""
    if go_on(s, m):  # [H2.1, H2.2, H2.4]; a used-up turn [H2.5] is left with taking or stopping
        return
    if TAKE <= m < STOP:
        take(s, m - TAKE)
    else:
        fail(s, o)  # pass [H2.3] or stop [H3.6]
    if s.highest == NO_TILE:
        s.phase = ENDED  # [H5.1] no face-up tile is left: the game ends at once
    else:
        pass_on(s, o)  # [H1.3]


# ── 3 Stopping ───────────────────────────────────────────────────────────────────────────────────────────────────────


def take(s: State, t: int) -> None:
    """Tile t, from the grill or from a rival, goes on top of the player's stack [H3.7]."""
    owner = s.lies[t]
    s.lies[t] = s.player
    if owner != GRILL:
        s.top[owner] = s.below[t]  # [H3.3]
    elif t == s.highest:
        s.highest = highest_below(s, t)
    s.below[t] = s.top[s.player]
    s.top[s.player] = t


# ── 4 A failed turn ──────────────────────────────────────────────────────────────────────────────────────────────────


def fail(s: State, o: Options) -> None:
    """Give back the top tile, and turn the highest one face down."""
    returned = s.top[s.player]
    if returned == NO_TILE:
        if o.flip_without_tile:  # [H4.3]
            turn_highest_down(s, NO_TILE)
        return
    s.top[s.player] = s.below[returned]
    s.below[returned] = NO_TILE
    if o.fast == Fast.RETURNED_DOWN or o.fast == Fast.RETURNED_ONLY:  # [H4.4] it goes face down itself
        s.lies[returned] = FACE_DOWN
        if o.fast == Fast.RETURNED_DOWN and s.highest > returned:  # and the highest too, if that is higher
            turn_highest_down(s, NO_TILE)
        return
    s.lies[returned] = GRILL  # [H4.1]
    if returned > s.highest:
        s.highest = returned
    turn_highest_down(s, NO_TILE if o.fast == Fast.NO_EXCEPTION else returned)  # [H4.2, H4.4]


def turn_highest_down(s: State, spared: int) -> None:
    """[H4.2] The highest face-up tile of the grill is turned face down, unless it is the spared one."""
    t = s.highest
    if t != NO_TILE and t != spared:
        s.lies[t] = FACE_DOWN
        s.highest = highest_below(s, t)


# ── 5 End ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def worms(t: int) -> int:
    """[H1.1] The worms on tile t."""
    return 1 + t // 4


def score(s: State, o: Options, p: int) -> int:
    """[H5.2] A player's worms."""
    found = 0
    for t in range(TILES):
        if s.lies[t] == p:
            found += worms(t)
    return found


def highest_tile(s: State, p: int) -> int:
    """The highest tile anywhere in a player's stack, or NO_TILE."""
    for i in range(TILES):
        t = TILES - 1 - i
        if s.lies[t] == p:
            return t
    return NO_TILE


def place(s: State, o: Options, p: int) -> int:
    """[H5.2] A player's place, from 1: most worms, then the highest single tile; without any tile it is shared."""
    ahead = 0
    mine = score(s, o, p)
    for q in range(o.players):
        theirs = score(s, o, q)
        if theirs > mine or (theirs == mine and highest_tile(s, q) > highest_tile(s, p)):
            ahead += 1
    return ahead + 1
