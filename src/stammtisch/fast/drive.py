"""Playing games to their end: the loop around a game's rules. Rules Python: interpreted, compiled and on a GPU.

A policy is a function of this shape; `choose` below is the random one, others are bound in its place:

    choose(s, o, legal, count, buffer, seed) -> one of legal[0] … legal[count - 1]

`buffer` gives it random numbers: `draw_next(buffer, seed, 0, n)` (turn 0 holds no dice of the game, see core/dice.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import CHANCE, OVER
from stammtisch.core.dice import DrawBuffer, draw_next

if TYPE_CHECKING:  # what is expected of the game

    def turn(s: Any, o: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...
    def moves(s: Any, o: Any, out: Any) -> int: ...
    def spread(s: Any, o: Any) -> int: ...
    def outcome(s: Any, o: Any, lot: int) -> int: ...


def choose(s: Any, o: Any, legal: Any, count: int, buffer: Any, seed: int) -> int:
    """The random player: every legal move is equally likely. Where there is no choice, nothing is drawn."""
    if count == 1:
        return int(legal[0])
    return int(legal[draw_next(buffer, seed, 0, count)])


class Workspace:
    """What one game in play needs beside its state; made once, used for one game after another."""

    def __init__(self, moves: int) -> None:
        self.legal = [0] * moves
        self.dice = DrawBuffer()
        self.choices = DrawBuffer()


def clear(workspace: Workspace) -> None:
    """Begin a game: neither buffer belongs to a turn yet."""
    workspace.dice.turn = -1
    workspace.choices.turn = -1


def happen(s: Any, o: Any, workspace: Workspace, seed: int) -> None:
    """At CHANCE: a die falls, a tile is drawn."""
    play(s, o, outcome(s, o, draw_next(workspace.dice, seed, s.turns, spread(s, o))))


def decide(s: Any, o: Any, workspace: Workspace, seed: int) -> None:
    """The player to move chooses and plays."""
    play(s, o, choose(s, o, workspace.legal, moves(s, o, workspace.legal), workspace.choices, seed))


def step(s: Any, o: Any, workspace: Workspace, seed: int) -> bool:
    """One ply. False if the game is over."""
    player = turn(s, o)
    if player == OVER:
        return False
    if player == CHANCE:
        happen(s, o, workspace, seed)
    else:
        decide(s, o, workspace, seed)
    return True


def playout(s: Any, o: Any, workspace: Workspace, seed: int, limit: int) -> int:
    """Play to the end, or until `limit` plies were made; the number of plies."""
    clear(workspace)
    plies = 0
    while plies < limit and step(s, o, workspace, seed):
        plies += 1
    return plies
