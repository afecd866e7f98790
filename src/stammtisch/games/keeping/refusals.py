"""Why a move does not go on with a throw-and-set-aside turn; each text completes "… is not allowed, because"."""

from __future__ import annotations

from stammtisch.core.position import Position
from stammtisch.core.translation import either, say
from stammtisch.games.keeping import KEEP, KEEPING, ROLL, SYMBOLS, WORM
from stammtisch.games.keeping.text import state


def why_not_in_turn(view: Position, move: int) -> str:
    """With the dice as they lie; "" if the move is refused for what it would win."""
    s, rules = state(view), view.game.rules
    if s.phase == KEEPING:
        return _why_not_keep(view, move - KEEP) if KEEP <= move < ROLL else _first_set_aside(view)
    if move > ROLL:
        return ""
    if s.dice == 0:
        return say("all eight dice are set aside")
    if rules.is_used_up(s):
        return say("all six symbols are set aside")
    return say("you have just set aside a symbol: now roll again or stop")


def _why_not_keep(view: Position, symbol: int) -> str:
    s, face = state(view), view.game.text.outcome_name(symbol)
    if s.kept[symbol]:
        if symbol == WORM:
            return say("you have already set aside worms in this turn")
        return say("you have already set aside {face}s in this turn", face=face)
    return say("you rolled no worm") if symbol == WORM else say("you rolled no {face}", face=face)


def _first_set_aside(view: Position) -> str:
    s, game = state(view), view.game
    new = [game.text.outcome_name(symbol) for symbol in range(SYMBOLS) if game.rules.is_new(s, symbol)]
    if not new:
        return say("you rolled no new symbol, so the turn has failed")
    return say("you must first set aside one of the symbols you rolled: {symbols}", symbols=either(new))
