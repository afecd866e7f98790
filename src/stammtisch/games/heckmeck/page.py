"""What the board of Heckmeck shows besides the state. The page knows no rule: what it shows is counted here."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.contract.page import Drawn
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns, Turn
from stammtisch.games.heckmeck.figures import Failing, Figures, LastTurn, TileWorth
from stammtisch.games.heckmeck.picture import stack, state
from stammtisch.games.heckmeck.rules import FACE_DOWN, LOWEST, MOVES, NO_TILE, STOP, TAKE, TILES, worms
from stammtisch.games.keeping.page import dice
from stammtisch.games.keeping.page import drawn as drawn_turn

_TILES: list[TileWorth] = [{"number": LOWEST + t, "worms": worms(t)} for t in range(TILES)]


def figures(position: Position, turns: LastTurns | None = None) -> Figures:
    s, ended = state(position), turns and turns.ended(position)
    return {
        "tiles": _TILES,
        "stacks": [[LOWEST + t for t in stack(s, p)] for p in range(position.game.players)],
        "dice": dice(position, _gain),
        "failing": _failing(position),
        "last": _last(ended) if ended else None,
        "places": position.places if position.is_over else None,
    }


def _gain(position: Position) -> list[int] | None:
    """The tiles among which one who stops may choose. The rules are asked directly: this is asked for every keep."""
    moves = [0] * MOVES
    count = position.game.rules.moves(position.state, position.game.options, moves)
    return [LOWEST + m - TAKE for m in moves[:count] if TAKE <= m < STOP] or None


def _failing(position: Position) -> Failing | None:
    if position.is_over:
        return None
    s = state(position)
    after = s.copy()
    position.game.rules.fail(after, position.game.options)
    back = s.top[s.player]
    return {
        "back": None if back == NO_TILE else LOWEST + back,
        "down": [LOWEST + t for t in range(TILES) if after.lies[t] == FACE_DOWN != s.lies[t]],
    }


def _last(turn: Turn) -> LastTurn:
    """A turn ends with taking a tile, or it has failed. Tiles lie as they lay when it began until it ends."""
    move = turn.events[-1].move
    if not TAKE <= move < STOP:
        return {"by": turn.player, "won": None, "rival": None, "lost": _failing(turn.start)}
    owner = state(turn.start).lies[move - TAKE]
    return {"by": turn.player, "won": LOWEST + move - TAKE, "rival": owner if owner >= 0 else None, "lost": None}


def drawn(before: Position, event: Sequence[int] | Move) -> Drawn | None:
    """In the log: a tile that was taken, with the sentence that says from whom; dice as in every such turn."""
    if isinstance(event, Move) and TAKE <= event < STOP:
        return {"pieces": [f"tile {LOWEST + event - TAKE}"], "told": True}
    return drawn_turn(before, event)
