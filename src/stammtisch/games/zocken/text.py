"""Zocken in words: names of moves and outcomes, the board as text, what a choice leads to, a turn's score in parts."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.translation import either, listed, say, say_n, to_say
from stammtisch.core.turn import LastTurns
from stammtisch.core.unit import POINTS
from stammtisch.games.zocken.facts import (
    SPACES,
    finished,
    is_lost_bet,
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
from stammtisch.games.zocken.refusals import passing, why
from stammtisch.games.zocken.rules import (
    AGAINST,
    BET,
    BET_AGAINST,
    BETTING,
    BOX,
    DICE,
    EMPTY,
    FACES,
    FOR,
    LEFT,
    PICKING,
    PLACE,
    PLACING,
    RIGHT,
    ROW,
    THROW,
    State,
)

__all__ = ["passing", "picture", "why"]  # the contract finds them here

TITLE = "Zocken"
LETTER = "K"
SUMMARY = to_say(
    "Roll seven dice one by one into a row that must rise or fall, match their colours, and bet on the others."
)

OPTIONS = {
    "players": to_say("Number of players"),
    "penalty_box": to_say("When a die may go to −20"),
    "cascade": to_say("Once a die is on −20, all later dice must go there"),
    "ends_from": to_say("First die that may go on an end"),
    "colours_need_series": to_say("Colours only count with a complete series"),
    "bet_wins_at": to_say("Points needed to win a bet"),
    "rounds": to_say("Turns per player"),
    "bets": to_say("Bets"),
}

VALUES = {
    "when_no_row": to_say("when it has no space in the row"),
    "forced_only": to_say("only when forced"),
    "free": to_say("at any time"),
    "above_50": to_say("more than 50"),
    "from_50": to_say("50 or more"),
    "for": to_say("only on the player who rolls"),
    "both": to_say("on the player who rolls, or against"),
}
"""The values of the options that are no numbers."""

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    201: to_say("dice are played one by one: pick one that is still in your hand, roll it, then place it"),
    202: to_say("the others bet once a turn, after the third die is placed and before the fourth is rolled"),
    301: to_say(
        "the space must be empty, and from the left end to the right end the numbers must never fall or never rise"
    ),
    303: to_say("a die may go to −20 only if it has no legal space, by default none in the row"),
    304: to_say("a die is on −20, and in this game all later dice must go there too"),
    305: to_say("in this game the ends are closed to the first three dice"),
    503: to_say("in this game you can only bet on the player who rolls, not against"),
}


def move_name(m: int) -> str:
    if m == 0:
        return say("pass")
    if m < PLACE:
        return say("throw {colour}", colour=say(NAMES[m - THROW]))
    if m < BET:
        return _place_name(m - PLACE)
    if m == BET_AGAINST:
        return say("bet against")
    return say("bet") if m == BET else say("no bet")


def _place_name(slot: int) -> str:
    if slot == LEFT:
        return say("place left")
    if slot == RIGHT:
        return say("place right")
    return say("place {space}", space="-20" if slot == BOX else slot)


def outcome_name(m: int) -> str:
    return str(m + 1)


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = state(position)
    if position.is_over:
        best = listed([names[p] for p, place in enumerate(position.places) if place == 1])
        return "\n".join([*_seats(position, names), say("The game is over. First place: {names}.", names=best)])
    this, last = rounds(position)
    lines = [
        say(
            "Round {round} of {rounds}, turn {turn}. {name} rolls.",
            round=this,
            rounds=last,
            turn=s.turns,
            name=names[s.player],
        )
    ]
    lines.append(say("Row: {spaces}.", spaces="; ".join(_space(s, slot) for slot in SPACES)))
    lines.append(
        say(
            "Left end: {left}. Right end: {right}. On −20: {box}.",
            left=_on(s, LEFT),
            right=_on(s, RIGHT),
            box=_on(s, BOX),
        )
    )
    if s.phase == PLACING:
        lines.append(say("Rolled: {dice}.", dice=_die(s, s.die)))
    hand = listed([say(NAMES[die]) for die in waiting(s)])
    lines.append(say("Still in hand: {dice}.", dice=hand) if hand else say("Still in hand: none."))
    bettors, doubters = (_who_bet(position.game, s, how, names) for how in (FOR, AGAINST))
    if bettors:
        lines.append(say("Bets by {names}.", names=listed(bettors)))
    if doubters:
        lines.append(say("Bets against by {names}.", names=listed(doubters)))
    return "\n".join([*lines, *_seats(position, names)])


def last_turn(position: Position, turns: LastTurns, names: Sequence[str]) -> str:
    """What the turn that ended last has brought."""
    turn = turns.ended(position)
    return say("Last turn: {told}", told=breakdown(position.game, finished(turn), names)) if turn else ""


def leads_to(position: Position, move: int, names: Sequence[str] = ()) -> str:
    """What a legal move would lead to, in a few words."""
    s, game = state(position), position.game
    if THROW <= move < PLACE:
        return _throw_leads_to(position, ROW + move - THROW)
    if PLACE <= move < BET:
        slot = move - PLACE
        after = placed(position, slot)
        lies = lies_on(position, slot)
        if after.placed == DICE or slot == BOX:
            return lies
        room = [v for v in range(1, FACES + 1) if any(each in SPACES for each in slots_for(game, after, v))]
        if room:
            return say("{lies}; then the row has room for {values}", lies=lies, values=_values(room))
        return say("{lies}; then the row is closed", lies=lies)
    if move == BET:
        so_far = signed(sum(points_so_far(game, s)))
        stake = game.rules.STAKE
        if is_lost_bet(position):
            return say("loses 20 in any case: the turn cannot bring enough any more; so far {points}", points=so_far)
        if game.rules.bet_points(game.options, stake) > 0:
            return say(
                "wins half the points if there are {stake} or more, otherwise loses 20; so far {points}",
                stake=stake,
                points=so_far,
            )
        return say(
            "wins half the points if there are more than {stake}, otherwise loses 20; so far {points}",
            stake=stake,
            points=so_far,
        )
    if move == BET_AGAINST:
        return _against_leads_to(position)
    return say("nothing won, nothing lost")


def _against_leads_to(position: Position) -> str:
    """What is known of a bet against the thrower [K5.3]."""
    game = position.game
    so_far, stake = signed(sum(points_so_far(game, state(position)))), game.rules.STAKE
    if is_lost_bet(position):
        return say("wins 20 in any case: the turn cannot bring enough any more; so far {points}", points=so_far)
    if game.rules.is_enough(game.options, stake):
        return say(
            "wins 20 if there are fewer than {stake} points, otherwise loses 20; so far {points}",
            stake=stake,
            points=so_far,
        )
    return say(
        "wins 20 if there are {stake} points or fewer, otherwise loses 20; so far {points}",
        stake=stake,
        points=so_far,
    )


def loses(position: Position, move: int, names: Sequence[str] = ()) -> str | None:
    """A bet that cannot be won any more [K5.2]."""
    if move != BET or not is_lost_bet(position):
        return None
    return say("Bet: lose {points}", points=-position.game.rules.LOST_BET)


def _throw_leads_to(position: Position, slot: int) -> str:
    """What is known of a die before it is thrown; `slot` is the space of its colour."""
    s, game = state(position), position.game
    if game.rules.must_follow(s, game.options):
        return say("it must go to −20 too")
    if s.slots[slot] != EMPTY:
        return say("its space {space} is taken", space=slot)
    values = welcome(game, s, slot)
    if not values:
        return say("its space {space} is out of reach", space=slot)
    return say("matches on space {space} with {values}", space=slot, values=_values(values))


def lies_on(position: Position, slot: int) -> str:
    """What placing the die there means for itself; if it is the last one, the score of the turn."""
    s, rules = state(position), position.game.rules
    after = placed(position, slot)
    if after.placed == DICE:
        parts = _parts(position.game, rules.count_matches(after), rules.count_ends(after), after.box)
        return say("the turn ends with {parts}", parts=parts)
    if slot == BOX:
        return "−20" if s.box else say("−20, and no series this turn")
    if slot not in SPACES:
        return "−10"
    return say("a match") if slot == ROW + s.die else say("{colour}, no match", colour=say(NAMES[slot - ROW]))


def applies(position: Position) -> list[str]:
    """The paragraphs of the rules that govern this decision."""
    s, o = state(position), position.game.options
    if s.phase == BETTING:
        return ["5.1", "5.2", "5.3"] if BET_AGAINST in position.legal_moves else ["5.1", "5.2"]
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
    who = names[s.player]
    if s.phase == BETTING:
        if move == BET:
            return say("{name} bet on {thrower}.", name=names[s.bettor], thrower=who)
        if move == BET_AGAINST:
            return say("{name} bet against {thrower}.", name=names[s.bettor], thrower=who)
        return say("{name} did not bet on {thrower}.", name=names[s.bettor], thrower=who)
    if s.phase == PICKING:
        return say("{name} picked the {colour} die.", name=who, colour=say(NAMES[move - THROW]))
    sentence = _tell_place(who, _die(s, s.die), move - PLACE, move - PLACE == ROW + s.die)
    return (
        f"{sentence} {breakdown(before.game, placed(before, move - PLACE), names)}"
        if s.placed == DICE - 1
        else sentence
    )


def you_did(before: Position, move: int, names: Sequence[str] = ()) -> str:
    """A move as its player is told of it later."""
    s = state(before)
    if s.phase == BETTING:
        name = names[s.player]
        if move == BET_AGAINST:
            return say("You bet against {name}.", name=name)
        return say("You bet on {name}.", name=name) if move == BET else say("You did not bet on {name}.", name=name)
    if s.phase == PICKING:
        return say("You picked the {colour} die.", colour=say(NAMES[move - THROW]))
    die, slot = _die(s, s.die), move - PLACE
    if slot == LEFT:
        return say("You placed {die} on the left end.", die=die)
    if slot == RIGHT:
        return say("You placed {die} on the right end.", die=die)
    return say("You placed {die} on {space}.", die=die, space="−20" if slot == BOX else slot)


def better(before: Position, move: int, amount: str, names: Sequence[str] = ()) -> str:
    """A move that was not made, and how much better it was."""
    s = state(before)
    if s.phase == BETTING:
        name = names[s.player]
        if move == BET:
            return say("Betting on {name} was {amount} better.", name=name, amount=amount)
        if move == BET_AGAINST:
            return say("Betting against {name} was {amount} better.", name=name, amount=amount)
        return say("Not betting on {name} was {amount} better.", name=name, amount=amount)
    if s.phase == PICKING:
        return say("Picking the {colour} die was {amount} better.", colour=say(NAMES[move - THROW]), amount=amount)
    slot = move - PLACE
    if slot == LEFT:
        return say("Placing it on the left end was {amount} better.", amount=amount)
    if slot == RIGHT:
        return say("Placing it on the right end was {amount} better.", amount=amount)
    return say("Placing it on {space} was {amount} better.", space="−20" if slot == BOX else slot, amount=amount)


def _tell_place(who: str, die: str, slot: int, match: bool) -> str:
    if slot == LEFT:
        return say("{name} placed {die} on the left end.", name=who, die=die)
    if slot == RIGHT:
        return say("{name} placed {die} on the right end.", name=who, die=die)
    space = "−20" if slot == BOX else slot
    if match:
        return say("{name} placed {die} on {space}, a match.", name=who, die=die, space=space)
    return say("{name} placed {die} on {space}.", name=who, die=die, space=space)


def tell_chance(before: Position, outcomes: Sequence[int], names: Sequence[str]) -> str:
    """A throw in words."""
    s = state(before)
    return say("{name} rolled {dice}.", name=names[s.player], dice=f"{say(NAMES[s.die])} {outcomes[0] + 1}")


def breakdown(game: Game, s: State, names: Sequence[str]) -> str:
    """A turn with all dice placed: its points in parts, and what becomes of the bets."""
    rules, o = game.rules, game.options
    matches, ends = rules.count_matches(s), rules.count_ends(s)
    points = rules.turn_points(o, matches, ends, s.box)
    sentence = say("{name} scored {parts}.", name=names[s.player], parts=_parts(game, matches, ends, s.box))
    bettors, doubters = (_who_bet(game, s, how, names) for how in (FOR, AGAINST))
    told = [sentence]
    if bettors:
        told.append(_tell_bets(bettors, rules.bet_points(o, points)))
    if doubters:
        told.append(_tell_bets_against(doubters, rules.against_points(o, points)))
    return " ".join(told)


def _who_bet(game: Game, s: State, how: int, names: Sequence[str]) -> list[str]:
    return [names[p] for p in range(game.players) if s.bets[p] == how]


def _tell_bets(bettors: Sequence[str], gain: int) -> str:
    n, who = len(bettors), listed(bettors)
    if gain > 0:
        return say_n(n, "{names} bet and won {points}.", "{names} bet and won {points} each.", names=who, points=gain)
    return say_n(n, "{names} bet and lost {points}.", "{names} bet and lost {points} each.", names=who, points=-gain)


def _tell_bets_against(doubters: Sequence[str], gain: int) -> str:
    n, who = len(doubters), listed(doubters)
    if gain > 0:
        return say_n(
            n,
            "{names} bet against it and won {points}.",
            "{names} bet against it and won {points} each.",
            names=who,
            points=gain,
        )
    return say_n(
        n,
        "{names} bet against it and lost {points}.",
        "{names} bet against it and lost {points} each.",
        names=who,
        points=-gain,
    )


def _parts(game: Game, matches: int, ends: int, box: int) -> str:
    """ "100: series 50, 3 colours 60, 1 end −10"."""
    rules, o = game.rules, game.options
    parts = [say("series {points}", points=rules.SERIES) if box == 0 else say("no series")]
    if matches:
        points = rules.colour_points(o, matches, box)
        parts.append(say_n(matches, "{n} colour {points}", "{n} colours {points}", points=points))
    if ends:
        parts.append(say_n(ends, "{n} end {points}", "{n} ends {points}", points=signed(ends * rules.END)))
    if box:
        lost = signed(box * rules.PENALTY)
        parts.append(say_n(box, "{n} penalty die {points}", "{n} penalty dice {points}", points=lost))
    return f"{signed(rules.turn_points(o, matches, ends, box))}: {', '.join(parts)}"


def _seats(position: Position, names: Sequence[str]) -> list[str]:
    return [f"{names[p]}: {POINTS.count(score)}." for p, score in enumerate(position.scores)]


def _die(s: State, die: int) -> str:
    return f"{say(NAMES[die])} {s.shows[die]}"


def _on(s: State, slot: int) -> str:
    return listed([_die(s, die) for die in range(DICE) if s.lies[die] == slot]) or say("empty")


def _space(s: State, slot: int) -> str:
    colour, dice = say(NAMES[slot - ROW]), _on(s, slot)
    if s.lies[slot - ROW] == slot:
        return say("{space} {colour}: {dice}, a match", space=slot, colour=colour, dice=dice)
    return f"{slot} {colour}: {dice}"


def _values(values: Sequence[int]) -> str:
    """ "1 to 4", "3", "1 or 6", "1, 2 or 6"."""
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return say("{first} to {last}", first=values[0], last=values[-1])
    return either([str(v) for v in values])
