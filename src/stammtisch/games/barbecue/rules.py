"""Heckmeck Barbecue: the rules, paragraph by paragraph. Read it beside rules.md."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from stammtisch.core.options import BaseOptions, added, between
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

# [B1.1] Fourteen places on the grill. Place g carries the number 23 + g.
PLACES = 14
LOWEST = 23
HIGHEST = 36

# [B1.1] The worms of the places, by the option of that name.
#             23 24 25 26 27 28 29 30 31 32 33 34 35 36
CARRY_OVER = (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)
EVEN = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4)
BLOCKS = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4)

# [B1.2] The symbols 1 2 3 4 6 worm are 0 … 5; a worm counts 5 but is a symbol of its own.
POINTS = (1, 2, 3, 4, 6, 5)

SNAILS = 12  # [B1.3]
SNAIL_POINTS = 3  # [B1.3]
PLATES = 10  # [B1.4] of each player

# What lies on a place of the grill: plates of the player of that number, or
EMPTY = -1
SNAIL = -2

NO_PLACE = -1

# Moves:  0      1 … 6                7     8     9
#         pass   keep 1 2 3 4 6 worm  roll  stop  decline
STOP = 8
DECLINE = 9
MOVES = 10

# [B6.3] There is no upper bound on the number of turns. Random play takes 620 plies on average, seldom 1,000.
LENGTH = 20_000


class Worms(IntEnum):
    """[B1.1] How many worms each place shows."""

    CARRY_OVER = 0
    EVEN = 1
    BLOCKS = 2


class Plates(IntEnum):
    """[B1.4] What if all ten plates of a player lie on the grill?"""

    UNLIMITED = 0
    TEN_THEN_FAIL = 1


class SecondPlate(IntEnum):
    """[B3.3] Must a player add a second plate to one of his own?"""

    MUST = 0
    MAY = 1


@dataclass(frozen=True)
class Options(BaseOptions):
    players: int = between(2, 5)
    worms: Worms = Worms.CARRY_OVER
    plates: Plates = Plates.UNLIMITED
    deliberate_fail: bool = False
    second_plate: SecondPlate = added(SecondPlate.MUST)


class State(Record):
    WIDE = ("turns",)

    turns = 1  # the number of this turn in the game, from 1
    player = 0  # whose turn it is; seat 0 starts [B1.5]
    phase = THROWING
    falling = keeping.DICE  # dice of this throw still to come to rest
    dice = keeping.DICE  # dice not set aside
    thrown = row(SYMBOLS)  # dice lying on the table, by symbol
    kept = row(SYMBOLS)  # dice set aside this turn, by symbol
    holds = row(PLACES, EMPTY)  # what lies on each place: EMPTY, SNAIL or whose plates
    plates = row(PLACES)  # how many plates lie there: none, one or two
    supply = SNAILS  # snails not yet in play
    worms = row(5)  # of each player; all together never more than 124, see the note at [B3.6]
    snails = row(5)  # of each player


# ── 2 What the player to move may do ─────────────────────────────────────────────────────────────────────────────────


def forbids(s: State, o: Options, m: int) -> int:
    """0 if the player to move may make this move, else the paragraph that forbids it (203 is [B2.3])."""
    if s.phase == KEEPING:
        return 0 if m < ROLL and is_new(s, m - KEEP) else 201  # [B2.1] set aside one new symbol
    if m < ROLL:
        return 201  # [B2.1] one has just been set aside: throw again or stop
    if m == ROLL:
        return 204 if is_used_up(s) else 0  # [B2.4]
    if m == STOP:
        return forbids_stop(s, o)
    return 0 if can_decline(s, o) else 303  # [B3.3]


def forbids_stop(s: State, o: Options) -> int:
    """May the player stop after setting a symbol aside? 0, or the paragraph that forbids it."""
    if o.deliberate_fail or is_used_up(s) or is_valid(s, o):
        return 0  # [B2.3, B2.4]
    if is_good(s):
        return 104  # [B1.4] only a plate is missing
    return 203  # [B2.3] he must throw on


def is_valid(s: State, o: Options) -> bool:
    """[B2.2] Would stopping now be a success?"""
    return is_good(s) and (o.plates == Plates.UNLIMITED or has_plate_for(s, total(s) - LOWEST))


def is_good(s: State) -> bool:
    """[B2.2] A worm is set aside, and the total is above 36 or has a place without two plates [B3.5]."""
    if s.kept[WORM] == 0:
        return False
    points = total(s)
    if points > HIGHEST:
        return True
    return points >= LOWEST and s.plates[points - LOWEST] < 2


def has_plate_for(s: State, g: int) -> bool:
    """[B1.4] Not all ten plates of the player lie on the grill, or he needs none: for a snail or a total above 36."""
    if g >= PLACES or s.holds[g] == SNAIL:
        return True
    laid = 0
    for i in range(PLACES):
        if s.holds[i] == s.player:
            laid += s.plates[i]
    return laid < PLATES


def can_decline(s: State, o: Options) -> bool:
    """[B3.3] Would stopping now add a second plate that the player may leave away?"""
    g = total(s) - LOWEST
    return o.second_plate == SecondPlate.MAY and is_valid(s, o) and g < PLACES and s.holds[g] == s.player


def moves(s: State, o: Options, out: list[int]) -> int:
    """All legal moves in ascending order, found faster than by asking `forbids` for each; how many there are."""
    if s.phase == KEEPING:
        return list_keeps(s, out)  # [B2.1]
    count = 0
    if not is_used_up(s):
        out[0] = ROLL
        count = 1
    if forbids_stop(s, o) == 0:
        out[count] = STOP
        count += 1
    if can_decline(s, o):
        out[count] = DECLINE
        count += 1
    return count


def play(s: State, o: Options, m: int) -> None:
    """Make move m, or let a die fall on symbol m."""
    if go_on(s, m):  # [B2.1]; a used-up turn is left with stopping [B2.4]
        return
    if m == DECLINE:
        pass_on(s, o)  # [B3.3] the turn has not failed, and nothing changes
        return
    if m != STOP or not is_valid(s, o):
        fail(s)  # pass [B2.1], or stop on an invalid result [B2.3, B2.4]
    elif total(s) > HIGHEST:
        take_snail(s)
    else:
        serve(s, o, total(s) - LOWEST)
    if s.phase != ENDED:
        pass_on(s, o)  # [B1.5]


# ── 3 A valid result of 23–36 ────────────────────────────────────────────────────────────────────────────────────────


def serve(s: State, o: Options, g: int) -> None:
    """The player takes what place g gives him."""
    there = s.holds[g]
    if there == SNAIL:  # [B3.4]
        s.holds[g] = EMPTY
        s.snails[s.player] += 1
        return
    gain = worms_at(o, g)
    s.worms[s.player] += gain
    if there == s.player:
        s.plates[g] = 2  # [B3.3] closed from now on
        return
    if there != EMPTY:
        s.worms[there] -= gain  # [B3.2] he always has as many [B3.6]
    s.holds[g] = s.player  # [B3.1, B3.2]
    s.plates[g] = 1


def worms_at(o: Options, g: int) -> int:
    """[B1.1] The worms that place g shows."""
    if o.worms == Worms.EVEN:
        return EVEN[g]
    if o.worms == Worms.BLOCKS:
        return BLOCKS[g]
    return CARRY_OVER[g]


# ── 4 A valid result above 36 ────────────────────────────────────────────────────────────────────────────────────────


def take_snail(s: State) -> None:
    """[B4.1] A snail from the supply, else from the highest place that has one, else the game ends."""
    if s.supply > 0:
        s.supply -= 1
        s.snails[s.player] += 1
        return
    g = highest_with(s, SNAIL)
    if g == NO_PLACE:
        s.phase = ENDED
        return
    s.holds[g] = EMPTY
    s.snails[s.player] += 1


def highest_with(s: State, what: int) -> int:
    """The highest place that holds a snail, nothing, or plates of a player; or NO_PLACE."""
    for g in range(PLACES - 1, -1, -1):
        if s.holds[g] == what:
            return g
    return NO_PLACE


# ── 5 A failed turn ──────────────────────────────────────────────────────────────────────────────────────────────────


def fail(s: State) -> None:
    """A snail from the supply creeps onto the grill; if it cannot, the game ends. Nobody loses anything [B5.1]."""
    g = place_for_snail(s)
    if s.supply == 0 or g == NO_PLACE:
        s.phase = ENDED  # [B5.3]
        return
    s.supply -= 1
    s.holds[g] = SNAIL
    s.plates[g] = 0  # [B5.2] a plate that lay here goes back; its owner keeps his worms


def place_for_snail(s: State) -> int:
    """[B5.2] The highest empty place, else the highest with exactly one plate; or NO_PLACE."""
    empty = highest_with(s, EMPTY)
    if empty != NO_PLACE:
        return empty
    for g in range(PLACES - 1, -1, -1):
        if s.plates[g] == 1:
            return g
    return NO_PLACE


# ── 6 End ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def score(s: State, o: Options, p: int) -> int:
    """[B6.2] A player's points: his worms, and three for each snail."""
    return s.worms[p] + SNAIL_POINTS * s.snails[p]


def standing(s: State, o: Options, p: int) -> int:
    """[B6.2] Points and, among equals, the highest place with a plate of his, as one number; no plate counts least."""
    return score(s, o, p) * (PLACES + 1) + 1 + highest_with(s, p)


def place(s: State, o: Options, p: int) -> int:
    """[B6.2] A player's place, from 1; equal players without a plate share theirs."""
    mine = standing(s, o, p)
    ahead = 0
    for q in range(o.players):
        if standing(s, o, q) > mine:
            ahead += 1
    return ahead + 1
