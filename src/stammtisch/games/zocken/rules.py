"""Zocken: the rules, paragraph by paragraph. Read it beside rules.md."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from stammtisch.core.constants import CHANCE, OVER, PASS
from stammtisch.core.options import BaseOptions, added, between, one_of
from stammtisch.core.record import Record, row

VERSION = 2

# [K1.1] Dice are known by their colours 0 … 6: red, orange, yellow, green, blue, violet, white.
DICE = 7
FACES = 6
SEATS = 8

# [K1.2] The slots, and the −20 space as one more place for dice:
#
#     0          1    2       3       4      5     6       7      8            9
#     left −10   red  orange  yellow  green  blue  violet  white  right −10    −20
#
# So a die of colour c matches on slot 1 + c.
LEFT = 0
ROW = 1
RIGHT = 8
SLOTS = 9
BOX = 9

HAND = -1  # a die that has not been placed this turn
EMPTY = 0  # a slot without a die

# [K3.1] The direction of the values on the slots, from left to right.
RISING = 1
FALLING = -1
OPEN = 0  # fewer than two different values

# Moves:  0     1 … 7               8 … 16                           17         18   19      20
#         pass  throw red … white   place left, 1 … 7, place right   place -20  bet  no bet  bet against
THROW = 1
PLACE = 8
BET = 18
NO_BET = 19
BET_AGAINST = 20
MOVES = 21

# Phases. A die is picked, thrown and placed; after the third the others bet.
PICKING = 0
THROWING = 1
PLACING = 2
BETTING = 3
ENDED = 4

BETS_AFTER = 3  # [K2.2] dice

# What a turn counts: [K4.1] a series, [K4.2] 0 … 7 matches, [K4.3] a die on an end, a die on −20.
SERIES = 50
COLOURS = (0, 10, 30, 60, 100, 150, 210, 280)
END = -10
PENALTY = -20

# [K5.2] A bet is on more than 50; it wins half the turn's points or loses 20.
STAKE = 50
LOST_BET = -20
WON_AGAINST = 20  # [K5.3]

# How a player bets, besides not at all: 0.
FOR = 1
AGAINST = 2

MOST_ROUNDS = 10
# The longest game: every turn seven picks, throws and placements, and the bets of all others.
LENGTH = MOST_ROUNDS * SEATS * (3 * DICE + SEATS - 1)


class PenaltyBox(IntEnum):
    """[K3.3] When may a die go to −20?"""

    WHEN_NO_ROW = 0
    FORCED_ONLY = 1
    FREE = 2


class BetWinsAt(IntEnum):
    """[K5.2] Does a bet win with exactly 50?"""

    ABOVE_50 = 0
    FROM_50 = 1


class Bets(IntEnum):
    """[K5.3] May one also bet against the thrower?"""

    FOR = 0
    BOTH = 1


@dataclass(frozen=True)
class Options(BaseOptions):
    players: int = between(2, SEATS)
    penalty_box: PenaltyBox = PenaltyBox.WHEN_NO_ROW
    cascade: bool = False
    ends_from: int = one_of(1, 4)
    colours_need_series: bool = False
    bet_wins_at: BetWinsAt = BetWinsAt.ABOVE_50
    rounds: int = between(1, MOST_ROUNDS, default=5)
    bets: Bets = added(Bets.FOR)


class State(Record):
    WIDE = ("turns", "scores")

    turns = 1  # the number of this turn in the game, from 1
    scores = row(SEATS)
    player = 0  # the thrower; seat 0 starts [K1.3]
    phase = PICKING
    placed = 0  # dice placed this turn
    die = 0  # the colour of the die picked last
    shows = row(DICE)  # what each die showed when it was thrown, by colour; 0: not thrown yet
    lies = row(DICE, HAND)  # where each die lies, by colour: a slot, BOX, or HAND
    slots = row(SLOTS, EMPTY)  # the values on the slots
    direction = OPEN
    box = 0  # dice on −20
    bettor = 0  # while the others bet: who is next
    bets = row(SEATS)  # of each player: FOR, AGAINST, or 0


def turn(s: State, o: Options) -> int:
    """Who is to move: a player, CHANCE or OVER."""
    if s.phase == THROWING:
        return CHANCE
    if s.phase == ENDED:
        return OVER
    if s.phase == BETTING:
        return s.bettor
    return s.player


def outcomes(s: State, o: Options) -> int:
    """[K1.1] A die shows 1 … 6, all equally likely; outcome m is the face m + 1."""
    return FACES


# ── 2, 3 What the player to move may do ──────────────────────────────────────────────────────────────────────────────


def forbids(s: State, o: Options, m: int) -> int:
    """0 if the player to move may make this move, else the paragraph that forbids it (303 is [K3.3])."""
    if m >= BET:
        if s.phase != BETTING:
            return 202  # [K2.2]
        return 503 if m == BET_AGAINST and o.bets == Bets.FOR else 0  # [K5.3]
    if s.phase == BETTING:
        return 202  # [K2.2] the bets come before the fourth die
    if m < PLACE:
        return 0 if s.phase == PICKING and s.lies[m - THROW] == HAND else 201  # [K2.1]
    if s.phase == PICKING:
        return 201  # [K2.1] a die is placed when it has been thrown
    return forbids_place(s, o, m - PLACE)


def forbids_place(s: State, o: Options, slot: int) -> int:
    """May the die just thrown go to this slot, or to −20? 0, or the paragraph that forbids it."""
    if slot == BOX:
        return 0 if is_box_open(s, o) else 303  # [K3.3]
    if must_follow(s, o):
        return 304  # [K3.4]
    if is_end(slot) and not are_ends_open(s, o):
        return 305  # [K3.5]
    return 0 if fits(s, slot) else 301  # [K3.1]


def must_follow(s: State, o: Options) -> bool:
    """[K3.4] Under the cascade, one die on −20 draws all others after it."""
    return o.cascade and s.box > 0


def is_box_open(s: State, o: Options) -> bool:
    """[K3.3, K3.4] May the die just thrown go to −20?"""
    if o.penalty_box == PenaltyBox.FREE or must_follow(s, o):
        return True
    for slot in range(SLOTS):
        if is_end(slot) and (o.penalty_box == PenaltyBox.WHEN_NO_ROW or not are_ends_open(s, o)):
            continue  # only the row is asked, or the ends are no legal slots yet
        if fits(s, slot):
            return False
    return True


def is_end(slot: int) -> bool:
    """[K3.2] The ends belong to the series like any other slot, but they cost, and they match no colour."""
    return not LEFT < slot < RIGHT


def are_ends_open(s: State, o: Options) -> bool:
    """[K3.5] Is the die just thrown late enough for an end?"""
    return s.placed + 1 >= o.ends_from


def fits(s: State, slot: int) -> bool:
    """[K3.1] With the die just thrown on this slot, do the values never decrease or never increase?"""
    if s.slots[slot] != EMPTY:
        return False
    rises = True
    falls = True
    before = EMPTY
    for i in range(SLOTS):
        value = s.shows[s.die] if i == slot else s.slots[i]
        if EMPTY < value < before:
            rises = False
        if EMPTY < before < value:
            falls = False
        if value != EMPTY:
            before = value
    return rises or falls


def moves(s: State, o: Options, out: list[int]) -> int:
    """All legal moves in ascending order, found faster than by asking `forbids` for each; how many there are.

    A move is written down first and counted only if it is legal: so a processor need not guess which are.
    """
    out[0] = PASS
    count = 0
    if s.phase == BETTING:
        out[0] = BET
        out[1] = NO_BET
        out[2] = BET_AGAINST
        count = 3 if o.bets == Bets.BOTH else 2
    elif s.phase == PICKING:
        for die in range(DICE):
            out[count] = THROW + die
            if s.lies[die] == HAND:
                count += 1
    else:
        if not must_follow(s, o):
            count = slots_that_fit(s, o, out)
        if is_box_left(s, o, out, count):
            out[count] = PLACE + BOX
            count += 1
    return max(count, 1)


def slots_that_fit(s: State, o: Options, out: list[int]) -> int:
    """Write the placements on slots 0 … 8; how many there are."""
    v = s.shows[s.die]
    start = LEFT  # the empty slots from `start` to `stop` fit, and those after `resume`
    stop = SLOTS
    resume = RIGHT
    if s.direction == OPEN:  # all dice show the same: another value goes to either side of them
        for slot in range(SLOTS):
            value = s.slots[slot] if s.slots[slot] != EMPTY else v  # an empty slot is in nobody's way
            if value != v:
                stop = min(stop, slot)
                resume = slot
    else:  # to the right of all that it must come after, to the left of all that it must come before
        for slot in range(SLOTS):
            value = s.slots[slot] if s.slots[slot] != EMPTY else v
            ahead = (value - v) * s.direction
            if ahead < 0:
                start = slot + 1
            if ahead > 0:
                stop = min(stop, slot)
    limit = SLOTS
    if not are_ends_open(s, o):  # [K3.5]
        start = max(start, ROW)
        stop = min(stop, RIGHT)
        limit = RIGHT
    count = 0
    for slot in range(start, stop):
        out[count] = PLACE + slot
        if s.slots[slot] == EMPTY:
            count += 1
    for slot in range(resume + 1, limit):  # nothing lies beyond the last die
        out[count] = PLACE + slot
        count += 1
    return count


def is_box_left(s: State, o: Options, out: list[int], count: int) -> bool:
    """[K3.3] `is_box_open`, if the first `count` moves of `out` are all that go to slots 0 … 8."""
    if count == 0 or o.penalty_box == PenaltyBox.FREE:
        return True
    if o.penalty_box == PenaltyBox.FORCED_ONLY:
        return False
    in_row = count
    if out[0] == PLACE + LEFT:
        in_row -= 1
    if out[count - 1] == PLACE + RIGHT:
        in_row -= 1
    return in_row == 0


# ── 2 A turn ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def play(s: State, o: Options, m: int) -> None:
    """Make move m, or let the die picked show face m + 1."""
    if s.phase == PICKING:
        s.die = m - THROW  # [K2.1]
        s.phase = THROWING
    elif s.phase == THROWING:
        s.shows[s.die] = m + 1
        s.phase = PLACING
    elif s.phase == BETTING:
        if m == BET:
            s.bets[s.bettor] = FOR  # [K5.1]
        elif m == BET_AGAINST:
            s.bets[s.bettor] = AGAINST  # [K5.3]
        next_bettor(s, o)
    else:
        put(s, m - PLACE)
        if s.placed == DICE:
            end_turn(s, o)
        else:
            s.phase = PICKING
            if s.placed == BETS_AFTER:  # [K2.2]
                s.phase = BETTING
                s.bettor = s.player
                next_bettor(s, o)


def put(s: State, slot: int) -> None:
    """[K2.1] Place the die just thrown; it never moves again this turn."""
    s.lies[s.die] = slot
    s.placed += 1
    if slot == BOX:
        s.box += 1
    else:
        s.slots[slot] = s.shows[s.die]
        if s.direction == OPEN:
            s.direction = direction(s)


def direction(s: State) -> int:
    """[K3.1] The first and the last die on the slots show it."""
    first = EMPTY
    last = EMPTY
    for slot in range(SLOTS):
        value = s.slots[slot]
        if value != EMPTY:
            last = value
            if first == EMPTY:
                first = value
    if first < last:
        return RISING
    if first > last:
        return FALLING
    return OPEN


def next_bettor(s: State, o: Options) -> None:
    """[K5.1] Clockwise from the thrower's left; when it is the thrower's turn again, he goes on."""
    s.bettor = next_seat(s.bettor, o)
    if s.bettor == s.player:
        s.phase = PICKING


def next_seat(p: int, o: Options) -> int:
    """[K1.3] Clockwise."""
    return p + 1 if p + 1 < o.players else 0


def end_turn(s: State, o: Options) -> None:
    """Score the turn and the bets; then the next player throws, or the game ends [K6.1]."""
    points = turn_points(o, count_matches(s), count_ends(s), s.box)
    s.scores[s.player] += points
    for p in range(o.players):
        if s.bets[p] == FOR:
            s.scores[p] += bet_points(o, points)
        elif s.bets[p] == AGAINST:
            s.scores[p] += against_points(o, points)
    if s.turns >= o.players * o.rounds:
        s.phase = ENDED
        return
    s.turns += 1
    s.player = next_seat(s.player, o)
    begin_turn(s)


def begin_turn(s: State) -> None:
    """All dice in hand, an empty board, no bets."""
    for die in range(DICE):
        s.shows[die] = 0
        s.lies[die] = HAND
    for slot in range(SLOTS):
        s.slots[slot] = EMPTY
    for p in range(SEATS):
        s.bets[p] = 0
    s.direction = OPEN
    s.placed = 0
    s.box = 0
    s.phase = PICKING


# ── 4 Scoring a turn ─────────────────────────────────────────────────────────────────────────────────────────────────


def count_matches(s: State) -> int:
    """[K4.2] Dice on the row space of their own colour."""
    found = 0
    for die in range(DICE):
        if s.lies[die] == ROW + die:
            found += 1
    return found


def count_ends(s: State) -> int:
    """[K4.3] Dice on the ends."""
    found = 0
    if s.slots[LEFT] != EMPTY:
        found += 1
    if s.slots[RIGHT] != EMPTY:
        found += 1
    return found


def series_points(box: int) -> int:
    """[K4.1] A finished turn is a complete series if no die lies on −20."""
    return SERIES if box == 0 else 0


def colour_points(o: Options, matches: int, box: int) -> int:
    """[K4.2]"""
    if o.colours_need_series and box > 0:
        return 0
    return COLOURS[matches]


def turn_points(o: Options, matches: int, ends: int, box: int) -> int:
    """[K4.1, K4.2, K4.3] What a finished turn scores."""
    return series_points(box) + colour_points(o, matches, box) + ends * END + box * PENALTY


# ── 5 Betting ────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_enough(o: Options, points: int) -> bool:
    """[K5.2] Does a turn that scored so many points win the bets on it?"""
    return points > STAKE or (points == STAKE and o.bet_wins_at == BetWinsAt.FROM_50)


def bet_points(o: Options, points: int) -> int:
    """[K5.2] What a bettor gains or loses by a turn that scored so many points."""
    return points // 2 if is_enough(o, points) else LOST_BET


def against_points(o: Options, points: int) -> int:
    """[K5.3] The same of one who has bet against it."""
    return LOST_BET if is_enough(o, points) else WON_AGAINST


# ── 6 End ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def score(s: State, o: Options, p: int) -> int:
    """A player's points so far."""
    return s.scores[p]


def place(s: State, o: Options, p: int) -> int:
    """[K6.1] A player's place, from 1: the highest total wins, equal totals share the place."""
    ahead = 0
    for q in range(o.players):
        if s.scores[q] > s.scores[p]:
            ahead += 1
    return ahead + 1
