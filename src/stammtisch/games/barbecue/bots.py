"""The bots of Barbecue: some to compare with, then the four levels."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots import Grade, Mistake, RandomBot, SearchBot, by_name, levels
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.barbecue.rules import HIGHEST, LOWEST, STOP, State
from stammtisch.games.keeping.bot import FirstBot, MasterBot, OneTurnBot, gains
from stammtisch.games.keeping.mistakes import PIPS, WORMS_LATER, dominated_by, fear_of


def prizes(view: Position) -> list[Move]:
    """Stopping, if it is a success."""
    valid = STOP in view.legal_moves and view.game.rules.is_valid(view.state, view.game.options)
    return [view.game.moves[STOP]] if valid else []


def _plates(view: Position) -> Mapping[Move, float]:
    """What stopping at a rival's plate is worth, taken away: it does not think of it."""
    s = view.state
    assert isinstance(s, State)
    place = view.game.rules.total(s) - LOWEST
    rivals = 0 <= place <= HIGHEST - LOWEST and s.holds[place] >= 0 and s.holds[place] != s.player
    return {move: -gains(view)[move] for move in prizes(view) if rivals}


FEAR = fear_of(prizes)
OVERLOOKS = Mistake("overlooks", to_say("overlooks that it could take an opponent's place"), _plates)

BOTS = by_name(
    RandomBot(),
    FirstBot(prizes),
    SearchBot(),
    OneTurnBot(),
    *levels(
        gains,
        POINTS,
        beginner=Grade.of(0.33, (FEAR, 1.5), (OVERLOOKS, 0.8), (PIPS, 0.12), (WORMS_LATER, 1.6)),
        regular=Grade.of(0.33, (FEAR, 0.6), (OVERLOOKS, 0.4)),
        expert=Grade.of(0.2),
        master=MasterBot(),
        dominated=dominated_by(prizes),
    ),
)
