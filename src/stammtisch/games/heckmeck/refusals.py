"""Why a move is refused in this position; each text completes "… is not allowed, because"."""

from __future__ import annotations

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import either, say
from stammtisch.games.heckmeck.picture import state, takes
from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, LOWEST, STOP, TAKE
from stammtisch.games.keeping.refusals import why_not_in_turn


def why(view: Position, move: int, code: int) -> str:
    """With the dice and tiles at hand; "" if the general reason says enough."""
    if move == PASS:
        return ""
    if before_the_end := why_not_in_turn(view, move):
        return before_the_end
    if move == STOP:
        tiles = either([str(LOWEST + t) for t in takes(view)])
        return say("you can take {tiles}, and stopping means taking a tile", tiles=tiles)
    return _why_not_take(view, move - TAKE, code)


def _why_not_take(view: Position, t: int, code: int) -> str:
    s, rules = state(view), view.game.rules
    tile, total = LOWEST + t, rules.total(s)
    if code == 301:
        return say("you have not set aside a worm, and without one you cannot take anything")
    if code == 302:
        return say("the tile with your total of {total} is on the grill, so you must take it", total=total)
    if code == 303 and s.lies[t] == GRILL:
        return say(
            "your total of {total} matches an opponent's top tile, and in this game you must steal it",
            total=total,
        )
    if code == 303:
        return say("you need exactly {tile} to steal it, and your total is {total}", tile=tile, total=total)
    if code == 304 and tile > total:
        return say("your total of {total} is less than {tile}", total=total, tile=tile)
    if code == 304:
        lower = LOWEST + rules.highest_below(s, total - LOWEST)
        return say(
            "with a total of {total} you take the highest lower tile on the grill: {tile}",
            total=total,
            tile=lower,
        )
    if s.lies[t] == FACE_DOWN:
        return say("{tile} is face down and out of the game", tile=tile)
    if s.lies[t] == s.player:
        return say("{tile} is in your own stack", tile=tile)
    return say("{tile} is covered by another tile", tile=tile)


def passing(view: Position) -> int:
    """[H2.3] A roll without a new symbol has failed; before that nobody passes."""
    return 203
