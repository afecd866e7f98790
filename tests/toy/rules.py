"""The rules of Marbles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from math import comb
from typing import ClassVar

from stammtisch.core.constants import CHANCE, OVER
from stammtisch.core.options import BaseOptions, Value, between
from stammtisch.core.record import Record, row

VERSION = 1

KINDS = 3
SEATS = 3
POINTS = (1, 2, -3)  # [U3.2]
NOTHING = -1
NOBODY = -1

# Moves:  0     1 … 3
#         pass  lay white, red, blue
LAY = 1
MOVES = 4
LENGTH = 200
THROWS = comb(2 + KINDS - 1, 2)  # [U1.2] a hand is of two marbles at most

DRAWING = 0
LAYING = 1
ENDED = 2


class Bag(IntEnum):
    """[U1.1] How many marbles of each colour."""

    FULL = 0
    SMALL = 1


@dataclass(frozen=True)
class Options(BaseOptions):
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {"quick": {"bag": "small", "repeat": True}}

    players: int = between(2, SEATS)
    hand: int = between(1, 2, default=2)
    bag: Bag = Bag.FULL
    repeat: bool = False


class State(Record):
    turns = 1
    player = 0
    phase = DRAWING
    dealing = 1  # the hands are still being drawn [U1.2]
    last = NOTHING  # the colour laid last
    bag = row(KINDS)
    held = row(SEATS)  # how many marbles each player has in hand
    hand = row(SEATS * KINDS)  # seat 0: white red blue, seat 1: white red blue, …
    table = row(SEATS * KINDS)


def setup(s: State, o: Options) -> None:
    """[U1.1]"""
    for kind in range(KINDS):
        s.bag[kind] = 4 - kind - o.bag


def turn(s: State, o: Options) -> int:
    if s.phase == DRAWING:
        return CHANCE
    return OVER if s.phase == ENDED else s.player


def outcomes(s: State, o: Options) -> int:
    return KINDS


def weight(s: State, o: Options, m: int) -> int:
    """A marble is drawn blindly: a colour is as likely as it has marbles in the bag."""
    return s.bag[m]


def exchangeable(s: State, o: Options) -> int:
    """[U1.2] In which order marbles come into a hand does not matter."""
    return o.hand - s.held[s.player] if s.dealing else 1


def sees(s: State, o: Options) -> int:
    """[U1.2] Only who draws a marble sees it."""
    return s.player


def hide(s: State, o: Options, p: int) -> None:
    """Rivals' marbles go back into the bag; how many they hold stays known."""
    for i in range(SEATS * KINDS):
        if i // KINDS != p:
            s.bag[i % KINDS] += s.hand[i]
            s.hand[i] = 0


def unseen(s: State, o: Options, p: int) -> int:
    """A rival's next marble is any of those in the bag, where `hide` has put them all."""
    return 0 if missing(s, o, p) == NOBODY else left(s)


def deal(s: State, o: Options, p: int, lot: int) -> None:
    q = missing(s, o, p)
    kind = 0
    while lot >= s.bag[kind]:
        lot -= s.bag[kind]
        kind += 1
    s.bag[kind] -= 1
    s.hand[q * KINDS + kind] += 1


def missing(s: State, o: Options, p: int) -> int:
    """The first rival of seat p whose hand lacks marbles that he holds, or NOBODY."""
    for q in range(o.players):
        if q != p:
            marbles = 0
            for kind in range(KINDS):
                marbles += s.hand[q * KINDS + kind]
            if marbles < s.held[q]:
                return q
    return NOBODY


def forbids(s: State, o: Options, m: int) -> int:
    if s.hand[s.player * KINDS + m - LAY] == 0:
        return 201  # [U2.1]
    return 202 if m - LAY == s.last and not o.repeat else 0  # [U2.2]


def play(s: State, o: Options, m: int) -> None:
    if s.phase == DRAWING:
        draw_marble(s, o, m)
    elif m < LAY:
        s.last = NOTHING  # [U2.3]
        next_turn(s, o)
    else:
        s.hand[s.player * KINDS + m - LAY] -= 1
        s.held[s.player] -= 1
        s.table[s.player * KINDS + m - LAY] += 1
        s.last = m - LAY
        if left(s) > 0:
            s.phase = DRAWING  # [U2.4]
        else:
            next_turn(s, o)


def draw_marble(s: State, o: Options, kind: int) -> None:
    s.bag[kind] -= 1
    s.hand[s.player * KINDS + kind] += 1
    s.held[s.player] += 1
    if s.dealing == 0:
        next_turn(s, o)
    elif s.held[s.player] == o.hand:  # [U1.2]
        s.player += 1
        if s.player == o.players:
            s.player = 0
            s.dealing = 0
            s.phase = LAYING


def next_turn(s: State, o: Options) -> None:
    marbles = left(s)
    for p in range(SEATS):
        marbles += s.held[p]
    if marbles == 0:
        s.phase = ENDED  # [U3.1]
        return
    s.turns += 1
    s.player = (s.player + 1) % o.players
    s.phase = LAYING


def left(s: State) -> int:
    marbles = 0
    for kind in range(KINDS):
        marbles += s.bag[kind]
    return marbles


def score(s: State, o: Options, p: int) -> int:
    points = 0
    for kind in range(KINDS):
        points += s.table[p * KINDS + kind] * POINTS[kind]
    return points


def place(s: State, o: Options, p: int) -> int:
    ahead = 0
    for q in range(o.players):
        if score(s, o, q) > score(s, o, p):
            ahead += 1
    return ahead + 1
