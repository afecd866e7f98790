"""The bots of Heckmeck: some to compare with, then the four levels."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots import Grade, Mistake, RandomBot, SearchBot, by_name, levels
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import to_say
from stammtisch.games.heckmeck.picture import state
from stammtisch.games.heckmeck.rules import GRILL, STOP, TAKE
from stammtisch.games.keeping.bot import FirstBot, MasterBot, OneTurnBot, gains
from stammtisch.games.keeping.mistakes import PIPS, WORMS_LATER, dominated_by, fear_of
from stammtisch.games.keeping.text import WORMS


def prizes(view: Position) -> list[Move]:
    """The tiles that may be taken, the highest last; a theft, if there is one, is the highest."""
    return [move for move in view.legal_moves if TAKE <= move < STOP]


def _thefts(view: Position) -> Mapping[Move, float]:
    """What a rival's tile is worth, taken away: it does not think of it."""
    return {move: -worth for move, worth in gains(view).items() if _is_theft(view, move)}


def _is_theft(view: Position, move: Move) -> bool:
    return TAKE <= move < STOP and state(view).lies[move - TAKE] != GRILL


FEAR = fear_of(prizes)
OVERLOOKS = Mistake("overlooks", to_say("overlooks that it could steal an opponent's tile"), _thefts)

BOTS = by_name(
    RandomBot(),
    FirstBot(prizes),
    SearchBot(),
    OneTurnBot(),
    *levels(
        gains,
        WORMS,
        beginner=Grade.of(0.36, (FEAR, 1.2), (OVERLOOKS, 0.8), (PIPS, 0.15), (WORMS_LATER, 1.2)),
        regular=Grade.of(0.3, (FEAR, 0.55), (OVERLOOKS, 0.4)),
        expert=Grade.of(0.15),
        master=MasterBot(),
        dominated=dominated_by(prizes),
    ),
)
