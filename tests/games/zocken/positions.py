"""Positions of Zocken in the notation of the rules page: left/1-2-3-4-5-6-7/right, X for an empty slot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.core.turn import Event, Turn
from stammtisch.games.zocken.facts import finished
from stammtisch.games.zocken.picture import NAMES
from stammtisch.games.zocken.rules import (
    AGAINST,
    BETTING,
    BOX,
    DICE,
    EMPTY,
    FOR,
    HAND,
    PICKING,
    PLACE,
    PLACING,
    ROW,
    SLOTS,
    State,
)

NOTHING = "X/X-X-X-X-X-X-X/X"


def given(
    line: str = NOTHING,
    box: Sequence[int] = (),
    thrown: int = 0,
    matches: int = 0,
    bets: Sequence[int] | None = None,
    against: Sequence[int] = (),
    betting: str = "for",
    player: int = 0,
    turns: int = 1,
    die: str = "",
    scores: Sequence[int] = (),
    **options: object,
) -> Position:
    """A position: values on the slots, dice on −20, a value just thrown (by the die of this colour, if it matters).

    Exactly `matches` dice on the row lie on their own colour. `bets` are the seats that have bet on the thrower,
    `against` those that have bet against him; without `bets`, after three dice, all bets are still to be made.
    `betting` is the option `bets`.
    """
    game = load("zocken", bets=betting, **options)
    s = State()
    s.turns, s.player = turns, player
    s.slots = [EMPTY if value == "X" else int(value) for value in re.split("[/-]", line)]
    taken = [slot for slot in range(SLOTS) if s.slots[slot]] + [BOX] * len(box)
    values = [s.slots[slot] for slot in taken if slot != BOX] + list(box)
    for placed, (colour, value) in enumerate(zip(_colours(taken, matches, die), values, strict=True)):
        s.lies[colour], s.shows[colour] = taken[placed], value
    s.placed, s.box = len(taken), len(box)
    s.direction = game.rules.direction(s)
    for p in bets or ():
        s.bets[p] = FOR
    for p in against:
        s.bets[p] = AGAINST
    s.scores[: len(scores)] = scores
    s.phase = PICKING
    if thrown:
        s.phase = PLACING
        s.die = NAMES.index(die) if die else s.lies.index(HAND)
        s.shows[s.die] = thrown
    elif s.placed == 3 and bets is None:
        s.phase, s.bettor = BETTING, (player + 1) % game.players
    return Position.unchecked(game, s)


def _colours(taken: Sequence[int], matches: int, die: str) -> tuple[int, ...]:
    """Colours for the dice on these slots, with so many matches and without the die in hand."""
    for colours in permutations((c for c in range(DICE) if not die or NAMES[c] != die), len(taken)):
        if sum(slot == ROW + colour for slot, colour in zip(taken, colours, strict=True)) == matches:
            return colours
    raise AssertionError(f"there cannot be {matches} matches")


def finish(line: str, box: Sequence[int] = (), matches: int = 0, **setting: object) -> Position:
    """The position after a turn whose seven dice lie so at its end."""
    return ending(line, box, matches, **setting).after()


def ending(line: str, box: Sequence[int] = (), matches: int = 0, **setting: object) -> Turn:
    """The end of a turn whose seven dice lie so: the last die on the slots is placed last."""
    values = re.split("[/-]", line)
    at = max(slot for slot, value in enumerate(values) if value != "X")
    spots = [match.start() for match in re.finditer(r"[1-6X]", line)]
    before = f"{line[: spots[at]]}X{line[spots[at] + 1 :]}"
    missing = 1 if matches and at != SLOTS - 1 else 0
    position = given(
        before,
        box,
        thrown=int(values[at]),
        matches=matches - missing,
        die=NAMES[at - ROW] if missing else NAMES[at % DICE],  # its own colour, or another
        bets=setting.pop("bets", ()),  # type: ignore[arg-type]
        **setting,  # type: ignore[arg-type]
    )
    assert state(position).placed == DICE - 1
    turn = placing(position, PLACE + at)
    assert position.game.rules.count_matches(finished(turn)) == matches
    return turn


def placing(position: Position, move: int | str) -> Turn:
    """The end of a turn whose last die is placed so."""
    return Turn(position, (Event(position.turn, position.check(move)),))


def legal(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves]


def slots(position: Position) -> list[int]:
    """The slots 0 … 8 where the die just thrown may go."""
    return [m - PLACE for m in position.legal_moves if PLACE <= m < PLACE + BOX]


def may_go_to_box(position: Position) -> bool:
    """As listed, and as the rule itself has it."""
    forbidden = position.game.rules.forbids(position.state, position.game.options, PLACE + BOX)
    assert (forbidden == 0) == ("place -20" in legal(position))
    return not forbidden


def throw(position: Position, colour: str, value: int) -> Position:
    return position.play(f"throw {colour}").play(str(value))


def points(turn: Turn | None) -> int:
    """What a turn scored."""
    assert turn
    s, rules = finished(turn), turn.start.game.rules
    return int(rules.turn_points(turn.start.game.options, rules.count_matches(s), rules.count_ends(s), s.box))


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


# Positions from which perft reaches the end of the game, or the bets, in a few plies. It adds up seat 0's scores.
START = {
    "the last two dice of the game, seat 0 has bet": given(
        "X/1-2-X-4-X-5-6/X", matches=3, bets=[0], player=1, turns=10, scores=[40, 60]
    ),
    "the same with a die on −20, and exactly 50 wins": given(
        "X/1-2-X-4-X-5-X/X", box=[6], matches=4, bets=[0], player=1, turns=10, bet_wins_at="from_50"
    ),
    "the last two dice of the game, seat 0 has bet against": given(
        "X/1-2-X-4-X-5-6/X", matches=3, bets=[], against=[0], betting="both", player=1, turns=10, scores=[40, 60]
    ),
    "three dice and a cascade": given(
        "X/X-3-X-4-X-4-5/X", matches=3, bets=[0], player=1, turns=2, rounds=1, cascade=True, penalty_box="forced_only"
    ),
    "seat 0 finishes; colours need a series": given(
        "X/X-6-X-4-X-2-X/X", box=[3], matches=2, bets=[1], turns=9, penalty_box="free", colours_need_series=True
    ),
    "three players bet, and the ends are open at last": given(
        "X/2-X-X-4-X-X-6/X", matches=1, player=2, turns=3, players=4, ends_from=4
    ),
}
