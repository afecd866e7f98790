"""Redraw: draws anew what a seat cannot see. A search looks at such positions, never at the true one."""

from __future__ import annotations

from stammtisch.core import defaults
from stammtisch.core.dice import draw
from stammtisch.core.game import Game
from stammtisch.core.position import Position


def redraw(view: Position, seed: int) -> Position:
    """A whole position that the viewer cannot tell from the true one; each as likely as the rules make it.

    What rivals' moves may tell of their hands is not considered.
    """
    _check(view.game)
    rules, o, state, seat = view.game.rules, view.game.options, view.state.copy(), view.viewer
    k = 0
    while seat is not None and (lots := rules.unseen(state, o, seat)):
        rules.deal(state, o, seat, draw(seed, 0, k, lots))
        k += 1
    return Position.unchecked(view.game, state)


def is_hidden(view: Position) -> bool:
    """Is there anything to redraw?"""
    _check(view.game)
    return view.viewer is not None and view.game.rules.unseen(view.state, view.game.options, view.viewer) > 0


def _check(game: Game) -> None:
    """Without `deal`, a view would pass for a whole position."""
    if not _is_default(game, "hide") and _is_default(game, "deal"):
        raise TypeError(f"{game.module.__name__} has hide but no unseen and deal, so what is hidden cannot be redrawn")


def _is_default(game: Game, name: str) -> bool:
    return getattr(game.rules, name).__code__ is getattr(defaults, name).__code__
