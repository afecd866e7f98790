"""What a position of Zocken offers, found by asking the rules: for text, picture and bots."""

from __future__ import annotations

from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.turn import Turn
from stammtisch.games.zocken.rules import BOX, DICE, EMPTY, FACES, HAND, PLACE, PLACING, ROW, SLOTS, Options, State

SPACES = range(ROW, ROW + DICE)  # the slots of the coloured row


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def rounds(position: Position) -> tuple[int, int]:
    """The number of this round, and of all."""
    assert isinstance(position.game.options, Options)
    return 1 + (state(position).turns - 1) // position.game.players, position.game.options.rounds


def waiting(s: State) -> list[int]:
    """The dice in hand, without the one just thrown."""
    return [die for die in range(DICE) if s.lies[die] == HAND and not (s.phase == PLACING and die == s.die)]


def legal_slots(position: Position) -> list[int]:
    """Where the die just thrown may go, BOX included."""
    return [m - PLACE for m in position.legal_moves if PLACE <= m <= PLACE + BOX]


def slots_for(game: Game, s: State, value: int) -> list[int]:
    """The slots 0 … 8 that a die showing this value would fit now."""
    asked = s.copy()
    asked.shows[asked.die] = value
    return [slot for slot in range(SLOTS) if game.rules.fits(asked, slot)]


def welcome(game: Game, s: State, slot: int) -> list[int]:
    """The values that would fit this slot now."""
    return [value for value in range(1, FACES + 1) if slot in slots_for(game, s, value)]


def placed(position: Position, slot: int) -> State:
    """The state with the die just thrown on this slot, before anything follows from it."""
    after = state(position).copy()
    position.game.rules.put(after, slot)
    return after


def finished(turn: Turn) -> State:
    """A turn that is over, as it lay in the end: with its last die placed, before anything follows from it."""
    return placed(turn.after(-1), turn.events[-1].move - PLACE)


def is_lost_bet(position: Position) -> bool:
    """No dice that are still to come can win a bet on this turn [K5.2].

    Every die in hand is granted the best that its own space may still bring, so a bet that is lost here is certainly
    lost; that one which is not can be won is not said.
    """
    game, s = position.game, state(position)
    rules, o, hand = game.rules, game.options, waiting(s)
    if rules.must_follow(s, o):
        matches, box = rules.count_matches(s), s.box + len(hand)
    else:
        matches, box = rules.count_matches(s) + sum(_could_match(game, s, die) for die in hand), s.box
    return bool(rules.bet_points(o, rules.turn_points(o, matches, rules.count_ends(s), box)) < 0)


def _could_match(game: Game, s: State, die: int) -> bool:
    """Some value of this die fits the space of its colour now; room that is lost never comes back."""
    return s.slots[ROW + die] == EMPTY and bool(welcome(game, s, ROW + die))


def points_so_far(game: Game, s: State) -> tuple[int, int, int]:
    """Points for colours, ends and −20 as the dice lie now; a series is only known in the end."""
    parts = game.rules
    matches, ends = parts.count_matches(s), parts.count_ends(s)
    colours = parts.colour_points(game.options, matches, s.box)
    return colours, ends * parts.END, s.box * parts.PENALTY
