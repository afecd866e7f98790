"""What the fields of a State say, for programs that learn."""

from __future__ import annotations

from stammtisch.core.contract.fields import BySeat, amount, choice, derived, seat
from stammtisch.games.zocken.rules import (
    AGAINST,
    BOX,
    COLOURS,
    DICE,
    ENDED,
    FACES,
    HAND,
    LOST_BET,
    PENALTY,
    PICKING,
    SEATS,
    SERIES,
    Options,
)

DIE_NAMES = ("red", "orange", "yellow", "green", "blue", "violet", "white")
BEST_TURN = SERIES + COLOURS[-1]


def most(o: Options) -> int:
    """Every own turn is the best there is, and so is every turn of the others, with a bet on it [K5.2]."""
    return o.rounds * (BEST_TURN + (o.players - 1) * BEST_TURN // 2)


def fewest(o: Options) -> int:
    """In every own turn all dice lie on −20, and every bet is lost."""
    return o.rounds * (DICE * PENALTY + (o.players - 1) * LOST_BET)


FIELDS = {
    "turns": amount("the number of the turn, from 1", 1, lambda o: o.players * o.rounds),
    "scores": amount("points of each seat", fewest, most, by_seat=BySeat(SEATS)),
    "player": seat("who throws"),
    "phase": choice(
        "0: pick a die, 1: it falls, 2: place it, 3: the others bet, 4: the game has ended", PICKING, ENDED
    ),
    "placed": derived("dice placed this turn"),
    "die": choice("the die picked last, by colour", 0, DICE - 1),
    "shows": choice("what each die showed when it was thrown; 0: not thrown yet", 0, FACES, labels=DIE_NAMES),
    "lies": choice("where each die lies: slots 0 to 8, on -20 (9), in hand (-1)", HAND, BOX, labels=DIE_NAMES),
    "slots": derived("the values on the slots"),
    "direction": derived("whether the values rise or fall"),
    "box": derived("dice on -20"),
    "bettor": seat("while the others bet: who is next"),
    "bets": choice("how each seat bets: 0 not at all, 1 on the turn, 2 against it", 0, AGAINST, by_seat=BySeat(SEATS)),
}

LOWEST_SCORE = fewest
HIGHEST_SCORE = most
