"""What the levels of these games have in common: the moves that none of them makes, and their mistakes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from stammtisch.bots import Mistake
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import to_say
from stammtisch.games.keeping import KEEP, ROLL, WORM
from stammtisch.games.keeping.bot import gain
from stammtisch.games.keeping.text import state

Prizes = Callable[[Position], Sequence[Move]]
"""The moves that end the turn with a win, the best last."""

TINY = 1e-9


def dominated_by(prizes: Prizes) -> Callable[[Position], Collection[Move]]:
    """What surely fails the turn while something else may still win it; and giving up while there are dice to throw."""

    def dominated(view: Position) -> Collection[Move]:
        turn = gain(view)
        won = prizes(view)
        values = turn.moves(view)
        lost = {move for move, value in values.items() if value <= turn.goal.fail + TINY and move not in won}
        if len(lost) < len(values):
            return lost
        return lost - {view.game.moves[ROLL]} if ROLL in view.legal_moves else ()

    return dominated


def fear_of(prizes: Prizes) -> Mistake:
    def pull(view: Position) -> Mapping[Move, float]:
        return dict.fromkeys(prizes(view), 1.0)

    return Mistake("fear", to_say("stops too early, for fear of losing what lies there"), pull)


def _pips(view: Position) -> Mapping[Move, float]:
    """The points that each symbol would set aside."""
    s, points = state(view), view.game.rules.POINTS
    return {
        move: float(s.thrown[move - KEEP] * points[move - KEEP]) for move in view.legal_moves if KEEP <= move < ROLL
    }


def _worms_later(view: Position) -> Mapping[Move, float]:
    """Worms, as long as none is set aside."""
    return {move: -1.0 for move in view.legal_moves if move == KEEP + WORM and not state(view).kept[WORM]}


PIPS = Mistake("pips", to_say("sets aside whatever counts most, even if it takes many dice"), _pips)
WORMS_LATER = Mistake("worms later", to_say("leaves the worms for later"), _worms_later)
