"""Whole turns of Zatre. A turn is a set of placements; two orders of the same placements are one turn [Z4.3]."""

from __future__ import annotations

from stammtisch.core.position import Position
from stammtisch.games.zatre.facts import square
from stammtisch.games.zatre.rules import DONE, LAY, State

Placement = tuple[int, int, int]
"""(pips, row, column)"""

Turn = frozenset[Placement]


def placements(s: State) -> Turn:
    """The tiles laid so far in this turn."""
    return frozenset((s.board[c], *square(c)) for c in s.laid[: s.count])


def legal_turns(position: Position) -> list[Turn]:
    """All legal turns of the player to move, with the placements he has already made; none if he is blocked.

    Found by making every legal placement, so this says the same as the rules, whatever they say.
    """
    rules, o = position.game.rules, position.game.options
    assert isinstance(position.state, State)
    waiting = {placements(position.state): position.state.copy()}
    turns: list[Turn] = []
    seen = set(waiting)
    out = [0] * rules.MOVES
    while waiting:
        made, s = waiting.popitem()
        for m in out[: rules.moves(s, o, out)]:
            if m == DONE:
                turns.append(made)
            elif m >= LAY:
                after = s.copy()
                rules.play(after, o, m)
                longer = placements(after)
                if longer not in seen:
                    seen.add(longer)
                    waiting[longer] = after
    return sorted(turns, key=sorted)
