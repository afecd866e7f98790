"""Barbecue in words: names of moves and outcomes, the board as text, what a choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.core.words import PASS
from stammtisch.games.barbecue.picture import next_snail, picture, state
from stammtisch.games.barbecue.rules import EMPTY, HIGHEST, LOWEST, NO_PLACE, PLACES, SNAIL, STOP, State
from stammtisch.games.keeping import KEEPING, ROLL, WORM
from stammtisch.games.keeping.text import Turn, count

__all__ = ["picture"]  # the terminal finds it here

TITLE = "Heckmeck Barbecue"
LETTER = "B"
SUMMARY = (
    "Throw eight dice, put your plates on the grill for worms — and beware of the snails that every failure brings."
)

SYMBOLS = ("1", "2", "3", "4", "6", "worm")

OPTIONS = {
    "players": "how many play",
    "worms": "how many worms each place of the grill shows: three tables [B1.1]",
    "plates": "what if all ten plates of a player lie on the grill: unlimited, or a turn that needs one fails [B1.4]",
    "deliberate_fail": "a player may also stop on an invalid result, which is a failed turn [B2.3]",
}

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    104: "all ten of your plates lie on the grill, and the place of this total needs one",
    201: "after a throw one new symbol is set aside, and only then comes the choice to throw again or to stop",
    203: "you may stop only with a worm and a total that is above 36 or has a place without two plates",
    204: "all dice or all symbols are set aside, so there is no further throw",
}

_TURN = Turn(SYMBOLS)
outcome_name = _TURN.outcome_name
tell_chance = _TURN.tell_chance


def move_name(m: int) -> str:
    return "stop" if m == STOP else _TURN.move_name(m)


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = state(position)
    empty, snails = _numbers(s, EMPTY), _numbers(s, SNAIL)
    lines = [
        f"Worms: {_worms_by_place(position)}.",
        f"Empty places: {empty or 'none'}.",
        f"Snails on the grill: {snails or 'none'}; {next_snail(position)}.",
    ]
    for p in range(position.game.players):
        single, double = _numbers(s, p, 1), _numbers(s, p, 2)
        plates = ", ".join(filter(None, [single and f"one plate on {single}", double and f"two on {double}"]))
        lines.append(
            f"{names[p]}: {count(position.scores[p], 'point', 'points')} from {count(s.worms[p], 'worm', 'worms')}"
            f" and {count(s.snails[p], 'snail', 'snails')}; {plates or 'no plate'}."
        )
    return "\n".join([*lines, _TURN.line(position, names)])


def leads_to(position: Position, move: int, names: Sequence[str] = ()) -> str:
    """What a legal move would lead to, in a few words."""
    if move == ROLL:
        return _TURN.roll_leads_to(position)
    if move in (STOP, PASS):
        return _end(position, move, names)
    after = position.play(move)
    prize = _prize(after, names) if _is_valid(after) else ""
    return _TURN.keep_leads_to(after, prize) + _obstacle(after)


def tell(before: Position, move: int, names: Sequence[str]) -> str:
    """A move in words."""
    if move not in (STOP, PASS):
        return _TURN.tell(before, move, names)
    points = before.game.rules.total(before.state)
    did = "had nothing new" if move == PASS else f"stopped at {points}"
    return f"{names[state(before).player]} {did}: {_end(before, move, names)}."


def applies(position: Position) -> list[str]:
    """The paragraphs of the rules that govern this decision."""
    s, rules, legal = state(position), position.game.rules, position.legal_moves
    failure = "5.3" if s.supply == 0 or rules.place_for_snail(s) == NO_PLACE else "5.2"
    if s.phase == KEEPING:
        return ["2.1", failure] if PASS in legal else ["2.1"]
    first = "2.4" if rules.is_used_up(s) else "2.3"
    if _is_valid(position):
        return [first, _won_by(position)]
    return [first, failure] if STOP in legal else ["2.2", first]


def _is_valid(position: Position) -> bool:
    return bool(position.game.rules.is_valid(position.state, position.game.options))


def _obstacle(position: Position) -> str:
    """Why a total with a place of its own is not valid, if that is not for want of a worm."""
    s, rules = state(position), position.game.rules
    g = rules.total(s) - LOWEST
    if _is_valid(position) or not s.kept[WORM] or g < 0:
        return ""
    return f", {LOWEST + g} is closed" if s.plates[g] == 2 else ", no plate is left"


def _end(position: Position, move: int, names: Sequence[str]) -> str:
    """What ends the turn: a prize or a failure."""
    return _prize(position, names) if move == STOP and _is_valid(position) else _failure(position, names)


def _won_by(position: Position) -> str:
    """The paragraph by which a valid result wins."""
    s = state(position)
    points = position.game.rules.total(s)
    if points > HIGHEST:
        return "4.1"
    there = s.holds[points - LOWEST]
    return {EMPTY: "3.1", SNAIL: "3.4", s.player: "3.3"}.get(there, "3.2")


def _prize(position: Position, names: Sequence[str]) -> str:
    """What stopping on a valid result wins."""
    s, rules = state(position), position.game.rules
    number = rules.total(s)
    paragraph = _won_by(position)
    if paragraph == "4.1":
        g = rules.highest_with(s, SNAIL)
        if s.supply:
            return "a snail from the supply"
        return f"the snail on {LOWEST + g}" if g != NO_PLACE else "no snail, for none is left: the game ends"
    if paragraph == "3.4":
        return f"the snail on {number}"
    worms = count(rules.worms_at(position.game.options, number - LOWEST), "worm", "worms")
    if paragraph == "3.2":
        return f"{worms} from {_name(names, s.holds[number - LOWEST])} and the place {number}"
    return f"{worms} and {'a' if paragraph == '3.1' else 'the second'} plate on {number}"


def _failure(position: Position, names: Sequence[str]) -> str:
    """What a failed turn does."""
    s = state(position)
    g = position.game.rules.place_for_snail(s)
    if s.supply == 0:
        return "the turn fails without a snail left: the game ends"
    if g == NO_PLACE:
        return "the turn fails without a place for a snail: the game ends"
    pushed = f", where {_name(names, s.holds[g])} had a plate" if s.holds[g] >= 0 else ""
    return f"the turn fails, a snail goes on {LOWEST + g}{pushed}"


def _name(names: Sequence[str], p: int) -> str:
    return names[p] if names else f"seat {p}"


def _numbers(s: State, what: int, plates: int = 0) -> str:
    """The numbers of the places that hold this, with so many plates."""
    return " ".join(str(LOWEST + g) for g in range(PLACES) if s.holds[g] == what and s.plates[g] == plates)


def _worms_by_place(position: Position) -> str:
    worms = [position.game.rules.worms_at(position.game.options, g) for g in range(PLACES)]
    return ", ".join(
        f"{n} each on {LOWEST + worms.index(n)} to {HIGHEST - worms[::-1].index(n)}" for n in sorted(set(worms))
    )
