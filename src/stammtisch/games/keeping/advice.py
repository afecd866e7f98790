"""What is known of a throw-and-set-aside turn: each move, how often it fails, and what it gains."""

from __future__ import annotations

from stammtisch.bots import Analysis, Choice, percent
from stammtisch.core.constants import PASS
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say
from stammtisch.core.unit import Unit
from stammtisch.games.keeping import ROLL
from stammtisch.games.keeping.bot import gain
from stammtisch.games.keeping.solved import Turn
from stammtisch.games.keeping.text import state


def advise(view: Position, unit: Unit, hope: str) -> Analysis:
    """Values are what the turn gains on the average rival; `hope` tells the {chance} and the {amount} expected."""
    turn, seat = gain(view), state(view).player
    choices = [_choice(turn, view, move, value, unit, hope) for move, value in turn.moves(view).items()]
    choices.sort(key=lambda choice: (-choice.value, choice.move == ROLL))  # of equal ones, what `turn.choose` takes
    return Analysis(seat, choices[0].value if choices else turn.value(view), unit, tuple(choices))


def _choice(turn: Turn, view: Position, move: Move, value: float, unit: Unit, hope: str) -> Choice:
    fail = turn.outlook(view, move).fail
    if move == PASS or move > ROLL:  # it ends the turn
        leads = view.game.text.leads_to(view, move, ())
    else:
        leads = say(hope, chance=percent(1 - fail), amount=unit.amount(f"{value:z.1f}"))
    return Choice(move, value, leads, {"fail": fail})
