"""What every position of Zocken has in form, in whatever way it came about; see core/position_reading.py."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.games.zocken.rules import (
    AGAINST,
    BETS_AFTER,
    BETTING,
    BOX,
    DICE,
    EMPTY,
    ENDED,
    FACES,
    FOR,
    HAND,
    PICKING,
    PLACING,
    SEATS,
    SLOTS,
    THROWING,
    Bets,
    Options,
    State,
    direction,
)


def check(s: State, o: Options) -> Iterator[str]:
    """A sentence for each thing that is wrong."""
    last = o.players * o.rounds
    if s.turns > last:
        yield f"turns is {s.turns}, but {o.players} players have {last} turns in {o.rounds} rounds"
    if s.player != (s.turns - 1) % o.players:
        yield f"player is {s.player}, but turn {s.turns} of {o.players} players is seat {(s.turns - 1) % o.players}'s"
    if not PICKING <= s.phase <= ENDED:
        yield f"phase is {s.phase}, but phases are {PICKING} to {ENDED}"
    if s.phase == ENDED and s.turns != last:
        yield f"phase says that the game is over, but {last} turns are played, and this is turn {s.turns}"
    for p, score in enumerate(s.scores):
        if score and p >= o.players:
            yield f"scores gives seat {p} {score}, but the seats are 0 to {o.players - 1}"
        if score % 5:
            yield f"scores gives seat {p} {score}, but all that is won or lost is a multiple of 5"
    yield from _check_dice(s)
    yield from _check_bets(s, o)


def _check_dice(s: State) -> Iterator[str]:
    """Each die is in hand or lies in one place, with what it shows."""
    if not 0 <= s.die < DICE:
        yield f"die is {s.die}, but the dice are 0 to {DICE - 1}"
        return
    slots = [EMPTY] * SLOTS
    for die in range(DICE):
        shows, lies = s.shows[die], s.lies[die]
        if not 0 <= shows <= FACES or not HAND <= lies <= BOX:
            yield f"die {die} shows {shows} and lies in {lies}, but faces are 1 to {FACES} and places {HAND} to {BOX}"
            return
        just_thrown = s.phase == PLACING and die == s.die
        if just_thrown and (lies != HAND or shows == 0):
            yield f"shows and lies must have die {die} thrown and not yet placed"
        if not just_thrown and (lies == HAND) != (shows == 0):
            yield f"die {die} shows {shows} and lies in {lies}: a die in hand shows nothing, any other something"
        if 0 <= lies < SLOTS:
            if slots[lies]:
                yield f"lies puts two dice on slot {lies}"
            slots[lies] = shows
    if s.phase == THROWING and s.lies[s.die] != HAND:
        yield f"die {s.die} is to be thrown, but lies has it placed"
    if s.slots != slots:
        yield f"slots is {list(s.slots)}, but by shows and lies it is {slots}"
        return
    if s.box != list(s.lies).count(BOX):
        yield f"box is {s.box}, but lies has {list(s.lies).count(BOX)} dice there"
    placed = DICE - list(s.lies).count(HAND)
    if s.placed != placed:
        yield f"placed is {s.placed}, but lies has {placed} dice placed"
    if (s.phase == ENDED) != (placed == DICE) or (s.phase == BETTING and placed != BETS_AFTER):
        yield f"placed is {placed}, which does not go with phase {s.phase}"
    values = [value for value in slots if value]
    if values not in (sorted(values), sorted(values, reverse=True)):
        yield f"slots shows {values}, which neither never falls nor never rises"
    elif s.direction != direction(s):
        yield f"direction is {s.direction}, but by slots it is {direction(s)}"


def _check_bets(s: State, o: Options) -> Iterator[str]:
    if not 0 <= s.bettor < o.players:
        yield f"bettor is {s.bettor}, but the seats are 0 to {o.players - 1}"
        return
    if s.phase == BETTING and s.bettor == s.player:
        yield f"bettor is seat {s.bettor}, who throws and cannot bet"
    asked = set()  # who has been asked to bet in this turn: clockwise from the thrower's left
    if s.phase == BETTING or s.placed >= BETS_AFTER:
        stop = s.bettor if s.phase == BETTING else s.player
        p = (s.player + 1) % o.players
        while p != stop:
            asked.add(p)
            p = (p + 1) % o.players
    kinds = (0, FOR, AGAINST) if o.bets == Bets.BOTH else (0, FOR)
    for p in range(SEATS):
        if s.bets[p] not in (kinds if p in asked else (0,)):
            right = " or ".join(map(str, kinds)) if p in asked else "0: he has not bet"
            yield f"bets has {s.bets[p]} for seat {p}, but it must be {right}"
