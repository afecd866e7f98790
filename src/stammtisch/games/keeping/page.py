"""The dice of a turn for the page, in both games alike. The page knows no rule: what it shows is counted here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stammtisch.core.contract.page import Drawn
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.keeping import CHOOSING, KEEP, KEEPING, ROLL, SYMBOLS, WORM, is_new
from stammtisch.games.keeping.figures import Dice, Face, Gain, Thrown
from stammtisch.games.keeping.text import state


def dice(position: Position, gain: Callable[[Position], Gain | None]) -> Dice[Gain]:
    """`gain` is what stopping on a position would win; None: nothing."""
    s, rules = state(position), position.game.rules
    faces = _faces(position)
    return {
        "faces": faces,
        "throw": [_thrown(position, symbol, faces[symbol], gain) for symbol in range(SYMBOLS) if s.thrown[symbol]],
        "tray": [
            {
                "face": faces[symbol],
                "dice": s.kept[symbol],
                "points": s.kept[symbol] * position.game.module.POINTS[symbol],
            }
            for symbol in range(SYMBOLS)
            if s.kept[symbol]
        ],
        "total": rules.total(s),
        "worm": s.kept[WORM] > 0,
        "left": s.dice,
        "gain": gain(position) if s.phase == CHOOSING else None,
    }


def _thrown(position: Position, symbol: int, face: Face, gain: Callable[[Position], Gain | None]) -> Thrown[Gain]:
    s, move = state(position), KEEP + symbol
    new = s.phase == KEEPING and is_new(s, symbol)
    after = position.after(move) if new else None
    return {
        "move": position.game.moves[move].name,
        "face": face,
        "dice": s.thrown[symbol],
        "new": new,
        "total": after.game.rules.total(after.state) if after else None,
        "gain": gain(after) if after else None,
    }


def _faces(position: Position) -> list[Face]:
    return [int(name) if name.isdigit() else "worm" for name in map(str, position.game.outcomes(SYMBOLS))]


def drawn(before: Position, event: Sequence[int] | Move) -> Drawn | None:
    """In the log: a throw is drawn as dice, and so is what was set aside; to go on needs no line."""
    faces = _faces(before)
    if not isinstance(event, Move):
        return {"pieces": [f"die {faces[symbol]}" for symbol in sorted(event)], "told": False}
    if event == ROLL:
        return {"pieces": [], "told": False}
    if not KEEP <= event < KEEP + SYMBOLS:
        return None
    symbol = event - KEEP
    after = state(before.after(event))
    kept = [f"kept {faces[symbol]}"] * after.kept[symbol]
    return {"pieces": [*kept, f"sum {before.game.rules.total(after)}"], "told": False}
