"""Zocken in words: names of moves and outcomes, the board as text, what a choice leads to, a turn's score in parts."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.games.zocken.facts import (
    SPACES,
    legal_slots,
    placed,
    points_so_far,
    rounds,
    slots_for,
    state,
    waiting,
    welcome,
)
from stammtisch.games.zocken.picture import NAMES, picture, signed
from stammtisch.games.zocken.rules import (
    BET,
    BETTING,
    BOX,
    DICE,
    EMPTY,
    FACES,
    LEFT,
    NOBODY,
    PICKING,
    PLACE,
    PLACING,
    RIGHT,
    ROW,
    THROW,
    State,
)

__all__ = ["picture"]  # the terminal finds it here

TITLE = "Zocken"
LETTER = "K"
SUMMARY = "Throw seven dice one by one into a row that must rise or fall, match their colours, and bet on the others."

SCORE = ("point", "points")

OPTIONS = {
    "players": "how many play",
    "penalty_box": "when a die may go to −20: with no space in the row, only if forced, or freely [K3.3]",
    "cascade": "once a die lies on −20, all further dice must go there [K3.4]",
    "ends_from": "the first die that may use an end [K3.5]",
    "colours_need_series": "colours count only with a complete series [K4.2]",
    "bet_wins_at": "whether a bet wins with exactly 50 points [K5.2]",
    "rounds": "how many turns each player has [K6.1]",
}

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    201: "a turn goes die by die: pick one that is still in hand, throw it, then place it",
    202: "the others bet once a turn, after the third die is placed and before the fourth is thrown",
    301: "the space must be empty, and the dice from the left end to the right end must never decrease "
    "or never increase",
    303: "−20 is for a die that finds no legal space, by default none in the row",
    304: "a die lies on −20, and in this game all further dice must follow it",
    305: "in this game the ends are closed to the first three dice",
}

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def move_name(m: int) -> str:
    if m == 0:
        return "pass"
    if m < PLACE:
        return f"throw {NAMES[m - THROW]}"
    if m < BET:
        return f"place {_slot_name(m - PLACE)}"
    return "bet" if m == BET else "no bet"


def outcome_name(m: int) -> str:
    return str(m + 1)


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = state(position)
    lines = []
    if s.last_thrower != NOBODY:
        lines.append(f"Last turn: {breakdown(position, names)}")
    if position.is_over:
        lines += _seats(position, names)
        best = _listed([names[p] for p, place in enumerate(position.places) if place == 1])
        return "\n".join([*lines, f"The game is over. First place: {best}."])
    this, last = rounds(position)
    lines.append(f"Round {this} of {last}, turn {s.turns}. Thrower: {names[s.player]}.")
    lines.append(f"Row: {'; '.join(_space(s, slot) for slot in SPACES)}.")
    lines.append(f"Left end: {_on(s, LEFT)}. Right end: {_on(s, RIGHT)}. On −20: {_on(s, BOX)}.")
    if s.phase == PLACING:
        lines.append(f"Thrown: {_die(s, s.die)}.")
    lines.append(f"Still in hand: {_listed([NAMES[die] for die in waiting(s)]) or 'none'}.")
    bettors = [names[p] for p in range(position.game.players) if s.bets[p]]
    if bettors:
        lines.append(f"Bets by {_listed(bettors)}.")
    return "\n".join([*lines, *_seats(position, names)])


def leads_to(position: Position, move: int, names: Sequence[str] = ()) -> str:
    """What a legal move would lead to, in a few words."""
    s, game = state(position), position.game
    if THROW <= move < PLACE:
        if game.rules.must_follow(s, game.options):
            return "it must follow to −20"
        slot = ROW + move - THROW
        if s.slots[slot] != EMPTY:
            return f"its space {slot} is taken"
        values = welcome(game, s, slot)
        return f"matches on space {slot} with {_values(values)}" if values else f"its space {slot} is out of reach"
    if PLACE <= move < BET:
        slot = move - PLACE
        after = placed(position, slot)
        if after.placed == DICE:
            parts = _parts(position, game.rules.count_matches(after), game.rules.count_ends(after), after.box)
            return f"the turn ends with {parts}"
        if slot == BOX:
            return "−20" if s.box else "−20, and no series this turn"
        what = "−10" if slot not in SPACES else "a match" if slot == ROW + s.die else f"{NAMES[slot - ROW]}, no match"
        room = [v for v in range(1, FACES + 1) if any(each in SPACES for each in slots_for(game, after, v))]
        return f"{what}; then the row has room for {_values(room)}" if room else f"{what}; then the row is closed"
    if move == BET:
        so_far = signed(sum(points_so_far(game, s)))
        return f"wins half of {_goal(position)}, else loses 20; so far {so_far}"
    return "nothing won, nothing lost"


def applies(position: Position) -> list[str]:
    """The paragraphs of the rules that govern this decision."""
    s, o = state(position), position.game.options
    if s.phase == BETTING:
        return ["5.1", "5.2"]
    if s.phase == PICKING:
        return ["2.1", "4.2"]
    if position.game.rules.must_follow(s, o):
        return ["3.4"]
    found = ["3.1"]
    if not position.game.rules.are_ends_open(s, o):
        found.append("3.5")
    elif LEFT in legal_slots(position) or RIGHT in legal_slots(position):
        found.append("3.2")
    return [*found, "3.3"] if BOX in legal_slots(position) else found


def tell(before: Position, move: int, names: Sequence[str]) -> str:
    """A move in words. The past tense suits every name, also "You"."""
    s = state(before)
    if s.phase == BETTING:
        return f"{names[s.bettor]} {'bet on' if move == BET else 'did not bet on'} {names[s.player]}."
    if s.phase == PICKING:
        return f"{names[s.player]} picked the {NAMES[move - THROW]} die."
    slot = move - PLACE
    match = ", a match" if slot == ROW + s.die else ""
    sentence = f"{names[s.player]} placed {_die(s, s.die)} {_where(slot)}{match}."
    return f"{sentence} {breakdown(before.play(move), names)}" if s.placed == DICE - 1 else sentence


def tell_chance(before: Position, outcomes: Sequence[int], names: Sequence[str]) -> str:
    """A throw in words."""
    s = state(before)
    return f"{names[s.player]} threw {NAMES[s.die]} {outcomes[0] + 1}."


def breakdown(position: Position, names: Sequence[str]) -> str:
    """The last finished turn: its points in parts, and what became of the bets."""
    s, rules, o = state(position), position.game.rules, position.game.options
    points = rules.turn_points(o, s.last_matches, s.last_ends, s.last_box)
    sentence = f"{names[s.last_thrower]} scored {_parts(position, s.last_matches, s.last_ends, s.last_box)}."
    bettors = [names[p] for p in range(position.game.players) if s.last_bets[p]]
    if not bettors:
        return sentence
    gain = rules.bet_points(o, points)
    each = " each" if len(bettors) > 1 else ""
    return f"{sentence} {_listed(bettors)} bet and {'won' if gain > 0 else 'lost'} {abs(gain)}{each}."


def _parts(position: Position, matches: int, ends: int, box: int) -> str:
    """ "100: series 50, three colours 60, one end −10"."""
    rules, o = position.game.rules, position.game.options
    parts = [f"series {rules.SERIES}" if box == 0 else "no series"]
    if matches:
        points = rules.colour_points(o, matches, box)
        parts.append(f"{_COUNTS[matches]} {'colour' if matches == 1 else 'colours'} {points}")
    if ends:
        parts.append(f"{_COUNTS[ends]} {'end' if ends == 1 else 'ends'} {signed(ends * rules.END)}")
    if box:
        parts.append(f"{_COUNTS[box]} penalty {'die' if box == 1 else 'dice'} {signed(box * rules.PENALTY)}")
    return f"{signed(rules.turn_points(o, matches, ends, box))}: {', '.join(parts)}"


def _goal(position: Position) -> str:
    """What the thrower must make for a bet to win."""
    rules, o = position.game.rules, position.game.options
    return f"{rules.STAKE} or more" if rules.bet_points(o, rules.STAKE) > 0 else f"more than {rules.STAKE}"


def _seats(position: Position, names: Sequence[str]) -> list[str]:
    return [
        f"{names[p]}: {signed(score)} {SCORE[0] if abs(score) == 1 else SCORE[1]}."
        for p, score in enumerate(position.scores)
    ]


def _slot_name(slot: int) -> str:
    return {LEFT: "left", RIGHT: "right", BOX: "-20"}.get(slot, str(slot))


def _where(slot: int) -> str:
    return {LEFT: "on the left end", RIGHT: "on the right end", BOX: "on −20"}.get(slot, f"on {slot}")


def _die(s: State, die: int) -> str:
    return f"{NAMES[die]} {s.shows[die]}"


def _on(s: State, slot: int) -> str:
    return _listed([_die(s, die) for die in range(DICE) if s.lies[die] == slot]) or "empty"


def _space(s: State, slot: int) -> str:
    match = ", a match" if s.lies[slot - ROW] == slot else ""
    return f"{slot} {NAMES[slot - ROW]}: {_on(s, slot)}{match}"


def _values(values: Sequence[int]) -> str:
    """ "1 to 4", "3", "1 or 6", "1, 2 or 6"."""
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]} to {values[-1]}"
    return _listed([str(v) for v in values], "or")


def _listed(words: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
