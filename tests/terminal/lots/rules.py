"""Each player draws a lot that only he sees, and lays it on one of forty fields. Two rounds; the highest sum wins."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.core.constants import CHANCE, OVER
from stammtisch.core.options import BaseOptions, between
from stammtisch.core.record import Record, row

VERSION = 1
MOVES = 41
LENGTH = 100
NOTHING = -1
HIDDEN = -2


@dataclass(frozen=True)
class Options(BaseOptions):
    players: int = between(2, 3)


class State(Record):
    turns = 1
    player = 0
    hand = row(3, NOTHING)
    laid = row(41, NOTHING)
    sums = row(3)


def turn(s: State, o: Options) -> int:
    if s.turns > 2 * o.players:
        return OVER
    return CHANCE if s.hand[s.player] == NOTHING else s.player


def outcomes(s: State, o: Options) -> int:
    return 6


def sees(s: State, o: Options) -> int:
    return s.player


def hide(s: State, o: Options, p: int) -> None:
    for q in range(3):
        if q != p and s.hand[q] != NOTHING:
            s.hand[q] = HIDDEN


def unseen(s: State, o: Options, p: int) -> int:
    return 0 if secret(s) == NOTHING else outcomes(s, o)


def deal(s: State, o: Options, p: int, lot: int) -> None:
    s.hand[secret(s)] = lot


def secret(s: State) -> int:
    """The first seat whose lot is hidden, or NOTHING."""
    for q in range(3):
        if s.hand[q] == HIDDEN:
            return q
    return NOTHING


def forbids(s: State, o: Options, m: int) -> int:
    return 0 if s.laid[m] == NOTHING else 101


def play(s: State, o: Options, m: int) -> None:
    if s.hand[s.player] == NOTHING:
        s.hand[s.player] = m
        return
    s.laid[m] = s.hand[s.player]
    s.sums[s.player] += s.hand[s.player]
    s.hand[s.player] = NOTHING
    s.turns += 1
    s.player = (s.player + 1) % o.players


def score(s: State, o: Options, p: int) -> int:
    return s.sums[p]


def place(s: State, o: Options, p: int) -> int:
    ahead = 1
    for q in range(o.players):
        if s.sums[q] > s.sums[p]:
            ahead += 1
    return ahead
