"""Barbecue in words: names of moves and outcomes, the board as text, what a choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import say, to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.barbecue.picture import next_snail, picture, snail_count, state
from stammtisch.games.barbecue.refusals import passing, why
from stammtisch.games.barbecue.rules import DECLINE, EMPTY, HIGHEST, LOWEST, NO_PLACE, PLACES, SNAIL, STOP, State
from stammtisch.games.keeping import KEEPING, ROLL, WORM
from stammtisch.games.keeping.text import WORMS, Turn, seat_name

__all__ = ["passing", "picture", "why"]  # the contract finds them here

TITLE = "Heckmeck Barbecue"
LETTER = "B"
BY_HAND = True  # on a page, players themselves throw the dice that begin their turns
SUMMARY = to_say(
    "Roll eight dice, put your plates on the grill to win worms, and beware of the snails that every failed turn "
    "brings."
)

SYMBOLS = ("1", "2", "3", "4", "6", to_say("worm"))

OPTIONS = {
    "players": to_say("Number of players"),
    "worms": to_say("Worms on the grill"),
    "plates": to_say("Plates per player"),
    "deliberate_fail": to_say("You may stop without a valid result and fail the turn"),
    "second_plate": to_say("Adding a second plate to your own"),
}

VALUES = {
    "carry_over": to_say("as in Heckmeck"),
    "even": to_say("evenly spread"),
    "blocks": to_say("in blocks"),
    "unlimited": to_say("unlimited"),
    "ten_then_fail": to_say("ten; a turn that needs one more fails"),
    "must": to_say("compulsory"),
    "may": to_say("optional"),
}
"""The values of the options that are no numbers."""

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    104: to_say("all ten of your plates are on the grill, and the place of this total needs one"),
    201: to_say("after a roll you must first set aside one new symbol; then you can roll again or stop"),
    203: to_say("you can stop only with a worm, and only with a total above 36 or on a place without two plates"),
    204: to_say("all dice or all symbols are set aside, so you cannot roll again"),
    303: to_say("you can only decline a second plate on your own, and only in a game where it is optional"),
}

_TURN = Turn(SYMBOLS)
outcome_name = _TURN.outcome_name
tell_chance = _TURN.tell_chance


def move_name(m: int) -> str:
    if m == DECLINE:
        return say("decline")
    return say("stop") if m == STOP else _TURN.move_name(m)


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = state(position)
    empty, snails, coming = _numbers(s, EMPTY), _numbers(s, SNAIL), next_snail(position)
    lines = [
        say("Worms: {worms}.", worms=_worms_by_place(position)),
        say("Empty places: {places}.", places=empty) if empty else say("Empty places: none."),
        say("Snails on the grill: {places}; {next}.", places=snails, next=coming)
        if snails
        else say("Snails on the grill: none; {next}.", next=coming),
    ]
    lines += [_seat(position, p, names[p]) for p in range(position.game.players)]
    return "\n".join([*lines, _TURN.line(position, names)])


def _seat(position: Position, p: int, name: str) -> str:
    s = state(position)
    single, double = _numbers(s, p, 1), _numbers(s, p, 2)
    plates = [say("one plate on {places}", places=single)] if single else []
    if double:
        plates.append(say("two on {places}", places=double))
    return say(
        "{name}: {points} from {worms} and {snails}; {plates}.",
        name=name,
        points=POINTS.count(position.scores[p]),
        worms=WORMS.count(s.worms[p]),
        snails=snail_count(s.snails[p]),
        plates=", ".join(plates) or say("no plate"),
    )


def leads_to(position: Position, move: int, names: Sequence[str] = ()) -> str:
    """What a legal move would lead to, in a few words."""
    if move == ROLL:
        return _TURN.roll_leads_to(position)
    if move in (STOP, PASS, DECLINE):
        return _end(position, move, names)
    after = position.play(move)
    prize = _prize(after, names) if _is_valid(after) else ""
    return _obstacle(after, _TURN.keep_leads_to(after, prize))


def tell(before: Position, move: int, names: Sequence[str]) -> str:
    """A move in words."""
    if move not in (STOP, PASS, DECLINE):
        return _TURN.tell(before, move, names)
    who, end = names[state(before).player], _end(before, move, names)
    if move == PASS:
        return say("{name} rolled nothing new: {end}.", name=who, end=end)
    return say("{name} stopped at {total}: {end}.", name=who, total=before.game.rules.total(before.state), end=end)


def loses(position: Position, move: int, names: Sequence[str] = ()) -> str | None:
    """A turn that fails [B2.3, B5.1], named by what it does."""
    if move not in (STOP, PASS) or (move == STOP and _is_valid(position)):
        return None
    if len(position.legal_moves) == 1:
        return say("The turn fails")
    s = state(position)
    g = position.game.rules.place_for_snail(s)
    if s.supply == 0 or g == NO_PLACE:
        return say("Fail the turn: the game ends")
    if s.holds[g] == s.player:
        return say("Fail the turn: lose your plate on {place}", place=LOWEST + g)
    return say("Fail the turn: a snail goes on {place}", place=LOWEST + g)


def you_did(before: Position, move: int, names: Sequence[str] = ()) -> str:
    """A move as its player is told of it later."""
    if move == DECLINE:
        return say("You declined the second plate on {place}.", place=before.game.rules.total(before.state))
    if move not in (STOP, PASS):
        return _TURN.you_did(before, move)
    if move == PASS or not _is_valid(before):
        return say("You let the turn fail.")
    return say("You stopped at {total}.", total=before.game.rules.total(before.state))


def better(before: Position, move: int, amount: str, names: Sequence[str] = ()) -> str:
    """A move that was not made, and how much better it was."""
    if move == DECLINE:
        return say("Declining the second plate was {amount} better.", amount=amount)
    if move not in (STOP, PASS):
        return _TURN.better(before, move, amount)
    if move == PASS or not _is_valid(before):
        return say("Letting the turn fail was {amount} better.", amount=amount)
    return say("Stopping at {total} was {amount} better.", total=before.game.rules.total(before.state), amount=amount)


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


def _obstacle(position: Position, leads: str) -> str:
    """Adds why a total with a place of its own is not valid, if that is not for want of a worm."""
    s, rules = state(position), position.game.rules
    g = rules.total(s) - LOWEST
    if _is_valid(position) or not s.kept[WORM] or g < 0:
        return leads
    if s.plates[g] == 2:
        return say("{leads}, {place} is closed", leads=leads, place=LOWEST + g)
    return say("{leads}, no plate is left", leads=leads)


def _end(position: Position, move: int, names: Sequence[str]) -> str:
    """What ends the turn: a prize or a failure, or neither [B3.3]."""
    if move == DECLINE:
        return say("no worms, and {place} stays open", place=position.game.rules.total(position.state))
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
            return say("a snail from the supply")
        if g == NO_PLACE:
            return say("no snail, for none is left: the game ends")
        return say("the snail on {place}", place=LOWEST + g)
    if paragraph == "3.4":
        return say("the snail on {place}", place=number)
    worms = WORMS.count(rules.worms_at(position.game.options, number - LOWEST))
    if paragraph == "3.2":
        rival = seat_name(names, s.holds[number - LOWEST])
        return say("{worms} from {rival} and the place {place}", worms=worms, rival=rival, place=number)
    if paragraph == "3.1":
        return say("{worms} and a plate on {place}", worms=worms, place=number)
    return say("{worms} and the second plate on {place}", worms=worms, place=number)


def _failure(position: Position, names: Sequence[str]) -> str:
    """What a failed turn does."""
    s = state(position)
    g = position.game.rules.place_for_snail(s)
    if s.supply == 0:
        return say("the turn fails with no snail left: the game ends")
    if g == NO_PLACE:
        return say("the turn fails with no place for a snail: the game ends")
    if s.holds[g] < 0:
        return say("the turn fails, a snail goes on {place}", place=LOWEST + g)
    rival = seat_name(names, s.holds[g])
    return say("the turn fails, a snail goes on {place}, where {rival} had a plate", place=LOWEST + g, rival=rival)


def _numbers(s: State, what: int, plates: int = 0) -> str:
    """The numbers of the places that hold this, with so many plates."""
    return " ".join(str(LOWEST + g) for g in range(PLACES) if s.holds[g] == what and s.plates[g] == plates)


def _worms_by_place(position: Position) -> str:
    worms = [position.game.rules.worms_at(position.game.options, g) for g in range(PLACES)]
    return ", ".join(
        say(
            "{worms} each on {first} to {last}",
            worms=n,
            first=LOWEST + worms.index(n),
            last=HIGHEST - worms[::-1].index(n),
        )
        for n in sorted(set(worms))
    )
