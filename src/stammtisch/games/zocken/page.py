"""Zocken for a page: what its board shows beyond the plain state. Everything here is open to all."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.contract.page import Drawn
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns, Turn
from stammtisch.games.zocken.facts import finished, legal_slots, placed, rounds, state
from stammtisch.games.zocken.figures import After, BetStakes, Figures, LastTurn, Room, Score
from stammtisch.games.zocken.rules import (
    AGAINST,
    BETS_AFTER,
    BETTING,
    DICE,
    ENDED,
    FACES,
    FOR,
    PLACE,
    PLACING,
    SLOTS,
    THROW,
    Bets,
    Options,
    State,
)


def figures(position: Position, turns: LastTurns | None = None) -> Figures:
    s, game, ended = state(position), position.game, turns and turns.ended(position)
    rules, options = game.rules, game.options
    this, last = rounds(position)
    may = legal_slots(position) if s.phase == PLACING else []
    return {
        "round": this,
        "rounds": last,
        "may": may,
        "room": room(game, s),
        "score": score(game, s),
        "after": {str(position.game.moves[PLACE + slot]): _after(position, slot) for slot in may},
        "last": _last(ended) if ended else None,
        "ladder": list(rules.COLOURS[1:]),
        "bets": bets(game, s),
        "doubters": _who_bet(game, s, AGAINST),
        "stake": rules.STAKE,
        "from_stake": rules.is_enough(options, rules.STAKE),
        "bet": stakes(game),
        "against": stakes_against(game),
        "places": list(position.places) if s.phase == ENDED else None,
    }


def stakes(game: Game) -> BetStakes:
    """[K5.2] The least that a bet can win, and what it loses. Turns score multiples of ten [K4.3]."""
    rules, o = game.rules, game.options
    enough = rules.STAKE if rules.is_enough(o, rules.STAKE) else rules.STAKE + 10
    return {"wins": rules.bet_points(o, enough), "loses": -rules.LOST_BET}


def stakes_against(game: Game) -> BetStakes | None:
    """[K5.3]"""
    assert isinstance(game.options, Options)
    if game.options.bets == Bets.FOR:
        return None
    return {"wins": game.rules.WON_AGAINST, "loses": -game.rules.LOST_BET}


def room(game: Game, s: State) -> Room:
    found: Room = [None] * SLOTS
    if s.placed == DICE or game.rules.must_follow(s, game.options):
        return found
    asked = s.copy()
    out = [0] * (SLOTS + 1)
    for value in range(1, FACES + 1):
        asked.shows[asked.die] = value
        for m in out[: game.rules.slots_that_fit(asked, game.options, out)]:
            fits = found[m - PLACE]
            found[m - PLACE] = (fits[0] if fits else value, value)
    return found


def bets(game: Game, s: State) -> list[bool | None]:
    """By seat: whether this player bets on the thrower; None: the thrower, and who has not been asked yet."""
    found: list[bool | None] = [None] * game.players
    if s.placed < BETS_AFTER:
        return found
    p, last = game.rules.next_seat(s.player, game.options), s.bettor if s.phase == BETTING else s.player
    while p != last:
        found[p] = s.bets[p] == FOR
        p = game.rules.next_seat(p, game.options)
    return found


def score(game: Game, s: State) -> Score:
    rules, o = game.rules, game.options
    matches, ends, box = rules.count_matches(s), rules.count_ends(s), s.box
    colours = rules.colour_points(o, matches, box)
    possible = rules.series_points(box)
    series = possible if s.placed == DICE else 0
    return {
        "series": series,
        "hope": possible - series,
        "matches": matches,
        "colours": colours,
        "ends": ends,
        "end_points": ends * rules.END,
        "box": box,
        "box_points": box * rules.PENALTY,
        "points": series + colours + ends * rules.END + box * rules.PENALTY,
    }


def _after(position: Position, slot: int) -> After:
    after = placed(position, slot)
    return {"score": score(position.game, after), "room": room(position.game, after)}


def _last(turn: Turn) -> LastTurn:
    s, game = finished(turn), turn.start.game
    parts = score(game, s)
    rules, o, points = game.rules, game.options, parts["points"]
    return {
        "thrower": s.player,
        "score": parts,
        "bettors": _who_bet(game, s, FOR),
        "bet": rules.bet_points(o, points),
        "doubters": _who_bet(game, s, AGAINST),
        "against": rules.against_points(o, points),
    }


def _who_bet(game: Game, s: State, how: int) -> list[int]:
    return [p for p in range(game.players) if s.bets[p] == how]


def drawn(before: Position, event: Sequence[int] | Move) -> Drawn | None:
    """In the log: the die as it fell, by its number among the colours; that it was picked needs no line."""
    if not isinstance(event, Move):
        return {"pieces": [f"colour {state(before).die} {value + 1}" for value in event], "told": False}
    return {"pieces": [], "told": False} if THROW <= event < THROW + DICE else None
