"""Ways to play a match: any move, a sensible one, and on to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from stammtisch.core.game import Move
from stammtisch.core.match import Match
from stammtisch.core.position import Position

Choose = Callable[[Position, Random], Move]


def any_move(position: Position, rng: Random) -> Move:
    """Any legal move, each as likely."""
    return rng.choice(position.legal_moves)


def greedy_move(position: Position, rng: Random) -> Move:
    """Mostly the move that leaves the most points, then one that goes on with the turn, then the highest number.

    Not good play, but sensible in every game: it ends games that random play hardly ends. One move in eight is random.
    """
    if rng.random() < 1 / 8:
        return any_move(position, rng)

    def merit(move: Move) -> tuple[int, bool, int]:
        after = position.play(move)
        return after.scores[position.turn], after.turns == position.turns, move

    return max(position.legal_moves, key=merit)


def play_on(match: Match, choose: Choose, rng: Random, most: int) -> Match:
    """Play until the end of the game, or until `most` events have happened."""
    while not match.is_over and len(match.events) < most:
        match.play(choose(match.position, rng))
    return match
