"""Why a move is refused in this position; each text completes "… is not allowed, because"."""

from __future__ import annotations

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import listed, say, say_n
from stammtisch.games.zatre.board import ACROSS, CENTRE, DOWN, EMPTY, NO_CELL
from stammtisch.games.zatre.duties import MOST, ONLY_RUNS, PIPS
from stammtisch.games.zatre.facts import hand, square, state, tile_at
from stammtisch.games.zatre.rules import DONE, Opening, Options


def why(view: Position, move: int, code: int) -> str:
    """With the tiles at hand; "" if the general reason says enough."""
    if move == PASS or code == 101:
        return ""
    if move != DONE and (here := _why_not_here(view, move, code)):
        return here
    if PASS in view.legal_moves:
        return say("none of your tiles can be laid")
    if move != DONE:
        return _why_not_in_turn(view, move, code)
    return _why_not_done_opening(view) if state(view).opening else _why_not_done(view)


def _why_not_done_opening(view: Position) -> str:
    """[Z3.3, Z8.2]"""
    s, rules = state(view), view.game.rules
    if s.least == MOST:
        return say("the opening has three tiles; so far it has {n}", n=s.count)
    if s.count < s.least:
        return say("the opening has two or three tiles; so far it has {n}", n=s.count)
    if s.owed == PIPS:
        return say("your tiles add up to {sum}: an opening needs 10 to 12", sum=rules.pips_laid(s))
    laid = s.laid[: s.count]
    best = max(max(rules.run(s, c, ACROSS), rules.run(s, c, DOWN)) for c in laid)
    return say("your highest run is {sum}: an opening needs a run of 10 to 12", sum=best)


def _why_not_done(view: Position) -> str:
    """[Z4.3] What the turn still owes."""
    s, rules = state(view), view.game.rules
    rest = _rest_of_turn(view)
    crossless = rules.owes_cross(s)
    if s.count == 0:
        return say("you have laid no tile yet; you can lay {tiles}", tiles=rest)
    if rules.owes_score(s):
        return say("you have made no run of 10, 11 or 12 yet, but you can: lay {tiles}", tiles=rest)
    if crossless != NO_CELL:
        row, column = square(crossless)
        return say(
            "the double cell {row},{column} still lacks its cross: lay {tiles}", row=row, column=column, tiles=rest
        )
    if s.owed == ONLY_RUNS and rules.has_low_run(s):
        return say("this turn still has a run below 10, and you can score without one: lay {tiles}", tiles=rest)
    return say("you can lay more tiles, so you must: {tiles}", tiles=rest)


def _why_not_here(view: Position, move: int, code: int) -> str:
    """[Z3.3, Z4.1, Z4.2] The tile cannot lie there, whatever else is laid in this turn; "" if it can."""
    s, rules = state(view), view.game.rules
    c, pips = rules.cell_of(move), rules.pips_of(move)
    row, column = square(c)
    if s.board[c] != EMPTY:
        return say("there is a {tile} already", tile=s.board[c])
    held = hand(view, s.player)
    if held is None or pips not in held:
        return say("you have no {tile}; your tiles are {tiles}", tile=pips, tiles=" ".join(map(str, held or ())))
    if not rules.is_beside_tile(s, c):
        if s.opening and s.count == 0:
            row, column = square(CENTRE)
            return say("the first tile goes on the centre, {row},{column}", row=row, column=column)
        return say("{row},{column} is not next to a tile", row=row, column=column)
    if code == 402:
        return say("it would make a run of {sum}, and no run may exceed 12", sum=rules.longer_run(s, c) + pips)
    if pips > rules.pips_allowed(s, view.game.options):
        total = rules.pips_laid(s) + pips
        return say("the tiles of the opening may add up to at most 12, and these make {sum}", sum=total)
    return ""


def _why_not_in_turn(view: Position, move: int, code: int) -> str:
    """[Z4.3] The tile could lie there, but in no legal turn."""
    s, rules = state(view), view.game.rules
    c = rules.cell_of(move)
    if code == 502:
        row, column = square(c)
        return say(
            "the double cell {row},{column} needs a run of 10, 11 or 12 through it, and this makes {sum}",
            row=row,
            column=column,
            sum=rules.longer_run(s, c) + rules.pips_of(move),
        )
    if s.count >= s.most:
        return say_n(
            s.count,
            "you have laid {n} tile, and no more may follow in this turn",
            "you have laid {n} tiles, and no more may follow in this turn",
        )
    rest = _rest_of_turn(view)
    if not rest:
        return ""
    if s.owed == PIPS:
        return say("with it the opening could not add up to 10, 11 or 12; you can lay {tiles}", tiles=rest)
    if s.opening and s.owed:
        return say("with it the opening could make no run of 10, 11 or 12; you can lay {tiles}", tiles=rest)
    if s.owed == ONLY_RUNS:
        return say("you can score without a run below 10, so you must: for example with {tiles}", tiles=rest)
    if code == 404:
        return say("you can make a run of 10, 11 or 12, so you must: for example with {tiles}", tiles=rest)
    return say("no legal turn has this tile there; you can lay {tiles}", tiles=rest)


def _rest_of_turn(view: Position) -> str:
    """Tiles that would make this turn a legal one, together with those that lie; "" if it needs none or has none."""
    tiles = []
    position = view
    while DONE not in position.legal_moves and PASS not in position.legal_moves:
        move = position.legal_moves[0]
        tiles.append(tile_at(position.game.rules.pips_of(move), position.game.rules.cell_of(move)))
        position = position.after(move)
    return listed(tiles)


def passing(view: Position) -> int:
    """[Z3.4, Z8.2] Whoever can open must open; [Z7.1] whoever can lay must lay."""
    assert isinstance(view.game.options, Options)
    if not state(view).opening:
        return 701
    return 802 if view.game.options.opening == Opening.FREE else 304
