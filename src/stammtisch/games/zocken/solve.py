"""Exact odds of a turn: what it is worth at any position, what every move is worth, and what will come of it.

Every value is that of the best play of the rest of the turn. The distribution of scores, and with it the value of a
bet, is that of a thrower who plays for the expected score. Where two choices are equal in it he always makes the same
one; the other would move single chances by less than 0.001.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from stammtisch.core.errors import GameOver
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.zocken.facts import legal_slots, placed, state
from stammtisch.games.zocken.rules import BET, BETTING, ENDED, NO_BET, PLACING, THROWING
from stammtisch.games.zocken.solve_kernel import TIE
from stammtisch.games.zocken.solve_tables import GOALS, SCORE, Table, solver

__all__ = ["GOALS", "SCORE", "distribution", "odds", "solver", "values", "worth"]


def odds(position: Position) -> dict[str, Any]:
    """What this turn's thrower can hope for, at its start or anywhere inside it: each best value by its own best play,
    the distribution by playing for the expected score."""
    return {
        "expected_score": worth(position),
        "best_p_above_50": worth(position, "above_50"),
        "best_p_series": worth(position, "series"),
        "distribution": distribution(position),
    }


def values(position: Position, goal: str = SCORE) -> dict[Move, float]:
    """The value of every legal move: what the turn is then worth to its thrower, or the bet to the one who makes it."""
    s, game = state(position), position.game
    if s.phase == BETTING:
        bet = sum(
            chance * game.rules.bet_points(game.options, points) for points, chance in distribution(position).items()
        )
        return {game.moves[BET]: bet, game.moves[NO_BET]: 0.0}
    if s.phase == PLACING:
        return dict(zip(position.legal_moves, map(float, _table(position, goal)[_throws(position)[0]]), strict=True))
    return {move: worth(position.play(move), goal) for move in position.legal_moves}


def worth(position: Position, goal: str = SCORE) -> float:
    """The expected score of this turn, or the greatest chance of another goal (see GOALS)."""
    table = _table(position, goal)
    return float(np.mean([table[choice].max() for choice in _throws(position)]))


def distribution(position: Position, table: Table = None) -> dict[int, float]:
    """The chance of every score that this turn can end with, played by a solver's table (for the expected score)."""
    table = solver(position.game).values() if table is None else table
    start: dict[int, float] = defaultdict(float)
    throws = _throws(position)
    for choice in throws:
        best = np.argmax(table[choice] > table[choice].max() - 1 / TIE)
        start[int(choice[best])] += 1 / len(throws)
    return solver(position.game).distribution(start, table)


def _table(position: Position, goal: str) -> Table:
    return solver(position.game).values(goal)


def _throws(position: Position) -> list[Any]:
    """What comes next, as equally likely throws: for each the numbers of the states that the thrower can choose from.

    With no die thrown there is nothing to choose: the one state that is there.
    """
    s = state(position)
    if s.phase == ENDED:
        raise GameOver("the game is over: no turn is left to look at")
    if s.phase == THROWING:
        thrown = [position.play(int(face)) for face, _ in position.outcomes]
    else:
        thrown = [position]
    choices = [[placed(each, slot) for slot in legal_slots(each)] or [s] for each in thrown]
    numbers = solver(position.game).states.find([after for choice in choices for after in choice])
    return np.split(numbers, np.cumsum([len(choice) for choice in choices])[:-1])
