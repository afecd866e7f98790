"""Advice: what every legal move of Zocken is worth in points, and what it leads to in words.

A throw or a placement is worth the expected score of the turn if it is then played for the score; a bet is worth what
it brings on average on such a turn. All chances are those of this play; but with two players the figure `win` is the
chance of winning the game if both play as well as can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stammtisch.bots.analysis import Analysis, Choice
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say, to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.zocken import solve, winning
from stammtisch.games.zocken.facts import placed, state
from stammtisch.games.zocken.rules import BETTING, DICE, NO_BET, PLACE, PLACING, STAKE, THROWING, BetWinsAt, Options
from stammtisch.games.zocken.solve_tables import ABOVE_50, FROM_50, SERIES
from stammtisch.games.zocken.text import leads_to, lies_on

ABOUT = to_say("Expected score of the turn, or of a bet what it gains; exact, for best play of the turn.")


def analyse(view: Position) -> Analysis:
    """A position as the player to move sees it: the thrower, or while the others bet, the one who is to bet."""
    s = state(view)
    if s.phase == THROWING:
        return Analysis(s.player, solve.worth(view), POINTS)
    choice = _bet if s.phase == BETTING else _throw_or_place
    choices = [choice(view, move, value) for move, value in solve.values(view).items()]
    if view.game.players == 2:
        wins = winning.values(view)
        choices = [replace(one, figures={**one.figures, "win": min(1.0, max(0.0, wins[one.move]))}) for one in choices]
    choices.sort(key=lambda choice: -round(choice.value, 9))  # the first of equals stays first, as in solve.best
    return Analysis(view.turn, choices[0].value, POINTS, tuple(choices))


def _throw_or_place(view: Position, move: Move, value: float) -> Choice:
    s = state(view)
    if s.phase == PLACING:
        ahead = {solve.solver(view.game).number(placed(view, move - PLACE)): 1.0}
    else:
        ahead = solve.states_ahead(view.play(move))
    figures = {goal: _chance(view, goal, ahead) for goal in (_goal(view), SERIES)}
    if s.phase == PLACING and s.placed + 1 == DICE:
        return Choice(move, value, leads_to(view, move), figures)
    points, chance = POINTS.amount(f"{value:z.1f}"), _goal_chance(view, figures[_goal(view)])
    if s.phase != PLACING:
        return Choice(move, value, say("{points} expected, {chance}", points=points, chance=chance), figures)
    lies = lies_on(view, move - PLACE)
    leads = say("{lies}; {points} expected, {chance}", lies=lies, points=points, chance=chance)
    return Choice(move, value, leads, figures)


def _bet(view: Position, move: Move, value: float) -> Choice:
    if move == NO_BET:
        return Choice(move, value, leads_to(view, move))
    chance = _chance(view, _goal(view), solve.states_ahead(view))
    points, likely = POINTS.amount(f"{abs(value):.1f}"), _goal_chance(view, chance)
    if value >= 0:
        leads = say("gains {points} on average, {chance}", points=points, chance=likely)
    else:
        leads = say("loses {points} on average, {chance}", points=points, chance=likely)
    return Choice(move, value, leads, {_goal(view): chance})


def _chance(view: Position, goal: str, ahead: Mapping[int, float]) -> float:
    """The chance of a goal from these states on, if the turn is played for the score."""
    table = solve.solver(view.game).chances(goal)
    return sum(chance * float(table[number]) for number, chance in ahead.items())


def _goal(view: Position) -> str:
    """What bets on this turn win with."""
    assert isinstance(view.game.options, Options)
    return ABOVE_50 if view.game.options.bet_wins_at == BetWinsAt.ABOVE_50 else FROM_50


def _goal_chance(view: Position, chance: float) -> str:
    """How likely a bet on this turn wins: "57 % above 50"."""
    percent = f"{100 * chance:.0f}"
    if _goal(view) == ABOVE_50:
        return say("{percent} % above {stake}", percent=percent, stake=STAKE)
    return say("{percent} % {stake} or more", percent=percent, stake=STAKE)
