"""Exact odds of a turn: what it is worth at any position, what every move is worth, and what will come of it.

Every value is that of the best play of the rest of the turn. The distribution of scores, and with it the value of a
bet, is that of a thrower who plays for the expected score. Where two choices are equal in it he always makes the same
one; the other would move single chances by less than 0.001.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from stammtisch.core.errors import GameOver
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.zocken.facts import placed, state
from stammtisch.games.zocken.odds_page import odds_plot, odds_tables, odds_text
from stammtisch.games.zocken.rules import BET, BET_AGAINST, BETTING, ENDED, NO_BET, PLACE, PLACING, THROWING, Options
from stammtisch.games.zocken.solve_tables import ABOVE_50, GOALS, SCORE, SERIES, Table, solver

__all__ = [
    "GOALS",
    "SCORE",
    "best",
    "distribution",
    "odds",
    "odds_here",
    "odds_plot",
    "odds_tables",
    "odds_text",
    "solver",
    "states_ahead",
    "values",
    "worth",
]


def odds(position: Position) -> dict[str, Any]:
    """What this turn's thrower can hope for, at its start or anywhere inside it: each best value by its own best play,
    the distribution by playing for the expected score."""
    return {
        "expected_score": worth(position),
        "best_p_above_50": worth(position, ABOVE_50),
        "best_p_series": worth(position, SERIES),
        "distribution": distribution(position),
    }


def odds_here(position: Position) -> dict[str, dict[str, float]]:
    """Every legal move: for the thrower, what it is worth by each goal; for a bettor, what he gains on average; and for
    two players the chance of winning the game. Empty at a throw."""
    from stammtisch.games.zocken import winning  # it builds on this file

    betting = state(position).phase == BETTING
    found = {move: {"gain" if betting else SCORE: value} for move, value in values(position).items()}
    if not betting:
        for goal in (ABOVE_50, SERIES):
            for move, chance in values(position, goal).items():
                found[move][goal] = chance
    if position.game.players == 2:
        for move, chance in winning.values(position).items():
            found[move]["win"] = min(1.0, max(0.0, chance))  # a point counts a little too
    return {str(move): figures for move, figures in found.items()}


def values(position: Position, goal: str = SCORE) -> dict[Move, float]:
    """The value of every legal move: what the turn is then worth to its thrower, or the bet to the one who makes it."""
    s, game = state(position), position.game
    if position.turn < 0:
        return {}
    if s.phase == BETTING:
        assert isinstance(game.options, Options)
        known, number = solver(game), solver(game).number(s)
        worth = {BET: known.bets(game.options)[number], NO_BET: 0.0}
        if BET_AGAINST in position.legal_moves:
            worth[BET_AGAINST] = known.bet_against(game.options, number)
        return {game.moves[move]: float(value) for move, value in worth.items()}
    return {game.moves[move]: worth for move, worth in solver(game).moves(s, solver(game).values(goal))}


def best(found: dict[Move, float], digits: int = 9) -> Move:
    """The move of the greatest value, the first of those that are equal in so many digits."""
    return max(found, key=lambda move: round(found[move], digits))


def worth(position: Position, goal: str = SCORE) -> float:
    """The expected score of this turn, or the greatest chance of another goal (see GOALS)."""
    table = solver(position.game).values(goal)
    return sum(chance * float(table[number]) for number, chance in states_ahead(position, table).items())


def distribution(position: Position, table: Table = None) -> dict[int, float]:
    """The chance of every score that this turn can end with, played by a solver's table (for the expected score)."""
    table = solver(position.game).values() if table is None else table
    return solver(position.game).distribution(states_ahead(position, table), table)


def states_ahead(position: Position, table: Table = None) -> dict[int, float]:
    """The states without a die just thrown that come next, played by a table (for the expected score): their numbers
    and probabilities."""
    table = solver(position.game).values() if table is None else table
    s, game = state(position), position.game
    if s.phase == ENDED:
        raise GameOver("the game is over: no turn is left to look at")
    if s.phase == THROWING:
        chances: dict[int, float] = defaultdict(float)
        for face, share in position.outcomes:
            for number, chance in states_ahead(position.play(face), table).items():
                chances[number] += float(share) * chance
        return chances
    if s.phase == PLACING:
        move = best({game.moves[move]: value for move, value in solver(game).moves(s, table)})
        s = placed(position, move - PLACE)
    return {solver(game).number(s): 1.0}
