"""What the page of Barbecue shows that is not plainly in the state: the worth of places and dice, where snails go."""

from __future__ import annotations

from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns, Turn
from stammtisch.games.barbecue.figures import Figures, Gain, GainKind, LastTurn, Obstacle
from stammtisch.games.barbecue.picture import state
from stammtisch.games.barbecue.rules import (
    DECLINE,
    EMPTY,
    HIGHEST,
    LOWEST,
    NO_PLACE,
    PLACES,
    PLATES,
    SNAIL,
    SNAILS,
    STOP,
    Plates,
)
from stammtisch.games.keeping import CHOOSING, WORM
from stammtisch.games.keeping.page import dice
from stammtisch.games.keeping.page import drawn as drawn

BLUE = 5  # [B1.3] a blue worm figure stands for five red ones


def figures(position: Position, turns: LastTurns | None = None) -> Figures:
    s, rules, o = state(position), position.game.rules, position.game.options
    points, ended = rules.total(s), turns and turns.ended(position)
    return {
        "dice": dice(position, gain),
        "places": [{"number": LOWEST + g, "worms": rules.worms_at(o, g)} for g in range(PLACES)],
        "at": points if LOWEST <= points <= HIGHEST else None,
        "can_decline": s.phase == CHOOSING and rules.can_decline(s, o),
        "obstacle": _obstacle(position),
        "next_snail": _next_snail(position),
        "snails": SNAILS,
        "worms": [divmod(s.worms[p], BLUE) for p in range(position.game.players)],
        "plates_left": _plates_left(position),
        "last": _last(ended) if ended else None,
        "tie": _tie(position) if position.is_over else None,
    }


def gain(position: Position) -> Gain | None:
    """What stopping here wins, and from which place; nothing on an invalid result."""
    s, rules, o = state(position), position.game.rules, position.game.options
    if not rules.is_valid(s, o):
        return None
    points = rules.total(s)
    if points > HIGHEST:  # [B4.1]
        g = rules.highest_with(s, SNAIL)
        if s.supply:
            return _gain("supply")
        return _gain("snail", LOWEST + g) if g != NO_PLACE else _gain("end")
    g = points - LOWEST
    there, worms = s.holds[g], rules.worms_at(o, g)
    if there == SNAIL:
        return _gain("snail", points)  # [B3.4]
    if there == EMPTY:
        return _gain("plate", points, worms)  # [B3.1]
    if there == s.player:
        return _gain("second", points, worms)  # [B3.3]
    return _gain("steal", points, worms, there)  # [B3.2]


def _obstacle(position: Position) -> Obstacle | None:
    s, rules = state(position), position.game.rules
    points = rules.total(s)
    if points == 0 or rules.is_valid(s, position.game.options):
        return None
    if not s.kept[WORM]:
        return "worm"
    if points < LOWEST:
        return "low"
    return "plate" if rules.is_good(s) else "closed"  # [B1.4], [B3.5]


def _gain(kind: GainKind, place: int | None = None, worms: int = 0, victim: int | None = None) -> Gain:
    return {"kind": kind, "place": place, "worms": worms, "from": victim}


def _tie(position: Position) -> bool:
    """[B6.2] Is the winner ahead of somebody with as many points, by a plate?"""
    points, places = position.scores, position.places
    return sum(each == max(points) for each in points) > places.count(1)


def _next_snail(position: Position) -> int | None:
    """[B5.2] Where the next failed turn puts a snail; None: it ends the game [B5.3], which may be over already."""
    s = state(position)
    g = position.game.rules.place_for_snail(s)
    return LOWEST + int(g) if s.supply and g != NO_PLACE and not position.is_over else None


def _last(turn: Turn) -> LastTurn:
    before, move = turn.after(-1), turn.events[-1].move
    won = gain(before) if move == STOP else None
    if move == DECLINE:
        won = _gain("declined", before.game.rules.total(before.state))
    snail = None if won else _next_snail(before)
    owner = state(before).holds[snail - LOWEST] if snail else EMPTY
    return {"by": turn.player, "gain": won, "snail": snail, "pushed": owner if owner >= 0 else None}


def _plates_left(position: Position) -> list[int] | None:
    """[B1.4] How many plates each player has in hand; None: as many as are needed."""
    s = state(position)
    if getattr(position.game.options, "plates") == Plates.UNLIMITED:  # noqa: B009  # each game has its own options
        return None
    return [PLATES - sum(s.plates[g] for g in range(PLACES) if s.holds[g] == p) for p in range(position.game.players)]
