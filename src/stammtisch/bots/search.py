"""Search: finds out by looking ahead what each move is worth, in any game. So every game has bots at once.

Where few positions are to come they are worked out exactly (expectimax.py); else games are played out (playouts.py).
docs/search.md tells how, and how strong it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stammtisch.bots.expectimax import solve
from stammtisch.bots.levels import Grade, levels
from stammtisch.bots.named import by_name
from stammtisch.bots.random_bot import RandomBot
from stammtisch.bots.redraw import is_hidden
from stammtisch.core.contract.advice import Analysis, Choice
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Bot, Move
from stammtisch.core.position import Position
from stammtisch.core.translation import grouped, printed, say, to_say, to_say_n
from stammtisch.core.unit import Unit

PLAYOUTS = 2000
STATES = 400  # how many are looked at for an exact answer
UNIT = Unit(
    to_say("% winning chance"),
    to_say("{amount} % winning chance"),
    to_say_n("{n} % winning chance", "{n} % winning chance"),
)


@dataclass(frozen=True)
class Finding:
    """What a search has found: everybody's chance of winning, and by move the mover's."""

    win: tuple[float, ...]
    moves: Mapping[Move, float]
    playouts: Mapping[Move, int]
    """By move; empty if the finding is exact."""


def find(view: Position, playouts: int = PLAYOUTS, seed: int | None = None) -> Finding:
    """Search from what a seat sees. The same view, playouts and seed give the same; without a seed, the view is one."""
    if not is_hidden(view):
        solved = solve(view, STATES, secrets=False)
        if solved:
            return Finding(solved.win, {move: shares[view.turn] for move, shares in solved.moves.items()}, {})
    with optional_imports():  # not before somebody plays: it brings NumPy and Numba
        from stammtisch.bots.playouts import run_playouts

    made = run_playouts(view, playouts, int(view.digest(), 16) >> 1 if seed is None else seed)
    return Finding(
        made.win,
        {move: tried.win for move, tried in made.moves.items()},
        {move: tried.playouts for move, tried in made.moves.items()},
    )


def values(view: Position, playouts: int = PLAYOUTS, seed: int | None = None) -> dict[Move, float]:
    """The chance to win of the player to move, by legal move; a shared first place is a part of one."""
    return dict(find(view, playouts, seed).moves)


class SearchBot:
    """Plays any game: it plays `playouts` games out from here, and makes the move that wins most. It needs `fast`."""

    name = "search"
    """What people type to have it play."""
    playouts: int
    """How many games it plays out for a decision."""

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts

    @property
    def about(self) -> str:
        """How it plays, in a sentence of the language that is spoken."""
        return say(
            "plays {tries} games out from here and makes the move that wins most often",
            tries=grouped(self.playouts),
        )

    def choose(self, view: Position, seed: int) -> Move:
        """A legal move; the same view and seed give the same."""
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        found = values(view, self.playouts, seed)
        return max(found, key=lambda move: found[move])


def searching_bots(playouts: int = PLAYOUTS) -> Mapping[str, Bot]:
    """All that the bots.py of a game needs that has no thinker of its own: `BOTS = searching_bots()`."""

    def percent(view: Position) -> Mapping[Move, float]:
        return {move: 100 * value for move, value in values(view, playouts).items()}

    return by_name(
        RandomBot(), *levels(percent, UNIT, beginner=Grade.of(30.0), regular=Grade.of(10.0), expert=Grade.of(3.0))
    )


def analyse(position: Position) -> Analysis:
    """What a search finds, in words: "wins 57 % of 2,000 trial games"."""
    seat = position.viewer if position.viewer is not None else _next_mover(position)
    view = position.view(seat)
    found = find(view)
    choices = [
        Choice(move, 100 * value, _leads(value, found.playouts.get(move)), {"win": value})
        for move, value in found.moves.items()
    ]
    choices.sort(key=lambda choice: -choice.value)
    whose = view.turn if choices else seat
    return Analysis(whose, choices[0].value if choices else 100 * found.win[whose], UNIT, tuple(choices))


def _leads(win: float, playouts: int | None) -> str:
    if playouts is None:
        return say("wins {percent} % with best play", percent=printed(f"{100 * win:.3g}"))
    return say("wins {percent} % of {tries} trial games", percent=f"{100 * win:.0f}", tries=grouped(playouts))


def _next_mover(position: Position) -> int:
    """Who moves next; at a throw, after the first of its outcomes."""
    while position.is_chance:
        position = position.play(position.outcomes[0][0])
    return max(position.turn, 0)
