"""Why a move is refused in this position; each text completes "… is not allowed, because"."""

from __future__ import annotations

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import say
from stammtisch.games.barbecue.picture import state
from stammtisch.games.barbecue.rules import LOWEST
from stammtisch.games.keeping import WORM
from stammtisch.games.keeping.refusals import why_not_in_turn


def why(view: Position, move: int, code: int) -> str:
    """With the dice and plates at hand; "" if the general reason says enough."""
    if move == PASS:
        return ""
    return why_not_in_turn(view, move) or _why_not_stop(view, code)


def _why_not_stop(view: Position, code: int) -> str:
    s = state(view)
    total = view.game.rules.total(s)
    if code == 104:
        return say("all ten of your plates are on the grill, and place {total} needs one", total=total)
    if code != 203:
        return ""
    if s.kept[WORM] == 0 and total < LOWEST:
        return say(
            "you have not set aside a worm, and your total of {total} is less than {least}",
            total=total,
            least=LOWEST,
        )
    if s.kept[WORM] == 0:
        return say("you have not set aside a worm, and without one you cannot stop")
    if total < LOWEST:
        return say("your total of {total} is less than {least}, the lowest place", total=total, least=LOWEST)
    return say("place {total} is closed: two plates are on it", total=total)


def passing(view: Position) -> int:
    """[B2.1] A roll without a new symbol has failed; before that nobody passes."""
    return 201
