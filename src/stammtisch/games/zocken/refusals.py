"""Why a move is refused in this position; each text completes "… is not allowed, because"."""

from __future__ import annotations

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import either, listed, say, say_n
from stammtisch.games.zocken.facts import legal_slots, state, waiting
from stammtisch.games.zocken.picture import NAMES
from stammtisch.games.zocken.rules import (
    BET,
    BETS_AFTER,
    BETTING,
    BOX,
    EMPTY,
    NO_BET,
    OPEN,
    PICKING,
    PLACE,
    RISING,
    SLOTS,
    THROW,
    State,
)


def why(view: Position, move: int, code: int) -> str:
    """With the dice at hand; "" if the general reason says enough."""
    s = state(view)
    if code == 503:
        return ""
    if s.phase == BETTING:
        if move != PASS:
            return say("you are asked only whether you bet on this turn")
        no_bet = view.game.moves[NO_BET].said
        return say("you can pass only when you have no other move; without a bet you choose: {move}", move=no_bet)
    if move == PASS:
        return ""
    if move >= BET:
        return _why_no_bets(s)
    if move < PLACE:
        return _why_not_throw(s, move - THROW)
    if s.phase == PICKING:
        return say("you must first pick a die and roll it: {dice}", dice=_in_hand(s))
    return _why_not_place(view, move - PLACE, code)


def _why_no_bets(s: State) -> str:
    if s.placed >= BETS_AFTER:
        return say("the bets on this turn have been made")
    return say_n(
        s.placed,
        "the others bet after the third die, and so far {n} die is placed",
        "the others bet after the third die, and so far {n} dice are placed",
    )


def _why_not_throw(s: State, die: int) -> str:
    if s.phase == PICKING:
        return say("{colour} is on the board already; in your hand: {dice}", colour=say(NAMES[die]), dice=_in_hand(s))
    return say("you must first place the die that you rolled: {value}", value=s.shows[s.die])


def _in_hand(s: State) -> str:
    return listed([say(NAMES[die]) for die in waiting(s)])


def _why_not_place(view: Position, slot: int, code: int) -> str:
    s = state(view)
    value = s.shows[s.die]
    if code == 303:
        free = [view.game.moves[PLACE + each].said for each in legal_slots(view) if each != BOX]
        return say("{value} still fits elsewhere: {moves}", value=value, moves=either(free))
    if code == 305:
        return say("in this game the ends are closed to the first three dice, and this is die {n}", n=s.placed + 1)
    if code != 301:
        return ""
    if s.slots[slot] != EMPTY:
        return say("there is a {value} already", value=s.slots[slot])
    return _why_out_of_order(s, slot)


def _why_out_of_order(s: State, slot: int) -> str:
    """The neighbour that a die on this slot would not go with [K3.1]."""
    value = s.shows[s.die]
    left = next((s.slots[i] for i in range(slot - 1, -1, -1) if s.slots[i] != EMPTY), EMPTY)
    right = next((s.slots[i] for i in range(slot + 1, SLOTS) if s.slots[i] != EMPTY), EMPTY)
    if s.direction == OPEN:
        return say("{value} would be between two dice that show {other}", value=value, other=left)
    too_far_right = left != EMPTY and (left - value) * s.direction > 0
    if s.direction == RISING:
        if too_far_right:
            return say("the row rises, and {value} would come after {other}", value=value, other=left)
        return say("the row rises, and {value} would come before {other}", value=value, other=right)
    if too_far_right:
        return say("the row falls, and {value} would come after {other}", value=value, other=left)
    return say("the row falls, and {value} would come before {other}", value=value, other=right)


def passing(view: Position) -> int:
    """[K5.1] Whoever does not bet says so; [K2.1] all seven dice are rolled and placed."""
    return 501 if state(view).phase == BETTING else 201
